//! What titles are called in addresses, and which addresses stay on a site.

/// Whether a path leads to a page of the same site, whoever follows it. Browsers take `\\` for `/` and leave out tabs and
/// line breaks, so that `/\t/elsewhere` would lead away.
pub fn stays_on_site(path: &str) -> bool {
    let is_odd = |letter: char| letter == '\\' || letter <= ' ' || letter.is_control();
    path.starts_with('/') && !path.starts_with("//") && !path.contains(is_odd)
}

/// Turns a title into a part of an address: lower-case letters and digits of the Latin alphabet, one hyphen for all that
/// stands between them, at most `longest` characters. Accents are dropped, and letters of the Cyrillic and the Greek
/// alphabet written as they usually are in the Latin one. Signs for words and syllables are left out, so that nothing is
/// left of a title that has no others.
pub fn written_plainly(title: &str, longest: usize) -> String {
    let mut address = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => address.push(letter),
            // Two dots over the letter before, as some keyboards and file systems write them.
            '\u{308}' if address.ends_with(['a', 'o', 'u']) => address.push('e'),
            '\u{300}'..='\u{36f}' => {}
            _ => match spelled(letter) {
                Some(letters) => address.push_str(letters),
                None if address.ends_with('-') || address.is_empty() => {}
                None => address.push('-'),
            },
        }
    }
    address.truncate(longest);
    address.trim_end_matches('-').to_owned()
}

/// The plain letters that a small letter is written with; none for what is no letter of these alphabets.
fn spelled(letter: char) -> Option<&'static str> {
    latin(letter).or_else(|| cyrillic(letter)).or_else(|| greek(letter))
}

fn latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' | 'ấ' | 'ầ' | 'ẩ' | 'ẫ' | 'ậ' | 'ắ' | 'ằ'
        | 'ẳ' | 'ẵ' | 'ặ' | 'ª' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ' | 'ẻ' | 'ẽ' | 'ế' | 'ề' | 'ể' | 'ễ' | 'ệ' | 'ə' => {
            "e"
        }
        'ğ' | 'ģ' | 'ĝ' | 'ġ' | 'ǧ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì' | 'í' | 'î' | 'ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ' | 'ị' => "i",
        'ĳ' => "ij",
        'ĵ' => "j",
        'ķ' => "k",
        'ł' | 'ļ' | 'ľ' | 'ĺ' | 'ŀ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' | 'ŋ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ő' | 'ō' | 'ŏ' | 'ơ' | 'ọ' | 'ỏ' | 'ố' | 'ồ' | 'ổ' | 'ỗ' | 'ộ' | 'ớ' | 'ờ'
        | 'ở' | 'ỡ' | 'ợ' | 'º' => "o",
        'ö' | 'œ' => "oe",
        'ř' | 'ŕ' | 'ŗ' => "r",
        'ś' | 'š' | 'ş' | 'ș' | 'ŝ' => "s",
        'ß' => "ss",
        'ť' | 'ț' | 'ţ' | 'ŧ' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ů' | 'ű' | 'ū' | 'ų' | 'ũ' | 'ŭ' | 'ư' | 'ụ' | 'ủ' | 'ứ' | 'ừ' | 'ử' | 'ữ' | 'ự' => {
            "u"
        }
        'ü' => "ue",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ' | 'ỵ' | 'ỷ' | 'ỹ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

/// As in passports, for the languages that are written with it.
fn cyrillic(letter: char) -> Option<&'static str> {
    Some(match letter {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' | 'ѓ' => "g",
        'д' => "d",
        'ђ' => "dj",
        'е' | 'э' => "e",
        'ё' => "yo",
        'є' => "ye",
        'ж' => "zh",
        'з' => "z",
        'ѕ' => "dz",
        'и' | 'і' => "i",
        'ї' => "yi",
        'й' | 'ы' => "y",
        'ј' => "j",
        'к' | 'ќ' => "k",
        'л' => "l",
        'љ' => "lj",
        'м' => "m",
        'н' => "n",
        'њ' => "nj",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'ћ' => "c",
        'у' | 'ў' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'џ' => "dzh",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ю' => "yu",
        'я' => "ya",
        _ => return None,
    })
}

fn greek(letter: char) -> Option<&'static str> {
    Some(match letter {
        'α' | 'ά' => "a",
        'β' => "v",
        'γ' => "g",
        'δ' => "d",
        'ε' | 'έ' => "e",
        'ζ' => "z",
        'η' | 'ή' | 'ι' | 'ί' | 'ϊ' | 'ΐ' => "i",
        'θ' => "th",
        'κ' => "k",
        'λ' => "l",
        'μ' => "m",
        'ν' => "n",
        'ξ' => "x",
        'ο' | 'ό' | 'ω' | 'ώ' => "o",
        'π' => "p",
        'ρ' => "r",
        'σ' | 'ς' => "s",
        'τ' => "t",
        'υ' | 'ύ' | 'ϋ' | 'ΰ' => "y",
        'φ' => "f",
        'χ' => "ch",
        'ψ' => "ps",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{stays_on_site, written_plainly};

    #[test]
    fn paths_that_browsers_read_as_other_sites_do_not_stay() {
        for path in ["/", "/shop?page=2#end", "/café", "/a//b"] {
            assert!(stays_on_site(path), "{path}");
        }
        for path in ["", "shop", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "/a b"] {
            assert!(!stays_on_site(path), "{path:?}");
        }
    }

    #[test]
    fn titles_of_many_languages_are_written_plainly() {
        for (title, address) in [
            ("About  us & you", "about-us-you"),
            ("  --A  B--  ", "a-b"),
            ("Über uns", "ueber-uns"),
            ("U\u{308}ber uns, nai\u{308}v", "ueber-uns-naiv"),
            ("Größe & Maße", "groesse-masse"),
            ("Café à l’été, œuvre", "cafe-a-l-ete-oeuvre"),
            ("Zażółć gęślą jaźń", "zazolc-gesla-jazn"),
            ("O nas: łódź", "o-nas-lodz"),
            ("Наша история", "nasha-istoriya"),
            ("Підтримка й доставка", "pidtrimka-y-dostavka"),
            ("Съезд объявлен", "sezd-obyavlen"),
            ("Ταξίδια στην Ελλάδα", "taxidia-stin-ellada"),
            ("İstanbul'da kahve", "istanbul-da-kahve"),
            ("Phở bò", "pho-bo"),
            ("春の新作 2026 Tea", "2026-tea"),
            ("日本", ""),
            ("", ""),
        ] {
            assert_eq!(written_plainly(title, 100), address, "{title}");
        }
    }

    #[test]
    fn addresses_end_with_a_letter_however_long_their_title_is() {
        assert_eq!(written_plainly(&"x".repeat(150), 100).len(), 100);
        assert_eq!(written_plainly("one two", 4), "one");
    }
}
