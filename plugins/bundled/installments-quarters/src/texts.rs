//! Sentences of each market.

use stoa_plugin_sdk::Market;

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

/// The texts of a market.
pub(crate) fn texts(market: Market) -> &'static Texts {
    match market {
        Market::FrCa => &FRENCH,
        _ => &ENGLISH,
    }
}
