//! Adapters for external services (files, e-mail, captchas, Redis) and their in-process counterparts.

pub mod blobs;
pub mod captcha;
pub mod click_house;
pub mod in_memory;
pub mod mail;
pub mod places;
pub mod proof_of_work;
pub mod redis;
pub mod remote_files;
pub mod smtp;
pub mod smtp_address;
