//! The kinds of e-mails, their recipients, and the placeholders of their texts.

use stoa_messages::Catalogue;

use crate::texts::DefaultText;

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
    /// Group of its messages in the catalogues.
    messages: &'static str,
}

impl Kind {
    /// The default text in a language.
    pub fn default_text(&self, texts: Catalogue) -> DefaultText {
        DefaultText::of(texts, self.messages)
    }
}

macro_rules! kinds {
    ($($visible:vis $constant:ident $name:literal $reader:ident $messages:literal [$($place:literal)*];)*) => {
        $(#[doc = concat!("`", $name, "`.")]
        $visible const $constant: Kind = Kind {
            name: $name, reader: Reader::$reader, placeholders: &[$($place),*], messages: $messages,
        };)*

        /// All kinds, in display order.
        pub(crate) const KINDS: &[Kind] = &[$($constant),*];
    };
}

kinds! {
    pub ORDER_CONFIRMED "order-confirmed" Customer "email.orderConfirmed" ["site" "number" "name" "total"];
    pub ORDER_AWAITS_TRANSFER "order-awaits-transfer" Customer "email.orderAwaitsTransfer"
        ["site" "number" "name" "total"];
    pub ORDER_FULFILLED "order-fulfilled" Customer "email.orderFulfilled" ["site" "number" "name" "total"];
    pub ORDER_READY "order-ready" Customer "email.orderReady" ["site" "number" "name" "total"];
    pub ORDER_REFUNDED "order-refunded" Customer "email.orderRefunded" ["site" "number" "name" "total" "amount"];
    pub ORDER_CANCELED "order-canceled" Customer "email.orderCanceled" ["site" "number" "name" "total"];
    pub GIFT_CARDS "gift-cards" Customer "email.giftCards" ["site" "number" "name" "total"];
    pub DONATION "donation" Customer "email.donation" ["site" "number" "name" "amount"];
    pub(crate) BACK_IN_STOCK "back-in-stock" Customer "email.backInStock" ["site" "product" "email"];
    pub(crate) CART_REMINDER "cart-reminder" Customer "email.cartReminder" ["site"];
    pub(crate) REVIEW_REQUEST "review-request" Customer "email.reviewRequest" ["site" "number" "name"];
    pub(crate) NEWS_CONFIRMATION "news-confirmation" Customer "email.newsConfirmation" ["site"];
    pub(crate) NEWS_WELCOME "news-welcome" Customer "email.newsWelcome" ["site"];
    pub(crate) EMAIL_VERIFICATION "email-verification" Customer "email.emailVerification" ["site"];
    pub(crate) EMAIL_CHANGE "email-change" Customer "email.emailChange" ["site"];
    pub(crate) EMAIL_CHANGE_NOTICE "email-change-notice" Customer "email.emailChangeNotice" ["site"];
    pub(crate) ACCOUNT_EXISTS "account-exists" Customer "email.accountExists" ["site"];
    pub(crate) PASSWORD_RESET "password-reset" Customer "email.passwordReset" ["site"];
    pub ORDER_RECEIVED "order-received" Owner "email.orderReceived" ["site" "number" "name" "email" "total"];
    pub PAYMENT_SENT_BACK "payment-sent-back" Owner "email.paymentSentBack"
        ["site" "number" "name" "email" "total" "amount"];
    pub(crate) FORM_ANSWER "form-answer" Owner "email.formAnswer" ["site" "page"];
    pub(crate) COMMENTS_ARRIVED "comments-arrived" Owner "email.commentsArrived" ["site"];
    pub(crate) PUBLICATION_FAILED "publication-failed" Owner "email.publicationFailed" ["site" "page"];
    pub(crate) CONTRIBUTOR_INVITATION "contributor-invitation" Owner "email.contributorInvitation" ["site"];
}

/// Finds a kind by name.
pub(crate) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use stoa_messages::{Catalogue, LANGUAGES};

    use super::{KINDS, kind_of};
    use crate::texts::placeholders;

    #[test]
    fn default_texts_use_only_known_placeholders() {
        for kind in KINDS {
            for language in LANGUAGES {
                let default_text = kind.default_text(Catalogue::for_language(language));
                for text in [default_text.subject, default_text.heading, default_text.opening, default_text.closing] {
                    let unknown = placeholders(text).find(|place| !kind.placeholders.contains(place));
                    assert_eq!(unknown, None, "{} in {language}", kind.name);
                }
                assert!(!default_text.subject.is_empty() && !default_text.heading.is_empty(), "{}", kind.name);
            }
            assert_eq!(kind_of(kind.name).map(|known| known.name), Some(kind.name));
        }
    }
}
