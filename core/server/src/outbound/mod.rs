//! The outside world: files, mail, Redis and their twins in this process.

pub mod blobs;
pub mod local;
pub mod mail;
pub mod redis;
