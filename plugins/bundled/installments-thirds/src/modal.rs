//! The page that explains how to pay in 3.

use stoa_plugin_sdk::installments::ModalPage;
use stoa_plugin_sdk::{Market, escape_html};

/// Texts of an explanation page.
struct PageTexts {
    title: &'static str,
    paragraphs: [&'static str; 3],
    note: &'static str,
}

const ENGLISH: PageTexts = PageTexts {
    title: "Pay in 3",
    paragraphs: [
        "{provider} divides your order into three equal installments.",
        "You pay the first installment when you order, the second a month later and the third a month after that.",
        "There is no interest. If the total cannot be divided evenly, the first installment includes the odd cents.",
    ],
    note: "You must be of legal age. {provider} reviews every order and may ask for more details.",
};

const BRITISH: PageTexts = PageTexts {
    paragraphs: [
        "{provider} divides your order into three equal instalments.",
        "You pay the first instalment when you order, the second a month later and the third a month after that.",
        "There is no interest. What cannot be divided evenly is added to the first instalment.",
    ],
    note: "You have to be 18 or older. Borrowing more than you can afford may harm your finances.",
    ..ENGLISH
};

const FRENCH: PageTexts = PageTexts {
    title: "Payez en trois mois",
    paragraphs: [
        "{provider} répartit votre commande en trois versements égaux.",
        "Vous payez le premier versement à la commande, le deuxième un mois plus tard et le troisième le mois suivant.",
        "Il n’y a pas d’intérêts. Ce qui ne se divise pas également s’ajoute au premier versement.",
    ],
    note: "Vous devez être majeur. {provider} examine chaque commande et peut demander d’autres renseignements.",
};

/// The explanation page of a market.
pub(crate) fn page(market: Market, provider: &str) -> ModalPage {
    let words = match market {
        Market::EnUs | Market::EnCa => &ENGLISH,
        Market::FrCa => &FRENCH,
        Market::EnAu | Market::EnNz | Market::EnGb => &BRITISH,
    };
    let provider = escape_html(provider);
    let fill = |text: &str| escape_html(text).replace("{provider}", &provider);
    let paragraphs: String = words.paragraphs.iter().map(|text| format!("<p>{}</p>", fill(text))).collect();
    let html = format!("<h1>{}</h1>{paragraphs}<p><small>{}</small></p>", fill(words.title), fill(words.note));
    ModalPage { locale: market.locale().to_owned(), title: words.title.to_owned(), html }
}
