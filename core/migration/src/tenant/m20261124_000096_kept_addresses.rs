//! Whether the address of a cart is to be saved in the buyer's account.

crate::script::script_alone!("m20261124_000096_kept_addresses");
