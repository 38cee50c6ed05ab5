//! Many servers behind one gate, with real processes.

mod changes;
mod gate;
mod isolation;
mod support;
