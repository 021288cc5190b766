//! What becomes of answers to forms: folders, stars, what was read; keys that are bound to a browser; letters that are
//! answered to somebody else than their sender.

crate::script::script_alone!("m20261122_000022_form_answers");
