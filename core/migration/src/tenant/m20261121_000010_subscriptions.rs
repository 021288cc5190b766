//! Subscription products: plans, and the carts and orders that start a subscription.

crate::script::script_alone!("m20261121_000010_subscriptions");
