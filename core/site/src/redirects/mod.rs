//! Redirects: created by owners, or automatically for pages whose URL has changed.

mod rule;
mod service;

pub use rule::{NewRedirect, Redirect};
pub use service::{create, list, remove, target, update};

pub(crate) use service::{forget_sources, redirect_moved_page};
