//! Translations of e-mail texts, and of the messages of shops in test mode. A text has named placeholders such as
//! `{number}`.

mod english;
mod french;
mod german;
mod japanese;
mod spanish;

use english::ENGLISH;
use french::FRENCH;
use german::GERMAN;
use japanese::JAPANESE;
use spanish::SPANISH;
use stoa_kernel::payment::{RefundCause, RefundReason};

/// Languages with translations, as primary language subtags; the default first.
pub const LANGUAGES: [&str; 5] = ["en", "de", "fr", "es", "ja"];

/// The texts around the content of an e-mail. Texts that a kind does not have are empty; a blank line separates
/// paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultText {
    /// Subject line.
    pub subject: &'static str,
    /// Heading.
    pub heading: &'static str,
    /// Opening, below the heading.
    pub opening: &'static str,
    /// Label of the link or button.
    pub link: &'static str,
    /// Closing, at the end.
    pub closing: &'static str,
}

/// Singular and plural of a noun; the plural has the placeholder `{count}`.
pub type Counted = [&'static str; 2];

macro_rules! texts {
    (emails: $($email:ident)*; texts: $($text:ident)*; counted: $($counted:ident)*;) => {
        /// The texts in one language.
        #[expect(missing_docs, reason = "a text is named after the place where it is shown")]
        #[derive(Debug, PartialEq, Eq)]
        pub struct Texts {
            /// Primary language subtag, one of [`LANGUAGES`].
            pub language: &'static str,
            $(pub $email: DefaultText,)*
            $(pub $text: &'static str,)*
            $(pub $counted: Counted,)*
        }

        #[cfg(test)]
        impl Texts {
            fn each(&self) -> Vec<(&'static str, &'static str)> {
                let mut all = vec![$((stringify!($text), self.$text)),*];
                $(
                    let DefaultText { subject, heading, opening, link, closing } = self.$email;
                    all.extend([subject, heading, opening, link, closing].map(|text| (stringify!($email), text)));
                )*
                $(all.extend(self.$counted.map(|text| (stringify!($counted), text)));)*
                all
            }
        }
    };
}

texts! {
    emails:
        order_confirmed order_awaits_transfer order_fulfilled order_ready order_refunded order_canceled gift_cards donation
        back_in_stock news_confirmation news_welcome cart_reminder review_request
        email_verification email_change email_change_notice account_exists password_reset
        order_received donation_received payment_sent_back form_answer comments_arrived publication_failed
        contributor_invitation
        staff_password staff_account staff_known
        staff_password_changed staff_second_factor_on staff_second_factor_off staff_recovery_codes;
    texts:
        download gift_cards_heading part_on_its_way part_is_ready carrier tracking_number track in_this_parcel
        ready_pieces refunded_pieces money_back
        subtotal included total delivery_address pick_up_at held_until tax_id
        packing_slip invoice paper_order ship_to bill_to item pieces sku price amount customer_note paper_refunded
        after_refunds
        stop_reminders you_bought test_order test_shop test_shop_too test_order_gives_nothing
        sent_back_canceled sent_back_paid_before sent_back_sold_out sent_back_changed sent_back_too_much
        refund_canceled refund_at_provider
        hidden_answer comment_waits
        staff_hello staff_hello_name
        page_join page_join_text page_join_button page_joined page_joined_text
        page_leave page_leave_text page_leave_carts_text page_leave_reviews_text page_leave_button
        page_left page_left_text page_left_carts_text page_left_reviews_text page_back_button
        page_stop page_stop_text page_stop_button page_stopped page_stopped_text
        page_gone page_gone_text page_to_site
        one_payment rhythm_for;
    counted: every_week every_month every_year weeks months years;
}

impl Texts {
    /// The texts in a language; none if there is no translation.
    pub fn in_language(tag: &str) -> Option<&'static Texts> {
        match base(tag).as_str() {
            "en" => Some(&ENGLISH),
            "de" => Some(&GERMAN),
            "fr" => Some(&FRENCH),
            "es" => Some(&SPANISH),
            "ja" => Some(&JAPANESE),
            _ => None,
        }
    }

    /// The texts in a language; in English if there is no translation.
    pub fn of(tag: &str) -> &'static Texts {
        Texts::in_language(tag).unwrap_or(&ENGLISH)
    }

    /// The text of a refund reason.
    pub fn refund_reason(&self, reason: RefundReason) -> &'static str {
        match reason {
            RefundReason::OrderCanceled => self.refund_canceled,
            RefundReason::AtProvider => self.refund_at_provider,
            RefundReason::PaidAfterCancellation => self.sent_back_canceled,
            RefundReason::PaidBefore => self.sent_back_paid_before,
            RefundReason::SoldOut => self.sent_back_sold_out,
            RefundReason::OrderChanged => self.sent_back_changed,
            RefundReason::Overpaid => self.sent_back_too_much,
        }
    }

    /// The text of the reason of a refund; the words of a contributor are not translated.
    pub fn refund_cause<'a>(&self, cause: &'a RefundCause) -> &'a str {
        match cause {
            RefundCause::Known(reason) => self.refund_reason(*reason),
            RefundCause::Words(words) => words,
        }
    }
}

/// The singular or plural of a noun with its number.
pub fn counted([one, more]: Counted, number: i64) -> String {
    fill(if number == 1 { one } else { more }, &[("count", &number.to_string())])
}

fn base(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// The language of the e-mails to readers of a language.
pub fn language_of(tag: &str) -> &'static str {
    let base = base(tag);
    LANGUAGES.into_iter().find(|known| *known == base).unwrap_or("en")
}

/// Replaces the placeholders of a text by values. Placeholders within a value are not replaced.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            filled.push_str(value);
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// The names of the placeholders of a text, with repetitions.
pub(crate) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, Texts, fill, language_of, placeholders};

    fn sorted(text: &str) -> Vec<&str> {
        let mut placeholders: Vec<&str> = placeholders(text).collect();
        placeholders.sort_unstable();
        placeholders
    }

    #[test]
    fn each_language_says_the_same_with_the_same_values() {
        for language in LANGUAGES {
            let words = Texts::in_language(language).unwrap();
            assert_eq!(words.language, language);
            for ((name, text), (_, english)) in words.each().into_iter().zip(Texts::of("en").each()) {
                assert_eq!(text.is_empty(), english.is_empty(), "{language}: {name}");
                assert_eq!(sorted(text), sorted(english), "{language}: {name}");
                assert_eq!(text.split("\n\n").count(), english.split("\n\n").count(), "{language}: {name}");
            }
        }
        assert_eq!(Texts::of("de-AT"), Texts::of("DE"));
        assert_eq!(Texts::of("nl"), Texts::of("en"));
        assert_eq!(Texts::in_language(""), None);
        assert_eq!((language_of("fr-CA"), language_of("nl")), ("fr", "en"));
    }

    #[test]
    fn texts_are_set_as_their_languages_set_them() {
        for (_, text) in Texts::of("fr").each() {
            for sign in [" :", " ;", " !", " ?", "n° ", "« ", " »", "'"] {
                assert!(!text.contains(sign), "a space that breaks, or a typewriter's sign: {text}");
            }
        }
        for (_, text) in Texts::of("ja").each() {
            assert!(!text.contains(['.', '!', '?', ',']), "not a Japanese sign: {text}");
        }
        for (language, wrong) in [("de", "Nr. "), ("es", "n.º ")] {
            assert!(Texts::of(language).each().iter().all(|(_, text)| !text.contains(wrong)), "{language}");
        }
    }

    #[test]
    fn values_are_put_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "x")]), "{b} and x, {b}");
        assert_eq!(fill("no place", &[("a", "x")]), "no place");
    }
}
