//! The desk alone: messages and a clock made by hand go in, effects come out.
