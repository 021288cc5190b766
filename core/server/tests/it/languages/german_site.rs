//! A site in German shows no English word but those that its owner has written, in any theme, e-mail or paper.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::english_words::{Vocabulary, texts_of};
use crate::app::{App, on_sqlite};
use crate::client::Client;
use crate::forms::form_fields::{answer, link_in};
use crate::orders::payments::transfer;
use crate::shop;

const STARTER: &str = "../../storefront-ui/themes/linen/starter";
/// Pages without a link to them.
const UNLINKED: [&str; 10] = [
    "/cart",
    "/checkout",
    "/account",
    "/wishlist",
    "/search?q=krug",
    "/search?q=xyzzy",
    "/nowhere",
    "/mailing-list/confirm?token=unknown",
    "/mailing-list/leave?key=unknown",
    "/commerce/reviews/unknown",
];
/// What the order, the post and the form in previews of e-mails contain.
const SAMPLES: [&str; 16] = [
    "product_not_received",
    "Linen towel (Large)",
    "Example Street",
    "Coffee (Whole beans)",
    "Your instructions for bank transfer or payment on delivery appear here.",
    "Example Post",
    "Open Tuesday to Saturday, 10 am to 6 pm.",
    "Keep up the good work",
    "Donation",
    "Contact",
    "Message",
    "Do you ship to Norway?",
    "A day at the kiln",
    "How long does the glaze keep its colour?",
    "Opening hours",
    "Text cannot be blank.",
];

/// A new site in German, and its texts that stay as the theme's author has written them, longest first.
struct GermanSite {
    website: String,
    own: Vec<String>,
}

impl GermanSite {
    async fn make(owner: &mut Client) -> Result<Self> {
        let site = json!({"title": "Hafen", "identifier": "hafen", "theme": "linen", "language": "de"});
        let made = owner.post("/api/v1/new-site", &site).await?.expect(201)?;
        let mut texts = BTreeSet::new();
        collect_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(STARTER), &mut texts)?;
        // Words that are translated when the site is made have to be German.
        texts.retain(|text| text.len() > 3 && stoa_render::starter_word(text, "de").is_none());
        let mut own: Vec<String> = texts.into_iter().collect();
        own.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Ok(Self { website: made["id"].as_str().context("no id")?.to_owned(), own })
    }

    fn visitor(app: &App) -> Client {
        let mut visitor = app.juniper();
        visitor.host = visitor.host.replace("juniper", "hafen");
        visitor
    }

    /// API path of something of the site.
    fn path(&self, rest: &str) -> String {
        format!("/api/v1/websites/{}/{rest}", self.website)
    }
}

fn collect_folder(folder: &Path, texts: &mut BTreeSet<String>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_folder(&path, texts)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            collect_texts(&serde_json::from_str(&std::fs::read_to_string(&path)?)?, texts);
        }
    }
    Ok(())
}

fn collect_texts(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => texts.extend(texts_of(text)),
        Value::Array(list) => list.iter().for_each(|inner| collect_texts(inner, texts)),
        Value::Object(members) => members.values().for_each(|inner| collect_texts(inner, texts)),
        _ => {}
    }
}

/// Pages of the site that a page links to.
fn links_of(html: &str) -> Vec<String> {
    let links = html.split("href=\"/").skip(1).filter_map(|rest| rest.split('"').next());
    let pages = links.filter(|link| !link.contains(['?', '#', '.', '&']) && !link.starts_with("api/"));
    pages.map(|link| format!("/{link}")).collect()
}

// spec: scripts.language.open, add-to-cart.label.localised.open
#[tokio::test(flavor = "multi_thread")]
async fn german_pages_have_no_english_words_in_any_theme() -> Result<()> {
    on_sqlite(async |app| {
        let words = Vocabulary::read()?;
        let mut owner = app.owner().await?;
        let site = GermanSite::make(&mut owner).await?;
        let design = site.path("design");
        for theme in ["gazette", "nocturne", "indigo", "linen"] {
            let revision = owner.get(&design).await?.expect(200)?["revision"].clone();
            owner.if_match = Some(format!("\"{revision}\""));
            let saved = owner.put(&design, &json!({"theme": theme})).await?.expect(200)?;
            owner.if_match = None;
            owner.post(&format!("{design}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
            let mut visitor = GermanSite::visitor(app);
            let mut waiting: Vec<String> = UNLINKED.map(str::to_owned).into_iter().chain(["/".to_owned()]).collect();
            let mut seen = BTreeSet::new();
            while let Some(path) = waiting.pop() {
                if !seen.insert(path.clone()) {
                    continue;
                }
                let answer = visitor.get(&path).await?;
                if (300..400).contains(&answer.status) {
                    continue;
                }
                let page = answer.text;
                ensure!(page.contains("lang=\"de"), "{theme} {path}: {page}");
                assert_eq!(words.found_in(&page, &site.own), [""; 0], "{theme} {path}");
                waiting.extend(links_of(&page));
            }
            ensure!(seen.contains("/shop/tall-vase") && seen.contains("/contact"), "{theme}: {seen:?}");
        }
        let frame = owner.get(&site.path("header-footer/draft")).await?.expect(200)?;
        let popup = &frame["header"]["popupOverlay"]["newsletter"];
        for (name, german) in [("submitButtonText", "Anmelden"), ("successMessage", "Vielen Dank. ")] {
            for text in [&popup[name], &frame["signUpWords"][name]] {
                ensure!(text.as_str().is_some_and(|text| text.starts_with(german)), "{name}: {text}");
            }
        }
        let mut sign_up = frame["signUpWords"].clone();
        for (name, text) in [("kind", "newsletter"), ("title", ""), ("text", ""), ("mailingList", "Post")] {
            sign_up[name] = json!(text);
        }
        sign_up["disclaimer"] = json!("");
        owner.website = Some(site.website.clone());
        let sections = json!({"header": {}, "footer": {"sections": [sign_up]}});
        owner.put("/api/site-header-footer", &sections).await?.expect(200)?;
        let mut visitor = GermanSite::visitor(app);
        answer(&mut visitor, "footer-sign-up", &json!({"email": "ada@example.com"})).await?.expect(200)?;
        let link = link_in(&app.emails(1).await?[0], "/mailing-list/confirm?token=")?;
        for page in [visitor.get(&link).await?.text, visitor.form(&link, &[]).await?.text] {
            ensure!(page.contains("lang=\"de"), "{page}");
            assert_eq!(words.found_in(&page, &site.own), [""; 0], "confirmation of a sign-up");
        }
        let lock = json!({"password": "Segel und Anker"});
        owner.put(&site.path("site-lock"), &lock).await?.expect(200)?;
        let locked = GermanSite::visitor(app).get("/").await?.text;
        assert_eq!(words.found_in(&locked, &site.own), [""; 0], "the password page");
        Ok(())
    })
    .await
}

// spec: order.emails.open
#[tokio::test(flavor = "multi_thread")]
async fn german_orders_papers_and_emails_have_no_english_words() -> Result<()> {
    on_sqlite(async |app| {
        let words = Vocabulary::read()?;
        let mut owner = app.owner().await?;
        let site = GermanSite::make(&mut owner).await?;
        let post = json!({"label": "Paket", "kind": "flat", "priceCents": 500});
        let zone = json!({"name": "Versand", "places": [{"country": "US"}], "options": [post]});
        owner.post(&site.path("shipping-zones"), &zone).await?.expect(201)?;
        let vase = shop::product_of(&mut owner, &site.website, "tall-vase").await?;
        let mut visitor = GermanSite::visitor(app);
        shop::add(&mut visitor, &vase, &shop::in_stock(&vase), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut visitor, "US").await?;
        assert_eq!(checkout["paymentMethods"][0]["label"], "Testkarte", "{checkout}");
        let refused = shop::submit(&mut visitor, &checkout, "hafen-order-0001", shop::DECLINED).await?.expect(200)?;
        assert_eq!(refused["message"], "Die Karte wurde abgelehnt. Versuchen Sie es mit einer anderen.");
        let bought = shop::submit(&mut visitor, &checkout, "hafen-order-0002", shop::APPROVED).await?.expect(200)?;
        let confirmed = bought["redirectUrl"].as_str().context("no confirmation")?;
        let confirmed = visitor.get(confirmed).await?.text;
        let status = visitor.get(&shop::status_page(&confirmed)?).await?.text;
        let order = site.path(&format!("orders/{}", bought["orderId"].as_str().context("no order")?));
        let invoice = owner.get(&format!("{order}/invoice")).await?.text;
        let slip = owner.get(&format!("{order}/packing-slip")).await?.text;
        let sent = owner.post(&format!("{order}/fulfill"), &json!({})).await?.expect(200)?;
        let shipped = visitor.get(&shop::status_page(&confirmed)?).await?.text;
        let token = shipped.split("href=\"/commerce/reviews/").nth(1).and_then(|rest| rest.split('"').next());
        let link = format!("/commerce/reviews/{}", token.context("no link to rate")?);
        let asks = visitor.get(&link).await?.text;
        let rating = format!("rating-{}", sent["items"][0]["id"].as_str().context("no line")?);
        let rated = visitor.form(&link, &[("author", "Ada"), (rating.as_str(), "5")]).await?;
        let thanks = visitor.get(rated.location()).await?.text;
        ensure!(thanks.contains("lang=\"de"), "{thanks}");
        assert_eq!(words.found_in(&thanks, &site.own), [""; 0], "thanks for a review");
        let listed = owner.get(&site.path("product-reviews")).await?.expect(200)?;
        let review = listed["reviews"][0]["id"].clone();
        let publish = json!({"ids": [review], "state": "PUBLISHED"});
        owner.post(&site.path("product-reviews/states"), &publish).await?.expect(200)?;
        let reply = site.path(&format!("product-reviews/{}/reply", review.as_str().context("no review")?));
        owner.put(&reply, &json!({"text": "Danke, Ada."})).await?.expect(200)?;
        let reviewed = visitor.get("/shop/tall-vase").await?.text;
        ensure!(reviewed.contains("Danke, Ada."), "{reviewed}");
        let wish = [("action", "add"), ("itemId", vase["id"].as_str().context("no id")?)];
        assert_eq!(visitor.confirmed_form("/wishlist", &wish).await?.status, 303);
        let wishlist = visitor.get("/wishlist").await?.text;
        let written: Vec<String> = site.own.iter().cloned().chain(["12 Loom Street".to_owned()]).collect();
        for (name, page) in [
            ("confirmation", &confirmed),
            ("status", &status),
            ("status once shipped", &shipped),
            ("form of a review", &asks),
            ("wishlist", &wishlist),
            ("product with a review", &reviewed),
            ("invoice", &invoice),
            ("packing slip", &slip),
        ] {
            ensure!(page.contains("Tall Vase"), "{name}: {page}");
            assert_eq!(words.found_in(page, &written), [""; 0], "{name}");
        }

        let previews = site.path("mail/previews");
        let listed = owner.get(&previews).await?.expect(200)?;
        let samples: Vec<String> = SAMPLES.map(str::to_owned).into();
        for email in listed["emails"].as_array().context("no e-mails")? {
            let kind = email["kind"].as_str().context("no kind")?;
            let preview = owner.get(&format!("{previews}/{kind}?language=de")).await?.text;
            assert_eq!(words.found_in(&preview, &samples), [""; 0], "{kind}");
        }
        Ok(())
    })
    .await
}

// spec: order.emails.open
#[tokio::test(flavor = "multi_thread")]
async fn german_bank_transfers_have_no_english_words() -> Result<()> {
    on_sqlite(async |app| {
        let words = Vocabulary::read()?;
        let mut owner = app.owner().await?;
        let site = GermanSite::make(&mut owner).await?;
        let post = json!({"label": "Paket", "kind": "flat", "priceCents": 500});
        let zone = json!({"name": "Versand", "places": [{"country": "US"}], "options": [post]});
        owner.post(&site.path("shipping-zones"), &zone).await?.expect(201)?;
        let mut settings = owner.get(&site.path("payment-settings")).await?.expect(200)?;
        for choice in settings["methods"].as_array_mut().into_iter().flatten() {
            choice["enabled"] = json!(true);
        }
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&site.path("payment-settings"), &settings).await?.expect(200)?;
        owner.if_match = Some("\"0\"".to_owned());
        let account = json!({"settings": {"accountHolder": "Hafen", "accountNumber": "DE02 1203", "bankCode": "1203",
            "bankName": "Seebank"}});
        owner.put(&site.path("payment-providers/stoa.manual"), &account).await?.expect(200)?;
        owner.if_match = None;
        let vase = shop::product_of(&mut owner, &site.website, "tall-vase").await?;
        let mut visitor = GermanSite::visitor(app);
        shop::add(&mut visitor, &vase, &shop::in_stock(&vase), 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut visitor, "US").await?;
        let methods = checkout["paymentMethods"].to_string();
        for name in ["Testkarte", "Banküberweisung", "Zahlung bei Lieferung"] {
            ensure!(methods.contains(name), "{name}: {methods}");
        }
        let bought = transfer(&mut visitor, &checkout, "hafen-transfer-0001").await?.expect(200)?;
        let page = visitor.get(bought["redirectUrl"].as_str().context("no page")?).await?.text;
        for text in ["Bitte überweisen Sie den Gesamtbetrag", "Kontoinhaber", "Bankleitzahl", "Verwendungszweck"] {
            ensure!(page.contains(text), "{text}: {page}");
        }
        let written: Vec<String> = site.own.iter().cloned().chain(["12 Loom Street".to_owned()]).collect();
        assert_eq!(words.found_in(&page, &written), [""; 0], "instructions for a transfer");
        Ok(())
    })
    .await
}

// spec: product.gift-card.open
#[tokio::test(flavor = "multi_thread")]
async fn german_gift_cards_have_no_english_words() -> Result<()> {
    on_sqlite(async |app| {
        let words = Vocabulary::read()?;
        let mut owner = app.owner().await?;
        let site = GermanSite::make(&mut owner).await?;
        let items = shop::items_path(&mut owner, &site.website).await?;
        let amount = json!({"attributes": {"Betrag": "25"}, "priceCents": 2_500, "onSale": false, "weightGrams": 0,
            "stock": {"unlimited": true, "qtyInStock": 0}});
        let card = json!({"productType": 4, "name": "Geschenkkarte", "status": "published",
            "variantOptionOrdering": ["Betrag"], "variants": [amount]});
        owner.post(&items, &card).await?.expect(201)?;
        let mut visitor = GermanSite::visitor(app);
        let offer = visitor.get("/shop/geschenkkarte").await?.text;
        let card = shop::product_of(&mut owner, &site.website, "geschenkkarte").await?;
        shop::add(&mut visitor, &card, &shop::in_stock(&card), 1).await?.expect(200)?;
        let cart = visitor.get("/cart").await?.text;
        let checkout = shop::prepare(&mut visitor, "US").await?;
        let bought = shop::submit(&mut visitor, &checkout, "hafen-card-0001", shop::APPROVED).await?.expect(200)?;
        let confirmed = bought["redirectUrl"].as_str().context("no confirmation")?;
        let confirmed = visitor.get(confirmed).await?.text;
        let written: Vec<String> = site.own.iter().cloned().chain(["12 Loom Street".to_owned()]).collect();
        for (name, page) in [("offer", &offer), ("cart", &cart), ("confirmation", &confirmed)] {
            ensure!(page.contains("lang=\"de") && page.contains("Geschenkkarte"), "{name}: {page}");
            assert_eq!(words.found_in(page, &written), [""; 0], "{name}");
        }
        Ok(())
    })
    .await
}
