//! Languages for developers, made from the English catalogue: `en-XA` with accents and longer by a third, so that cut
//! labels and texts outside of the catalogues show, and `ar-XB`, English from right to left. They are not among
//! [`LANGUAGES`](crate::LANGUAGES), and exist only where they are switched on.

use std::str::Chars;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::language::{EMBEDDED, Language};

const LONG: &str = "en-XA";
const MIRRORED: &str = "ar-XB";
/// BCP 47 tags of the languages for developers.
pub const PSEUDO_LANGUAGES: [&str; 2] = [LONG, MIRRORED];
/// Prints what follows from right to left, until [`MIRROR_END`].
const MIRROR: &str = "\u{202e}";
const MIRROR_END: &str = "\u{202c}";
/// A letter with an accent for each English one that has a similar one.
const ACCENTS: [(char, char); 40] = [
    ('a', 'á'),
    ('b', 'ƀ'),
    ('c', 'ç'),
    ('d', 'ð'),
    ('e', 'é'),
    ('g', 'ĝ'),
    ('h', 'ĥ'),
    ('i', 'î'),
    ('j', 'ĵ'),
    ('k', 'ķ'),
    ('l', 'ļ'),
    ('n', 'ñ'),
    ('o', 'ö'),
    ('r', 'ŕ'),
    ('s', 'š'),
    ('t', 'ţ'),
    ('u', 'û'),
    ('w', 'ŵ'),
    ('y', 'ý'),
    ('z', 'ž'),
    ('A', 'Å'),
    ('B', 'Ɓ'),
    ('C', 'Ç'),
    ('D', 'Ð'),
    ('E', 'É'),
    ('G', 'Ĝ'),
    ('H', 'Ĥ'),
    ('I', 'Î'),
    ('J', 'Ĵ'),
    ('K', 'Ķ'),
    ('L', 'Ļ'),
    ('N', 'Ñ'),
    ('O', 'Ö'),
    ('R', 'Ŕ'),
    ('S', 'Š'),
    ('T', 'Ţ'),
    ('U', 'Û'),
    ('W', 'Ŵ'),
    ('Y', 'Ý'),
    ('Z', 'Ž'),
];

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Switches the languages for developers on, for the whole process.
pub fn enable_pseudo_languages() {
    IS_ON.store(true, Ordering::Release);
}

/// The language for developers with a tag, if they are switched on.
pub(crate) fn pseudo_language(tag: &str) -> Option<&'static Language> {
    static LANGUAGES: [OnceLock<Language>; 2] = [const { OnceLock::new() }; 2];
    if !IS_ON.load(Ordering::Acquire) {
        return None;
    }
    let mut kept = PSEUDO_LANGUAGES.iter().zip(&LANGUAGES);
    let (&tag, language) = kept.find(|(known, _)| known.eq_ignore_ascii_case(tag))?;
    let [english, ..] = &EMBEDDED;
    Some(language.get_or_init(|| Language::read_changed(tag, english.file, |message| changed(tag, message))))
}

/// A message in a language for developers. Its syntax stays.
fn changed(tag: &str, message: &str) -> String {
    let mut made = PseudoText { is_mirrored: tag == MIRRORED, text: String::new(), letters: 0 };
    made.change_texts(&mut message.chars());
    if made.is_mirrored {
        return made.text;
    }
    // With spaces, so that lines break as in other languages.
    let more = (0..made.letters.div_ceil(3)).map(|place| if place % 5 == 0 { " ~" } else { "~" });
    format!("[{}{}]", made.text, more.collect::<String>())
}

/// What has been made of a message so far.
struct PseudoText {
    is_mirrored: bool,
    text: String,
    /// Number of letters in its texts.
    letters: usize,
}

impl PseudoText {
    /// Changes texts up to the end of the message or of a choice, whose brace is copied too.
    fn change_texts(&mut self, signs: &mut Chars<'_>) {
        let mut text = String::new();
        while let Some(sign) = signs.next() {
            if !matches!(sign, '{' | '}' | '#' | '<') {
                text.push(sign);
                continue;
            }
            self.write(&text);
            text.clear();
            self.text.push(sign);
            match sign {
                '{' => self.copy_argument(signs),
                '<' => self.copy_tag(signs),
                '}' => return,
                _ => {}
            }
        }
        self.write(&text);
    }

    /// Copies an argument with its closing brace, and changes the texts of its choices.
    fn copy_argument(&mut self, signs: &mut Chars<'_>) {
        while let Some(sign) = signs.next() {
            self.text.push(sign);
            match sign {
                '}' => return,
                '{' => self.change_texts(signs),
                _ => {}
            }
        }
    }

    fn copy_tag(&mut self, signs: &mut Chars<'_>) {
        for sign in signs.by_ref() {
            self.text.push(sign);
            if sign == '>' {
                return;
            }
        }
    }

    fn write(&mut self, text: &str) {
        self.letters += text.chars().filter(|sign| sign.is_alphabetic()).count();
        let words = text.trim();
        if !self.is_mirrored {
            let accented = |sign: char| ACCENTS.iter().find(|(plain, _)| *plain == sign).map_or(sign, |(_, own)| *own);
            self.text.extend(text.chars().map(accented));
        } else if let Some((before, after)) = text.split_once(words).filter(|_| !words.is_empty()) {
            // Spaces at the ends stay outside, and paragraphs apart, so that texts are put together as in others.
            let turned = words.replace("\n\n", &format!("{MIRROR_END}\n\n{MIRROR}"));
            self.text.extend([before, MIRROR, turned.as_str(), MIRROR_END, after]);
        } else {
            self.text.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use stoa_locale::Message;

    use super::*;
    use crate::{Catalogue, LANGUAGES, Value, originals};

    #[test]
    fn syntax_stays() {
        assert_eq!(changed(LONG, "Remove {name}"), "[Ŕémövé {name} ~~]");
        let plural = "{count, plural, one {# item} other {# items}}";
        assert_eq!(changed(LONG, plural), "[{count, plural, one {# îţém} other {# îţémš}} ~~~]");
        assert_eq!(changed(MIRRORED, "Cart {name}!"), "\u{202e}Cart\u{202c} {name}\u{202e}!\u{202c}");
        for text in originals("en") {
            let original = Message::parse_icu(&text.text).unwrap();
            for tag in PSEUDO_LANGUAGES {
                let own =
                    Message::parse_icu(&changed(tag, &text.text)).unwrap_or_else(|error| panic!("{tag}: {error}"));
                assert_eq!(own.arguments(), original.arguments(), "{tag}: {}", text.key);
            }
        }
    }

    #[test]
    fn languages_exist_once_they_are_switched_on() {
        assert!(PSEUDO_LANGUAGES.iter().all(|tag| !LANGUAGES.contains(tag)));
        enable_pseudo_languages();
        let long = Catalogue::for_language("en-XA");
        assert_eq!((long.language(), long.text("linkPage.left")), ("en-XA", "[Ýöû áŕé ûñšûƀšçŕîƀéð ~~~~~ ~]"));
        let weeks = long.format("subscription.weeks", &[("count", Value::Integer(1))]);
        assert!(weeks.starts_with("[1"), "{weeks}");
        let mirrored = Catalogue::for_language("ar-xb");
        assert!(mirrored.is_right_to_left() && mirrored.text("linkPage.left").starts_with(MIRROR));
        assert_eq!(Catalogue::for_language("en").text("linkPage.left"), "You are unsubscribed");
    }
}
