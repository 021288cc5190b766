//! Form webhooks.

crate::script::script_alone!("m20261124_000074_form_webhooks");
