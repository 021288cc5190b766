//! Product reviews by buyers.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_commerce::product_reviews::OLDEST_MS;
use stoa_entity::tenant::{fulfillment, mail};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::app::{App, on_both, on_postgres};
use crate::client::Client;
use crate::forms::form_fields;
use crate::shop;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const HOSTILE: &str = "\"><img src=x onerror=alert(1)><script>alert(2)</script>";
const MUG: &str = "/shop/hearth-mug";

/// An order with its review link.
pub(crate) struct ReviewableOrder {
    /// API path for the owner.
    path: String,
    /// Path of the review form for the buyer.
    pub(crate) link: String,
    /// Its lines.
    items: Vec<Value>,
}

impl ReviewableOrder {
    pub(crate) fn field(&self, part: &str, product: &str) -> Result<String> {
        let line = self.items.iter().find(|line| line["productName"] == product).context("no such line")?;
        Ok(format!("{part}-{}", line["id"].as_str().context("no id")?))
    }
}

/// A buyer orders these products, and the shop ships them.
pub(crate) async fn bought(app: &App, key: &str, products: &[&str]) -> Result<ReviewableOrder> {
    let mut buyer = app.juniper();
    for url_id in products {
        let product = shop::product(app, "juniper", url_id).await?;
        shop::add(&mut buyer, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
    }
    let checkout = shop::prepare(&mut buyer, "US").await?;
    let placed = shop::submit(&mut buyer, &checkout, key, shop::APPROVED).await?.expect(200)?;
    let confirmed = placed["redirectUrl"].as_str().context("no page")?;
    let status = shop::status_page(&buyer.get(confirmed).await?.text)?;
    ensure!(!buyer.get(&status).await?.text.contains("/commerce/reviews/"), "nothing to rate before it was sent");
    let website = app.website("juniper").await?;
    let path = format!("/api/v1/websites/{website}/orders/{}", placed["orderId"].as_str().context("no order")?);
    let sent = app.owner().await?.post(&format!("{path}/fulfill"), &json!({})).await?.expect(200)?;
    let page = buyer.get(&status).await?.text;
    let token = page.split("href=\"/commerce/reviews/").nth(1).and_then(|rest| rest.split('"').next());
    let link = format!("/commerce/reviews/{}", token.context("no link")?);
    Ok(ReviewableOrder { path, link, items: sent["items"].as_array().context("no lines")?.clone() })
}

async fn reviews(owner: &mut Client, website: &str, query: &str) -> Result<Value> {
    owner.get(&format!("/api/v1/websites/{website}/product-reviews{query}")).await?.expect(200)
}

// spec: order.reviews-request.open
#[tokio::test(flavor = "multi_thread")]
async fn review_link_once_per_item() -> Result<()> {
    on_postgres(async |app| {
        let bought = bought(app, "reviews-0001", &["hearth-mug", "everyday-bowl"]).await?;
        let (website, mut owner, mut buyer) = (app.website("juniper").await?, app.owner().await?, app.juniper());
        let page = buyer.get(&bought.link).await?;
        ensure!(page.status == 200 && page.text.contains("stoa-type-209\""), "{}", page.text);
        ensure!(page.header("cache-control") == "no-store" && page.text.contains("5 stars"), "{}", page.text);
        ensure!(buyer.get(&format!("{}0", bought.link)).await?.status == 404, "a wrong token");
        ensure!(app.kissaten().get(&bought.link).await?.status == 404, "another site knows nothing of it");
        let order = bought.link.split('-').next().context("no order")?.to_owned();
        ensure!(buyer.form(&format!("{order}-guessed"), &[("author", "Ada")]).await?.status == 404);

        let (mug, bowl) = (bought.field("rating", "Hearth Mug")?, bought.field("rating", "Everyday Bowl")?);
        let (text, other) = (bought.field("text", "Hearth Mug")?, bought.field("text", "Everyday Bowl")?);
        let [mug, bowl, text, other] = [&mug, &bowl, &text, &other].map(String::as_str);
        let long = "a".repeat(2_001);
        let typed = "What was typed";
        let mistakes: [(&[(&str, &str)], &str); 6] = [
            (&[("author", "Ada")], "Choose a star rating for at least one product."),
            (&[("author", "Ada"), (text, typed)], "Choose 1 to 5 stars."),
            (&[("author", "Ada"), (mug, "6"), (text, typed)], "Choose 1 to 5 stars."),
            (&[("author", " "), (mug, "5"), (text, typed)], "Enter a name to show with your review."),
            (&[("author", "Ada"), (mug, "5"), (other, typed), (text, &long)], "Use at most 2000 characters."),
            (&[("author", "Ada"), ("rating-itm_none", "5")], "This order has no such product."),
        ];
        for (fields, message) in mistakes {
            let refused = buyer.form(&bought.link, fields).await?;
            ensure!(refused.status == 400 && refused.text.contains(message), "{fields:?}: {}", refused.text);
            ensure!(refused.text.contains("stoa-type-209\""), "{fields:?}");
            let kept = !fields.iter().any(|(_, value)| *value == typed) || refused.text.contains(typed);
            ensure!(kept, "what was typed stays: {}", refused.text);
        }
        assert_eq!(reviews(&mut owner, &website, "").await?["reviews"], json!([]), "nothing was kept");

        let first = [("author", "Ada"), (mug, "4"), (text, "Good in the hand")];
        let kept = buyer.form(&bought.link, &first).await?;
        ensure!(kept.status == 303 && kept.location() == format!("{}?said=thanks", bought.link), "{kept:?}");
        let thanks = buyer.get(kept.location()).await?.text;
        ensure!(thanks.contains("Thank you.") && thanks.contains("4 out of 5 stars"), "{thanks}");
        ensure!(!thanks.contains(&format!("name=\"{mug}\"")) && thanks.contains(bowl), "the other one is still open");
        let again = buyer.form(&bought.link, &[("author", "Bo"), (mug, "1"), (text, "Changed my mind")]).await?;
        ensure!(again.status == 303, "{again:?}");
        ensure!(buyer.get(again.location()).await?.text.contains("You have already reviewed this."), "said kindly");
        let both = [("author", "Ada"), (mug, "1"), (bowl, "5")];
        ensure!(buyer.form(&bought.link, &both).await?.location().ends_with("said=thanks"));
        let all = reviews(&mut owner, &website, "").await?;
        let said: Vec<(&Value, &Value)> =
            all["reviews"].as_array().context("no list")?.iter().map(|one| (&one["rating"], &one["text"])).collect();
        assert_eq!(said, [(&json!(5), &json!("")), (&json!(4), &json!("Good in the hand"))]);
        ensure!(buyer.get(&bought.link).await?.text.contains("You have reviewed everything"), "nothing is left");
        Ok(())
    })
    .await
}

// spec: order.reviews-request.open
#[tokio::test(flavor = "multi_thread")]
async fn reviews_visible_after_publish() -> Result<()> {
    on_both(async |app| {
        let bought = bought(app, "reviews-0002", &["hearth-mug", "everyday-bowl"]).await?;
        let (website, mut owner, mut visitor) = (app.website("juniper").await?, app.owner().await?, app.juniper());
        let (mug, text) = (bought.field("rating", "Hearth Mug")?, bought.field("text", "Hearth Mug")?);
        let bowl = bought.field("rating", "Everyday Bowl")?;
        let other = visitor.get("/shop/everyday-bowl").await?.header("etag").to_owned();
        ensure!(!visitor.get(MUG).await?.text.contains("id=\"reviews\""), "no sign of reviews");
        let fields = [("author", HOSTILE), (mug.as_str(), "4"), (text.as_str(), HOSTILE), (bowl.as_str(), "2")];
        ensure!(visitor.form(&bought.link, &fields).await?.status == 303);
        ensure!(!visitor.get(MUG).await?.text.contains("id=\"reviews\""), "not before someone has looked at it");
        let found = reviews(&mut owner, &website, "?state=AWAITING&q=hearth").await?;
        ensure!(found["counts"] == json!({"awaiting": 2, "published": 0, "rejected": 0}), "{found}");
        let listed = found["reviews"].as_array().context("no list")?;
        ensure!(listed.len() == 1 && listed[0]["author"] == HOSTILE, "by the name of the product: {found}");
        let first = reviews(&mut owner, &website, "?limit=1").await?;
        let cursor = first["nextPageCursor"].as_str().context("no cursor")?;
        let second = reviews(&mut owner, &website, &format!("?limit=1&cursor={cursor}")).await?;
        ensure!(first["hasNextPage"] == true && second["hasNextPage"] == false, "{first} {second}");
        ensure!(first["reviews"][0]["id"] != second["reviews"][0]["id"], "{first} {second}");

        let id = listed[0]["id"].clone();
        let states = format!("/api/v1/websites/{website}/product-reviews/states");
        let publish = |state: &str| json!({"ids": [id], "state": state});
        app.staff("viewer@stoa.example").await?.post(&states, &publish("PUBLISHED")).await?.problem(403)?;
        owner.post(&states, &json!({"ids": [], "state": "PUBLISHED"})).await?.problem(400)?;
        owner.post(&states, &json!({"ids": [id, "rev_none"], "state": "PUBLISHED"})).await?.problem(404)?;
        ensure!(!visitor.get(MUG).await?.text.contains("id=\"reviews\""), "all of them or none");
        let mut manager = app.staff("shop@stoa.example").await?;
        manager.post(&states, &publish("PUBLISHED")).await?.expect(200)?;
        let page = visitor.get(MUG).await?.text;
        ensure!(page.contains("4.0 out of 5 stars") && page.contains("1 review<"), "{page}");
        ensure!(!page.contains("<img src=x") && !page.contains("<script>alert"), "{page}");
        ensure!(page.contains("\"aggregateRating\"") && page.contains("\"reviewCount\":1"), "{page}");
        assert_eq!(visitor.get("/shop/everyday-bowl").await?.header("etag"), other, "other pages stay as they are");

        let reply = format!("/api/v1/websites/{website}/product-reviews/{}/reply", id.as_str().context("no id")?);
        owner.put(&reply, &json!({"text": "Thank you for looking so closely."})).await?.expect(200)?;
        ensure!(visitor.get(MUG).await?.text.contains("Thank you for looking so closely."), "at once");
        owner.put(&reply, &json!({"text": "a".repeat(2_001)})).await?.problem(400)?;
        owner.put(&reply, &json!({"text": " "})).await?.expect(200)?;
        ensure!(!visitor.get(MUG).await?.text.contains("Reply from the shop"), "taken back");
        manager.post(&states, &publish("REJECTED")).await?.expect(200)?;
        ensure!(!visitor.get(MUG).await?.text.contains("id=\"reviews\""), "gone at once");
        Ok(())
    })
    .await
}

async fn tenant(app: &App) -> Result<Tenant> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    Ok(app.stoa.foundation.tenancy.for_system(&website, "test").await?)
}

/// Sets after how many days the shop sends review requests, or turns them off.
async fn ask(app: &App, days: Option<u32>) -> Result<()> {
    let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
    let mut owner = app.owner().await?;
    let mut settings = owner.get(&path).await?.expect(200)?;
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    settings["reviewRequests"] = json!(days.is_some());
    for wrong in [0, 61] {
        settings["reviewRequestDays"] = json!(wrong);
        let problem = owner.put(&path, &settings).await?.problem(400)?;
        ensure!(problem["errors"]["reviewRequestDays"].is_string(), "{problem}");
    }
    settings["reviewRequestDays"] = json!(days.unwrap_or(14));
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

/// Backdates all shipments.
async fn backdate(tenant: &Tenant, ms: i64) -> Result<()> {
    let tx = tenant.db.write().await?;
    tx.update::<fulfillment::Entity>(fulfillment::Column::CreatedOn.gt(0))
        .set(fulfillment::Column::CreatedOn, tenant.ctx.now() - ms)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Runs the job twice concurrently, as two processes would, and counts the e-mails so far.
async fn emails(tenant: &Tenant) -> Result<u64> {
    let look = || stoa_commerce::product_reviews::write_due(&tenant.ctx, &tenant.db, "http://juniper.localhost");
    let (one, two) = tokio::join!(look(), look());
    one.and(two)?;
    let tx = tenant.db.read().await?;
    Ok(tx.find::<mail::Entity>().filter(mail::Column::Kind.eq("review-request")).count().await?)
}

// spec: order.reviews-request.open
#[tokio::test(flavor = "multi_thread")]
async fn review_request_once_until_unsubscribed() -> Result<()> {
    on_both(async |app| {
        let tenant = tenant(app).await?;
        let settings = format!("/api/v1/websites/{}/store-settings", tenant.ctx.website());
        let chosen = app.owner().await?.get(&settings).await?.expect(200)?;
        ensure!(chosen["reviewRequests"] == false && chosen["reviewRequestDays"] == 14, "{chosen}");
        let first = bought(app, "reviews-0003", &["hearth-mug"]).await?;
        let refunded = bought(app, "reviews-0004", &["everyday-bowl"]).await?;
        let back = json!({"idempotencyKey": "reviews-refund", "amountCents": 1});
        app.owner().await?.post(&format!("{}/refund", refunded.path), &back).await?.expect(200)?;
        backdate(&tenant, 15 * DAY_MS).await?;
        assert_eq!(emails(&tenant).await?, 0, "nothing unless the owner wishes it");
        ask(app, Some(14)).await?;
        backdate(&tenant, 13 * DAY_MS).await?;
        assert_eq!(emails(&tenant).await?, 0, "not before the days are over");
        backdate(&tenant, 14 * DAY_MS + OLDEST_MS + DAY_MS).await?;
        assert_eq!(emails(&tenant).await?, 0, "nobody remembers such an order");
        backdate(&tenant, 15 * DAY_MS).await?;
        let next_due = async || -> Result<Option<Timestamp>> {
            Ok(stoa_commerce::product_reviews::next_due(&tenant.ctx, &tenant.db.read().await?).await?)
        };
        assert_eq!(next_due().await?, Some(tenant.ctx.now()), "what one run leaves over is due at once");
        assert_eq!(emails(&tenant).await?, 1, "not for what was given back");
        assert_eq!(next_due().await?, None);
        assert_eq!(emails(&tenant).await?, 1, "once for an order");

        app.stoa.foundation.databases.due_work().wake(tenant.ctx.website(), tenant.ctx.now()).await?;
        let mut message = None;
        app.until(async || Ok(app.emails(1).await?.iter().any(|one| one.contains("/commerce/reviews/")))).await?;
        for one in app.emails(1).await? {
            if one.contains("/commerce/reviews/") {
                message = Some(one);
            }
        }
        let message = message.context("no e-mail")?;
        assert_eq!(form_fields::link_in(&message, "/commerce/reviews/")?, first.link);
        let unfolded = message.replace("\r\n ", " ");
        ensure!(unfolded.contains("List-Unsubscribe: <http") && unfolded.contains("One-Click"), "{unfolded}");
        let leave = form_fields::link_in(&message, "/mailing-list/leave?key=")?;
        let asked = app.juniper().get(&leave).await?;
        ensure!(asked.status == 200 && asked.text.contains("sends review requests"), "{asked:?}");
        let left = app.juniper().form(&leave, &[("List-Unsubscribe", "One-Click")]).await?;
        ensure!(left.status == 200 && left.text.contains("no longer send review requests"), "{left:?}");
        bought(app, "reviews-0005", &["hearth-mug"]).await?;
        backdate(&tenant, 15 * DAY_MS).await?;
        assert_eq!(emails(&tenant).await?, 1, "not who has said no");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn review_data_export_and_erasure() -> Result<()> {
    on_postgres(async |app| {
        let bought = bought(app, "reviews-0006", &["hearth-mug"]).await?;
        let (website, mut owner, mut visitor) = (app.website("juniper").await?, app.owner().await?, app.juniper());
        let (mug, text) = (bought.field("rating", "Hearth Mug")?, bought.field("text", "Hearth Mug")?);
        visitor
            .form(&bought.link, &[("author", "Ada"), (mug.as_str(), "5"), (text.as_str(), "My very own words")])
            .await?;
        let id = reviews(&mut owner, &website, "").await?["reviews"][0]["id"].clone();
        let states = format!("/api/v1/websites/{website}/product-reviews/states");
        owner.post(&states, &json!({"ids": [id], "state": "PUBLISHED"})).await?.expect(200)?;
        ensure!(visitor.get(MUG).await?.text.contains("My very own words"));
        let base = format!("/api/v1/websites/{website}");
        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        let one = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
        let kept = owner.get(&format!("{one}/export")).await?.expect(200)?;
        ensure!(kept["productReviews"][0]["text"] == "My very own words", "{kept}");
        ensure!(kept["cartReminders"] == json!([]) && kept["reviewRequests"] == json!([]), "{kept}");
        owner.call("DELETE", &one, Some(&json!({"email": "ada@example.com"}))).await?.expect(200)?;
        assert_eq!(reviews(&mut owner, &website, "").await?["reviews"], json!([]));
        ensure!(!visitor.get(MUG).await?.text.contains("My very own words"), "the page follows at once");
        ensure!(visitor.get(&bought.link).await?.status == 200, "the link opens an order without words");
        Ok(())
    })
    .await
}
