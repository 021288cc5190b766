//! The page that explains how to pay in 4.

use stoa_plugin_sdk::installments::ModalPage;
use stoa_plugin_sdk::{Market, escape_html};

/// Texts of an explanation page.
struct PageTexts {
    title: &'static str,
    intro: &'static str,
    steps: [&'static str; 3],
    note: &'static str,
}

const AMERICAN: PageTexts = PageTexts {
    title: "Pay in 4",
    intro: "Split your order into equal, interest-free payments with {provider}.",
    steps: [
        "Add items to your cart.",
        "Choose {provider} at checkout.",
        "Pay the first installment today and one more every two weeks.",
    ],
    note: "You have to be 18 or older and live in the United States or its territories. The provider may charge for late payments.",
};

const CANADIAN_FRENCH: PageTexts = PageTexts {
    title: "Payez en quatre versements",
    intro: "Répartissez votre commande en versements égaux et sans intérêts avec {provider}.",
    steps: [
        "Mettez ce qui vous plaît dans le panier.",
        "Choisissez {provider} au moment de payer.",
        "Payez le premier versement aujourd’hui, puis un autre toutes les deux semaines.",
    ],
    note: "Vous devez avoir atteint l’âge de la majorité et habiter au Canada. Le fournisseur peut facturer des frais de retard.",
};

const BRITISH: PageTexts = PageTexts {
    title: "Pay in 4",
    intro: "Spread your order over equal, interest-free payments with {provider}.",
    steps: [
        "Add items to your basket.",
        "Choose {provider} at checkout.",
        "Pay the first instalment today and one more every two weeks.",
    ],
    note: "You have to be 18 or older and live in the United Kingdom. Borrowing more than you can afford may harm your finances.",
};

const fn english(note: &'static str) -> PageTexts {
    PageTexts { note, ..AMERICAN }
}

const CANADIAN_ENGLISH: PageTexts = english(
    "You have to be of the age of majority in your province and live in Canada. The provider may charge for late payments.",
);
const AUSTRALIAN: PageTexts =
    english("You have to be 18 or older and live in Australia. The provider may charge for late payments.");
const NEW_ZEALAND: PageTexts =
    english("You have to be 18 or older and live in New Zealand. The provider may charge for late payments.");

/// The explanation page of a market.
pub(crate) fn page(market: Market, provider: &str) -> ModalPage {
    let words = match market {
        Market::EnUs => &AMERICAN,
        Market::EnCa => &CANADIAN_ENGLISH,
        Market::FrCa => &CANADIAN_FRENCH,
        Market::EnAu => &AUSTRALIAN,
        Market::EnNz => &NEW_ZEALAND,
        Market::EnGb => &BRITISH,
    };
    let provider = escape_html(provider);
    let fill = |text: &str| escape_html(text).replace("{provider}", &provider);
    let steps: String = words.steps.iter().map(|step| format!("<li>{}</li>", fill(step))).collect();
    let html = format!(
        "<h1>{}</h1><p>{}</p><ol>{steps}</ol><p><small>{}</small></p>",
        fill(words.title),
        fill(words.intro),
        fill(words.note)
    );
    ModalPage { locale: market.locale().to_owned(), title: words.title.to_owned(), html }
}
