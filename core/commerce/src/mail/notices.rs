//! E-mails that are not about an order: a short text with one link.

use super::email_context::EmailContext;
use super::kinds::{
    ACCOUNT_EXISTS, BACK_IN_STOCK, CART_REMINDER, COMMENTS_ARRIVED, CONTRIBUTOR_INVITATION, EMAIL_CHANGE,
    EMAIL_CHANGE_NOTICE, EMAIL_VERIFICATION, FORM_ANSWER, Kind, NEWS_CONFIRMATION, NEWS_WELCOME, PASSWORD_RESET,
    PUBLICATION_FAILED, REVIEW_REQUEST,
};
use super::layout::{Body, Letter, Values, escaped};
use crate::words::{Words, fill, language_of};

/// An e-mail with the text of its kind and a link.
fn notice(kind: &Kind, head: &EmailContext, to: &str, values: Values<'_>, url: &str) -> Letter {
    let mut body = Body::of(kind, head, values);
    body.button((kind.usual)(head.words()).link, url);
    body.letter(to)
}

/// Asks a site user to verify the e-mail address of the account.
pub fn email_verification(head: &EmailContext, to: &str, token: &str) -> Letter {
    // The token is in the fragment, which browsers do not send to servers.
    notice(&EMAIL_VERIFICATION, head, to, &[], &head.address(&format!("/account/verify#token={token}")))
}

/// Asks a site user to verify the new e-mail address of the account.
pub fn email_change(head: &EmailContext, to: &str, token: &str) -> Letter {
    notice(&EMAIL_CHANGE, head, to, &[], &head.address(&format!("/account/verify#token={token}")))
}

/// Notifies the current address that the e-mail address of the account is about to change. The link opens a page with a
/// button that stops the change and works without scripts.
pub fn email_change_notice(head: &EmailContext, to: &str, token: &str) -> Letter {
    notice(&EMAIL_CHANGE_NOTICE, head, to, &[], &head.address(&format!("/account/email/stop?token={token}")))
}

/// Notifies the holder of an account that somebody tried to register another account with the same address.
pub fn account_exists(head: &EmailContext, to: &str) -> Letter {
    notice(&ACCOUNT_EXISTS, head, to, &[], &head.address("/account/sign-in"))
}

/// Link for resetting the password of a site user.
pub fn password_reset(head: &EmailContext, to: &str, token: &str) -> Letter {
    notice(&PASSWORD_RESET, head, to, &[], &head.address(&format!("/account/reset#token={token}")))
}

/// Double opt-in: asks for confirmation of a newsletter subscription.
pub(crate) fn news_confirmation(head: &EmailContext, to: &str, token: &str) -> Letter {
    notice(&NEWS_CONFIRMATION, head, to, &[], &head.address(&format!("/mailing-list/confirm?token={token}")))
}

/// Welcomes a newsletter subscriber, with the unsubscribe link.
pub(crate) fn news_welcome(head: &EmailContext, to: &str, key: &str) -> Letter {
    let leave = head.address(&format!("/mailing-list/leave?key={key}"));
    Letter { leave_url: Some(leave.clone()), ..notice(&NEWS_WELCOME, head, to, &[], &leave) }
}

/// Notifies somebody who signed up for it that a product is back in stock.
pub(crate) fn back_in_stock(head: &EmailContext, to: &str, product: &str, url: &str) -> Letter {
    notice(&BACK_IN_STOCK, head, to, &[("product", product), ("email", to)], &head.address(url))
}

/// The recovery link of a cart, and the key of the unsubscribe link.
pub(crate) struct CartLinks<'a> {
    pub(crate) token: &'a str,
    pub(crate) key: &'a str,
}

/// Reminds a customer of an abandoned cart.
pub(crate) fn cart_reminder(
    head: &EmailContext,
    to: &str,
    lines: &[(String, String)],
    links: &CartLinks<'_>,
) -> Letter {
    let mut body = Body::of(&CART_REMINDER, head, &[]);
    body.table();
    for (name, price) in lines {
        body.row(name, price);
    }
    body.end_table();
    let words = head.words();
    body.button(words.cart_reminder.link, &head.address(&format!("/cart/back?token={}", links.token)));
    let leave = head.address(&format!("/mailing-list/leave?key={}", links.key));
    body.link(words.stop_reminders, &leave);
    Letter { leave_url: Some(leave), ..body.letter(to) }
}

/// A request for reviews of an order.
pub(crate) struct ReviewRequest<'a> {
    pub(crate) number: &'a str,
    pub(crate) name: &'a str,
    /// Names of the products that can be reviewed.
    pub(crate) products: &'a [String],
    /// Path of the review page.
    pub(crate) place: &'a str,
    /// The key of the unsubscribe link.
    pub(crate) key: &'a str,
}

/// Asks a buyer to review products.
pub(crate) fn review_request(head: &EmailContext, to: &str, about: &ReviewRequest<'_>) -> Letter {
    let words = head.words();
    let mut body = Body::of(&REVIEW_REQUEST, head, &[("number", about.number), ("name", about.name)]);
    body.list(words.you_bought, about.products.iter().cloned());
    body.button(words.review_request.link, &head.address(about.place));
    let leave = head.address(&format!("/mailing-list/leave?key={}", about.key));
    body.link(words.stop_reminders, &leave);
    Letter { leave_url: Some(leave), ..body.letter(to) }
}

/// Invites somebody to become a contributor. The link leads to the admin at the platform's address.
pub(super) fn invitation(head: &EmailContext, to: &str, token: &str, platform: &str) -> Letter {
    let url = format!("{platform}/admin/invitation#token={token}");
    notice(&CONTRIBUTOR_INVITATION, head, to, &[], &url)
}

/// A form submission, for the notification e-mail.
#[derive(Clone, Debug)]
pub struct FormSubmissionNotice<'a> {
    /// Title of the page with the form.
    pub page: &'a str,
    /// Labels and values of the fields; no value for what an e-mail should not contain.
    pub answers: Vec<(&'a str, Option<&'a str>)>,
    /// E-mail address of the person who submitted the form.
    pub reply_to: Option<String>,
}

/// Notifies contributors of a form submission.
pub fn form_answer(head: &EmailContext, to: &str, answer: FormSubmissionNotice<'_>) -> Letter {
    let mut body = Body::of(&FORM_ANSWER, head, &[("page", answer.page)]);
    for (label, value) in answer.answers {
        body.answer(label, value.unwrap_or(head.words().hidden_answer));
    }
    Letter { reply_to: answer.reply_to, ..body.letter(to) }
}

/// A comment of a visitor, for the notification e-mail.
#[derive(Clone, Debug)]
pub struct CommentNotice<'a> {
    /// Author and subject: `Ada: A walk in May`.
    pub about: String,
    /// The comment or its beginning.
    pub said: String,
    /// Path of the page.
    pub path: &'a str,
    /// Whether it has to be approved before visitors see it.
    pub waits: bool,
}

/// Notifies contributors of new comments.
pub fn comments_arrived(head: &EmailContext, to: &str, comments: &[CommentNotice<'_>]) -> Letter {
    let mut body = Body::of(&COMMENTS_ARRIVED, head, &[]);
    let words = head.words();
    for comment in comments {
        let about = match comment.waits {
            true => format!("{} ({})", comment.about, words.comment_waits),
            false => comment.about.clone(),
        };
        body.answer(&about, &format!("{}\n{}", comment.said, head.address(comment.path)));
    }
    body.letter(to)
}

/// Notifies contributors that a draft could not be published at its scheduled time, with the problems found in it.
pub fn publication_failed(head: &EmailContext, to: &str, page: &str, problems: &[String]) -> Letter {
    let mut body = Body::of(&PUBLICATION_FAILED, head, &[("page", page)]);
    body.answer(page, &problems.join("\n"));
    body.letter(to)
}

/// Content of an e-mail of the platform, which belongs to no site. The string is the recipient's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformEmail<'a> {
    /// Password reset link.
    NewPassword(&'a str),
    /// Sign-up link for a new account.
    NewAccount,
    /// Somebody tried to sign up with the address of this account.
    HasAccount(&'a str),
    /// The password was changed.
    PasswordChanged(&'a str),
    /// Two-step sign-in was enabled.
    SecondFactorOn(&'a str),
    /// Two-step sign-in was disabled.
    SecondFactorOff(&'a str),
    /// New recovery codes were created.
    RecoveryCodes(&'a str),
}

/// Subject, plain text and HTML of an e-mail of the platform.
pub fn platform_email(notice: PlatformEmail<'_>, language: Option<&str>, url: &str) -> (String, String, String) {
    let language = language_of(language.unwrap_or_default());
    let words = Words::of(language);
    let (wording, name) = match notice {
        PlatformEmail::NewPassword(name) => (words.staff_password, name),
        PlatformEmail::NewAccount => (words.staff_account, ""),
        PlatformEmail::HasAccount(name) => (words.staff_known, name),
        PlatformEmail::PasswordChanged(name) => (words.staff_password_changed, name),
        PlatformEmail::SecondFactorOn(name) => (words.staff_second_factor_on, name),
        PlatformEmail::SecondFactorOff(name) => (words.staff_second_factor_off, name),
        PlatformEmail::RecoveryCodes(name) => (words.staff_recovery_codes, name),
    };
    let hello = match name {
        "" => words.staff_hello.to_owned(),
        name => fill(words.staff_hello_name, &[("name", name)]),
    };
    let text = format!("{hello}\n\n{}\n\n{}: {url}\n\n{}\n", wording.opening, wording.link, wording.closing);
    let html = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"></head>\
         <body style=\"font-family:system-ui,sans-serif;font-size:16px;line-height:1.6;max-width:600px;margin:0 auto;\
         padding:32px 24px\"><p>{}</p><p>{}</p><p><a href=\"{}\">{}</a></p><p>{}</p></body></html>",
        escaped(wording.subject),
        escaped(&hello),
        escaped(wording.opening),
        escaped(url),
        escaped(wording.link),
        escaped(wording.closing),
    );
    (wording.subject.to_owned(), text, html)
}
