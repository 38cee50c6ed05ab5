//! Hostline for Python.
