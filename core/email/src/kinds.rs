//! The kinds of e-mails, their recipients, and the placeholders of their texts.

use stoa_messages::Texts;

use crate::analytics_report;
use crate::context::EmailContext;
use crate::layout::Email;
use crate::priority::Priority;
use crate::samples;
use crate::texts::DefaultText;
use crate::wishlist_sale;

/// Recipients of a kind of e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Customers and site users, in their own language.
    Customer,
    /// Contributors, in the language of the site.
    Owner,
}

/// A kind of e-mail whose texts owners can customise.
#[derive(Debug)]
pub struct Kind {
    /// Name in URLs, such as `order-confirmed`.
    pub name: &'static str,
    /// Recipients.
    pub reader: Reader,
    /// How soon it is sent.
    pub priority: Priority,
    /// Whether only the recipient may read it: its links act on behalf of the recipient, or its codes are worth money.
    pub(crate) is_secret: bool,
    /// Names of the placeholders of its texts, written as `{name}`.
    pub placeholders: &'static [&'static str],
    /// Group of its messages in the catalogues.
    messages: &'static str,
    /// Renders it with sample data; none for e-mails about orders, whose samples the store makes.
    pub(crate) sample: Option<fn(&EmailContext) -> Email>,
}

impl Kind {
    /// The default text in a language.
    pub fn default_text<'a>(&self, texts: Texts<'a>) -> DefaultText<'a> {
        DefaultText::of(texts, self.messages)
    }
}

macro_rules! kinds {
    (@is_secret) => { false };
    (@is_secret Secret) => { true };
    ($(
        $visible:vis $constant:ident $name:literal $reader:ident $priority:ident $($secret:ident)? $messages:literal
        [$($place:literal)*] $sample:expr;
    )*) => {
        $(#[doc = concat!("`", $name, "`.")]
        $visible const $constant: Kind = Kind {
            name: $name,
            reader: Reader::$reader,
            priority: Priority::$priority,
            is_secret: kinds!(@is_secret $($secret)?),
            placeholders: &[$($place),*],
            messages: $messages,
            sample: $sample,
        };)*

        /// All kinds, in display order.
        pub(crate) const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    pub ORDER_CONFIRMED "order-confirmed" Customer Urgent "email.orderConfirmed" ["site" "number" "name" "total"] None;
    pub ORDER_AWAITS_TRANSFER "order-awaits-transfer" Customer Urgent "email.orderAwaitsTransfer" ["site" "number" "name" "total"] None;
    pub ORDER_FULFILLED "order-fulfilled" Customer Usual "email.orderFulfilled" ["site" "number" "name" "total"] None;
    pub ORDER_READY "order-ready" Customer Usual "email.orderReady" ["site" "number" "name" "total"] None;
    pub ORDER_REFUNDED "order-refunded" Customer Usual "email.orderRefunded" ["site" "number" "name" "total" "amount"] None;
    pub ORDER_CANCELED "order-canceled" Customer Usual "email.orderCanceled" ["site" "number" "name" "total"] None;
    pub GIFT_CARDS "gift-cards" Customer Urgent Secret "email.giftCards" ["site" "number" "name" "total"] None;
    pub DONATION "donation" Customer Urgent "email.donation" ["site" "number" "name" "amount"] None;
    pub(crate) BACK_IN_STOCK "back-in-stock" Customer Bulk "email.backInStock" ["site" "product" "email"] Some(samples::back_in_stock);
    pub(crate) CART_REMINDER "cart-reminder" Customer Bulk Secret "email.cartReminder" ["site"] Some(samples::cart_reminder);
    pub(crate) REVIEW_REQUEST "review-request" Customer Bulk Secret "email.reviewRequest" ["site" "number" "name"] Some(samples::review_request);
    pub(crate) WISHLIST_SALE "wishlist-sale" Customer Bulk Secret "email.wishlistSale" ["site"] Some(wishlist_sale::sample);
    pub(crate) NEWS_CONFIRMATION "news-confirmation" Customer Urgent Secret "email.newsConfirmation" ["site"] Some(samples::news_confirmation);
    pub(crate) NEWS_WELCOME "news-welcome" Customer Bulk Secret "email.newsWelcome" ["site"] Some(samples::news_welcome);
    pub(crate) EMAIL_VERIFICATION "email-verification" Customer Urgent Secret "email.emailVerification" ["site"] Some(samples::email_verification);
    pub(crate) EMAIL_CHANGE "email-change" Customer Urgent Secret "email.emailChange" ["site"] Some(samples::email_change);
    pub(crate) EMAIL_CHANGE_NOTICE "email-change-notice" Customer Urgent Secret "email.emailChangeNotice" ["site"] Some(samples::email_change_notice);
    pub(crate) ACCOUNT_EXISTS "account-exists" Customer Usual "email.accountExists" ["site"] Some(samples::account_exists);
    pub(crate) PASSWORD_RESET "password-reset" Customer Urgent Secret "email.passwordReset" ["site"] Some(samples::password_reset);
    pub ORDER_RECEIVED "order-received" Owner Usual "email.orderReceived" ["site" "number" "name" "email" "total"] None;
    pub PAYMENT_SENT_BACK "payment-sent-back" Owner Usual "email.paymentSentBack" ["site" "number" "name" "email" "total" "amount"] None;
    pub PAYMENT_DISPUTED "payment-disputed" Owner Usual "email.paymentDisputed" ["site" "number" "name" "email" "total" "amount"] None;
    pub(crate) FORM_ANSWER "form-answer" Owner Usual "email.formAnswer" ["site" "page"] Some(samples::form_answer);
    pub(crate) COMMENTS_ARRIVED "comments-arrived" Owner Bulk "email.commentsArrived" ["site"] Some(samples::comments_arrived);
    pub(crate) PUBLICATION_FAILED "publication-failed" Owner Bulk "email.publicationFailed" ["site" "page"] Some(samples::publication_failed);
    pub(crate) ANALYTICS_REPORT "analytics-report" Owner Bulk "email.analyticsReport" ["site" "from" "to"] Some(analytics_report::sample);
    pub(crate) CONTRIBUTOR_INVITATION "contributor-invitation" Owner Urgent Secret "email.contributorInvitation" ["site"] Some(samples::contributor_invitation);
}

/// Names of the kinds that only the recipient may read.
pub(crate) fn secret_kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(|kind| kind.is_secret).map(|kind| kind.name)
}

/// Finds a kind by name.
pub(crate) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use stoa_messages::{Catalogue, LANGUAGES};

    use super::{KINDS, Kind, kind_of};
    use crate::texts::placeholders;

    #[test]
    fn default_texts_use_only_known_placeholders() {
        let parts = |kind: &Kind, language: &str| {
            let text = kind.default_text(Catalogue::for_language(language));
            assert!(!text.subject.is_empty() && !text.heading.is_empty(), "{} in {language}", kind.name);
            [text.subject, text.heading, text.opening, text.closing, text.link]
        };
        for kind in KINDS {
            for language in LANGUAGES {
                for (text, english) in parts(kind, language).into_iter().zip(parts(kind, "en")) {
                    let unknown = placeholders(text).find(|place| !kind.placeholders.contains(place));
                    assert_eq!(unknown, None, "{} in {language}", kind.name);
                    assert_eq!(text.is_empty(), english.is_empty(), "{} in {language}", kind.name);
                }
            }
            assert_eq!(kind_of(kind.name).map(|known| known.name), Some(kind.name));
        }
    }
}
