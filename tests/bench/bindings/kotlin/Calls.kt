/*
 * What a call costs in Kotlin, from the coroutine to the library and back, without a server's
 * share: one after the other and 64 at once, with a small result and a large one.
 *
 * java -cp CLASSPATH -Dhostline.library=LIBRARY io.github.hostline.bench.CallsKt SCRIPTED-PEER
 */
package io.github.hostline.bench

import io.github.hostline.Client
import io.github.hostline.Hostline
import io.github.hostline.Text
import io.github.hostline.jsonObjectOf
import io.github.hostline.use
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.DurationUnit
import kotlin.time.measureTime

/** How many calls are under way at once in the second half of the table. */
private const val IN_FLIGHT = 64

/** How often everything is measured; the best of them is shown, since others use the machine. */
private const val ROUNDS = 5

private class Case(val name: String, val bytes: Int, val calls: Int)

private val cases = listOf(Case("100 bytes", 100, 20_000), Case("8 MiB", 8 shl 20, 40))

fun main(arguments: Array<String>) = runBlocking(Dispatchers.Default) {
    val peer = arguments.firstOrNull() ?: error("the path of scripted-peer is missing")
    Hostline.connect("$peer demo stdio").use { server ->
        println("| result | microseconds a call, in a row | microseconds a call, 64 at once |")
        println("| --- | --- | --- |")
        for (case in cases) {
            val row = best(case) { server.inTurn(case) }
            val together = best(case) { server.together(case) }
            println("| %s | %.1f | %.1f |".format(case.name, row, together))
        }
    }
}

/** The least microseconds for one call. The first round warms up, and does not count. */
private suspend fun best(case: Case, calls: suspend () -> Unit): Double {
    calls()
    val least = List(ROUNDS) { measureTime { calls() } }.min()
    return least.toDouble(DurationUnit.MICROSECONDS) / case.calls
}

private suspend fun Client.inTurn(case: Case) = repeat(case.calls) { text(case) }

private suspend fun Client.together(case: Case) = coroutineScope {
    val left = AtomicInteger(case.calls)
    repeat(IN_FLIGHT) {
        launch { while (left.getAndDecrement() > 0) text(case) }
    }
}

private suspend fun Client.text(case: Case) {
    val text = connection.call("testing/text", jsonObjectOf("bytes" to case.bytes), Text)
    check(text.length == case.bytes)
}
