/*
 * What the generated API stands on: calls of the native library, their cancellation, and what the
 * library tells and asks in return. Which operations there are, and what they take, is not known
 * here.
 */
package io.github.hostline

import com.sun.jna.CallbackThreadInitializer
import com.sun.jna.Native
import com.sun.jna.Platform
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import uniffi.hostline_ffi.Cancel
import uniffi.hostline_ffi.Failure
import uniffi.hostline_ffi.Handle
import uniffi.hostline_ffi.NoAnswer
import uniffi.hostline_ffi.uniffiEnsureInitialized
import uniffi.hostline_ffi.uniffiRustFutureContinuationCallbackImpl
import java.lang.ref.WeakReference
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import uniffi.hostline_ffi.Delegate as NativeDelegate

/** A listener for the progress of a call. */
internal typealias OnProgress = suspend (ProgressReport) -> Unit

/** The most reports of progress that wait for a slow listener; it misses those before them. */
private const val MOST_REPORTS = 1_024

/** Something open, which can be closed. */
public interface Opened {
    /** Ends it in good order. */
    public suspend fun close()
}

/** What is open in the native library. */
internal class Connection private constructor(
    private val handle: Handle,
    private val around: Around,
    // Held here, and not by the library, which never lets go of what it holds: so a delegate that
    // holds its client does not keep both alive.
    @Suppress("unused") private val delegate: Delegate?,
) {
    /** What is known of it. */
    fun <T> info(reader: JsonReader<T>): T = reader.fromJson(parse(handle.info()))

    /** What is said without being asked. Events that were fetched and not given out stay here. */
    fun <T : Any> events(reader: JsonReader<T>): Flow<T> {
        val fetched = ConcurrentLinkedQueue<T>()
        return flow {
            while (true) {
                val event = fetched.poll()
                if (event != null) {
                    emit(event)
                    continue
                }
                val more = call("events/next", noMembers, ListOf(reader))
                if (more.isEmpty()) break
                fetched += more
            }
        }
    }

    /** Calls an operation, and reads its result. Cancelling the coroutine cancels the call. */
    suspend fun <T> call(operation: String, params: JsonElement, result: JsonReader<T>): T =
        calling { cancel ->
            result.fromJson(parse(handle.call(operation, params.toString(), cancel)))
        }

    /** As [call], with a listener, which hears of all progress before the call ends. */
    suspend fun <T> call(
        operation: String,
        params: JsonObject,
        result: JsonReader<T>,
        onProgress: OnProgress?,
    ): T {
        if (onProgress == null) return call(operation, params, result)
        val asked = membersOf(params) { member("progress", true) }.toString()
        return coroutineScope {
            val cancel = Cancel()
            val call = cancel.number().toLong()
            val reports = around.listen(call)
            val telling = launch { for (report in reports) onProgress(report) }
            try {
                calling(cancel) { result.fromJson(parse(handle.call(operation, asked, cancel))) }
            } finally {
                around.forget(call)
                telling.join()
            }
        }
    }

    companion object {
        /**
         * Opens something, on something else where that is given; the options do not yet say what
         * the delegate can answer.
         */
        suspend fun open(
            operation: String,
            on: Connection?,
            options: JsonObject,
            delegate: Delegate?,
        ): Connection {
            NativeLibrary.ensureLoaded()
            val asked = membersOf(options) { member("answers", delegate?.answers) }.toString()
            val around = Around(delegate)
            var opened: Handle? = null
            try {
                return calling { cancel ->
                    val handle =
                        uniffi.hostline_ffi.open(operation, on?.handle, asked, around, cancel)
                    opened = handle
                    Connection(handle, around, delegate)
                }
            } catch (cancelled: CancellationException) {
                // It may have opened in the same moment, and then nobody would ever hold it.
                opened?.close()
                throw cancelled
            }
        }
    }
}

/**
 * Makes one call of the library. Its result is read off the caller's thread, since it may be large,
 * and off the library's own, which must not be held up.
 */
private suspend fun <T> calling(cancel: Cancel = Cancel(), call: suspend (Cancel) -> T): T {
    currentCoroutineContext().ensureActive()
    return coroutineScope {
        // Begun here: the first step only tells the library, and needs no other thread.
        async(Dispatchers.Default, CoroutineStart.UNDISPATCHED) {
            try {
                call(cancel)
            } catch (failure: Failure.Reported) {
                throw HostlineException(ErrorReport.fromJson(parse(failure.report)))
            } catch (cancelled: CancellationException) {
                cancel.cancel()
                throw cancelled
            } finally {
                cancel.close()
            }
        }.await()
    }
}

/** What a function of the library gives, at once. */
internal fun <T> evaluate(function: String, params: JsonObject, result: JsonReader<T>): T {
    NativeLibrary.ensureLoaded()
    try {
        val text = uniffi.hostline_ffi.evaluate(function, params.toString())
        return result.fromJson(parse(text))
    } catch (failure: Failure.Reported) {
        throw HostlineException(ErrorReport.fromJson(parse(failure.report)))
    }
}

private fun parse(text: String): JsonElement = Json.parseToJsonElement(text)

/** The program around the library: whoever answers questions, and whoever hears of calls. */
private class Around(delegate: Delegate?) : NativeDelegate {
    private val delegate = WeakReference(delegate)
    private val listeners = ConcurrentHashMap<Long, Channel<ProgressReport>>()

    override suspend fun ask(name: String, question: String): String = try {
        // A person is asked, and the handler may well wait for one with its thread.
        withContext(Dispatchers.IO) {
            val delegate = delegate.get() ?: error("there is nobody to ask any more")
            val answer = delegate.answer(name, parse(question))
            (answer ?: error("there is nobody to answer $name")).toString()
        }
    } catch (failure: Throwable) {
        if (!currentCoroutineContext().isActive) throw failure
        throw NoAnswer.Failed(failure.message ?: failure.toString())
    }

    override fun notify(name: String, notification: String) {
        if (name != "progress") return
        val report = ProgressReport.fromJson(parse(notification))
        listeners[report.call]?.trySend(report)
    }

    fun listen(call: Long): Channel<ProgressReport> {
        val reports = Channel<ProgressReport>(MOST_REPORTS, BufferOverflow.DROP_OLDEST)
        listeners[call] = reports
        return reports
    }

    fun forget(call: Long) {
        listeners.remove(call)?.close()
    }
}

/** The native half of Hostline, which is loaded when it is first used. */
private object NativeLibrary {
    private const val PATH = "hostline.library"

    private val trouble: Throwable? by lazy {
        try {
            System.getProperty(PATH)?.let {
                System.setProperty("uniffi.component.hostline_ffi.libraryOverride", it)
            }
            uniffiEnsureInitialized()
            // The library's thread stays known to the virtual machine, and does not hold it up.
            val staying = CallbackThreadInitializer(true, false, "hostline")
            Native.setCallbackThreadInitializer(uniffiRustFutureContinuationCallbackImpl, staying)
            null
        } catch (error: LinkageError) {
            error
        } catch (otherVersion: RuntimeException) {
            otherVersion
        }
    }

    fun ensureLoaded() {
        val trouble = trouble ?: return
        val where = System.getProperty(PATH) ?: "for ${Platform.RESOURCE_PREFIX}"
        val what = if (trouble is LinkageError) "could not be loaded" else "is of another version"
        val sentence = "the native library of Hostline $where $what: use the hostline " +
            "${Hostline.VERSION} artifact that carries it for this platform, or set the system " +
            "property $PATH to the path of its file"
        throw UnsatisfiedLinkError(sentence).apply { initCause(trouble) }
    }
}

/** Where connections are closed that nobody waits for. */
private val closing = CoroutineScope(SupervisorJob() + Dispatchers.Default)

/**
 * Runs [block] on what is open, and closes it in good order however the block ends, also when the
 * coroutine is cancelled.
 */
public suspend inline fun <T : Opened, R> T.use(block: (T) -> R): R = try {
    block(this)
} finally {
    withContext(NonCancellable) { close() }
}

/**
 * What is open, for a holder that closes what it holds and cannot wait: its `close` begins
 * [Opened.close] and returns at once.
 */
public fun Opened.asAutoCloseable(): AutoCloseable = AutoCloseable {
    closing.launch {
        try {
            close()
        } catch (_: HostlineException) {
            // The connection has ended all the same, and nobody is there to hear of it.
        }
    }
}
