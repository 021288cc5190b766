//! Payment settings of a shop, capture of authorized payments, and inbox of provider webhooks.

crate::script::script_alone!("m20261121_000009_payments");
