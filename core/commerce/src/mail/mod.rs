//! Letters that were written: queued with what they are about, sent by a job, read by contributors.

mod service;

pub use service::{
    EMAIL_CHANGE, EMAIL_VERIFICATION, MailText, Message, NEWS_CONFIRMATION, NEWS_WELCOME, OPEN_TRIES, PASSWORD_RESET,
    detail, invite, list, mark_failed, mark_sent, queue, queued,
};

pub(crate) use service::GIFT_CARDS;
