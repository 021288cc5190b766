//! Letters that are not about an order: they say a thing or two and carry one link.

use super::body::{Body, Letter, Values, escaped};
use super::kinds::{
    ACCOUNT_EXISTS, BACK_IN_STOCK, CART_REMINDER, COMMENTS_ARRIVED, CONTRIBUTOR_INVITATION, EMAIL_CHANGE,
    EMAIL_CHANGE_NOTICE, EMAIL_VERIFICATION, FORM_ANSWER, Kind, NEWS_CONFIRMATION, NEWS_WELCOME, PASSWORD_RESET,
    PUBLICATION_FAILED, REVIEW_REQUEST,
};
use super::letterhead::Letterhead;
use crate::words::{Words, fill, language_of};

/// A letter that says what its kind says, with the link.
fn notice(kind: &Kind, head: &Letterhead, to: &str, values: Values<'_>, url: &str) -> Letter {
    let mut body = Body::of(kind, head, values);
    body.button((kind.usual)(head.words()).link, url);
    body.letter(to)
}

/// Has a site user prove the address of an account.
pub fn email_verification(head: &Letterhead, to: &str, token: &str) -> Letter {
    // The token stands behind the `#`, which browsers send to nobody.
    notice(&EMAIL_VERIFICATION, head, to, &[], &head.address(&format!("/account/verify#token={token}")))
}

/// Has a site user prove the address that an account is to have.
pub fn email_change(head: &Letterhead, to: &str, token: &str) -> Letter {
    notice(&EMAIL_CHANGE, head, to, &[], &head.address(&format!("/account/verify#token={token}")))
}

/// Tells the owner of the present address that an account is to have another one. The link opens a page whose button
/// stops it, without scripts.
pub fn email_change_notice(head: &Letterhead, to: &str, token: &str) -> Letter {
    notice(&EMAIL_CHANGE_NOTICE, head, to, &[], &head.address(&format!("/account/email/stop?token={token}")))
}

/// Tells the holder of an account that somebody wanted to use its address for another one.
pub fn account_exists(head: &Letterhead, to: &str) -> Letter {
    notice(&ACCOUNT_EXISTS, head, to, &[], &head.address("/account/sign-in"))
}

/// Lets a site user choose a new password.
pub fn password_reset(head: &Letterhead, to: &str, token: &str) -> Letter {
    notice(&PASSWORD_RESET, head, to, &[], &head.address(&format!("/account/reset#token={token}")))
}

/// Asks whether an address wants news.
pub(crate) fn news_confirmation(head: &Letterhead, to: &str, token: &str) -> Letter {
    notice(&NEWS_CONFIRMATION, head, to, &[], &head.address(&format!("/mailing-list/confirm?token={token}")))
}

/// Says that somebody is on a list, with the link off it.
pub(crate) fn news_welcome(head: &Letterhead, to: &str, key: &str) -> Letter {
    let leave = head.address(&format!("/mailing-list/leave?key={key}"));
    Letter { leave_url: Some(leave.clone()), ..notice(&NEWS_WELCOME, head, to, &[], &leave) }
}

/// Tells somebody who waited that a product can be bought again.
pub(crate) fn back_in_stock(head: &Letterhead, to: &str, product: &str, url: &str) -> Letter {
    notice(&BACK_IN_STOCK, head, to, &[("product", product), ("email", to)], &head.address(url))
}

/// The link that brings a cart back, and the key of the one that stops such letters.
pub(crate) struct CartLinks<'a> {
    pub(crate) token: &'a str,
    pub(crate) key: &'a str,
}

/// Tells somebody of what is left in a cart.
pub(crate) fn cart_reminder(head: &Letterhead, to: &str, lines: &[(String, String)], links: &CartLinks<'_>) -> Letter {
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

/// An order that its buyer is asked about.
pub(crate) struct ReviewRequest<'a> {
    pub(crate) number: &'a str,
    pub(crate) name: &'a str,
    /// Names of what can be rated.
    pub(crate) products: &'a [String],
    /// Path of the page on which it is.
    pub(crate) place: &'a str,
    /// The key of the link that stops such letters.
    pub(crate) key: &'a str,
}

/// Asks a buyer for reviews.
pub(crate) fn review_request(head: &Letterhead, to: &str, about: &ReviewRequest<'_>) -> Letter {
    let words = head.words();
    let mut body = Body::of(&REVIEW_REQUEST, head, &[("number", about.number), ("name", about.name)]);
    body.list(words.you_bought, about.products.iter().cloned());
    body.button(words.review_request.link, &head.address(about.place));
    let leave = head.address(&format!("/mailing-list/leave?key={}", about.key));
    body.link(words.stop_reminders, &leave);
    Letter { leave_url: Some(leave), ..body.letter(to) }
}

/// Invites somebody to work on the site. The link leads to the admin at the platform's address.
pub(super) fn invitation(head: &Letterhead, to: &str, token: &str, platform: &str) -> Letter {
    let url = format!("{platform}/admin/invitation#token={token}");
    notice(&CONTRIBUTOR_INVITATION, head, to, &[], &url)
}

/// An answer to a form, as its letter tells of it.
#[derive(Clone, Debug)]
pub struct FormAnswer<'a> {
    /// Title of the form's page.
    pub page: &'a str,
    /// Each question and what was answered; none for what a letter should not carry.
    pub answers: Vec<(&'a str, Option<&'a str>)>,
    /// Address of who answered.
    pub reply_to: Option<String>,
}

/// Brings an answer to a form to who works on the site.
pub fn form_answer(head: &Letterhead, to: &str, answer: FormAnswer<'_>) -> Letter {
    let mut body = Body::of(&FORM_ANSWER, head, &[("page", answer.page)]);
    for (label, value) in answer.answers {
        body.answer(label, value.unwrap_or(head.words().hidden_answer));
    }
    Letter { reply_to: answer.reply_to, ..body.letter(to) }
}

/// A comment of a visitor, as its letter tells of it.
#[derive(Clone, Debug)]
pub struct CommentNote<'a> {
    /// Who says it, on what: `Ada: A walk in May`.
    pub about: String,
    /// What is said, or its beginning.
    pub said: String,
    /// Where it stands.
    pub path: &'a str,
    /// Whether visitors see it only after somebody has approved it.
    pub waits: bool,
}

/// Brings new comments to who works on the site.
pub fn comments_arrived(head: &Letterhead, to: &str, comments: &[CommentNote<'_>]) -> Letter {
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

/// Tells who works on the site that a draft was not published at its time, and what is not right in it.
pub fn publication_failed(head: &Letterhead, to: &str, page: &str, problems: &[String]) -> Letter {
    let mut body = Body::of(&PUBLICATION_FAILED, head, &[("page", page)]);
    body.answer(page, &problems.join("\n"));
    body.letter(to)
}

/// What a letter of the platform, which belongs to no site, is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffNotice<'a> {
    /// Somebody of this name has forgotten the password.
    NewPassword(&'a str),
    /// Somebody wants an account.
    NewAccount,
    /// Somebody of this name wants an account and has one.
    HasAccount(&'a str),
    /// Somebody of this name has another password.
    PasswordChanged(&'a str),
    /// Somebody of this name has turned two-step sign-in on.
    SecondFactorOn(&'a str),
    /// Somebody of this name has turned it off.
    SecondFactorOff(&'a str),
    /// Somebody of this name has other recovery codes.
    RecoveryCodes(&'a str),
}

/// Subject, plain text and HTML of a letter of the platform.
pub fn staff_notice(notice: StaffNotice<'_>, language: Option<&str>, url: &str) -> (String, String, String) {
    let language = language_of(language.unwrap_or_default());
    let words = Words::of(language);
    let (wording, name) = match notice {
        StaffNotice::NewPassword(name) => (words.staff_password, name),
        StaffNotice::NewAccount => (words.staff_account, ""),
        StaffNotice::HasAccount(name) => (words.staff_known, name),
        StaffNotice::PasswordChanged(name) => (words.staff_password_changed, name),
        StaffNotice::SecondFactorOn(name) => (words.staff_second_factor_on, name),
        StaffNotice::SecondFactorOff(name) => (words.staff_second_factor_off, name),
        StaffNotice::RecoveryCodes(name) => (words.staff_recovery_codes, name),
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
