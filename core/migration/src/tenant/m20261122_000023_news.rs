//! Unconfirmed newsletter subscribers, and unsubscribe links.

crate::script::script_alone!("m20261122_000023_news");
