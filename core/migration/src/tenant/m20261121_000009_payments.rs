//! How a shop is paid, when set-aside money is taken, and providers' messages before they are applied.

crate::script::script_alone!("m20261121_000009_payments");
