//! Language tags, and the languages that sites can use. Only the form of a tag is checked here; `icu_locale_core`
//! parses it where it is used, in `stoa-locale`.

/// Whether a text has the form of a BCP 47 tag such as `fr` or `en-US`.
pub fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts
        .next()
        .is_some_and(|part| (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    first && parts.all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The languages with locale data for browsers, each with the regions that are offered separately because they format
/// dates, numbers or amounts differently.
const LANGUAGES: [(&str, &[&str]); 48] = [
    ("ar", &["AE", "EG", "MA", "SA"]),
    ("bg", &[]),
    ("bn", &["BD", "IN"]),
    ("ca", &[]),
    ("cs", &[]),
    ("da", &[]),
    ("de", &["AT", "CH", "DE"]),
    ("el", &["CY", "GR"]),
    ("en", &["AU", "CA", "GB", "IE", "IN", "NZ", "SG", "US", "ZA"]),
    ("es", &["AR", "CL", "CO", "ES", "MX", "PE", "US"]),
    ("et", &[]),
    ("eu", &[]),
    ("fa", &[]),
    ("fi", &[]),
    ("fil", &[]),
    ("fr", &["BE", "CA", "CH", "FR", "LU"]),
    ("gl", &[]),
    ("he", &[]),
    ("hi", &[]),
    ("hr", &[]),
    ("hu", &[]),
    ("id", &[]),
    ("is", &[]),
    ("it", &["CH", "IT"]),
    ("ja", &["JP"]),
    ("ko", &["KR"]),
    ("lt", &[]),
    ("lv", &[]),
    ("ms", &["MY", "SG"]),
    ("nb", &[]),
    ("nl", &["BE", "NL"]),
    ("nn", &[]),
    ("no", &[]),
    ("pl", &[]),
    ("pt", &["BR", "PT"]),
    ("ro", &["MD", "RO"]),
    ("ru", &[]),
    ("sk", &[]),
    ("sl", &[]),
    ("sr", &["Latn"]),
    ("sv", &["FI", "SE"]),
    ("ta", &["IN", "LK", "SG"]),
    ("th", &[]),
    ("tr", &[]),
    ("uk", &[]),
    ("ur", &["IN", "PK"]),
    ("vi", &[]),
    ("zh", &["CN", "HK", "SG", "TW"]),
];

/// The names of the languages in themselves. CLDR has them too, but its names begin with a small letter in most
/// languages, and each is in the data of its own language.
const NATIVE_NAMES: [(&str, &str); 48] = [
    ("ar", "العربية"),
    ("bg", "Български"),
    ("bn", "বাংলা"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("et", "Eesti"),
    ("eu", "Euskara"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fil", "Filipino"),
    ("fr", "Français"),
    ("gl", "Galego"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("id", "Bahasa Indonesia"),
    ("is", "Íslenska"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("lv", "Latviešu"),
    ("ms", "Bahasa Melayu"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("nn", "Norsk nynorsk"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sk", "Slovenčina"),
    ("sl", "Slovenščina"),
    ("sr", "Srpski"),
    ("sv", "Svenska"),
    ("ta", "தமிழ்"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("ur", "اردو"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
];

/// The name of the language of a tag in itself, such as “Français”, whatever its region.
pub fn native_name(tag: &str) -> Option<&'static str> {
    let language = tag.split('-').next().unwrap_or_default();
    NATIVE_NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).map(|(_, name)| *name)
}

/// Tags offered as the language of a site.
pub fn offered() -> Vec<String> {
    let tags = |(language, regions): &(&str, &[&str])| {
        let own = std::iter::once((*language).to_owned());
        own.chain(regions.iter().map(|region| format!("{language}-{region}"))).collect::<Vec<_>>()
    };
    LANGUAGES.iter().flat_map(tags).collect()
}

/// Whether the language of a tag can be offered, whatever its region.
pub fn is_known(tag: &str) -> bool {
    let language = tag.split('-').next().unwrap_or_default();
    is_language_tag(tag) && LANGUAGES.iter().any(|(known, _)| known.eq_ignore_ascii_case(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offered_languages_match_locale_data() {
        let exported = include_str!("../../locale/export/src/main.rs");
        for (language, _) in LANGUAGES {
            let named = format!("(\"{language}\", ");
            assert!(exported.contains(&named) || language == "en", "there is no data for {language}");
        }
        let list =
            exported.split("const LANGUAGES").nth(1).and_then(|rest| rest.split("];").next()).unwrap_or_default();
        assert_eq!(list.matches("    (").count(), LANGUAGES.len());
    }

    #[test]
    fn regional_variants_offered() {
        let offered = offered();
        assert!(offered.iter().all(|tag| is_language_tag(tag) && is_known(tag) && native_name(tag).is_some()));
        for tag in ["de", "de-CH", "en-US", "ja-JP", "sr-Latn"] {
            assert!(offered.iter().any(|offered| offered == tag), "{tag}");
        }
        assert!(is_known("en-JM") && !is_known("tlh") && !is_known("en_US") && !is_known(""));
    }
}
