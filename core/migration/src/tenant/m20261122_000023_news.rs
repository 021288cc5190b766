//! Those who asked for news and have not confirmed their address yet, and the way off a list.

crate::script::script_alone!("m20261122_000023_news");
