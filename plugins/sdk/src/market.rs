//! Countries and languages of the bundled installment providers.

/// A country and language that the bundled installment providers support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Market {
    /// The United States and their territories.
    EnUs,
    /// Canada, in English.
    EnCa,
    /// Canada, in French.
    FrCa,
    /// Australia.
    EnAu,
    /// New Zealand.
    EnNz,
    /// The United Kingdom.
    EnGb,
}

impl Market {
    const ALL: [Self; 6] = [Self::EnUs, Self::EnCa, Self::FrCa, Self::EnAu, Self::EnNz, Self::EnGb];

    /// The market of a merchant's country, an ISO 3166 code, and a customer's language, a tag such as `fr-CA`.
    pub fn find(country: &str, language: &str) -> Option<Self> {
        let language = language.split(['-', '_']).next().unwrap_or("");
        match country.to_ascii_uppercase().as_str() {
            "US" | "PR" | "GU" | "VI" | "MP" | "AS" | "UM" => Some(Self::EnUs),
            "CA" if language.eq_ignore_ascii_case("fr") => Some(Self::FrCa),
            "CA" => Some(Self::EnCa),
            "AU" => Some(Self::EnAu),
            "NZ" => Some(Self::EnNz),
            "GB" => Some(Self::EnGb),
            _ => None,
        }
    }

    /// The market of a locale such as `en_US`.
    pub fn from_locale(locale: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|market| market.locale() == locale)
    }

    /// Its locale: language and country.
    pub fn locale(self) -> &'static str {
        match self {
            Self::EnUs => "en_US",
            Self::EnCa => "en_CA",
            Self::FrCa => "fr_CA",
            Self::EnAu => "en_AU",
            Self::EnNz => "en_NZ",
            Self::EnGb => "en_GB",
        }
    }
}
