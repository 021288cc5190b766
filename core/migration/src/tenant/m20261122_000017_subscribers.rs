//! Mailing lists with those who asked to be on them, and addresses that accounts are about to change to.

crate::script::script_alone!("m20261122_000017_subscribers");
