//! Mailing lists with subscribers, and pending changes of account e-mail addresses.

crate::script::script_alone!("m20261122_000017_subscribers");
