//! The texts of letters about orders, in the languages there are. A text has named places, such as `{number}`.

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

/// The languages that letters are written in, by the first part of their tags; the usual one first.
pub const LANGUAGES: [&str; 5] = ["en", "de", "fr", "es", "ja"];

macro_rules! texts {
    ($($name:ident)*) => {
        /// The texts in one language.
        #[derive(Debug, PartialEq, Eq)]
        pub(crate) struct Words {
            $(pub(crate) $name: &'static str,)*
        }

        #[cfg(test)]
        impl Words {
            fn each(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

texts! {
    thanks received confirmed_subject download follow
    donation_thanks donation_received donation_link donation_subject
    gift_card gift_cards gift_card_care
    still_to_pay how_to_pay_subject
    on_its_way part_on_its_way on_its_way_subject carrier tracking_number track in_this_parcel
    refund refunded refunded_pieces refund_subject
    canceled canceled_by money_back canceled_subject
    subtotal included total delivery_address
}

impl Words {
    /// The texts in a language; none where there are none.
    pub(crate) fn in_language(tag: &str) -> Option<&'static Words> {
        let language = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        match language.as_str() {
            "en" => Some(&ENGLISH),
            "de" => Some(&GERMAN),
            "fr" => Some(&FRENCH),
            "es" => Some(&SPANISH),
            "ja" => Some(&JAPANESE),
            _ => None,
        }
    }

    /// The texts in a language, or in English where there are none.
    pub(crate) fn of(tag: &str) -> &'static Words {
        Words::in_language(tag).unwrap_or(&ENGLISH)
    }

    /// The texts in English.
    pub(crate) fn english() -> &'static Words {
        &ENGLISH
    }
}

/// Puts values into the places of a text. What a value itself says stays as it is.
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

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, Words, fill};

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> =
            text.split('{').skip(1).filter_map(|part| part.split_once('}').map(|(name, _)| name)).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn each_language_says_the_same_with_the_same_values() {
        for language in LANGUAGES {
            let words = Words::in_language(language).unwrap();
            for ((name, text), (_, english)) in words.each().into_iter().zip(Words::english().each()) {
                assert!(!text.is_empty(), "{language}: {name}");
                assert_eq!(places(text), places(english), "{language}: {name}");
            }
        }
        assert_eq!(Words::of("de-AT"), Words::of("DE"));
        assert_eq!(Words::of("nl"), Words::english());
        assert_eq!(Words::in_language(""), None);
    }

    #[test]
    fn values_are_put_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "x")]), "{b} and x, {b}");
        assert_eq!(fill("no place", &[("a", "x")]), "no place");
    }
}
