//! Letters: what they say and how they look, queued with what they are about, sent by a job, read by contributors.

mod body;
mod delivery;
mod forgetting;
mod kinds;
mod letterhead;
mod notices;
mod own_texts;
mod pages;
mod previews;
mod priority;
mod sealing;
mod service;
mod unsent;

pub use body::Letter;
pub use delivery::{
    Claim, Claimed, KEEP_TRYING_MS, Postponed, any_due, any_to_hold, claim, give_up, hold, keep, mark_sent, next_due,
    postpone,
};
pub use kinds::{Kind, Reader};
pub use letterhead::Letterhead;
pub use notices::{
    CommentNote, FormAnswer, StaffNotice, account_exists, comments_arrived, email_change, email_change_notice,
    email_verification, form_answer, password_reset, publication_failed, staff_notice,
};
pub use own_texts::{KindTexts, LetterText, reset_texts, save_texts, texts};
pub use pages::ChangePages;
pub use previews::{LetterKind, Preview, kinds, preview, preview_text, send_preview};
pub use priority::Priority;
pub use service::{MailText, Message, MessageFilter, detail, invite, is_to_pause, list, queue};
pub use unsent::{Unsent, send_again, send_all_again, unsent};

pub(crate) use body::{Body, escaped};
pub(crate) use forgetting::{forget_order, forget_person};
pub(crate) use kinds::{
    DONATION, GIFT_CARDS, ORDER_AWAITS_TRANSFER, ORDER_CANCELED, ORDER_CONFIRMED, ORDER_FULFILLED, ORDER_READY,
    ORDER_RECEIVED, ORDER_REFUNDED, PAYMENT_SENT_BACK,
};
pub(crate) use notices::{
    CartLinks, ReviewRequest, back_in_stock, cart_reminder, news_confirmation, news_welcome, review_request,
};
