//! Header mirroring.
