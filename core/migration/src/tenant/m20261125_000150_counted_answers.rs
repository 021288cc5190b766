//! Covering index to count form submissions.

crate::script::script_alone!("m20261125_000150_counted_answers");
