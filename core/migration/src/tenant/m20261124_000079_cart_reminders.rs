//! Abandoned cart e-mails.

crate::script::script_alone!("m20261124_000079_cart_reminders");
