//! Unsubscribe URL of e-mails, for one-click unsubscribe in e-mail programs.

crate::script::script_alone!("m20261122_000034_leaving_lists");
