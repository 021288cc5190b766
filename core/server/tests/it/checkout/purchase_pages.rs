//! Purchase pages: each has the page number of its kind, and is shown to its own buyer only.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite};
use crate::checkout::donations::{self, DONATE};
use crate::client::Client;
use crate::orders::digital_previews;
use crate::orders::payments;
use crate::shop::{self, APPROVED};

/// Confirmation pages by order type, with their page numbers.
const CONFIRMING: [(&str, i64); 4] = [
    ("contribution-confirmed", 204),
    ("subscription-confirmed", 206),
    ("order-received", 207),
    ("membership-confirmed", 208),
];

async fn checked_out(buyer: &mut Client, token: &Value, key: &str) -> Result<Value> {
    let token = token["cartToken"].as_str().context("no token")?;
    let checkout = shop::prepare_checkout(buyer, token, "US").await?;
    shop::submit(buyer, &checkout, key, APPROVED).await?.expect(200)
}

async fn subscribed(app: &App, buyer: &mut Client) -> Result<Value> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let plan = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": true,
        "percentageDiscount": 0, "revision": 0});
    let path = format!("{}/subscription-plan", mug["path"].as_str().context("no path")?);
    app.owner().await?.put(&path, &plan).await?.expect(200)?;
    let body = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "qty": 1});
    let token = buyer.post("/api/3/commerce/cart/subscription", &body).await?.expect(200)?;
    checked_out(buyer, &token, "subscription-0001").await
}

async fn joined(app: &App, buyer: &mut Client) -> Result<Value> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let store = mug["path"].as_str().and_then(|path| path.rsplit_once('/')).context("no path")?.0.to_owned();
    let only = json!({"attributes": {}, "priceCents": 4_900, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let course = json!({"productType": 5, "name": "Weaving course", "status": "published", "variants": [only]});
    let course = app.owner().await?.post(&store, &course).await?.expect(201)?;
    shop::add(buyer, &course, &course["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(buyer, "US").await?;
    shop::submit(buyer, &checkout, "course-0001", APPROVED).await?.expect(200)
}

async fn donated(app: &App, buyer: &mut Client) -> Result<Value> {
    let (mut owner, cause) = donations::cause(app).await?;
    let path = format!("{}/donation-terms", cause["path"].as_str().context("no path")?);
    owner.put(&path, &donations::terms(0)).await?.expect(200)?;
    let page = format!("/checkout/donate?donatePageId={}", cause["id"].as_str().context("no id")?);
    ensure!(buyer.get(&page).await?.text.contains("stoa-type-203"), "the page to give on");
    let token = buyer.post(DONATE, &donations::gift(&cause, &json!(2500))).await?.expect(200)?;
    checked_out(buyer, &token, "donation-0001").await
}

/// An order awaiting a bank transfer.
async fn received(app: &App, buyer: &mut Client) -> Result<Value> {
    payments::take_transfers(app, &mut app.owner().await?).await?;
    let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
    shop::add(buyer, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
    let checkout = shop::prepare(buyer, "US").await?;
    payments::transfer(buyer, &checkout, "transfer-0001").await?.expect(200)
}

/// Text on the page of an order type.
fn words(kind: i64) -> &'static str {
    match kind {
        204 => "Your donation of",
        206 => "This is a single payment: the subscription does not renew.",
        207 => "We process it as soon as your payment arrives.",
        208 => "Sign in to open the lessons on their page.",
        _ => "Your order has been placed.",
    }
}

/// The page of an order under each name: its own responds, all others are not found.
async fn check_pages(buyer: &mut Client, placed: &Value, kind: i64) -> Result<()> {
    let url = placed["redirectUrl"].as_str().context("no page")?.to_owned();
    let (_, query) = url.split_once('?').context("no query")?;
    let plain = buyer.get(&url).await?;
    ensure!(plain.status == 200 && plain.text.contains(&format!("stoa-type-{kind}\"")), "{url}: {}", plain.text);
    ensure!(plain.text.contains(words(kind)), "{kind}: {}", plain.text);
    for (name, its_kind) in CONFIRMING {
        let page = buyer.get(&format!("/checkout/{name}?{query}")).await?;
        assert_eq!(page.status, if its_kind == kind { 200 } else { 404 }, "{name} of an order of kind {kind}");
        ensure!(its_kind != kind || page.text.contains(&format!("stoa-type-{kind}\"")), "{name}: {}", page.text);
        ensure!(buyer.get(&format!("/checkout/{name}?{query}x")).await?.status == 404, "a wrong code opens {name}");
    }
    ensure!(buyer.get(&format!("{url}x")).await?.status == 404, "a wrong code");
    Ok(())
}

// spec: checkout.routes.open, checkout.page.types, enum.page-type
#[tokio::test(flavor = "multi_thread")]
async fn purchase_page_type_numbers() -> Result<()> {
    on_sqlite(async |app| {
        let (mut buyer, mut browsing) = (app.juniper(), app.juniper());
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        shop::add(&mut browsing, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        for (path, kind) in [("/cart", 200), ("/checkout", 201), ("/cart/v2", 205)] {
            let page = browsing.get(path).await?;
            ensure!(page.status == 200 && page.text.contains(&format!("stoa-type-{kind}\"")), "{path}: {}", page.text);
        }
        let bought = shop::buy(app, &mut buyer, "juniper", "hearth-mug").await?;
        check_pages(&mut buyer, &bought, 202).await?;
        check_pages(&mut buyer, &donated(app, &mut app.juniper()).await?, 204).await?;
        check_pages(&mut buyer, &subscribed(app, &mut app.juniper()).await?, 206).await?;
        check_pages(&mut buyer, &joined(app, &mut app.juniper()).await?, 208).await?;
        check_pages(&mut buyer, &received(app, &mut app.juniper()).await?, 207).await?;

        let confirmed = buyer.get(bought["redirectUrl"].as_str().context("no page")?).await?.text;
        let status = shop::status_page(&confirmed)?;
        let followed = buyer.get(&status).await?;
        ensure!(followed.status == 200 && followed.text.contains("stoa-type-211\""), "{}", followed.text);
        let order = bought["orderId"].as_str().context("no order")?;
        let order = format!("/api/v1/websites/{}/orders/{order}", app.website("juniper").await?);
        app.owner().await?.post(&format!("{order}/fulfill"), &json!({})).await?.expect(200)?;
        let sent = buyer.get(&status).await?.text;
        let link = sent.split("href=\"/commerce/reviews/").nth(1).and_then(|rest| rest.split('"').next());
        let asks = buyer.get(&format!("/commerce/reviews/{}", link.context("nothing to rate")?)).await?;
        ensure!(asks.status == 200 && asks.text.contains("stoa-type-209\""), "{}", asks.text);
        ensure!(buyer.get("/commerce/reviews/none").await?.status == 404, "a wrong token");
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        let preview = digital_previews::preview(&mut app.owner().await?, &notebook).await?;
        let preview = buyer.get(&preview).await?;
        ensure!(preview.status == 200 && preview.text.contains("stoa-type-210\""), "{}", preview.text);
        for path in ["order-status/none", "donate", "donate?donatePageId=prd_none", "elsewhere"] {
            assert_eq!(buyer.get(&format!("/checkout/{path}")).await?.status, 404, "{path}");
        }
        Ok(())
    })
    .await
}
