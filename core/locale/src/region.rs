//! Country names, and text direction of languages.

use icu_experimental::displaynames::DisplayNamesOptions;
use icu_experimental::displaynames::multi::RegionDisplayNames;

use crate::Locale;
use crate::data::made;

/// Right-to-left scripts.
const SCRIPTS: [&str; 10] = ["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];
/// Languages written in such a script by default.
const LANGUAGES: [&str; 22] = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd",
    "skr", "syr", "ug", "ur", "yi",
];

impl Locale {
    /// Localized name of a country, by its two-letter ISO 3166 code.
    #[must_use]
    pub fn country_name(&self, code: &str) -> Option<String> {
        let region = code.parse().ok()?;
        let (preferences, options) = (self.icu().into(), DisplayNamesOptions::default());
        let names = made!(self.source(), RegionDisplayNames: try_new, try_new_unstable; preferences, options)?;
        names.of(region).map(str::to_owned)
    }

    /// Whether the language is written from right to left.
    #[must_use]
    pub fn is_right_to_left(&self) -> bool {
        let id = &self.icu().id;
        match id.script {
            Some(script) => SCRIPTS.contains(&script.as_str()),
            None => LANGUAGES.contains(&id.language.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Locale;

    #[test]
    fn localised_country_names() {
        let name = |tag: &str, code: &str| Locale::parse(tag).unwrap().country_name(code);
        for (tag, said) in [("de-AT", "Deutschland"), ("fr", "Allemagne"), ("ja-JP", "ドイツ"), ("ar", "ألمانيا")]
        {
            assert_eq!(name(tag, "DE").as_deref(), Some(said), "{tag}");
        }
        assert_eq!((name("de", "Germany"), name("de", "")), (None, None));
    }

    #[test]
    fn text_direction_by_script() {
        let leftward = |tag: &str| Locale::parse(tag).unwrap().is_right_to_left();
        for tag in ["ar", "ar-EG", "he-IL", "fa_IR", "ur", "az-Arab", "pa-Arab-PK", "yi"] {
            assert!(leftward(tag), "{tag}");
        }
        for tag in ["en-US", "de", "ja", "ks-Deva", "tr"] {
            assert!(!leftward(tag), "{tag}");
        }
    }
}
