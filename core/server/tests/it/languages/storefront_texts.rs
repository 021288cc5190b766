//! Words of the storefront: in the language of the site, on pages, in previews and in lists for the browser's engine.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::pages::blocks::{about_page, publish};
use crate::shop;

// spec: add-to-cart.label.localised.open
#[tokio::test(flavor = "multi_thread")]
async fn german_site_has_german_words() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let english = shopper.get("/shop/hearth-mug").await?.text;
        ensure!(english.contains("data-add-to-cart>Add To Cart</button>"), "{english}");

        let path = format!("/api/v1/websites/{website}/settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["language"] = json!("de-AT");
        owner.put(&path, &settings).await?.expect(200)?;
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 2).await?.expect(200)?;
        for (page, said) in [
            (
                "/shop",
                ["<html lang=\"de-AT\" dir=\"ltr\">", "Sortieren nach", ">Schnellansicht<", "Auf den Wunschzettel"],
            ),
            (
                "/shop/hearth-mug",
                ["data-add-to-cart>In den Warenkorb</button>", ">Menge<", "Auf den Wunschzettel", "Warenkorb"],
            ),
            ("/cart", [">Warenkorb</h1>", ">Menge: 2<", ">Zwischensumme<", ">Zur Kasse<"]),
            (
                "/nowhere",
                [">Startseite<", "Die Adresse ist vielleicht veraltet", "Seiten dieser Website", ">Warenkorb<"],
            ),
        ] {
            let drawn = shopper.get(page).await?.text;
            for text in said {
                ensure!(drawn.contains(text), "{page} does not say {text}: {drawn}");
            }
            for text in
                [">Add To Cart<", ">Quick View<", ">Sort by<", ">Quantity<", ">Subtotal<", ">Home page<", ">Cart<"]
            {
                ensure!(!drawn.contains(text), "{page} says {text}: {drawn}");
            }
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_travel_only_where_templates_print_them() -> Result<()> {
    on_postgres(async |app| {
        let mut shopper = app.juniper();
        let product = shopper.get("/shop/hearth-mug?format=json").await?;
        ensure!(product.status == 200 && !product.text.contains("localizedStrings"), "{}", product.text);
        let list = shopper.get("/shop?format=json").await?.expect(200)?;
        let texts = list["data"]["localizedStrings"].as_object().context("the list has no texts")?;
        assert_eq!(texts["productQuickViewText"], "Quick View");
        ensure!(!texts.contains_key("donationReceived"), "a list needs no texts of donations: {texts:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn default_words_of_blocks_in_the_language_of_the_site() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, page) = about_page(&app).await?;
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let blocks = json!([{"id": "unset", "kind": "hero", "settings": {}},
        {"id": "stored", "kind": "hero", "settings": {"heading": "Choose a mug"}}]);
    publish(&mut owner, &page, &blocks).await?;
    ensure!(
        app.juniper().get("/about").await?.text.contains("A heading that says"),
        "nothing is stored, and the site is English"
    );

    let path = format!("{base}/settings");
    let mut settings = owner.get(&path).await?.expect(200)?;
    settings["language"] = json!("de");
    owner.put(&path, &settings).await?.expect(200)?;
    let shown = app.juniper().get("/about").await?.text;
    ensure!(shown.contains("Eine Überschrift, die sagt") && !shown.contains("A heading that says"), "{shown}");
    ensure!(shown.contains("Choose a mug"), "what is stored stays: {shown}");

    let kinds = owner.get(&format!("{base}/block-kinds")).await?.expect(200)?;
    let kinds = kinds["blockKinds"].as_array().context("no kinds")?;
    let form = kinds.iter().find(|kind| kind["kind"] == "form").context("no form")?;
    assert_eq!(form["defaultSettings"]["fields"][3]["title"], "Nachricht");
    assert_eq!(form["defaultSettings"]["submitButtonText"], "Senden");
    assert_eq!(form["settingsSchema"]["properties"]["submitButtonText"]["default"], "Senden");
    assert_eq!(form["name"], "Form", "the admin has its own language");
    app.stop().await
}

/// The messages of a page's scripts, and their language.
fn messages(page: &str) -> Result<(String, Value)> {
    let (_, rest) = page.split_once("id=\"stoa-messages\" lang=\"").context("the page has no messages")?;
    let (language, rest) = rest.split_once("\">").context("no language")?;
    let (messages, _) = rest.split_once("</script>").context("no end")?;
    Ok((language.to_owned(), serde_json::from_str(messages)?))
}

// spec: scripts.language.open
#[tokio::test(flavor = "multi_thread")]
async fn scripts_of_a_german_site_get_german_messages() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let mut shopper = app.juniper();
        let (language, english) = messages(&shopper.get("/shop/hearth-mug").await?.text)?;
        assert_eq!((language.as_str(), &english["product.added"]), ("en", &json!("Added!")));

        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let path = format!("/api/v1/websites/{website}/settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["language"] = json!("de-AT");
        owner.put(&path, &settings).await?.expect(200)?;
        for (page, key, text, elsewhere) in [
            ("/shop/hearth-mug", "product.addFailed", "Der Artikel konnte nicht hinzugefügt werden", "checkout.email"),
            ("/contact", "form.submitting", "Wird gesendet…", "product.added"),
            ("/cart", "cart.checkout", "Zur Kasse", "account.signOut"),
            ("/checkout", "checkout.cardNumber", "Kartennummer", "product.added"),
            ("/account", "account.signOut", "Abmelden", "checkout.email"),
        ] {
            let (language, messages) = messages(&shopper.get(page).await?.text)?;
            assert_eq!((language.as_str(), &messages[key]), ("de", &json!(text)), "{page}");
            assert_eq!(messages["cartCount.empty"], "Der Warenkorb ist leer", "{page}: on every page");
            ensure!(messages.get(elsewhere).is_none(), "{page} has {elsewhere}, which none of its scripts shows");
        }
        let own = format!("/api/v1/websites/{website}/site-texts/de/island.product.added");
        owner.put(&own, &json!({"text": "Liegt drin"})).await?.expect(200)?;
        let (_, messages) = messages(&shopper.get("/shop/hearth-mug").await?.text)?;
        assert_eq!(messages["product.added"], "Liegt drin", "the owner's wording");
        let list = shopper.get("/shop?format=json").await?;
        ensure!(!list.text.contains("cartCount.empty"), "data for the engine have no messages of scripts");
        Ok(())
    })
    .await
}

// spec: scripts.language.open
#[tokio::test(flavor = "multi_thread")]
async fn address_forms_are_in_the_language_of_the_page() -> Result<()> {
    let app = App::sqlite().await?;
    let notebook = shop::product(&app, "juniper", "glaze-notebook").await?;
    let mut shopper = app.juniper();
    let added = shop::add(&mut shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
    let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
    let path = format!("/api/2/commerce/checkout/{token}");
    for (language, expected) in [
        (None, ["United States", "City", "State", "ZIP code"]),
        (Some("de-AT"), ["Vereinigte Staaten", "Ort", "Bundesstaat", "Postleitzahl"]),
        (Some("ja"), ["アメリカ合衆国", "市区町村", "州", "郵便番号"]),
    ] {
        shopper.language = language.map(str::to_owned);
        let begun = shopper.get(&path).await?.expect(200)?;
        let countries = begun["countries"].as_array().context("no countries")?;
        let named = countries.iter().find(|country| country["code"] == "US").context("no United States")?;
        let labels = named["addressParts"].as_array().context("no parts")?.iter().map(|part| &part["label"]);
        let shown: Vec<&str> =
            std::iter::once(&named["name"]).chain(labels).filter_map(|label| label.as_str()).collect();
        assert_eq!(shown, expected, "{language:?}");
    }
    app.stop().await
}
