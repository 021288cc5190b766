//! The outside world: files, mail, captchas, Redis and their twins in this process.

pub mod blobs;
pub mod captcha;
pub mod local;
pub mod mail;
pub mod places;
pub mod proof_of_work;
pub mod redis;
pub mod remote_files;
pub mod smtp;
