package io.github.hostline

import kotlinx.serialization.json.JsonElement

/** A list of what a server offers, and what was left out of it. */
public class Listing<out T> internal constructor(
    private val items: List<T>,
    /** What did not have the right shape, and was left out of the list as a whole or in part. */
    public val dropped: List<Dropped>,
) : List<T> by items {
    override fun equals(other: Any?): Boolean = items == other

    override fun hashCode(): Int = items.hashCode()

    override fun toString(): String = items.toString()
}

/** Reads a list of such items, and what was left out of it. */
internal class ListingOf<T>(private val item: JsonReader<T>) : JsonReader<Listing<T>> {
    override fun fromJson(json: JsonElement): Listing<T> {
        val members = Members("list", json)
        return Listing(
            members.required("items", ListOf(item)),
            members.required("dropped", ListOf(Dropped)),
        )
    }
}
