//! Answers to forms that are sent to other programs.

crate::script::script_alone!("m20261124_000074_form_webhooks");
