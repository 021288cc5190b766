//! Localised pages, e-mails and documents: writing direction, address order of the country, and language of the
//! recipient.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::on_postgres;
use crate::shop;

/// The first amount after a currency sign, its whole part and its hundredths.
fn price_of(page: &str, sign: &str, point: &str) -> Option<(String, String)> {
    page.split(sign).skip(1).find_map(|rest| {
        let (whole, rest) = rest.split_once(point)?;
        let cents = rest.get(..2)?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (digits(whole) && digits(cents)).then(|| (whole.to_owned(), cents.to_owned()))
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn rtl_pages() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{}/settings", app.website("juniper").await?);
        let mug = app.juniper().get("/shop/hearth-mug").await?.text;
        let (whole, cents) = price_of(&mug, "$", ".").context("no price in dollars")?;
        for (language, direction) in [("ar-EG", "rtl"), ("he", "rtl"), ("fa", "rtl"), ("de", "ltr")] {
            let mut settings = owner.get(&path).await?.expect(200)?;
            settings["language"] = json!(language);
            owner.put(&path, &settings).await?.expect(200)?;
            for page in ["/", "/shop", "/nowhere"] {
                let drawn = app.juniper().get(page).await?.text;
                let begins = format!("<html lang=\"{language}\" dir=\"{direction}\">");
                ensure!(drawn.contains(&begins), "{page} in {language}: {}", drawn.get(..200).unwrap_or(&drawn));
            }
        }
        let mug = app.juniper().get("/shop/hearth-mug").await?.text;
        ensure!(mug.contains(&format!("{whole},{cents}\u{a0}$")), "amounts are written as in German: {mug}");

        let mut settings = owner.get(&path).await?.expect(200)?;
        let offered = settings["languages"].as_array().context("nothing is offered")?;
        ensure!(["de", "de-CH", "he"].iter().all(|tag| offered.contains(&json!(tag))), "{offered:?}");
        settings["language"] = json!("tlh");
        let refused = owner.put(&path, &settings).await?.problem(400)?;
        assert_eq!(refused["errors"]["language"], "Choose one of the offered languages.");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn address_and_document_localisation() -> Result<()> {
    on_postgres(async |app| {
        let mut shopper = app.juniper();
        shopper.post("/api/site-users/account/locale", &json!({"language": "de"})).await?;
        let placed = shop::buy(app, &mut shopper, "juniper", "hearth-mug").await?;
        let page = shopper.get(placed["redirectUrl"].as_str().context("no page")?).await?.text;
        let address = "Ada Byron<br>12 Loom Street<br>Asheville, NC 28801<br>United States<br>\
                       <bdi dir=\"ltr\">828-555-0134</bdi></address>";
        ensure!(page.contains(address), "{page}");

        let (mut owner, website) = app.owner_of("juniper").await?;
        let order = format!("/api/v1/websites/{website}/orders/{}", placed["orderId"].as_str().context("no order")?);
        let lines = json!(["Ada Byron", "12 Loom Street", "Asheville, NC 28801", "United States"]);
        assert_eq!(owner.get(&order).await?.expect(200)?["shippingAddressLines"], lines);

        let emails = app.emails(2).await?;
        let is_german =
            |message: &String| message.replace("\r\n", "\n").contains("Asheville, NC 28801\nVereinigte Staaten");
        ensure!(emails.iter().any(is_german), "no e-mail has the country in German: {emails:?}");

        let invoice = owner.get(&format!("{order}/invoice")).await?.text;
        for said in ["<h1>Rechnung</h1>", "Bestellung Nr.\u{a0}", "Zwischensumme", "Vereinigte Staaten", "lang=\"de\""]
        {
            ensure!(invoice.contains(said), "the customer's invoice does not say {said}: {invoice}");
        }
        let slip = owner.get(&format!("{order}/packing-slip")).await?.text;
        for said in ["<h1>Packing slip</h1>", "Ship to", "Asheville, NC 28801<br>United States", "lang=\"en-US\""] {
            ensure!(slip.contains(said), "the slip of who packs does not say {said}: {slip}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_speak_the_language_of_the_site() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{}/settings", app.website("juniper").await?);
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["language"] = json!("de");
        owner.put(&path, &settings).await?.expect(200)?;
        for (page, words) in [
            ("/", ["Zum Inhalt springen", "Menü"]),
            ("/shop", ["Preis aufsteigend", "Neueste"]),
            ("/cart", ["<title>Warenkorb — ", "aria-label=\"Hauptnavigation\""]),
            ("/search", ["<title>Suchen — ", "<option value=\"product\">Produkte</option>"]),
            ("/wishlist", ["<title>Wunschzettel — ", "Zum Inhalt springen"]),
            ("/nowhere", ["<title>Seite nicht gefunden — ", ">Startseite</a>"]),
        ] {
            let drawn = app.juniper().get(page).await?.text;
            for word in words {
                ensure!(drawn.contains(word), "{page} does not say {word}: {drawn}");
            }
        }
        let asked = app.juniper().form("/wishlist", &[("action", "remove"), ("itemId", "none")]).await?.text;
        for said in ["<html lang=\"de\">", "Vom Wunschzettel entfernen</button>", "Ihr Wunschzettel</a>"] {
            ensure!(asked.contains(said), "{said}: {asked}");
        }
        Ok(())
    })
    .await
}
