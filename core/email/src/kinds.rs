//! The kinds of e-mails, their recipients, and the placeholders of their texts.

use crate::context::EmailContext;
use crate::layout::Email;
use crate::priority::Priority;
use crate::samples;
use crate::texts::{DefaultText, Texts};
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
    /// The default text in a language.
    pub default_text: fn(&Texts) -> DefaultText,
    /// Renders it with sample data; none for e-mails about orders, whose samples the store makes.
    pub(crate) sample: Option<fn(&EmailContext) -> Email>,
}

macro_rules! kinds {
    (@is_secret) => { false };
    (@is_secret Secret) => { true };
    ($(
        $visible:vis $constant:ident $name:literal $reader:ident $priority:ident $($secret:ident)? [$($place:literal)*]
        $text:expr, $sample:expr;
    )*) => {
        $(#[doc = concat!("`", $name, "`.")]
        $visible const $constant: Kind = Kind {
            name: $name,
            reader: Reader::$reader,
            priority: Priority::$priority,
            is_secret: kinds!(@is_secret $($secret)?),
            placeholders: &[$($place),*],
            default_text: $text,
            sample: $sample,
        };)*

        /// All kinds, in display order.
        pub(crate) const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    pub ORDER_CONFIRMED "order-confirmed" Customer Urgent ["site" "number" "name" "total"] |texts| texts.order_confirmed, None;
    pub ORDER_AWAITS_TRANSFER "order-awaits-transfer" Customer Urgent ["site" "number" "name" "total"] |texts| texts.order_awaits_transfer, None;
    pub ORDER_FULFILLED "order-fulfilled" Customer Usual ["site" "number" "name" "total"] |texts| texts.order_fulfilled, None;
    pub ORDER_READY "order-ready" Customer Usual ["site" "number" "name" "total"] |texts| texts.order_ready, None;
    pub ORDER_REFUNDED "order-refunded" Customer Usual ["site" "number" "name" "total" "amount"] |texts| texts.order_refunded, None;
    pub ORDER_CANCELED "order-canceled" Customer Usual ["site" "number" "name" "total"] |texts| texts.order_canceled, None;
    pub GIFT_CARDS "gift-cards" Customer Urgent Secret ["site" "number" "name" "total"] |texts| texts.gift_cards, None;
    pub DONATION "donation" Customer Urgent ["site" "number" "name" "amount"] |texts| texts.donation, None;
    pub(crate) BACK_IN_STOCK "back-in-stock" Customer Bulk ["site" "product" "email"] |texts| texts.back_in_stock, Some(samples::back_in_stock);
    pub(crate) CART_REMINDER "cart-reminder" Customer Bulk Secret ["site"] |texts| texts.cart_reminder, Some(samples::cart_reminder);
    pub(crate) REVIEW_REQUEST "review-request" Customer Bulk Secret ["site" "number" "name"] |texts| texts.review_request, Some(samples::review_request);
    pub(crate) WISHLIST_SALE "wishlist-sale" Customer Bulk Secret ["site"] wishlist_sale::text, Some(wishlist_sale::sample);
    pub(crate) NEWS_CONFIRMATION "news-confirmation" Customer Urgent Secret ["site"] |texts| texts.news_confirmation, Some(samples::news_confirmation);
    pub(crate) NEWS_WELCOME "news-welcome" Customer Bulk Secret ["site"] |texts| texts.news_welcome, Some(samples::news_welcome);
    pub(crate) EMAIL_VERIFICATION "email-verification" Customer Urgent Secret ["site"] |texts| texts.email_verification, Some(samples::email_verification);
    pub(crate) EMAIL_CHANGE "email-change" Customer Urgent Secret ["site"] |texts| texts.email_change, Some(samples::email_change);
    pub(crate) EMAIL_CHANGE_NOTICE "email-change-notice" Customer Urgent Secret ["site"] |texts| texts.email_change_notice, Some(samples::email_change_notice);
    pub(crate) ACCOUNT_EXISTS "account-exists" Customer Usual ["site"] |texts| texts.account_exists, Some(samples::account_exists);
    pub(crate) PASSWORD_RESET "password-reset" Customer Urgent Secret ["site"] |texts| texts.password_reset, Some(samples::password_reset);
    pub ORDER_RECEIVED "order-received" Owner Usual ["site" "number" "name" "email" "total"] |texts| texts.order_received, None;
    pub PAYMENT_SENT_BACK "payment-sent-back" Owner Usual ["site" "number" "name" "email" "total" "amount"] |texts| texts.payment_sent_back, None;
    pub(crate) FORM_ANSWER "form-answer" Owner Usual ["site" "page"] |texts| texts.form_answer, Some(samples::form_answer);
    pub(crate) COMMENTS_ARRIVED "comments-arrived" Owner Bulk ["site"] |texts| texts.comments_arrived, Some(samples::comments_arrived);
    pub(crate) PUBLICATION_FAILED "publication-failed" Owner Bulk ["site" "page"] |texts| texts.publication_failed, Some(samples::publication_failed);
    pub(crate) CONTRIBUTOR_INVITATION "contributor-invitation" Owner Urgent Secret ["site"] |texts| texts.contributor_invitation, Some(samples::contributor_invitation);
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
    use super::{KINDS, Kind, kind_of};
    use crate::texts::{LANGUAGES, Texts, placeholders};

    #[test]
    fn default_texts_use_only_known_placeholders() {
        let parts = |kind: &Kind, language: &str| {
            let text = (kind.default_text)(Texts::of(language));
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
