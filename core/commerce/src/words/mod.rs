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

use crate::subscriptions::{PeriodUnit, SubscriptionPlan};

/// Languages with translations, as primary language subtags; the default first.
pub const LANGUAGES: [&str; 5] = ["en", "de", "fr", "es", "ja"];

/// The texts around the content of an e-mail. Texts that a kind does not have are empty; a blank line separates
/// paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wording {
    /// Subject line.
    pub(crate) subject: &'static str,
    /// Heading.
    pub(crate) heading: &'static str,
    /// Opening, below the heading.
    pub(crate) opening: &'static str,
    /// Label of the link or button.
    pub(crate) link: &'static str,
    /// Closing, at the end.
    pub(crate) closing: &'static str,
}

/// Singular and plural of a noun; the plural has the placeholder `{count}`.
pub(crate) type Counted = [&'static str; 2];

macro_rules! texts {
    (letters: $($letter:ident)*; texts: $($text:ident)*; counted: $($counted:ident)*;) => {
        /// The texts in one language.
        #[derive(Debug, PartialEq, Eq)]
        pub(crate) struct Words {
            $(pub(crate) $letter: Wording,)*
            $(pub(crate) $text: &'static str,)*
            $(pub(crate) $counted: Counted,)*
        }

        #[cfg(test)]
        impl Words {
            fn each(&self) -> Vec<(&'static str, &'static str)> {
                let mut all = vec![$((stringify!($text), self.$text)),*];
                $(
                    let Wording { subject, heading, opening, link, closing } = self.$letter;
                    all.extend([subject, heading, opening, link, closing].map(|text| (stringify!($letter), text)));
                )*
                $(all.extend(self.$counted.map(|text| (stringify!($counted), text)));)*
                all
            }
        }
    };
}

texts! {
    letters:
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

impl Words {
    /// The texts in a language; none if there is no translation.
    pub(crate) fn in_language(tag: &str) -> Option<&'static Words> {
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
    pub(crate) fn of(tag: &str) -> &'static Words {
        Words::in_language(tag).unwrap_or(&ENGLISH)
    }

    /// Translates a refund reason, which is stored in English; an unknown reason is returned unchanged.
    pub(crate) fn translate_refund_reason<'a>(&'static self, reason: &'a str) -> &'a str {
        match reason {
            reason if reason == ENGLISH.sent_back_canceled => self.sent_back_canceled,
            reason if reason == ENGLISH.sent_back_paid_before => self.sent_back_paid_before,
            reason if reason == ENGLISH.sent_back_sold_out => self.sent_back_sold_out,
            reason if reason == ENGLISH.sent_back_changed => self.sent_back_changed,
            reason if reason == ENGLISH.sent_back_too_much => self.sent_back_too_much,
            other => other,
        }
    }

    /// Billing rhythm and duration of a plan, such as `every 2 months for 1 year`.
    pub(crate) fn rhythm(&self, plan: &SubscriptionPlan) -> String {
        let every = match plan.billing_period.unit {
            PeriodUnit::Week => self.every_week,
            PeriodUnit::Month => self.every_month,
            PeriodUnit::Year => self.every_year,
        };
        let every = count(every, i64::from(plan.billing_period.value));
        let Some((length, unit)) = plan.duration() else { return every };
        let length = match unit {
            PeriodUnit::Week => count(self.weeks, length),
            PeriodUnit::Month => count(self.months, length),
            PeriodUnit::Year => count(self.years, length),
        };
        fill(self.rhythm_for, &[("every", &every), ("length", &length)])
    }
}

fn count([one, more]: Counted, number: i64) -> String {
    fill(if number == 1 { one } else { more }, &[("count", &number.to_string())])
}

fn base(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// The language of the e-mails to readers of a language.
pub(crate) fn language_of(tag: &str) -> &'static str {
    let base = base(tag);
    LANGUAGES.into_iter().find(|known| *known == base).unwrap_or("en")
}

/// Replaces the placeholders of a text by values. Placeholders within a value are not replaced.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
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
pub(crate) fn places(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use stoa_kernel::id::SubscriptionPlanId;

    use super::{LANGUAGES, Words, fill, language_of, places};
    use crate::subscriptions::{BillingPeriod, PeriodUnit, SubscriptionPlan};

    fn sorted(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> = places(text).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn each_language_says_the_same_with_the_same_values() {
        for language in LANGUAGES {
            let words = Words::in_language(language).unwrap();
            for ((name, text), (_, english)) in words.each().into_iter().zip(Words::of("en").each()) {
                assert_eq!(text.is_empty(), english.is_empty(), "{language}: {name}");
                assert_eq!(sorted(text), sorted(english), "{language}: {name}");
                assert_eq!(text.split("\n\n").count(), english.split("\n\n").count(), "{language}: {name}");
            }
        }
        assert_eq!(Words::of("de-AT"), Words::of("DE"));
        assert_eq!(Words::of("nl"), Words::of("en"));
        assert_eq!(Words::in_language(""), None);
        assert_eq!((language_of("fr-CA"), language_of("nl")), ("fr", "en"));
    }

    #[test]
    fn texts_are_set_as_their_languages_set_them() {
        for (_, text) in Words::of("fr").each() {
            for sign in [" :", " ;", " !", " ?", "n° ", "« ", " »", "'"] {
                assert!(!text.contains(sign), "a space that breaks, or a typewriter's sign: {text}");
            }
        }
        for (_, text) in Words::of("ja").each() {
            assert!(!text.contains(['.', '!', '?', ',']), "not a Japanese sign: {text}");
        }
        for (language, wrong) in [("de", "Nr. "), ("es", "n.º ")] {
            assert!(Words::of(language).each().iter().all(|(_, text)| !text.contains(wrong)), "{language}");
        }
    }

    #[test]
    fn a_rhythm_is_said_in_each_language() {
        let plan = |value, unit, num_billing_cycles| SubscriptionPlan {
            id: SubscriptionPlanId::generate(),
            billing_period: BillingPeriod { value, unit },
            num_billing_cycles,
            sold_once: true,
            percentage_discount: 0,
            revision: 1,
        };
        let monthly = plan(1, PeriodUnit::Month, 0);
        let a_year = plan(2, PeriodUnit::Month, 6);
        let some_weeks = plan(2, PeriodUnit::Week, 3);
        for (language, said) in [
            ("en", ["every month", "every 2 months for 1 year", "every 2 weeks for 6 weeks"]),
            ("de", ["jeden Monat", "alle 2 Monate, 1 Jahr lang", "alle 2 Wochen, 6 Wochen lang"]),
            ("fr", ["tous les mois", "tous les 2 mois pendant 1 an", "toutes les 2 semaines pendant 6 semaines"]),
            ("es", ["cada mes", "cada 2 meses durante 1 año", "cada 2 semanas durante 6 semanas"]),
            ("ja", ["毎月", "2か月ごと（1年間）", "2週間ごと（6週間）"]),
        ] {
            let spoken = |plan| Words::of(language).rhythm(plan).replace('\u{a0}', " ");
            assert_eq!([spoken(&monthly), spoken(&a_year), spoken(&some_weeks)], said);
        }
    }

    #[test]
    fn values_are_put_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "x")]), "{b} and x, {b}");
        assert_eq!(fill("no place", &[("a", "x")]), "no place");
    }
}
