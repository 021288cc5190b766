//! Copies of a whole site: requested here, executed by the worker, which has access to the other domains and both
//! databases.

mod service;

pub use service::{NewCopy, SiteCopy, claim, fail, finish, list, next, record_progress, request};
