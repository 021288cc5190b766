//! What the owner reads.
