//! The e-mail about products of a wishlist that are on sale, with its texts in all languages.

use super::context::EmailContext;
use super::kinds::WISHLIST_SALE;
use super::layout::{Body, Email};
use super::link_pages::SubscribedTo;
use super::samples::{READER, SAMPLE};
use crate::texts::{DefaultText, Texts};
use stoa_kernel::money::Money;

/// These e-mails, for their unsubscribe page.
pub const WISHLIST_SALES: SubscribedTo =
    SubscribedTo { leaving: |texts| words(texts).leaving, left: |texts| words(texts).left, can_return: false };

/// Tells a customer which products of the wishlist are on sale: names and prices.
pub fn wishlist_sale(head: &EmailContext, to: &str, lines: &[(String, String)], key: &str) -> Email {
    let mut body = Body::of(&WISHLIST_SALE, head, &[]);
    body.table();
    for (name, price) in lines {
        body.row(name, price);
    }
    body.end_table();
    body.button(text(head.texts()).link, &head.url("/wishlist"));
    let leave = head.url(&format!("/mailing-list/leave?key={key}"));
    body.link(words(head.texts()).stop, &leave);
    Email { unsubscribe_url: Some(leave), ..body.finish(to) }
}

pub(super) fn text(texts: &Texts) -> DefaultText {
    words(texts).email
}

pub(super) fn sample(head: &EmailContext) -> Email {
    let price = |cents| head.site.print(Money::new(cents, head.site.currency));
    let lines = [("Stoneware mug".to_owned(), price(2_400)), ("Linen towel".to_owned(), price(1_500))];
    wishlist_sale(head, READER, &lines, SAMPLE)
}

/// The texts in one language.
struct Words {
    email: DefaultText,
    /// Label of the unsubscribe link.
    stop: &'static str,
    leaving: &'static str,
    left: &'static str,
}

fn words(texts: &Texts) -> &'static Words {
    match texts.language {
        "de" => &GERMAN,
        "fr" => &FRENCH,
        "es" => &SPANISH,
        "ja" => &JAPANESE,
        _ => &ENGLISH,
    }
}

const ENGLISH: Words = Words {
    email: DefaultText {
        subject: "On sale: products on your wishlist",
        heading: "Products on your wishlist are on sale",
        opening: "{site} has reduced these prices:",
        link: "View your wishlist",
        closing: "You asked for this email on your wishlist. We send it once for each sale.",
    },
    stop: "Stop these emails",
    leaving: "{site} tells {email} when products on the wishlist go on sale.",
    left: "{site} will no longer tell {email} about sales of products on the wishlist. You will still receive emails \
           about your orders.",
};

const GERMAN: Words = Words {
    email: DefaultText {
        subject: "Im Angebot: Artikel auf Ihrem Wunschzettel",
        heading: "Artikel auf Ihrem Wunschzettel sind im Angebot",
        opening: "{site} hat diese Preise gesenkt:",
        link: "Wunschzettel ansehen",
        closing: "Sie haben diese E-Mail auf Ihrem Wunschzettel gewünscht. Wir senden sie einmal je Angebot.",
    },
    stop: "Diese E-Mails abbestellen",
    leaving: "{site} schreibt {email}, wenn Artikel auf dem Wunschzettel im Angebot sind.",
    left: "{site} schreibt {email} nicht mehr über Angebote auf dem Wunschzettel. E-Mails zu Bestellungen kommen \
           weiterhin.",
};

const FRENCH: Words = Words {
    email: DefaultText {
        subject: "En promotion\u{a0}: des articles de votre liste d’envies",
        heading: "Des articles de votre liste d’envies sont en promotion",
        opening: "{site} a baissé ces prix\u{a0}:",
        link: "Voir votre liste d’envies",
        closing: "Vous avez demandé ce message dans votre liste d’envies. Nous l’envoyons une fois par promotion.",
    },
    stop: "Ne plus recevoir ces messages",
    leaving: "{site} prévient {email} quand des articles de la liste d’envies sont en promotion.",
    left: "{site} ne prévient plus {email} des promotions de la liste d’envies. Les messages sur les commandes arrivent \
           toujours.",
};

const SPANISH: Words = Words {
    email: DefaultText {
        subject: "En oferta: productos de su lista de deseos",
        heading: "Hay productos de su lista de deseos en oferta",
        opening: "{site} ha bajado estos precios:",
        link: "Ver su lista de deseos",
        closing: "Usted pidió este mensaje en su lista de deseos. Lo enviamos una vez por oferta.",
    },
    stop: "Dejar de recibir estos mensajes",
    leaving: "{site} avisa a {email} cuando hay ofertas de la lista de deseos.",
    left: "{site} ya no avisa a {email} de ofertas de la lista de deseos. Los mensajes sobre pedidos seguirán llegando.",
};

const JAPANESE: Words = Words {
    email: DefaultText {
        subject: "ほしいものリストの商品がセール中です",
        heading: "ほしいものリストの商品がセール中です",
        opening: "{site}で、次の商品が値下げされました。",
        link: "ほしいものリストを見る",
        closing: "このメールは、ほしいものリストでのご希望によりお送りしています。セールごとに一度だけお送りします。",
    },
    stop: "このメールの配信を停止する",
    leaving: "{site}は、ほしいものリストの商品がセールになると {email} にお知らせしています。",
    left: "ほしいものリストのセールのお知らせは、今後 {email} には届きません。{site}でのご注文についてのメールは引き続きお送りします。",
};
