//! E-mails of a site: texts in the languages of its readers, layout, the queue, delivery, and the log that contributors
//! see.
//!
//! The domains write e-mails with [`Body`] or the functions of this crate and put them into the queue in the transaction
//! that caused them; the server's job sends them.

mod activity;
mod analytics_report;
mod answers;
mod context;
pub mod contributor_texts;
mod custom_texts;
mod delivery;
mod encrypted_body;
mod erasure;
mod error;
mod kinds;
mod layout;
mod link_pages;
mod mail_server;
mod notices;
mod page_links;
mod previews;
mod priority;
mod queue;
mod samples;
mod site_info;
mod stop_email_change_pages;
mod texts;
mod unsent;
mod wishlist_sale;

pub use activity::{KindActivity, activity};
pub use analytics_report::{Compared, VisitReport, analytics_report};
pub use answers::{NO_ANSWER, answer_in_words};
pub use context::EmailContext;
pub use custom_texts::{EmailText, KindInLanguage, KindTexts, load_texts, reset_texts, save_texts};
pub use delivery::{
    Claim, Claimed, KEEP_TRYING_MS, Postponed, any_due, any_due_unheld, claim, extend_lease, give_up, hold_for_server,
    mark_sent, next_due, postpone,
};
pub use erasure::{erase_about, erase_order, erase_person, erase_sent_to};
pub use error::EmailError;
pub use kinds::{
    DONATION, GIFT_CARDS, Kind, ORDER_AWAITS_TRANSFER, ORDER_CANCELED, ORDER_CONFIRMED, ORDER_FULFILLED, ORDER_READY,
    ORDER_RECEIVED, ORDER_REFUNDED, PAYMENT_DISPUTED, PAYMENT_SENT_BACK, Reader,
};
pub use layout::{Body, Email, escaped};
pub use link_pages::{PageMessages, PageTexts, SubscribedTo, SubscriptionInfo, invalid_link, new_unsubscribe_key};
pub use mail_server::MailServer;
pub use notices::{
    CartLinks, CommentNotice, FormSubmissionNotice, PlatformEmail, PlatformEmailText, ReviewRequest, account_exists,
    back_in_stock, cart_reminder, comments_arrived, email_change, email_change_notice, email_verification, form_answer,
    news_confirmation, news_welcome, password_reset, platform_email, publication_failed, review_request,
};
pub use previews::{OrderSample, Preview, PreviewKind, kinds, preview, preview_text, send_preview};
pub use priority::Priority;
pub use queue::{Invitation, MailText, Message, MessageFilter, detail, invite, is_rate_limited, list, queue};
pub use site_info::{SiteInfo, format_for_contributors};
pub use stop_email_change_pages::StopEmailChangePages;
pub use texts::{DefaultText, refund_cause, refund_reason};
pub use unsent::{Unsent, send_again, send_all_again, unsent};
pub use wishlist_sale::{WISHLIST_SALES, wishlist_sale};
