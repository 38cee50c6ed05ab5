/*
 * The whole way once: connect, list, call with progress, answer a question, cancel, fail, close.
 *
 * It expects a server with the tools `countdown`, `greet` and `wait`: `cargo xtask test kotlin`
 * runs it with one.
 */
import io.github.hostline.CallToolResult
import io.github.hostline.Delegate
import io.github.hostline.ElicitAction
import io.github.hostline.ElicitResult
import io.github.hostline.Hostline
import io.github.hostline.HostlineException
import io.github.hostline.TextContent
import io.github.hostline.jsonObjectOf
import io.github.hostline.use
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

suspend fun main(arguments: Array<String>) {
    val target = arguments.firstOrNull().orEmpty()
    val person = Delegate(elicitForm = { question ->
        println("greet asks: ${question.message}")
        ElicitResult(ElicitAction.ACCEPT, content = jsonObjectOf("name" to "Ada"))
    })
    Hostline.connect(target, delegate = person).use { server ->
        val (name, version, transport) = with(server.info) {
            Triple(this.server?.name ?: "a server", version, transport)
        }
        println("connected to $name, protocol $version over $transport")

        val tools = server.listTools()
        println("tools: ${tools.joinToString { it.name }}")

        val counted = server.callTool("countdown", mapOf("from" to 3), onProgress = { report ->
            println(
                "countdown: ${report.progress.toInt()} of ${report.total?.toInt()}, ${report.message}",
            )
        })
        println("countdown says: ${counted.text()}")

        println("greet says: ${server.callTool("greet").text()}")

        coroutineScope {
            val begun = CompletableDeferred<Unit>()
            val waiting = launch {
                server.callTool("wait", onProgress = { report ->
                    println("wait: ${report.message}")
                    begun.complete(Unit)
                })
            }
            begun.await()
            waiting.cancelAndJoin()
            println("wait: cancelled")
        }

        try {
            server.callTool("missing")
        } catch (error: HostlineException) {
            println("missing: ${error.code}: ${error.reason}")
        }
    }
    println("closed")
}

private fun CallToolResult.text(): String =
    content.filterIsInstance<TextContent>().joinToString("") { it.text }
