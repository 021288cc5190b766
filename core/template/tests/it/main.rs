//! Tests of the template language through its public API.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod corpus;
mod language;
mod reference;
