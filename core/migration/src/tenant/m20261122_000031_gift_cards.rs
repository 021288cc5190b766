//! Gift cards that were bought, each with the code that opens it.

crate::script::script_alone!("m20261122_000031_gift_cards");
