package io.github.hostline

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import java.util.concurrent.Executors
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

class ClientTest {
    @Test
    fun `it says what it is connected to, and lists`() = within {
        val peer = Peer(
            """{"on":"tools/list","do":[{"reply":{"tools":[
                {"name":"a","inputSchema":{"type":"object"},"x":1},{"inputSchema":{}}]}}]}""",
        )
        Hostline.connect(peer.target, clientName = "test").use { server ->
            assertEquals("2026-07-28", server.info.version)
            assertEquals("stdio", server.info.transport)
            val tools = server.listTools()
            assertEquals(listOf("a"), tools.map { it.name })
            assertEquals(JsonPrimitive(1), tools[0].extra["x"])
            assertEquals(1, tools.dropped.single().index)
        }
    }

    @Test
    fun `a result keeps what its types do not know`() = within {
        val peer = Peer(
            """{"on":"tools/call","do":[{"reply":{"content":[{"type":"hologram","depth":3}],
                "structuredContent":{"n":1},"later":true}}]}""",
        )
        Hostline.connect(peer.target).use { server ->
            val result = server.callTool("t")
            assertEquals("hologram", assertIs<ContentBlock.Unknown>(result.content.single()).type)
            assertEquals(jsonObjectOf("n" to 1), result.structuredContent)
            assertEquals(ValidationStatus.UNCHECKED, result.validation.status)
            assertEquals(JsonPrimitive(true), result.extra["later"])
        }
    }

    @Test
    fun `arguments are whatever is JSON`() = within {
        val peer = Peer(Peer.ANSWER)
        Hostline.connect(peer.target).use { server ->
            server.callTool("t", mapOf("a" to listOf(1, null), "b" to JsonPrimitive("x")))
            val call = peer.records().last { it["method"] == JsonPrimitive("tools/call") }
            val params = call.getValue("message").jsonObject.getValue("params").jsonObject
            assertEquals(jsonObjectOf("a" to listOf(1, null), "b" to "x"), params["arguments"])
        }
    }

    @Test
    fun `errors have a code, a sentence and their parts`() = within {
        val peer = Peer(
            """{"on":"tools/call","do":[{"error":{"code":-32603,"message":"no","data":{"why":1}}}]}""",
        )
        Hostline.connect(peer.target).use { server ->
            val error = assertFailsWith<HostlineException> { server.callTool("t") }
            assertEquals(ErrorCode.RPC, error.code)
            assertEquals("tools/call", error.method)
            assertEquals(-32603.0, error.rpc?.code)
            assertEquals(jsonObjectOf("why" to 1), error.rpc?.data)
            assertContains(error.message.orEmpty(), error.reason)
            assertContains(error.toString(), error.message.orEmpty())
        }
        val error = assertFailsWith<HostlineException> { Hostline.connect("/no/such/program") }
        assertEquals(ErrorCode.PROCESS, error.code)
        assertFalse(error.mayHaveRun)
    }

    @Test
    fun `a closed server says so, and closes as often as is wanted`() = within {
        val server = Hostline.connect(Peer(Peer.HANG).target)
        val waiting = async { assertFailsWith<HostlineException> { server.callTool("t") } }
        List(2) { async { server.close() } }.awaitAll()
        server.close()
        assertEquals(ErrorCode.CLOSED, waiting.await().code)
        assertEquals(
            ErrorCode.CLOSED,
            assertFailsWith<HostlineException> {
                server.listTools()
            }.code,
        )
    }

    @Test
    fun `a thousand calls at once each get their own answer`() = within {
        val peer =
            Peer(
                """{"on":"tools/call","do":[{"reply":{"content":[],"n":"${'$'}{arguments/n}"}}]}""",
            )
        Hostline.connect(peer.target).use { server ->
            val answers =
                List(1_000) { n -> async { server.callTool("t", mapOf("n" to n)).extra["n"] } }
            val numbers = answers.awaitAll().map { it?.jsonPrimitive?.int }
            assertEquals(List(1_000) { it }, numbers)
        }
    }

    @Test
    fun `progress comes in order, before the result, where the caller is`() = within {
        val reports = (1..50).joinToString { """{"progress":{"progress":$it,"total":50}}""" }
        val peer = Peer("""{"on":"tools/call","do":[$reports,{"reply":{"content":[]}}]}""")
        Hostline.connect(peer.target).use { server ->
            val threads = Executors.newSingleThreadExecutor { Thread(it, "caller") }
            threads.asCoroutineDispatcher().use { caller ->
                val heard = ArrayList<Int>()
                withContext(caller) {
                    server.callTool("t", onProgress = { report ->
                        assertContains(Thread.currentThread().name, "caller")
                        heard += report.progress.toInt()
                    })
                }
                assertEquals((1..50).toList(), heard)
            }
        }
    }

    @Test
    fun `a listener that throws ends its call, and nothing else`() = within {
        val peer = Peer(
            """{"on":"tools/call","do":[{"progress":{"progress":1}},{"await":"cancelled"}]}""",
        )
        Hostline.connect(peer.target).use { server ->
            val thrown = assertFailsWith<IllegalStateException> {
                server.callTool("t", onProgress = { error("enough") })
            }
            assertEquals("enough", thrown.message)
            peer.saw("notifications/cancelled")
            server.listTools()
        }
    }

    @Test
    fun `events come as they are, and the next collector goes on`() = within {
        val notices = (1..3).joinToString {
            """{"notify":{"method":"notifications/message","params":{"level":"info","data":$it}}}"""
        }
        val peer = Peer(
            """{"on":"tools/call","do":[$notices,{"reply":{"content":[]}}]}""",
            version = "2025-11-25",
        )
        val server = Hostline.connect(peer.target)
        server.callTool("t")
        for (number in 1..3) {
            val event = assertIs<LogEvent>(server.events.first { it is LogEvent })
            assertEquals(JsonPrimitive(number), event.data)
        }
        val rest = async { server.events.toList() }
        server.close()
        assertTrue(rest.await().all { it !is LogEvent })
    }

    @Test
    fun `use closes in good order, also where it is cancelled`() = within {
        val peer = Peer(Peer.HANG)
        val begun = CompletableDeferred<Client>()
        val using = launch {
            Hostline.connect(peer.target).use { server ->
                begun.complete(server)
                server.callTool("t")
            }
        }
        val server = begun.await()
        peer.saw("tools/call")
        using.cancel()
        using.join()
        assertEquals(
            ErrorCode.CLOSED,
            assertFailsWith<HostlineException> {
                server.listTools()
            }.code,
        )
    }

    @Test
    fun `who cannot wait closes all the same`() = within {
        val server = Hostline.connect(Peer(Peer.HANG).target)
        val call = async { assertFailsWith<HostlineException> { server.callTool("t") } }
        server.asAutoCloseable().close()
        assertEquals(ErrorCode.CLOSED, call.await().code)
    }
}
