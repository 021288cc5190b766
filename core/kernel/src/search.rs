//! Text normalization for search.

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Folds a text for comparison: case (Unicode case folding), accents and other marks of the Latin, Greek and Cyrillic
/// alphabets, character width, and Katakana to Hiragana. Search terms and searched texts are both folded, so that
/// `creme brulee` finds `Crème brûlée`. Folding is idempotent.
///
/// Marks of other scripts are kept, since they distinguish words: か is not が.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let folded = CaseMapper::new().fold_string(text);
    let parts = DecomposingNormalizerBorrowed::new_nfkd().normalize(&folded);
    // Compatibility forms may contain capital letters.
    let parts = CaseMapper::new().fold_string(&parts);
    let mut plain = String::with_capacity(parts.len());
    for letter in parts.chars().filter(|letter| !matches!(letter, '\u{300}'..='\u{36f}')) {
        match undivided(letter) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(hiragana(letter)),
        }
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(&plain).into_owned()
}

/// Letters with a stroke and ligatures, which Unicode does not decompose, as people type them who have no such key. The
/// dotless i is the lower case of the capital I in Turkish; searches in other languages match it as `i`.
fn undivided(letter: char) -> Option<&'static str> {
    Some(match letter {
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ŧ' => "t",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => return None,
    })
}

/// The Hiragana of a Katakana: 96 code points before it.
fn hiragana(letter: char) -> char {
    match letter {
        'ァ'..='ヶ' => char::from_u32(u32::from(letter) - 96).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn search_folding_matches() {
        for (typed, written) in [
            ("creme brulee", "Crème Brûlée"),
            ("strasse", "STRASSE Straße"),
            ("muller", "Müller MU\u{308}LLER"),
            ("istanbul", "İSTANBUL"),
            ("ISPARTA", "ısparta"),
            ("dien thoai", "ĐIỆN THOẠI"),
            ("pho bo", "Phở bò"),
            ("カタカナ", "かたかな"),
            ("ﾃﾞｼﾞﾀﾙ", "デジタル"),
            ("ＡＢＣ１２", "abc12"),
            ("smorrebrod", "Smørrebrød"),
            ("lodz", "Łódź"),
            ("ελλαδα", "Ελλάδα"),
            ("ежик", "Ёжик"),
        ] {
            assert!(folded(written).contains(&folded(typed)), "{typed} in {written}: {}", folded(written));
        }
    }

    #[test]
    fn significant_diacritics_kept() {
        for (one, other) in [("か", "が"), ("はは", "ばば"), ("กา", "ก่า"), ("a", "b")] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }

    #[test]
    fn folding_is_idempotent() {
        for text in ["Crème", "ẞ", "İ", "ﾃﾞ", "㎏ ™ ℃", "Å ñ ǆ", "한국어", "हिन्दी", "العربيّة", "🎉 É"]
        {
            let once = folded(text);
            assert_eq!(folded(&once), once, "{text}");
        }
    }
}
