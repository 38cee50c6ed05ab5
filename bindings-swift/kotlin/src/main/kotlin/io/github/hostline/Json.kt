/*
 * How values become JSON and come back. The generated types are made of these readers and of
 * [membersOf]; what a type does not name stays in its `extra`, so that nothing that a server said
 * is lost on the way.
 */
package io.github.hostline

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.doubleOrNull
import kotlinx.serialization.json.longOrNull
import java.util.Base64

/** A value that is an object in JSON. */
public sealed interface JsonWritable {
    /** The value in the form of the protocol, with the members that no type names. */
    public fun toJson(): JsonObject
}

/** Names of which a peer may send others than those that are known. */
public sealed interface OpenEnum {
    /** The name in the form of the protocol. */
    public val value: String
}

/** What reads a value from JSON. The companion of each type is one. */
public sealed interface JsonReader<out T> {
    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the JSON has another shape.
     */
    public fun fromJson(json: JsonElement): T
}

/**
 * A value as JSON: null, text, a truth value, bytes, a finite number, a map with names of text, a list or
 * an array of such values, JSON itself, or a value of this API.
 *
 * @throws IllegalArgumentException if it is none of these.
 */
public fun jsonOf(value: Any?): JsonElement = when (value) {
    null -> JsonNull
    is JsonElement -> value
    is String -> JsonPrimitive(value)
    is Boolean -> JsonPrimitive(value)
    is ByteArray -> JsonPrimitive(Base64.getEncoder().encodeToString(value))
    is Number -> numberOf(value)
    is Map<*, *> -> objectOf(value)
    is Iterable<*> -> JsonArray(value.map(::jsonOf))
    is Array<*> -> JsonArray(value.map(::jsonOf))
    is JsonWritable -> value.toJson()
    is OpenEnum -> JsonPrimitive(value.value)
    is Enum<*> -> JsonPrimitive(value.name)
    else -> unfit("a value of ${value.javaClass.name} is no JSON")
}

/** An object of JSON with these members; their values are what [jsonOf] takes. */
public fun jsonObjectOf(vararg members: Pair<String, Any?>): JsonObject = objectOf(members.toMap())

private fun objectOf(members: Map<*, *>): JsonObject {
    if (members is JsonObject) return members
    val written = LinkedHashMap<String, JsonElement>(members.size)
    for ((name, value) in members) {
        written[name as? String ?: unfit("the name of a member is no text")] = jsonOf(value)
    }
    return JsonObject(written)
}

private fun numberOf(number: Number): JsonPrimitive {
    val finite = (number !is Double && number !is Float) || number.toDouble().isFinite()
    return if (finite) JsonPrimitive(number) else unfit("$number is no number of JSON")
}

private fun unfit(what: String): Nothing = throw IllegalArgumentException(what)

/** An object without members. */
internal val noMembers: JsonObject = JsonObject(emptyMap())

/** An object of the members that [write] names, then those of [extra] that it did not name. */
internal inline fun membersOf(
    extra: JsonObject = noMembers,
    write: Written.() -> Unit,
): JsonObject {
    val written = Written()
    written.write()
    return written.with(extra)
}

/** Members that are being written. It has no property that could be taken for one of a type. */
internal class Written {
    private val members = LinkedHashMap<String, JsonElement>()

    /** Adds a member, unless there is no value. */
    fun member(name: String, value: Any?) {
        if (value != null) members[name] = jsonOf(value)
    }

    fun with(extra: JsonObject): JsonObject {
        for ((name, value) in extra) members.putIfAbsent(name, value)
        return JsonObject(members)
    }
}

/** Reads the members of an object, and knows which nobody has read. */
internal class Members(private val of: String, json: JsonElement) {
    private val members = json as? JsonObject ?: unfit("what should be a $of is no object")
    private val read = HashSet<String>()

    /** A member that must be there. */
    fun <T> required(name: String, reader: JsonReader<T>): T {
        val value = members[name] ?: unfit("a $of has no member $name")
        read += name
        return reader.fromJson(value)
    }

    /** A member that may be absent. One that has another shape stays among the others. */
    fun <T : Any> optional(name: String, reader: JsonReader<T>): T? {
        val value = members[name]
        if (value == null || value is JsonNull) return null
        return try {
            reader.fromJson(value).also { read += name }
        } catch (_: IllegalArgumentException) {
            null
        }
    }

    /** The members that nobody has read, but for the one that says which type this is. */
    fun others(tag: String? = null): JsonObject {
        val others = members.filterKeys { it !in read && it != tag }
        return if (others.isEmpty()) noMembers else JsonObject(others)
    }
}

/** What the member says that tells the types of a union apart. */
internal fun tagOf(json: JsonElement, tag: String): String =
    Text.fromJson((json as? JsonObject)?.get(tag) ?: unfit("there is no member $tag"))

internal data object Text : JsonReader<String> {
    override fun fromJson(json: JsonElement): String {
        val text = json as? JsonPrimitive
        return if (text != null && text.isString) text.content else unfit("there is no text")
    }
}

internal data object Base64Bytes : JsonReader<ByteArray> {
    override fun fromJson(json: JsonElement): ByteArray =
        Base64.getDecoder().decode(Text.fromJson(json))
}

internal data object Truth : JsonReader<Boolean> {
    override fun fromJson(json: JsonElement): Boolean =
        plain(json)?.booleanOrNull ?: unfit("there is no truth value")
}

internal data object Whole : JsonReader<Long> {
    override fun fromJson(json: JsonElement): Long =
        plain(json)?.longOrNull ?: unfit("there is no whole number that fits")
}

internal data object Decimal : JsonReader<Double> {
    override fun fromJson(json: JsonElement): Double =
        plain(json)?.doubleOrNull ?: unfit("there is no number")
}

internal data object AnyJson : JsonReader<JsonElement> {
    override fun fromJson(json: JsonElement): JsonElement = json
}

internal data object AnyMembers : JsonReader<JsonObject> {
    override fun fromJson(json: JsonElement): JsonObject =
        json as? JsonObject ?: unfit("there is no object")
}

internal class ListOf<T>(private val item: JsonReader<T>) : JsonReader<List<T>> {
    override fun fromJson(json: JsonElement): List<T> =
        (json as? JsonArray ?: unfit("there is no list")).map(item::fromJson)
}

internal class MapOf<T>(private val item: JsonReader<T>) : JsonReader<Map<String, T>> {
    override fun fromJson(json: JsonElement): Map<String, T> =
        AnyMembers.fromJson(json).mapValues { item.fromJson(it.value) }
}

/** A number or a truth value, and not a text that looks like one. */
private fun plain(json: JsonElement): JsonPrimitive? =
    (json as? JsonPrimitive)?.takeUnless { it.isString }
