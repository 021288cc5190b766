//! The kinds of e-mails, their recipients, and the placeholders of their texts.

use crate::texts::{DefaultText, Texts};

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
    pub placeholders: &'static [&'static str],
    /// The default text in a language.
    pub default_text: fn(&Texts) -> DefaultText,
}

macro_rules! kinds {
    ($($visible:vis $constant:ident $name:literal $reader:ident $field:ident [$($place:literal)*];)*) => {
        $(#[doc = concat!("`", $name, "`.")]
        $visible const $constant: Kind = Kind {
            name: $name, reader: Reader::$reader, placeholders: &[$($place),*], default_text: |texts| texts.$field,
        };)*

        /// All kinds, in display order.
        pub(crate) const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    pub ORDER_CONFIRMED "order-confirmed" Customer order_confirmed ["site" "number" "name" "total"];
    pub ORDER_AWAITS_TRANSFER "order-awaits-transfer" Customer order_awaits_transfer ["site" "number" "name" "total"];
    pub ORDER_FULFILLED "order-fulfilled" Customer order_fulfilled ["site" "number" "name" "total"];
    pub ORDER_READY "order-ready" Customer order_ready ["site" "number" "name" "total"];
    pub ORDER_REFUNDED "order-refunded" Customer order_refunded ["site" "number" "name" "total" "amount"];
    pub ORDER_CANCELED "order-canceled" Customer order_canceled ["site" "number" "name" "total"];
    pub GIFT_CARDS "gift-cards" Customer gift_cards ["site" "number" "name" "total"];
    pub DONATION "donation" Customer donation ["site" "number" "name" "amount"];
    pub(crate) BACK_IN_STOCK "back-in-stock" Customer back_in_stock ["site" "product" "email"];
    pub(crate) CART_REMINDER "cart-reminder" Customer cart_reminder ["site"];
    pub(crate) REVIEW_REQUEST "review-request" Customer review_request ["site" "number" "name"];
    pub(crate) NEWS_CONFIRMATION "news-confirmation" Customer news_confirmation ["site"];
    pub(crate) NEWS_WELCOME "news-welcome" Customer news_welcome ["site"];
    pub(crate) EMAIL_VERIFICATION "email-verification" Customer email_verification ["site"];
    pub(crate) EMAIL_CHANGE "email-change" Customer email_change ["site"];
    pub(crate) EMAIL_CHANGE_NOTICE "email-change-notice" Customer email_change_notice ["site"];
    pub(crate) ACCOUNT_EXISTS "account-exists" Customer account_exists ["site"];
    pub(crate) PASSWORD_RESET "password-reset" Customer password_reset ["site"];
    pub ORDER_RECEIVED "order-received" Owner order_received ["site" "number" "name" "email" "total"];
    pub PAYMENT_SENT_BACK "payment-sent-back" Owner payment_sent_back ["site" "number" "name" "email" "total" "amount"];
    pub(crate) FORM_ANSWER "form-answer" Owner form_answer ["site" "page"];
    pub(crate) COMMENTS_ARRIVED "comments-arrived" Owner comments_arrived ["site"];
    pub(crate) PUBLICATION_FAILED "publication-failed" Owner publication_failed ["site" "page"];
    pub(crate) CONTRIBUTOR_INVITATION "contributor-invitation" Owner contributor_invitation ["site"];
}

/// Finds a kind by name.
pub(crate) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::{KINDS, kind_of};
    use crate::texts::{LANGUAGES, Texts, placeholders};

    #[test]
    fn default_texts_use_only_known_placeholders() {
        for kind in KINDS {
            for language in LANGUAGES {
                let default_text = (kind.default_text)(Texts::of(language));
                for text in [default_text.subject, default_text.heading, default_text.opening, default_text.closing] {
                    let unknown = placeholders(text).find(|place| !kind.placeholders.contains(place));
                    assert_eq!(unknown, None, "{} in {language}", kind.name);
                }
            }
            assert_eq!(kind_of(kind.name).map(|known| known.name), Some(kind.name));
        }
    }
}
