//! Hostline for Node.js.
