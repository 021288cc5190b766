//! Texts that owners can word themselves: those that they have not changed are in the language of the site.

use stoa_commerce::restock::RestockMessages;
use stoa_messages::Texts;
use stoa_site::website_settings::CookieBanner;

/// The owner's text, or a message in place of the usual one.
fn shown(own: &str, usual: &str, message: &'static str, texts: Texts<'_>) -> String {
    if own == usual { texts.text(message).to_owned() } else { own.to_owned() }
}

/// The cookie banner as visitors see it.
#[must_use]
pub fn cookie_banner_in(own: &CookieBanner, texts: Texts<'_>) -> CookieBanner {
    let usual = CookieBanner::default();
    CookieBanner {
        text: shown(&own.text, &usual.text, "sitePage.cookieText", texts),
        accept_label: shown(&own.accept_label, &usual.accept_label, "sitePage.cookieAccept", texts),
        decline_label: shown(&own.decline_label, &usual.decline_label, "sitePage.cookieDecline", texts),
        settings_label: shown(&own.settings_label, &usual.settings_label, "sitePage.cookieSettings", texts),
        policy_label: shown(&own.policy_label, &usual.policy_label, "sitePage.cookiePolicy", texts),
        policy_url: own.policy_url.clone(),
    }
}

/// The texts of the form to be told of a product that is back in stock.
pub(super) fn restock_messages_in(own: &RestockMessages, texts: Texts<'_>) -> RestockMessages {
    let usual = RestockMessages::default();
    RestockMessages {
        button_text: shown(&own.button_text, &usual.button_text, "sitePage.restockButton", texts),
        cta_text: shown(&own.cta_text, &usual.cta_text, "sitePage.restockQuestion", texts),
        placeholder_text: shown(&own.placeholder_text, &usual.placeholder_text, "sitePage.restockEmail", texts),
        mailing_list_description: shown(
            &own.mailing_list_description,
            &usual.mailing_list_description,
            "sitePage.restockNewsletter",
            texts,
        ),
    }
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::*;

    #[test]
    fn only_unchanged_texts_are_translated() {
        let (english, german) = (Catalogue::for_language("en"), Catalogue::for_language("de"));
        let own = CookieBanner { accept_label: "Fine".to_owned(), ..CookieBanner::default() };
        assert_eq!(cookie_banner_in(&own, english), own);
        let shown = cookie_banner_in(&own, german);
        assert_eq!((shown.accept_label.as_str(), shown.decline_label.as_str()), ("Fine", "Ablehnen"));
        let own = RestockMessages { cta_text: "Gone?".to_owned(), ..RestockMessages::default() };
        assert_eq!(restock_messages_in(&own, english), own);
        let shown = restock_messages_in(&own, german);
        assert_eq!((shown.cta_text.as_str(), shown.button_text.as_str()), ("Gone?", "Benachrichtigen"));
    }
}
