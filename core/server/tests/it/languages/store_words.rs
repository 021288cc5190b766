//! What is sold, how it is sent and what forms ask, in the language of the page: carts, orders with their e-mails and
//! papers, shipping options, discounts, choices of forms.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::translations::{open, translate};
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::forms::form_fields::answer;
use crate::orders::payments::{take_transfers, transfer};
use crate::pages::blocks::{path_of, publish};
use crate::shop::{self, APPROVED};

/// Translates a text of every resource of a kind.
async fn translate_all(owner: &mut Client, base: &str, kind: &str, key: &str, text: &str) -> Result<()> {
    let listed = owner.get(&format!("{base}?language=fr&kind={kind}&limit=200")).await?.expect(200)?;
    let resources = listed["resources"].as_array().context("no list")?;
    ensure!(!resources.is_empty(), "nothing of {kind}: {listed}");
    for resource in resources {
        let id = resource["id"].as_str().context("no id")?;
        translate(owner, &format!("{base}/{kind}/{id}?language=fr"), key, text).await?;
    }
    Ok(())
}

/// The mug of the dollar shop with a form, a discount on it, and the French words of all.
async fn french_mug(app: &App, owner: &mut Client, base: &str) -> Result<Value> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let fields = json!([{"id": "wrap", "type": "checkbox", "title": "Wrapping", "required": true,
        "options": ["Paper", "Ribbon"]}]);
    let path = mug["path"].as_str().context("no path")?;
    owner.put(path, &json!({"revision": mug["revision"], "additionalFields": fields})).await?.expect(200)?;
    let discount = json!({"label": "Autumn", "code": null, "kind": "amount", "amountCents": 300,
        "appliesTo": "products", "targetIds": [mug["id"]], "enabled": true});
    owner.post(&format!("{}/discounts", base.trim_end_matches("/translations")), &discount).await?.expect(201)?;
    let place = format!("{base}/product/{}?language=fr", mug["id"].as_str().context("no id")?);
    for (key, text) in [("title", "Tasse du foyer"), ("field/wrap", "Emballage"), ("choice/wrap/Ribbon", "Ruban")] {
        translate(owner, &place, key, text).await?;
    }
    translate_all(owner, base, "shipping-option", "label", "Livraison suivie").await?;
    translate_all(owner, base, "discount", "label", "Automne").await?;
    translate_all(owner, base, "tax-rule", "label", "Taxe de vente").await?;
    shop::product(app, "juniper", "hearth-mug").await
}

// spec: multilingual.orders.open
#[tokio::test(flavor = "multi_thread")]
async fn order_keeps_the_words_it_was_bought_with() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let mug = french_mug(app, &mut owner, &base).await?;
        let name = mug["name"].as_str().context("no name")?;
        let mut shopper = app.juniper();
        shopper.language = Some("fr".to_owned());
        let entry = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "quantity": 1,
            "additionalFields": json!({"wrap": ["Ruban"]}).to_string()});
        let cart = shopper.post("/api/commerce/shopping-cart/entries", &entry).await?.expect(200)?;
        let line = &cart["shoppingCart"]["entries"][0];
        assert_eq!(line["title"], "Tasse du foyer", "{line}");
        assert_eq!(line["answers"], json!([{"label": "Emballage", "value": "Ruban"}]), "{line}");
        assert_eq!(line["additionalFields"], json!({"wrap": ["Ruban"]}).to_string(), "{line}");

        // The cart is in the language of the page that shows it.
        shopper.language = Some("en".to_owned());
        let english = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(english["entries"][0]["title"], json!(name));
        assert_eq!(english["entries"][0]["answers"], json!([{"label": "Wrapping", "value": "Ribbon"}]));
        assert_eq!(english["discounts"][0]["label"], "Autumn", "{english}");
        ensure!(shopper.get("/fr/cart").await?.text.contains("Tasse du foyer"), "the page of the cart");
        ensure!(!shopper.get("/cart").await?.text.contains("Tasse du foyer"), "the page of the cart in English");
        shopper.language = Some("fr".to_owned());
        let checkout = shop::prepare(&mut shopper, "US").await?;
        assert_eq!(checkout["shippingOptions"][0]["label"], "Livraison suivie", "{checkout}");
        assert_eq!(checkout["cart"]["discounts"][0]["label"], "Automne", "{checkout}");
        assert_eq!(checkout["cart"]["applicableTaxRules"][0]["label"], "Taxe de vente", "{checkout}");
        let country = checkout["shippingAddressLines"].as_array().and_then(|lines| lines.last());
        assert_eq!(country, Some(&json!("États-Unis")), "{checkout}");
        let placed = shop::submit(&mut shopper, &checkout, "french-0001", APPROVED).await?.expect(200)?;

        // Later translations do not change it.
        let place = format!("{base}/product/{}?language=fr", mug["id"].as_str().context("no id")?);
        translate(&mut owner, &place, "title", "Autre tasse").await?;
        let page = placed["redirectUrl"].as_str().context("no page")?;
        for page in [page.to_owned(), format!("/fr{page}")] {
            let shown = shopper.get(&page).await?.text;
            for word in ["Tasse du foyer", "Emballage", "Ruban", "Livraison suivie", "Automne", "Taxe de vente"] {
                ensure!(shown.contains(word), "{page} does not say {word}: {shown}");
            }
        }
        let order = format!(
            "{}/orders/{}",
            base.trim_end_matches("/translations"),
            placed["orderId"].as_str().context("no order")?
        );
        let seen = owner.get(&order).await?.expect(200)?;
        assert_eq!(seen["items"][0]["productName"], json!(name));
        assert_eq!(seen["items"][0]["answers"], json!([{"label": "Wrapping", "value": "Ribbon"}]));
        assert_eq!(seen["discounts"][0]["label"], "Autumn");
        let emails: Vec<String> =
            app.emails(2).await?.into_iter().map(|message| message.replace("=\r\n", "")).collect();
        let to_customer = emails.iter().find(|message| message.contains("To: ada@example.com"));
        let to_customer = to_customer.with_context(|| format!("no e-mail to the customer: {emails:?}"))?;
        ensure!(to_customer.contains("Tasse du foyer") && to_customer.contains("Emballage"), "{to_customer}");
        let to_owner = emails.iter().find(|message| !message.contains("To: ada@example.com")).context("no other")?;
        ensure!(to_owner.contains(name) && !to_owner.contains("Tasse du foyer"), "{to_owner}");
        let invoice = owner.get(&format!("{order}/invoice")).await?.text;
        ensure!(invoice.contains("Tasse du foyer") && invoice.contains("Taxe de vente"), "{invoice}");
        ensure!(invoice.contains("lang=\"fr\""), "{invoice}");
        let slip = owner.get(&format!("{order}/packing-slip")).await?.text;
        ensure!(slip.contains(name) && slip.contains("Wrapping: Ribbon"), "the slip of who packs: {slip}");
        Ok(())
    })
    .await
}

// spec: multilingual.orders.open
#[tokio::test(flavor = "multi_thread")]
async fn shoppers_are_told_how_to_pay_in_their_language() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        take_transfers(app, &mut owner).await?;
        let place = format!("{base}/payment/payments?language=fr");
        translate(&mut owner, &place, "setting/stoa.manual/transferText", "Virez le total").await?;
        let reference =
            format!("{}/site-texts/fr/orderSummary.paymentReferenceOrder", base.trim_end_matches("/translations"));
        owner.put(&reference, &json!({"text": "Facture"})).await?.problem(400)?;
        owner.put(&reference, &json!({"text": "Facture {number}"})).await?.expect(200)?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shopper.language = Some("fr".to_owned());
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let methods = checkout["paymentMethods"].to_string();
        ensure!(methods.contains("Virement bancaire") && methods.contains("Carte de test"), "{methods}");
        let bought = transfer(&mut shopper, &checkout, "virement-0001").await?.expect(200)?;
        let address = bought["redirectUrl"].as_str().context("no page")?;
        let page = shopper.get(address).await?.text;
        for words in ["Virez le total", "Numéro de compte", "DE02 1203 0000", "Référence", "Facture "] {
            ensure!(page.contains(words), "{words}: {page}");
        }
        owner.put(&reference, &json!({"text": "Commande {number}"})).await?.expect(200)?;
        ensure!(shopper.get(address).await?.text.contains("Facture "), "a customer was told to write this");
        ensure!(!page.contains("Please transfer") && !page.contains("Account number"), "{page}");

        // An owner's own name for a method has translations too; without one, it is shown as it is.
        let settings = format!("{}/payment-settings", base.trim_end_matches("/translations"));
        let mut named = owner.get(&settings).await?.expect(200)?;
        for choice in named["methods"].as_array_mut().into_iter().flatten() {
            if choice["method"] == "bank-transfer" {
                choice["label"] = json!("Wire us");
            }
        }
        owner.if_match = Some(format!("\"{}\"", named["revision"]));
        owner.put(&settings, &named).await?.expect(200)?;
        owner.if_match = None;
        let mut other = app.juniper();
        other.language = Some("fr".to_owned());
        shop::add(&mut other, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let methods = shop::prepare(&mut other, "US").await?["paymentMethods"].to_string();
        ensure!(methods.contains("Wire us"), "{methods}");
        translate(&mut owner, &place, "name/stoa.manual/bank-transfer", "Par virement").await?;
        let methods = shop::prepare(&mut other, "US").await?["paymentMethods"].to_string();
        ensure!(methods.contains("Par virement"), "{methods}");
        Ok(())
    })
    .await
}

// spec: multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn choices_of_forms_are_shown_translated_and_kept_as_written() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let website = owner.website.clone().context("no site")?;
        let page = path_of(&mut owner, &website, "/about").await?;
        let fields = json!([{"id": "topic", "type": "select", "title": "Topic", "options": ["Order", "Workshop"]},
            {"id": "views", "type": "likert", "title": "Views", "options": ["Easy"]}]);
        let settings = json!({"formName": "Questions", "captcha": true, "fields": fields});
        publish(&mut owner, &page, &json!([{"id": "questions", "kind": "form", "settings": settings}])).await?;
        let place = format!("{base}/page/{}?language=fr", page.rsplit('/').next().context("no id")?);
        for (key, text) in [("fields/0/options/1", "Atelier"), ("fields/1/options/0", "Facile")] {
            translate(&mut owner, &place, &format!("block/questions/{key}"), text).await?;
        }
        let mut visitor = app.juniper();
        let shown = visitor.get("/fr/about").await?.text;
        ensure!(shown.contains("<option value=\"Atelier\">Atelier</option>") && shown.contains("Facile"), "{shown}");
        ensure!(visitor.get("/about").await?.text.contains("<option value=\"Workshop\">"), "the original");

        let given = json!({"topic": "Atelier", "views": {"Facile": "2"}});
        let saved = answer(&mut visitor, "questions", &given).await?.expect(200)?;
        let id = saved["submissionId"].as_str().context("no id")?;
        let kept = owner.get(&format!("/api/v1/websites/{website}/forms/questions/submissions/{id}")).await?.text;
        ensure!(kept.contains("Workshop") && kept.contains("Easy") && !kept.contains("Atelier"), "{kept}");
        let unknown = answer(&mut visitor, "questions", &json!({"topic": "Inconnu"})).await?;
        unknown.problem(400)?;
        Ok(())
    })
    .await
}

// spec: multilingual.translations.open
#[tokio::test(flavor = "multi_thread")]
async fn texts_of_the_store_and_images_are_translated() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let path = format!("{site}/store-settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["checkout"]["fields"] = json!([
            {"id": "when", "label": "When?", "kind": "choice", "required": true, "choices": ["Morning", "Evening"]},
            {"id": "terms", "label": "I agree", "kind": "checkbox", "required": true, "choices": []}]);
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&path, &settings).await?.expect(200)?;
        owner.if_match = None;
        let store = format!("{base}/store/store?language=fr");
        translate(&mut owner, &store, "question/when/label", "Quand ?").await?;
        translate(&mut owner, &store, "question/when/choice/Evening", "Soir").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shopper.language = Some("fr".to_owned());
        let cart = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let checkout =
            format!("/api/2/commerce/checkout/{}", cart["shoppingCart"]["cartToken"].as_str().context("no token")?);
        let said = json!({"note": "", "answers": {"when": "Soir", "terms": "true"}});
        let shown = shopper.put(&format!("{checkout}/details"), &said).await?.expect(200)?.to_string();
        ensure!(shown.contains("Quand ?") && shown.contains("Soir") && !shown.contains("Evening"), "{shown}");
        ensure!(shown.contains("\"value\":\"Oui\"") && shown.contains("\"kind\":\"checkbox\""), "{shown}");
        let discount = json!({"label": "Large", "code": "LARGE", "kind": "amount", "amountCents": 300,
            "minimumSubtotalCents": 9_000_000, "appliesTo": "order", "enabled": true});
        owner.post(&format!("{site}/discounts"), &discount).await?.expect(201)?;
        let code = json!({"promoCode": "LARGE"});
        let entered = shopper.post(&format!("{checkout}/coupons"), &code).await?.expect(200)?;
        let reason = &entered["cart"]["invalidCoupons"][0]["reason"];
        ensure!(reason.as_str().is_some_and(|said| said.starts_with("Ce code demande un sous-total")), "{reason}");
        ensure!(reason.as_str().is_some_and(|said| said.contains("000,00")), "an amount as French has it: {reason}");
        shopper.language = None;
        let english = shopper.get(&checkout).await?.expect(200)?.to_string();
        ensure!(english.contains("When?") && english.contains("Evening") && !english.contains("Soir"), "{english}");
        ensure!(english.contains("\"value\":\"Yes\""), "{english}");

        let listed = owner.get(&format!("{base}?language=fr&kind=image&limit=1")).await?.expect(200)?.to_string();
        ensure!(listed.contains("\"image\""), "no image has a description: {listed}");
        translate_all(&mut owner, &base, "image", "altText", "Une image de la boutique").await?;
        let page = app.juniper().get("/fr/shop/hearth-mug").await?.text;
        ensure!(page.contains("Une image de la boutique"), "{page}");
        ensure!(!app.juniper().get("/shop/hearth-mug").await?.text.contains("Une image de la boutique"));
        Ok(())
    })
    .await
}

// spec: multilingual.rendering.open
#[tokio::test(flavor = "multi_thread")]
async fn cookie_settings_are_in_the_language_of_the_page() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let path = format!("{}/website-settings", base.trim_end_matches("/translations"));
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["cookieSettings"]["isCookieBannerEnabled"] = json!(true);
        owner.put(&path, &settings).await?.expect(200)?;
        let mut visitor = app.juniper();
        let link = "href=\"/cookie-settings?language=fr\"";
        ensure!(visitor.get("/fr/about").await?.text.contains(link), "the link in the footer");
        let address = "/cookie-settings?language=fr";
        let page = visitor.get(address).await?.text;
        for part in ["lang=\"fr\"", "href=\"/fr\"", "value=\"/cookie-settings?language=fr\"", ">Accepter<"] {
            ensure!(page.contains(part), "{part}: {page}");
        }
        let chosen = visitor.form("/api/cookie-consent", &[("allowed", "true"), ("path", address)]).await?;
        assert_eq!((chosen.status, chosen.location()), (303, address));
        ensure!(visitor.get("/cookie-settings").await?.text.contains("✓ Accept<"), "the primary language");
        Ok(())
    })
    .await
}
