//! Letters that were written: queued with what they are about, sent by a job, read by contributors.

mod service;

pub use service::{MailText, Message, OPEN_TRIES, detail, list, mark_failed, mark_sent, queue, queued};
