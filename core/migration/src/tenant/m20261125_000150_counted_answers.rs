//! Answers are counted from an index alone.

crate::script::script_alone!("m20261125_000150_counted_answers");
