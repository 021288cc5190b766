//! Texts of a site in place of those of the catalogues.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

const KEY: &str = "storefront.productAddToCartText";
const USUAL: &str = "data-add-to-cart>In den Warenkorb</button>";

/// Makes a site German, and returns the address of its German texts.
async fn german(app: &App, owner: &mut Client, site: &str) -> Result<String> {
    let website = app.website(site).await?;
    let path = format!("/api/v1/websites/{website}/settings");
    let mut settings = owner.get(&path).await?.expect(200)?;
    settings["language"] = json!("de");
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(format!("/api/v1/websites/{website}/site-texts/de"))
}

async fn shows(visitor: &mut Client, text: &str) -> Result<bool> {
    Ok(visitor.get("/shop/hearth-mug").await?.text.contains(text))
}

// spec: website.texts.open
#[tokio::test(flavor = "multi_thread")]
async fn own_text_is_shown_until_it_is_reset() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let texts = german(app, &mut owner, "juniper").await?;
        let elsewhere = german(app, &mut owner, "kissaten").await?;
        let mut shopper = app.juniper();
        ensure!(shows(&mut shopper, USUAL).await?);

        let (own, address) = ("data-add-to-cart>Ab in die Tüte &amp; los</button>", format!("{texts}/{KEY}"));
        let saved = owner.put(&address, &json!({"text": " Ab in die Tüte & los "})).await?.expect(200)?;
        assert_eq!(saved["original"], "In den Warenkorb");
        assert_eq!(saved["text"], "Ab in die Tüte & los");
        ensure!(shows(&mut shopper, own).await?, "the cached page is shown");
        let other = owner.get(&format!("{elsewhere}?changed=true")).await?.expect(200)?;
        assert_eq!(other["texts"], json!([]), "another site has this text");

        // Another text of the same site, and the same text again.
        let number = format!("{texts}/storefront.orderNumber");
        owner.put(&number, &json!({"text": "Auftrag {number}"})).await?.expect(200)?;
        ensure!(shows(&mut shopper, own).await?);
        owner.put(&address, &json!({"text": "Kaufen"})).await?.expect(200)?;
        ensure!(shows(&mut shopper, "data-add-to-cart>Kaufen</button>").await?);

        owner.delete(&address).await?.expect(204)?;
        ensure!(shows(&mut shopper, USUAL).await?, "not reset");
        owner.put(&address, &json!({"text": "Kaufen"})).await?.expect(200)?;
        owner.delete(&texts).await?.expect(204)?;
        owner.delete(&texts).await?.expect(204)?;
        ensure!(shows(&mut shopper, USUAL).await?, "not all reset");
        let changed = owner.get(&format!("{texts}?changed=true")).await?.expect(200)?;
        assert_eq!(changed["texts"], json!([]));
        Ok(())
    })
    .await
}

// spec: website.texts.open
#[tokio::test(flavor = "multi_thread")]
async fn texts_are_listed_checked_and_exported() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let texts = german(app, &mut owner, "juniper").await?;
        let number = format!("{texts}/storefront.orderNumber");
        for (text, message) in [
            ("Auftrag", "The placeholder {number} is missing. The original is: Bestellung {number}"),
            ("{number} {name}", "There is no placeholder {name} in this text. The original is: Bestellung {number}"),
            ("<b>{number}</b>", "Use text alone: the signs < and > are not allowed."),
        ] {
            let refused = owner.put(&number, &json!({"text": text})).await?.problem(400)?;
            assert_eq!(refused["errors"]["text"], message);
        }
        owner.put(&format!("{texts}/email.staffGreeting"), &json!({"text": "x"})).await?.problem(404)?;
        owner.put(&number, &json!({"text": "Auftrag {number}"})).await?.expect(200)?;

        let found = owner.get(&format!("{texts}?query=auftrag&changed=true")).await?.expect(200)?;
        assert_eq!(found["texts"][0]["key"], "storefront.orderNumber");
        assert_eq!((&found["texts"][0]["text"], &found["hasNextPage"]), (&json!("Auftrag {number}"), &json!(false)));
        let first = owner.get(&format!("{texts}?limit=2")).await?.expect(200)?;
        let cursor = first["nextPageCursor"].as_str().unwrap_or_default();
        let next = owner.get(&format!("{texts}?limit=2&cursor={cursor}")).await?.expect(200)?;
        ensure!(next["texts"][0]["key"].as_str() > Some(cursor), "{next}");

        let file = owner.get(&format!("{texts}/export")).await?;
        ensure!(file.status == 200 && file.header("content-type").starts_with("text/x-gettext-translation"));
        ensure!(file.header("content-disposition").starts_with("attachment"));
        let entry = "msgctxt \"storefront.orderNumber\"\nmsgid \"Order {number}\"\nmsgstr \"Auftrag {number}\"\n";
        ensure!(file.text.contains(entry), "{}", file.text);
        for elsewhere in ["email.orderConfirmed.subject", "email.staffGreeting", "sitePage.cookieText"] {
            ensure!(!file.text.contains(&format!("msgctxt \"{elsewhere}\"")), "{elsewhere} is worded elsewhere");
        }
        Ok(())
    })
    .await
}

// spec: website.texts.open
#[tokio::test(flavor = "multi_thread")]
async fn own_texts_reach_carts_orders_emails_and_papers() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let texts = german(app, &mut owner, "juniper").await?;
        for (key, text) in [
            ("problem.code-needs-subtotal", "Erst ab {minimum}, versprochen."),
            ("orderSummary.total", "Alles zusammen"),
            ("email.orderConfirmed.link", "Zum Auftrag"),
            ("printable.invoice", "Beleg"),
        ] {
            owner.put(&format!("{texts}/{key}"), &json!({"text": text})).await?.expect(200)?;
        }
        let base = texts.trim_end_matches("/site-texts/de").to_owned();
        let discount = json!({"label": "Herbst", "code": "HERBST", "kind": "percent", "rateBasisPoints": 1000,
            "appliesTo": "order", "enabled": true, "minimumSubtotalCents": 9_000_000});
        owner.post(&format!("{base}/discounts"), &discount).await?.expect(201)?;
        let mut shopper = app.juniper();
        let placed = shop::buy(app, &mut shopper, "juniper", "hearth-mug").await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let entered = json!({"promoCode": "HERBST"});
        let cart = shopper.post("/api/commerce/shopping-cart/coupons", &entered).await?.expect(200)?;
        let reason = cart["shoppingCart"]["invalidCoupons"][0]["reason"].as_str().unwrap_or_default().to_owned();
        ensure!(reason.starts_with("Erst ab 90.000,00") && reason.ends_with(", versprochen."), "{cart}");
        shopper.language = Some("fr".to_owned());
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        ensure!(cart["invalidCoupons"][0]["reason"] == reason.as_str(), "the site is not in French: {cart}");

        let emails = app.emails(2).await?.into_iter().map(|message| message.replace("=\r\n", ""));
        let to_customer = emails.into_iter().find(|message| message.contains("To: ada@example.com"));
        let to_customer = to_customer.unwrap_or_default();
        ensure!(to_customer.contains("Zum Auftrag") && to_customer.contains("Alles zusammen"), "{to_customer}");
        let order = placed["orderId"].as_str().unwrap_or_default();
        let invoice = owner.get(&format!("{base}/orders/{order}/invoice")).await?.text;
        ensure!(invoice.contains("Beleg #") && invoice.contains("Alles zusammen"), "{invoice}");
        are_text_on_papers(&mut owner, &texts, &format!("{base}/orders/{order}")).await
    })
    .await
}

/// What a site writes in its texts is text on papers, not HTML: they open on the origin of the admin.
async fn are_text_on_papers(owner: &mut Client, texts: &str, order: &str) -> Result<()> {
    for key in ["invoice", "packingSlip", "shipTo", "item", "sku", "quantity", "price", "amount"] {
        let text = json!({"text": format!("Ton & {key} &lt;hr&gt;")});
        owner.put(&format!("{texts}/printable.{key}"), &text).await?.expect(200)?;
    }
    let of_order = json!({"text": "Auftrag & {number}"});
    owner.put(&format!("{texts}/printable.order"), &of_order).await?.expect(200)?;
    let tag = json!({"text": "Beleg</h1><meta http-equiv=refresh>"});
    owner.put(&format!("{texts}/printable.invoice"), &tag).await?.problem(400)?;
    for (paper, keys) in [
        ("invoice", ["invoice", "item", "quantity", "price", "amount"].as_slice()),
        ("packing-slip", ["packingSlip", "shipTo", "item", "sku", "quantity"].as_slice()),
    ] {
        let answer = owner.get(&format!("{order}/{paper}")).await?;
        let policy = answer.header("content-security-policy");
        ensure!(policy.contains("form-action 'none'") && policy.contains("base-uri 'none'"), "{policy}");
        let html = answer.text;
        ensure!(html.contains("Auftrag &amp; "), "{html}");
        for key in keys {
            ensure!(html.contains(&format!("Ton &amp; {key} &amp;lt;hr&amp;gt;")), "{key}: {html}");
        }
    }
    Ok(())
}
