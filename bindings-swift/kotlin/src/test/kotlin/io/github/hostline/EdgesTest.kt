package io.github.hostline

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeout
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import java.io.File
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.measureTime

class EdgesTest {
    @Test
    fun `cancelling the coroutine ends the call at the server at once`() = within {
        val peer = Peer(Peer.HANG)
        Hostline.connect(peer.target).use { server ->
            val call = launch { server.callTool("t") }
            peer.saw("tools/call")
            val took = measureTime {
                call.cancelAndJoin()
                peer.saw("notifications/cancelled")
            }
            assertTrue(took < 200.milliseconds, "it took $took")
            server.listTools()
        }
    }

    @Test
    fun `a call of a cancelled coroutine never begins`() = within {
        val peer = Peer(Peer.ANSWER)
        Hostline.connect(peer.target).use { server ->
            launch {
                coroutineContext[kotlinx.coroutines.Job]?.cancel()
                assertFailsWith<CancellationException> { server.callTool("t") }
            }.join()
            server.listTools()
            assertEquals(0, peer.records().count { it["method"] == JsonPrimitive("tools/call") })
        }
    }

    @Test
    fun `opening can be cancelled`() = within {
        val peer = Peer("""{"on":"server/discover","do":[{"hang":true}]}""")
        val opening = launch { Hostline.connect(peer.target) }
        peer.saw("server/discover")
        opening.cancelAndJoin()
        val pid = peer.records().first().getValue("pid").jsonPrimitive.long
        eventually { ProcessHandle.of(pid).isEmpty }
    }

    @Test
    fun `what a delegate throws ends the call with its message`() = within {
        for (thrown in listOf(
            IllegalStateException("the person has left"),
            AssertionError("no heart"),
        )) {
            val person = Delegate({ throw thrown })
            Hostline.connect(Peer(Peer.ASK).target, delegate = person).use { server ->
                val error = assertFailsWith<HostlineException> { server.callTool("t") }
                assertContains(error.reason, thrown.message.orEmpty())
                assertEquals(
                    false,
                    error.reason.contains("Exception") || error.reason.contains("Error"),
                )
                server.listTools()
            }
        }
    }

    @Test
    fun `a delegate whose own wait ends has failed, and was not cancelled`() = within {
        val impatient = Delegate({ withTimeout(1.milliseconds) { awaitCancellation() } })
        Hostline.connect(Peer(Peer.ASK).target, delegate = impatient).use { server ->
            val error = assertFailsWith<HostlineException> { server.callTool("t") }
            assertContains(error.reason, "Timed out")
        }
    }

    @Test
    fun `a delegate that never answers is cancelled with its call`() = within {
        val asked = CompletableDeferred<ElicitFormQuestion>()
        val ended = CompletableDeferred<Throwable?>()
        val delegate = Delegate({ question ->
            asked.complete(question)
            try {
                awaitCancellation()
            } catch (cancelled: CancellationException) {
                ended.complete(cancelled)
                throw cancelled
            }
        })
        Hostline.connect(Peer(Peer.ASK).target, delegate = delegate).use { server ->
            val call = launch { server.callTool("t") }
            assertEquals("Which city?", asked.await().message)
            server.listTools()
            call.cancelAndJoin()
            ended.await()
            server.listTools()
        }
    }

    @Test
    fun `delegates that hold up their threads hold up nobody else`() = within {
        val released = CountDownLatch(1)
        val asked = List(8) { CompletableDeferred<Unit>() }
        val delegates = asked.map { signal ->
            Delegate({
                signal.complete(Unit)
                released.await()
                ElicitResult(ElicitAction.ACCEPT)
            })
        }
        val servers = delegates.map { Hostline.connect(Peer(Peer.ASK).target, delegate = it) }
        val calls = servers.map { server -> launch { server.callTool("t") } }
        asked.forEach { it.await() }
        Hostline.connect(Peer(Peer.ANSWER).target).use { it.callTool("t") }
        servers.forEach { it.listTools() }
        released.countDown()
        calls.forEach { it.join() }
        servers.forEach { it.close() }
    }

    @Test
    fun `a server that nobody holds ends, though its delegate holds it`() = within {
        val witness = Hostline.connect(Peer(Peer.ANSWER).target)
        openAndForget()
        // The servers of other tests are garbage, too.
        eventually {
            System.gc()
            live(witness) == 1L
        }
        witness.close()
    }

    /** In a function of its own, whose frame holds nothing once it has returned. */
    private suspend fun openAndForget() {
        val itself = Array<Client?>(1) { null }
        val delegate = Delegate({
            itself[0]?.listTools()
            ElicitResult(ElicitAction.ACCEPT)
        })
        val server = Hostline.connect(Peer(Peer.ANSWER).target, delegate = delegate)
        itself[0] = server
        server.listTools()
    }

    private suspend fun live(server: Client): Long = server.connection.call(
        "testing/live",
        noMembers,
        AnyMembers,
    ).getValue("handles").jsonPrimitive.long

    @Test
    fun `large texts cross as they are`() = within {
        Hostline.connect(Peer(Peer.ANSWER).target).use { server ->
            val text = server.connection.call(
                "testing/text",
                jsonObjectOf("bytes" to (8 shl 20)),
                Text,
            )
            assertEquals(8 shl 20, text.length)
            val value = jsonObjectOf("text" to "é 日本 😀 \u0000 \u2028 \" \\", "n" to 5e-324)
            assertEquals(
                value,
                server.connection.call("testing/echo", value, AnyMembers).jsonObject,
            )
        }
    }

    @Test
    fun `a library that is missing, or none, is a sentence that says what to do`() {
        val noLibrary = File.createTempFile("hostline", ".so").apply { deleteOnExit() }
        for (library in listOf("/nowhere/libhostline_ffi.so", noLibrary.path)) {
            val java = File(System.getProperty("java.home"), "bin/java").path
            val classes = System.getProperty("java.class.path")
            val process = ProcessBuilder(
                java,
                "-cp",
                classes,
                "-Dhostline.library=$library",
                "io.github.hostline.ConnectsKt",
            ).redirectErrorStream(true).start()
            val said = process.inputStream.bufferedReader().readText()
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end")
            val twice = said.lines().filter {
                it.startsWith("UnsatisfiedLinkError: the native library")
            }
            assertEquals(2, twice.size, said)
            for (part in listOf(library, "could not be loaded", "artifact", "hostline.library")) {
                assertContains(twice[0], part)
            }
        }
    }
}
