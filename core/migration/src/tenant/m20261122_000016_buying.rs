//! Single-item carts that go directly to checkout, and form answers of order items.

crate::script::script_alone!("m20261122_000016_buying");
