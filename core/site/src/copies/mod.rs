//! Copies of a whole site: asked for here, made by the worker, which meets the other domains and both databases.

mod service;

pub use service::{CopyStatus, NewCopy, SiteCopy, claim, fail, finish, list, move_on, next, request};
