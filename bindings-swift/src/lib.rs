//! Hostline for Swift and Kotlin.
