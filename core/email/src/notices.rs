//! E-mails that are not about an order: a short text with one link.

use std::borrow::Cow;

use stoa_messages::Catalogue;

use super::context::EmailContext;
use super::kinds::{
    ACCOUNT_EXISTS, BACK_IN_STOCK, CART_REMINDER, COMMENTS_ARRIVED, CONTRIBUTOR_INVITATION, EMAIL_CHANGE,
    EMAIL_CHANGE_NOTICE, EMAIL_VERIFICATION, FORM_ANSWER, Kind, NEWS_CONFIRMATION, NEWS_WELCOME, PASSWORD_RESET,
    PUBLICATION_FAILED, REVIEW_REQUEST,
};
use super::layout::{Body, Email, Values, escaped};
use crate::texts::DefaultText;

/// An e-mail with the text of its kind and a link.
fn notice(kind: &Kind, head: &EmailContext, to: &str, values: Values<'_>, url: &str) -> Email {
    let mut body = Body::of(kind, head, values);
    body.button(kind.default_text(head.texts()).link, url);
    body.finish(to)
}

/// Asks a site user to verify the e-mail address of the account.
pub fn email_verification(head: &EmailContext, to: &str, token: &str) -> Email {
    // The token is in the fragment, which browsers do not send to servers.
    notice(&EMAIL_VERIFICATION, head, to, &[], &head.url(&format!("/account/verify#token={token}")))
}

/// Asks a site user to verify the new e-mail address of the account.
pub fn email_change(head: &EmailContext, to: &str, token: &str) -> Email {
    notice(&EMAIL_CHANGE, head, to, &[], &head.url(&format!("/account/verify#token={token}")))
}

/// Notifies the current address that the e-mail address of the account is about to change. The link opens a page with a
/// button that stops the change and works without scripts.
pub fn email_change_notice(head: &EmailContext, to: &str, token: &str) -> Email {
    notice(&EMAIL_CHANGE_NOTICE, head, to, &[], &head.url(&format!("/account/email/stop?token={token}")))
}

/// Notifies the holder of an account that someone tried to register another account with the same address.
pub fn account_exists(head: &EmailContext, to: &str) -> Email {
    notice(&ACCOUNT_EXISTS, head, to, &[], &head.url("/account/sign-in"))
}

/// Link for resetting the password of a site user.
pub fn password_reset(head: &EmailContext, to: &str, token: &str) -> Email {
    notice(&PASSWORD_RESET, head, to, &[], &head.url(&format!("/account/reset#token={token}")))
}

/// Double opt-in: asks for confirmation of a newsletter subscription.
pub fn news_confirmation(head: &EmailContext, to: &str, token: &str) -> Email {
    notice(&NEWS_CONFIRMATION, head, to, &[], &head.url(&format!("/mailing-list/confirm?token={token}")))
}

/// Welcomes a newsletter subscriber, with the unsubscribe link.
pub fn news_welcome(head: &EmailContext, to: &str, key: &str) -> Email {
    let leave = head.url(&format!("/mailing-list/leave?key={key}"));
    Email { unsubscribe_url: Some(leave.clone()), ..notice(&NEWS_WELCOME, head, to, &[], &leave) }
}

/// Notifies someone who signed up for it that a product is back in stock.
pub fn back_in_stock(head: &EmailContext, to: &str, product: &str, url: &str) -> Email {
    notice(&BACK_IN_STOCK, head, to, &[("product", product), ("email", to)], &head.url(url))
}

/// The recovery link of a cart, and the key of the unsubscribe link.
pub struct CartLinks<'a> {
    /// Token of the recovery link.
    pub token: &'a str,
    /// Key of the unsubscribe link.
    pub key: &'a str,
}

/// Reminds a customer of an abandoned cart.
pub fn cart_reminder(head: &EmailContext, to: &str, lines: &[(String, String)], links: &CartLinks<'_>) -> Email {
    let mut body = Body::of(&CART_REMINDER, head, &[]);
    body.table();
    for (name, price) in lines {
        body.row(name, price);
    }
    body.end_table();
    let label = CART_REMINDER.default_text(head.texts()).link;
    body.button(label, &head.url_naming_language(&format!("/cart/back?token={}", links.token)));
    let leave = head.url(&format!("/mailing-list/leave?key={}", links.key));
    body.link(head.texts().text("email.unsubscribe"), &leave);
    Email { unsubscribe_url: Some(leave), ..body.finish(to) }
}

/// A request for reviews of an order.
pub struct ReviewRequest<'a> {
    /// Number of the order.
    pub number: &'a str,
    /// Name of the buyer.
    pub name: &'a str,
    /// Names of the products that can be reviewed.
    pub products: &'a [String],
    /// Path of the review page.
    pub place: &'a str,
    /// The key of the unsubscribe link.
    pub key: &'a str,
}

/// Asks a buyer to review products.
pub fn review_request(head: &EmailContext, to: &str, about: &ReviewRequest<'_>) -> Email {
    let texts = head.texts();
    let mut body = Body::of(&REVIEW_REQUEST, head, &[("number", about.number), ("name", about.name)]);
    body.list(texts.text("email.yourPurchase"), about.products.iter().cloned());
    body.button(REVIEW_REQUEST.default_text(texts).link, &head.url(about.place));
    let leave = head.url(&format!("/mailing-list/leave?key={}", about.key));
    body.link(head.texts().text("email.unsubscribe"), &leave);
    Email { unsubscribe_url: Some(leave), ..body.finish(to) }
}

/// Invites someone to become a contributor. The link leads to the admin at the platform's address.
pub(super) fn invitation(head: &EmailContext, to: &str, token: &str, platform: &str) -> Email {
    let url = format!("{platform}/admin/invitation#token={token}");
    notice(&CONTRIBUTOR_INVITATION, head, to, &[], &url)
}

/// A form submission, for the notification e-mail.
#[derive(Clone, Debug)]
pub struct FormSubmissionNotice<'a> {
    /// Title of the page with the form.
    pub page: &'a str,
    /// Labels and values of the fields; no value for what an e-mail should not contain.
    pub answers: Vec<(&'a str, Option<Cow<'a, str>>)>,
    /// E-mail address of the person who submitted the form.
    pub reply_to: Option<String>,
}

/// Notifies contributors of a form submission.
pub fn form_answer(head: &EmailContext, to: &str, answer: FormSubmissionNotice<'_>) -> Email {
    let mut body = Body::of(&FORM_ANSWER, head, &[("page", answer.page)]);
    for (label, value) in answer.answers {
        body.answer(label, value.as_deref().unwrap_or_else(|| head.texts().text("email.hiddenAnswer")));
    }
    Email { reply_to: answer.reply_to, ..body.finish(to) }
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
pub fn comments_arrived(head: &EmailContext, to: &str, comments: &[CommentNotice<'_>]) -> Email {
    let mut body = Body::of(&COMMENTS_ARRIVED, head, &[]);
    for comment in comments {
        let about = match comment.waits {
            true => format!("{} ({})", comment.about, head.texts().text("email.commentWaits")),
            false => comment.about.clone(),
        };
        body.answer(&about, &format!("{}\n{}", comment.said, head.url(comment.path)));
    }
    body.finish(to)
}

/// Notifies contributors that a draft could not be published at its scheduled time, with the problems found in it.
pub fn publication_failed(head: &EmailContext, to: &str, page: &str, problems: &[String]) -> Email {
    let mut body = Body::of(&PUBLICATION_FAILED, head, &[("page", page)]);
    body.answer(page, &problems.join("\n"));
    body.finish(to)
}

/// Content of an e-mail of the platform, which belongs to no site. The string is the recipient's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformEmail<'a> {
    /// Password reset link.
    NewPassword(&'a str),
    /// Sign-up link for a new account.
    NewAccount,
    /// Someone tried to sign up with the address of this account.
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

/// A written e-mail of the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformEmailText {
    /// Subject line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
}

/// Writes an e-mail of the platform.
pub fn platform_email(notice: PlatformEmail<'_>, language: Option<&str>, url: &str) -> PlatformEmailText {
    let texts = Catalogue::for_language(language.unwrap_or_default());
    let (language, dir) = (texts.language(), texts.dir_attribute());
    let (group, name) = match notice {
        PlatformEmail::NewPassword(name) => ("email.staffPasswordReset", name),
        PlatformEmail::NewAccount => ("email.staffSignUp", ""),
        PlatformEmail::HasAccount(name) => ("email.staffAccountExists", name),
        PlatformEmail::PasswordChanged(name) => ("email.staffPasswordChanged", name),
        PlatformEmail::SecondFactorOn(name) => ("email.staffTwoStepOn", name),
        PlatformEmail::SecondFactorOff(name) => ("email.staffTwoStepOff", name),
        PlatformEmail::RecoveryCodes(name) => ("email.staffRecoveryCodes", name),
    };
    let wording = DefaultText::of(texts, group);
    let hello = match name {
        "" => texts.text("email.staffGreeting").to_owned(),
        name => texts.format("email.staffGreetingName", &[("name", name.into())]),
    };
    let text = format!("{hello}\n\n{}\n\n{}: {url}\n\n{}\n", wording.opening, wording.link, wording.closing);
    let html = format!(
        "<!doctype html><html lang=\"{language}\"{dir}><head><meta charset=\"utf-8\"><title>{}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"></head>\
         <body style=\"font-family:system-ui,sans-serif;font-size:16px;line-height:1.6;max-width:600px;margin:0 auto;\
         padding:32px 24px\"><div{dir}><p>{}</p><p>{}</p><p><a href=\"{}\">{}</a></p><p>{}</p></div></body></html>",
        escaped(wording.subject),
        escaped(&hello),
        escaped(wording.opening),
        escaped(url),
        escaped(wording.link),
        escaped(wording.closing),
    );
    PlatformEmailText { subject: wording.subject.to_owned(), text, html }
}
