//! Letters about carts that were left behind.

crate::script::script_alone!("m20261124_000079_cart_reminders");
