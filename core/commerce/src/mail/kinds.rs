//! The kinds of e-mails, their recipients, and the placeholders of their texts.

use crate::words::{Wording, Words};

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
    /// Names of the placeholders of its texts, written as `{name}`.
    pub places: &'static [&'static str],
    pub(crate) usual: fn(&Words) -> Wording,
}

macro_rules! kinds {
    ($($constant:ident $name:literal $reader:ident $field:ident [$($place:literal)*];)*) => {
        $(pub(crate) const $constant: Kind = Kind {
            name: $name, reader: Reader::$reader, places: &[$($place),*], usual: |words| words.$field,
        };)*

        /// All kinds, in display order.
        pub(crate) const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    ORDER_CONFIRMED "order-confirmed" Customer order_confirmed ["site" "number" "name" "total"];
    ORDER_AWAITS_TRANSFER "order-awaits-transfer" Customer order_awaits_transfer ["site" "number" "name" "total"];
    ORDER_FULFILLED "order-fulfilled" Customer order_fulfilled ["site" "number" "name" "total"];
    ORDER_READY "order-ready" Customer order_ready ["site" "number" "name" "total"];
    ORDER_REFUNDED "order-refunded" Customer order_refunded ["site" "number" "name" "total" "amount"];
    ORDER_CANCELED "order-canceled" Customer order_canceled ["site" "number" "name" "total"];
    GIFT_CARDS "gift-cards" Customer gift_cards ["site" "number" "name" "total"];
    DONATION "donation" Customer donation ["site" "number" "name" "amount"];
    BACK_IN_STOCK "back-in-stock" Customer back_in_stock ["site" "product" "email"];
    CART_REMINDER "cart-reminder" Customer cart_reminder ["site"];
    REVIEW_REQUEST "review-request" Customer review_request ["site" "number" "name"];
    NEWS_CONFIRMATION "news-confirmation" Customer news_confirmation ["site"];
    NEWS_WELCOME "news-welcome" Customer news_welcome ["site"];
    EMAIL_VERIFICATION "email-verification" Customer email_verification ["site"];
    EMAIL_CHANGE "email-change" Customer email_change ["site"];
    EMAIL_CHANGE_NOTICE "email-change-notice" Customer email_change_notice ["site"];
    ACCOUNT_EXISTS "account-exists" Customer account_exists ["site"];
    PASSWORD_RESET "password-reset" Customer password_reset ["site"];
    ORDER_RECEIVED "order-received" Owner order_received ["site" "number" "name" "email" "total"];
    PAYMENT_SENT_BACK "payment-sent-back" Owner payment_sent_back ["site" "number" "name" "email" "total" "amount"];
    FORM_ANSWER "form-answer" Owner form_answer ["site" "page"];
    COMMENTS_ARRIVED "comments-arrived" Owner comments_arrived ["site"];
    PUBLICATION_FAILED "publication-failed" Owner publication_failed ["site" "page"];
    CONTRIBUTOR_INVITATION "contributor-invitation" Owner contributor_invitation ["site"];
}

/// Finds a kind by name.
pub(crate) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::{KINDS, kind_of};
    use crate::words::{LANGUAGES, Words, places};

    #[test]
    fn default_texts_use_only_known_placeholders() {
        for kind in KINDS {
            for language in LANGUAGES {
                let usual = (kind.usual)(Words::of(language));
                for text in [usual.subject, usual.heading, usual.opening, usual.closing] {
                    let unknown = places(text).find(|place| !kind.places.contains(place));
                    assert_eq!(unknown, None, "{} in {language}", kind.name);
                }
            }
            assert_eq!(kind_of(kind.name).map(|known| known.name), Some(kind.name));
        }
    }
}
