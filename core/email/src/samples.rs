//! E-mails with sample data, for previews. Those about orders are made by the store, which depends on this crate.

use stoa_kernel::money::Money;

use super::context::EmailContext;
use super::layout::Email;
use super::notices::{self, CartLinks, CommentNotice, FormSubmissionNotice, ReviewRequest};

/// Recipient of sample e-mails.
pub(super) const READER: &str = "ada@example.com";
/// Token or key of the links, which lead nowhere.
pub(super) const SAMPLE: &str = "sample";

pub(super) fn back_in_stock(head: &EmailContext) -> Email {
    notices::back_in_stock(head, READER, "Stoneware mug", "/")
}

pub(super) fn cart_reminder(head: &EmailContext) -> Email {
    let print = |cents| head.site.print(Money::new(cents, head.site.currency));
    let lines = [("2 × Stoneware mug (Blue)".to_owned(), print(4_800)), ("1 × Linen towel".to_owned(), print(1_800))];
    notices::cart_reminder(head, READER, &lines, &CartLinks { token: SAMPLE, key: SAMPLE })
}

pub(super) fn review_request(head: &EmailContext) -> Email {
    let products = ["Stoneware mug".to_owned(), "Linen towel".to_owned()];
    let about = ReviewRequest {
        number: "1042",
        name: "Ada Sample",
        products: &products,
        place: "/commerce/reviews/sample",
        key: SAMPLE,
    };
    notices::review_request(head, READER, &about)
}

pub(super) fn news_confirmation(head: &EmailContext) -> Email {
    notices::news_confirmation(head, READER, SAMPLE)
}

pub(super) fn news_welcome(head: &EmailContext) -> Email {
    notices::news_welcome(head, READER, SAMPLE)
}

pub(super) fn email_verification(head: &EmailContext) -> Email {
    notices::email_verification(head, READER, SAMPLE)
}

pub(super) fn email_change(head: &EmailContext) -> Email {
    notices::email_change(head, READER, SAMPLE)
}

pub(super) fn email_change_notice(head: &EmailContext) -> Email {
    notices::email_change_notice(head, READER, SAMPLE)
}

pub(super) fn account_exists(head: &EmailContext) -> Email {
    notices::account_exists(head, READER)
}

pub(super) fn password_reset(head: &EmailContext) -> Email {
    notices::password_reset(head, READER, SAMPLE)
}

pub(super) fn form_answer(head: &EmailContext) -> Email {
    let texts = head.texts();
    let answers = vec![
        (texts.text("blockDefault.fieldName"), Some("Ada Sample".into())),
        (texts.text("blockDefault.fieldMessage"), Some(texts.text("emailSample.formMessage").into())),
    ];
    let about = FormSubmissionNotice { page: texts.text("starter.contact"), answers, reply_to: None };
    notices::form_answer(head, READER, about)
}

pub(super) fn comments_arrived(head: &EmailContext) -> Email {
    let said = head.texts().text("emailSample.comment").to_owned();
    let comment = CommentNotice { about: "Ada: A day at the kiln".to_owned(), said, path: "/", waits: true };
    notices::comments_arrived(head, READER, &[comment])
}

pub(super) fn publication_failed(head: &EmailContext) -> Email {
    notices::publication_failed(head, READER, "Opening hours", &["Text cannot be blank.".to_owned()])
}

pub(super) fn contributor_invitation(head: &EmailContext) -> Email {
    notices::invitation(head, READER, SAMPLE, &head.base_url)
}
