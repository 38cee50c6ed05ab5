package io.github.hostline

import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertNull

class JsonTest {
    @Test
    fun `a type keeps the members that it does not name`() {
        val json = json(
            """{"type":"text","text":"hi","_meta":{"a":[1]},"later":{"b":null},"annotations":null}""",
        )
        val text = assertIs<TextContent>(ContentBlock.fromJson(json))
        assertEquals("hi", text.text)
        assertNull(text.annotations)
        assertEquals(setOf("later", "annotations"), text.extra.keys)
        assertEquals(json, text.toJson())
    }

    @Test
    fun `a kind that is not known survives with its members`() {
        val json = json("""{"type":"hologram","depth":3,"parts":[{"x":1}]}""")
        val block = assertIs<ContentBlock.Unknown>(ContentBlock.fromJson(json))
        assertEquals("hologram", block.type)
        assertEquals(json, block.toJson())
    }

    @Test
    fun `a name that is not known survives`() {
        val level = LoggingLevel.fromJson(JsonPrimitive("whisper"))
        assertEquals(LoggingLevel("whisper"), level)
        assertEquals("whisper", level.toString())
        assertEquals(JsonPrimitive("whisper"), jsonOf(level))
    }

    @Test
    fun `an optional member of another shape is kept as it is`() {
        val json =
            json("""{"uri":"a:b","name":"n","size":18446744073709551615,"type":"resource_link"}""")
        val link = assertIs<ResourceLink>(ContentBlock.fromJson(json))
        assertNull(link.size)
        assertEquals(json, link.toJson())
        val small = json("""{"uri":"a:b","name":"n","size":7,"type":"resource_link"}""")
        assertEquals(small, ContentBlock.fromJson(small).toJson())
    }

    @Test
    fun `a required member that is missing is named`() {
        val error =
            assertFailsWith<IllegalArgumentException> { Tool.fromJson(json("""{"name":"t"}""")) }
        assertEquals("a Tool has no member inputSchema", error.message)
    }

    @Test
    fun `a task may live without end`() {
        val json = json(
            """{"taskId":"1","status":"working","createdAt":"a","lastUpdatedAt":"b","ttl":null}""",
        )
        val task = Task.fromJson(json)
        assertNull(task.ttl)
        assertEquals(json, task.toJson())
    }

    @Test
    fun `values become JSON`() {
        val value = mapOf(
            "null" to null,
            "text" to "é 😀 \u0000",
            "numbers" to listOf(1, 2L, 0.5, 1.7976931348623157e308, Long.MAX_VALUE),
            "truth" to true,
            "array" to arrayOf("a", listOf<Any>()),
            "json" to JsonPrimitive(7),
            "level" to LoggingLevel.DEBUG,
            "object" to TextContent("x"),
        )
        val expected = json(
            """{"null":null,"text":"é 😀 \u0000",
               "numbers":[1,2,0.5,1.7976931348623157E308,9223372036854775807],"truth":true,
               "array":["a",[]],"json":7,"level":"debug","object":{"type":"text","text":"x"}}""",
        )
        assertEquals(expected, Json.parseToJsonElement(jsonOf(value).toString()))
    }

    @Test
    fun `what is no JSON is refused`() {
        for (value in listOf(Double.NaN, Float.POSITIVE_INFINITY, mapOf(1 to 2), Any())) {
            assertFailsWith<IllegalArgumentException> { jsonOf(value) }
        }
    }

    @Test
    fun `a listing is a list`() {
        val json = json(
            """{"items":[{"name":"a","inputSchema":{}}],
                "dropped":[{"index":1,"reason":"no name","kept":false}]}""",
        )
        val tools = ListingOf(Tool).fromJson(json)
        assertEquals(listOf("a"), tools.map { it.name })
        assertEquals("no name", tools.dropped.single().reason)
        assertEquals(tools, listOf(tools.single()))
    }

    private fun json(text: String): JsonElement = Json.parseToJsonElement(text)
}
