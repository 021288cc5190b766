//! Sentences of each market.

use stoa_plugin_sdk::Market;

/// The sentences of a market; `{n}` and `{amount}` are filled in by the host.
pub(crate) struct Texts {
    pub(crate) full: &'static str,
    pub(crate) one_line: &'static str,
    pub(crate) up_to: &'static str,
    pub(crate) over: &'static str,
    pub(crate) unavailable: &'static str,
    pub(crate) plan: &'static str,
}

const CANADIAN: Texts = Texts {
    full: "{n} monthly payments of {amount}, no interest",
    one_line: "or {n} monthly payments of {amount} with",
    up_to: "available for orders up to {amount}",
    over: "available for orders over {amount}",
    unavailable: "Unavailable",
    plan: "Monthly payments",
};

/// With the British spelling "instalments" in place of the American one.
const BRITISH: Texts = Texts {
    full: "{n} monthly instalments of {amount}, no interest",
    one_line: "or {n} monthly instalments of {amount} with",
    plan: "Monthly instalments",
    ..CANADIAN
};

const FRENCH: Texts = Texts {
    full: "{n} versements mensuels de {amount}, sans intérêts",
    one_line: "ou {n} versements mensuels de {amount} avec",
    up_to: "offert pour les commandes jusqu’à {amount}",
    over: "offert pour les commandes de plus de {amount}",
    unavailable: "Non disponible",
    plan: "Versements mensuels",
};

/// The texts of a market.
pub(crate) fn texts(market: Market) -> &'static Texts {
    match market {
        Market::FrCa => &FRENCH,
        Market::EnUs | Market::EnCa => &CANADIAN,
        Market::EnAu | Market::EnNz | Market::EnGb => &BRITISH,
    }
}
