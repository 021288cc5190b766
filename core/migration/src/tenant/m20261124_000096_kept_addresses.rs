//! Carts know whether their address is to be kept in the account of who buys them.

crate::script::script_alone!("m20261124_000096_kept_addresses");
