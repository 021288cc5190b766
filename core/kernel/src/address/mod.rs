//! Slugs made from titles, encoding of URL paths, and the check whether a path stays on the site. Not the crate
//! `deunicode` for slugs: it writes ü as u, and in Latin letters also the scripts that are kept here.

pub mod lookup;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use percent_encoding::{AsciiSet, percent_encode};

/// Whether a path leads to a page of the same site, so that it is safe to redirect to. Browsers treat `\\` as `/` and
/// drop tabs and line breaks, so `/\t/elsewhere` would lead to another site.
pub fn is_same_site_path(path: &str) -> bool {
    let is_odd = |letter: char| letter == '\\' || letter <= ' ' || letter.is_control();
    path.starts_with('/') && !path.starts_with("//") && !path.contains(is_odd)
}

/// Turns a title into an ASCII slug of at most `longest` characters: lower-case Latin letters and digits, with one
/// hyphen for everything between them. Accents are dropped; Cyrillic and Greek letters are transliterated. Letters of
/// all other scripts are dropped, so a title without any other letters gives an empty slug.
pub fn ascii_slug(title: &str, longest: usize) -> String {
    written(title, longest, |_| false)
}

/// Turns a title into a slug for a page. Like [`ascii_slug`], but letters of non-Latin scripts are kept, composed
/// (Unicode normalization form C).
pub fn address_of(title: &str, longest: usize) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(title);
    written(&composed, longest, is_letter)
}

/// Whether a text is a valid slug of a page: composed lower-case letters of any script, digits and hyphens, no hyphen
/// at either end, at most `longest` characters.
pub fn is_address_part(text: &str, longest: usize) -> bool {
    let fits = |letter: char| letter == '-' || (is_letter(letter) && letter.to_lowercase().eq([letter]));
    (1..=longest).contains(&text.chars().count())
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.chars().all(fits)
        && ComposingNormalizerBorrowed::new_nfc().is_normalized(text)
}

/// Whether the program answers an address itself, so that visitors would never see a page there. `slug` is the first
/// segment of its path.
pub fn is_reserved_address(slug: &str) -> bool {
    RESERVED.contains(&slug)
}

/// First path segments used by the program itself.
const RESERVED: [&str; 16] = [
    "account",
    "admin",
    "api",
    "assets",
    "cart",
    "checkout",
    "cookie-settings",
    "healthz",
    "mailing-list",
    "metrics",
    "popup-overlay",
    "readyz",
    "search",
    "static",
    "themes",
    "wishlist",
];

/// A readable form of a path: percent-encoded bytes above ASCII are decoded where they form letters. ASCII escapes are
/// kept, since a decoded slash or question mark would change the path.
pub fn readable(path: &str) -> String {
    if path.is_ascii() && !path.contains('%') {
        return path.to_owned();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(rest.get(..at).unwrap_or_default().as_bytes());
        let digits = rest.get(at + 1..at + 3);
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|byte| !byte.is_ascii()) {
            Some(byte) => {
                bytes.push(byte);
                rest = rest.get(at + 3..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    match String::from_utf8(bytes) {
        Ok(text) => ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned(),
        Err(_) => path.to_owned(),
    }
}

/// A URL for use in headers: bytes above ASCII percent-encoded (RFC 3986).
pub fn percent_encoded_url(address: &[u8]) -> String {
    percent_encode(address, &AsciiSet::EMPTY).to_string()
}

/// A letter, digit or combining mark (Unicode general categories L, N and M).
fn is_letter(letter: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    [GeneralCategoryGroup::Letter, GeneralCategoryGroup::Mark, GeneralCategoryGroup::Number]
        .iter()
        .any(|group| group.contains(category))
}

fn written(title: &str, longest: usize, is_kept: impl Fn(char) -> bool) -> String {
    let mut address = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => address.push(letter),
            // Diaeresis after its letter, as some keyboards and file systems encode it.
            '\u{308}' if address.ends_with(['a', 'o', 'u']) => address.push('e'),
            '\u{300}'..='\u{36f}' => {}
            // Joiners and the soft hyphen are invisible.
            '\u{200b}'..='\u{200d}' | '\u{ad}' | '\u{fe00}'..='\u{fe0f}' => {}
            _ => match spelled(letter) {
                Some(letters) => address.push_str(letters),
                None if is_kept(letter) => address.push(letter),
                None if address.ends_with('-') || address.is_empty() => {}
                None => address.push('-'),
            },
        }
    }
    let cut: String = address.chars().take(longest).collect();
    cut.trim_end_matches('-').to_owned()
}

/// The Latin transliteration of a lower-case letter; none for characters outside these alphabets.
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

/// As in passports, for the languages that use the letter.
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
    use super::{address_of, ascii_slug, is_address_part, is_same_site_path, percent_encoded_url, readable};

    #[test]
    fn redirect_paths_to_other_hosts_rejected() {
        for path in ["/", "/shop?page=2#end", "/café", "/a//b"] {
            assert!(is_same_site_path(path), "{path}");
        }
        for path in ["", "shop", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "/a b"] {
            assert!(!is_same_site_path(path), "{path:?}");
        }
    }

    #[test]
    fn titles_transliterated_to_slugs() {
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
            assert_eq!(ascii_slug(title, 100), address, "{title}");
        }
    }

    #[test]
    fn non_latin_letters_kept_in_slugs() {
        for (title, address) in [
            ("春の新作 2026 Tea", "春の新作-2026-tea"),
            ("北京烤鸭", "北京烤鸭"),
            ("خزف يدوي", "خزف-يدوي"),
            ("مٹی کے برتن", "مٹی-کے-برتن"),
            ("เครื่องปั้นดินเผา", "เครื่องปั้นดินเผา"),
            ("हिन्दी की किताब", "हिन्दी-की-किताब"),
            ("\u{1112}\u{1161}\u{11ab}국어", "한국어"),
            ("Über uns, Ελλάδα", "ueber-uns-ellada"),
            ("🎉🎉", ""),
            ("👩\u{200d}🎨 Kurse", "kurse"),
        ] {
            assert_eq!(address_of(title, 100), address, "{title}");
            assert!(address.is_empty() || is_address_part(address, 100), "{address}");
        }
        assert_eq!(address_of(&"茶".repeat(150), 100), "茶".repeat(100));
        for wrong in ["", "-a", "a-", "A", "Ж", "a b", "a/b", "a.b", "🎉", "\u{1112}\u{1161}\u{11ab}", "a%b"] {
            assert!(!is_address_part(wrong, 100), "{wrong}");
        }
    }

    #[test]
    fn urls_are_percent_encoded() {
        assert_eq!(percent_encoded_url("/blog/茶?a=b".as_bytes()), "/blog/%E8%8C%B6?a=b");
        for (sent, path) in [
            ("/blog/%E8%8C%B6", "/blog/茶"),
            ("/%e8%8c%b6-tea", "/茶-tea"),
            ("/a%2Fb%20c", "/a%2Fb%20c"),
            ("/%E8%8C", "/%E8%8C"),
            ("/50%", "/50%"),
            ("/e%CC%81", "/é"),
        ] {
            assert_eq!(readable(sent), path, "{sent}");
        }
    }

    #[test]
    fn truncated_slug_ends_with_letter() {
        assert_eq!(ascii_slug(&"x".repeat(150), 100).len(), 100);
        assert_eq!(ascii_slug("one two", 4), "one");
    }
}
