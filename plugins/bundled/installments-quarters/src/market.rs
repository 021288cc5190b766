/// A country and language for which there is a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Market {
    EnUs,
    EnCa,
    FrCa,
    EnAu,
    EnNz,
    EnGb,
}

/// The sentences of a market; `{n}` and `{amount}` are filled in by the host.
pub(crate) struct Texts {
    pub(crate) full: &'static str,
    pub(crate) one_line: &'static str,
    pub(crate) up_to: &'static str,
    pub(crate) over: &'static str,
    pub(crate) unavailable: &'static str,
}

const ENGLISH: Texts = Texts {
    full: "{n} interest-free payments of {amount}",
    one_line: "or {n} interest-free payments of {amount} with",
    up_to: "available for orders up to {amount}",
    over: "available for orders over {amount}",
    unavailable: "Unavailable",
};

const FRENCH: Texts = Texts {
    full: "{n} versements sans intérêts de {amount}",
    one_line: "ou {n} versements sans intérêts de {amount} avec",
    up_to: "offert pour les commandes jusqu’à {amount}",
    over: "offert pour les commandes de plus de {amount}",
    unavailable: "Non disponible",
};

impl Market {
    /// By the merchant's country and the shopper's language.
    pub(crate) fn find(country: &str, language: &str) -> Option<Self> {
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

    /// By a name such as `en_US`.
    pub(crate) fn from_locale(locale: &str) -> Option<Self> {
        [Self::EnUs, Self::EnCa, Self::FrCa, Self::EnAu, Self::EnNz, Self::EnGb]
            .into_iter()
            .find(|market| market.locale() == locale)
    }

    pub(crate) fn locale(self) -> &'static str {
        match self {
            Self::EnUs => "en_US",
            Self::EnCa => "en_CA",
            Self::FrCa => "fr_CA",
            Self::EnAu => "en_AU",
            Self::EnNz => "en_NZ",
            Self::EnGb => "en_GB",
        }
    }

    pub(crate) fn texts(self) -> &'static Texts {
        match self {
            Self::FrCa => &FRENCH,
            _ => &ENGLISH,
        }
    }
}
