package io.github.hostline

/** Connects twice, and says what was thrown: a program that a test runs. */
internal suspend fun main() = repeat(2) {
    try {
        Hostline.connect("a-server")
    } catch (error: LinkageError) {
        println("${error.javaClass.simpleName}: ${error.message}")
    }
}
