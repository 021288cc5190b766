//! E-mails: texts and layout, the queue, delivery, and the log that contributors see.

mod custom_texts;
mod delivery;
mod email_context;
mod encrypted_body;
mod kinds;
mod layout;
mod notices;
mod previews;
mod priority;
mod redact;
mod service;
mod stop_email_change_pages;
mod unsent;

pub use custom_texts::{KindTexts, LetterText, reset_texts, save_texts, texts};
pub use delivery::{
    Claim, Claimed, KEEP_TRYING_MS, Postponed, any_due, any_due_unheld, claim, give_up, hold, keep, mark_sent,
    next_due, postpone,
};
pub use email_context::EmailContext;
pub use kinds::{Kind, Reader};
pub use layout::Letter;
pub use notices::{
    CommentNotice, FormSubmissionNotice, PlatformEmail, account_exists, comments_arrived, email_change,
    email_change_notice, email_verification, form_answer, password_reset, platform_email, publication_failed,
};
pub use previews::{LetterKind, Preview, kinds, preview, preview_text, send_preview};
pub use priority::Priority;
pub use service::{MailText, Message, MessageFilter, detail, invite, is_to_pause, list, queue};
pub use stop_email_change_pages::StopEmailChangePages;
pub use unsent::{Unsent, send_again, send_all_again, unsent};

pub(crate) use kinds::{
    DONATION, GIFT_CARDS, ORDER_AWAITS_TRANSFER, ORDER_CANCELED, ORDER_CONFIRMED, ORDER_FULFILLED, ORDER_READY,
    ORDER_RECEIVED, ORDER_REFUNDED, PAYMENT_SENT_BACK,
};
pub(crate) use layout::{Body, escaped};
pub(crate) use notices::{
    CartLinks, ReviewRequest, back_in_stock, cart_reminder, news_confirmation, news_welcome, review_request,
};
pub(crate) use redact::{forget_order, forget_person};
