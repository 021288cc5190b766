//! Tests of formatting through the public API.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod blobs;
mod dates;
mod every_locale;
mod icu_messages;
mod messages;
mod money;
mod weeks;
