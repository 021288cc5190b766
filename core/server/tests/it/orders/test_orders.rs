//! Shops in test mode: a test purchase costs nothing and delivers nothing, except to contributors of the site.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::site;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop::{self, APPROVED};

const NOTICE: &str = "This store is in test mode. No real payments are taken and nothing will be delivered.";
const FILE: &[u8] = b"the whole pattern";

/// Turns off the demo's delivery of test orders in the dollar shop.
async fn disable_test_delivery(app: &App) -> Result<()> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.write().await?;
    tx.update::<site::Entity>(site::Column::DeliversTestOrders.eq(true))
        .set(site::Column::DeliversTestOrders, None::<bool>)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// A digital product with a file, a gift card and a paywall product of the dollar shop.
async fn goods(app: &App, owner: &mut Client) -> Result<[Value; 3]> {
    let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
    let files = format!("{}/files?filename=a.pdf", pattern["path"].as_str().context("no path")?);
    owner.post_file(&files, FILE).await?.expect(201)?;
    let card = shop::product(app, "juniper", "gift-card").await?;
    let store = pattern["path"].as_str().and_then(|path| path.rsplit_once('/')).context("no path")?.0.to_owned();
    let only = json!({"attributes": {}, "priceCents": 4_900, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    let course = json!({"productType": 5, "name": "Weaving course", "status": "published", "variants": [only]});
    let course = owner.post(&store, &course).await?.expect(201)?;
    let lesson = format!("{store}/{}/files?filename=First.mp4", course["id"].as_str().context("no id")?);
    owner.post_file(&lesson, FILE).await?.expect(201)?;
    Ok([pattern, card, course])
}

/// Buys the goods with the test card.
async fn buy(member: &mut Client, goods: &[Value; 3]) -> Result<Value> {
    for product in goods {
        shop::add(member, product, &product["variants"][0], 1).await?.expect(200)?;
    }
    let checkout = shop::prepare(member, "US").await?;
    ensure!(checkout["cart"]["testNotice"] == NOTICE, "{checkout}");
    for page in ["/cart", "/checkout"] {
        ensure!(member.get(page).await?.text.contains(NOTICE), "{page} does not say so");
    }
    shop::submit(member, &checkout, "tried-out-0001", APPROVED).await?.expect(200)
}

/// Whether the text contains a code: four groups of four.
fn has_code(text: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .any(|word| word.len() == 19 && word.split('-').count() == 4 && word.split('-').all(|group| group.len() == 4))
}

fn download_in(page: &str) -> Option<&str> {
    let link = page.split("href=\"").find(|part| part.starts_with("/checkout/downloads/"))?;
    link.split('"').next()
}

// spec: checkout.test-mode.open
#[tokio::test(flavor = "multi_thread")]
async fn test_orders_deliver_to_contributors_only() -> Result<()> {
    on_both(async |app| {
        disable_test_delivery(app).await?;
        let mut owner = app.owner().await?;
        let goods = goods(app, &mut owner).await?;
        let lessons = format!("/api/commerce/lessons/{}", goods[2]["id"].as_str().context("no id")?);
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let placed = buy(&mut member, &goods).await?;
        let confirmed = placed["redirectUrl"].as_str().context("no page")?.to_owned();
        let status = shop::status_page(&member.get(&confirmed).await?.text)?;
        let file = format!("/checkout/downloads/{}", status.rsplit('/').next().context("no token")?);
        let files = format!("{}/files", goods[0]["path"].as_str().context("no path")?);
        let listed = owner.get(&files).await?.expect(200)?;
        let file = format!("{file}/{}", listed["files"][0]["id"].as_str().context("no id")?);

        let check_nothing = async |member: &mut Client| {
            for path in [&confirmed, &status] {
                let page = member.get(path).await?.text;
                ensure!(download_in(&page).is_none() && !has_code(&page), "{path} hands out: {page}");
                ensure!(page.contains("This is a test order"), "{path} does not say so: {page}");
            }
            let refused = member.get(&file).await?.problem(409)?;
            ensure!(refused["error"].as_str().is_some_and(|text| text.contains("test order")), "{refused}");
            ensure!(member.get(&lessons).await?.status == 403, "the lessons are open");
            Ok(())
        };
        check_nothing(&mut member).await?;
        let emails = app.emails(2).await?;
        for message in &emails {
            ensure!(!has_code(message) && !message.contains("/checkout/downloads/"), "an e-mail hands out: {message}");
        }
        ensure!(!emails.iter().any(|message| message.contains("Your gift card")), "the codes were sent");
        let order = format!(
            "/api/v1/websites/{}/orders/{}",
            app.website("juniper").await?,
            placed["orderId"].as_str().context("no order")?
        );
        owner.post(&format!("{order}/resend"), &json!({"kind": "gift-cards"})).await?.problem(409)?;

        // Nor after the shop goes live.
        let path = format!("/api/v1/websites/{}/payment-settings", app.website("juniper").await?);
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["testMode"] = false.into();
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&path, &settings).await?.expect(200)?;
        owner.if_match = None;
        check_nothing(&mut member).await?;
        let cart = member.get("/api/commerce/shopping-cart").await?.expect(200)?;
        ensure!(cart["testNotice"].is_null(), "it is live: {cart}");

        let pass = format!("/api/v1/websites/{}/test-shopper", app.website("juniper").await?);
        app.juniper().post(&pass, &json!({})).await?.problem(401)?;
        let pass = owner.post(&pass, &json!({})).await?.expect(201)?;
        let pass = pass["url"].as_str().context("no address")?.to_owned();
        let mut tester = member.clone();
        let wrong = tester.get(&format!("{pass}x")).await?;
        ensure!(wrong.status == 404 && !tester.cookies.contains_key("TESTER"), "{wrong:?}");
        let led = tester.get(&pass).await?;
        ensure!(led.status == 303 && led.location() == "/" && led.header("cache-control") == "no-store", "{led:?}");
        for path in [&confirmed, &status] {
            let page = tester.get(path).await?.text;
            ensure!(has_code(&page), "no code on {path}: {page}");
            let link = download_in(&page).with_context(|| format!("no file on {path}"))?;
            ensure!(tester.get(link).await?.text.as_bytes() == FILE, "the file is not open");
        }
        tester.get(&lessons).await?.expect(200)?;
        let elsewhere = pass.rsplit_once("/~").context("no path")?.1;
        ensure!(app.kissaten().get(&format!("/~{elsewhere}")).await?.status == 404, "the pass of another site");
        check_nothing(&mut member).await
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_delivers_test_orders() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let pattern = shop::product(&app, "juniper", "glaze-notebook").await?;
    let files = format!("{}/files?filename=a.pdf", pattern["path"].as_str().context("no path")?);
    owner.post_file(&files, FILE).await?.expect(201)?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &pattern, &pattern["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    ensure!(checkout["cart"]["testNotice"].is_null(), "{checkout}");
    let paid = shop::submit(&mut shopper, &checkout, "demo-0001", APPROVED).await?.expect(200)?;
    let page = shopper.get(paid["redirectUrl"].as_str().context("no page")?).await?.text;
    ensure!(download_in(&page).is_some(), "{page}");
    app.stop().await
}
