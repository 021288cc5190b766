//! Carts of one item that go straight to the checkout, and what shoppers answered about each line of an order.

crate::script::script_alone!("m20261122_000016_buying");
