//! Two hundred shoppers with full carts compete for fifty items, on both databases, with one server and with two: fifty
//! get one, each pays once, and the stock is exact.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures::future;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use serde_json::{Value, json};

use crate::app::App;
use crate::client::{Client, TestResponse};
use crate::operations::scale_out;
use crate::shop::{self, APPROVED};

const SHOPPERS: usize = 200;
const WANTED: i64 = 50;
/// Shoppers who fill their carts concurrently.
const CONCURRENT_SHOPPERS: usize = 8;
const MAX_RETRIES: usize = 10;
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The variant under contention.
struct StockRace {
    owner: Client,
    base: String,
    variant: Value,
}

impl StockRace {
    /// Sets the stock of a variant.
    async fn prepare(mut owner: Client, pieces: i64) -> Result<Self> {
        let account = owner.get("/api/v1/account").await?.expect(200)?;
        let sites = account["websites"].as_array().context("no sites")?;
        let site = sites.iter().find(|site| site["identifier"] == "juniper").context("no dollar shop")?;
        let base = format!("/api/v1/websites/{}", site["id"].as_str().context("no id")?);
        let found = owner.get(&format!("{base}/inventory?query=FRN-6")).await?.expect(200)?;
        let variant = found["variants"][0].clone();
        let path = format!("{base}/inventory/{}", variant["variantId"].as_str().context("no variant")?);
        owner.if_match = Some(format!("\"{}\"", variant["revision"]));
        let variant = owner.put(&path, &json!({"unlimited": false, "qtyInStock": pieces})).await?.expect(200)?;
        owner.if_match = None;
        Ok(Self { owner, base, variant })
    }

    /// All shoppers fill a cart, enter the code if there is one, and proceed to the last step.
    async fn fill(&self, browsers: Vec<Client>, code: Option<&str>) -> Result<Vec<(Client, Value)>> {
        let product = json!({"id": self.variant["productId"]});
        let fill = async |mut shopper: Client| -> Result<(Client, Value)> {
            shop::add(&mut shopper, &product, &self.variant, 1).await?.expect(200)?;
            if let Some(code) = code {
                let coupons = "/api/commerce/shopping-cart/coupons";
                shopper.post(coupons, &json!({"promoCode": code})).await?.expect(200)?;
            }
            let checkout = shop::prepare(&mut shopper, "US").await?;
            Ok((shopper, checkout))
        };
        stream::iter(browsers.into_iter().map(fill)).buffer_unordered(CONCURRENT_SHOPPERS).try_collect().await
    }

    /// All shoppers submit at the same moment, twice each. Returns for each the response with the payment, or else the
    /// error.
    async fn submit_all(ready: Vec<(Client, Value)>) -> Result<Vec<TestResponse>> {
        let submit = async |(number, (mut shopper, checkout)): (usize, (Client, Value))| -> Result<TestResponse> {
            let key = format!("rush-{number:04}");
            let mut impatient = shopper.clone();
            let (one, two) = tokio::join!(
                submit_with_retries(&mut shopper, &checkout, &key),
                submit_with_retries(&mut impatient, &checkout, &key),
            );
            let (one, two) = (one?, two?);
            for answer in [&one, &two] {
                ensure!(answer.status == 200 || answer.status == 409, "{answer:?}");
            }
            Ok(if is_paid(&one) { one } else { two })
        };
        future::try_join_all(ready.into_iter().enumerate().map(submit)).await
    }

    /// All orders, with their payments.
    async fn orders(&mut self) -> Result<Vec<Value>> {
        let listed = self.owner.get(&format!("{}/orders?limit=200", self.base)).await?.expect(200)?;
        let mut orders = Vec::new();
        for order in listed["orders"].as_array().context("no orders")? {
            let path = format!("{}/orders/{}", self.base, order["id"].as_str().context("no id")?);
            orders.push(self.owner.get(&path).await?.expect(200)?);
        }
        Ok(orders)
    }

    /// Remaining stock, and the sum of the ledger.
    async fn stock(&mut self) -> Result<(Value, i64)> {
        let id = self.variant["variantId"].as_str().context("no variant")?.to_owned();
        let level = self.owner.get(&format!("{}/inventory/{id}", self.base)).await?.expect(200)?;
        let changes = format!("{}/stock-changes?limit=200&variantId={id}", self.base);
        let changes = self.owner.get(&changes).await?.expect(200)?;
        let deltas =
            changes["changes"].as_array().context("no ledger")?.iter().filter_map(|line| line["delta"].as_i64());
        Ok((level["qtyInStock"].clone(), deltas.sum()))
    }
}

/// Repeats a submission while the server is overloaded, as the checkout page does: 200 shoppers at once may keep a test
/// machine from reaching its database in time.
async fn submit_with_retries(shopper: &mut Client, checkout: &Value, key: &str) -> Result<TestResponse> {
    for _ in 0..MAX_RETRIES {
        let answer = shop::submit(shopper, checkout, key, APPROVED).await?;
        if answer.status != 503 {
            return Ok(answer);
        }
        tokio::time::sleep(RETRY_AFTER).await;
    }
    shop::submit(shopper, checkout, key, APPROVED).await
}

fn is_paid(answer: &TestResponse) -> bool {
    answer.status == 200 && answer.json()["status"] == "paid"
}

/// Number of responses by outcome.
fn count_outcomes(answers: &[TestResponse]) -> BTreeMap<String, usize> {
    let mut said = BTreeMap::new();
    for answer in answers {
        let body = answer.json();
        let word = body["code"].as_str().or(body["status"].as_str()).unwrap_or("nothing");
        *said.entry(format!("{} {word}", answer.status)).or_default() += 1;
    }
    said
}

/// Fifty of two hundred paid, the others were told that the cart has changed.
fn expected_outcomes() -> BTreeMap<String, usize> {
    BTreeMap::from([("200 paid".to_owned(), 50), ("409 cart-changed".to_owned(), SHOPPERS - 50)])
}

/// Fifty items; the browsers are distributed over the servers.
async fn race_for_stock(owner: Client, browsers: Vec<Client>) -> Result<()> {
    let mut rush = StockRace::prepare(owner, WANTED).await?;
    let ready = rush.fill(browsers, None).await?;
    let answers = StockRace::submit_all(ready).await?;
    assert_eq!(count_outcomes(&answers), expected_outcomes());
    for late in answers.iter().filter(|answer| !is_paid(answer)) {
        assert_eq!(late.json()["error"], "Sorry, we do not have enough of that item available.");
    }
    let orders = rush.orders().await?;
    assert_eq!(orders.len(), 50, "those who came too late left no order");
    for order in orders {
        let payments = order["payments"].as_array().context("no payments")?;
        let taken: i64 = payments.iter().filter_map(|payment| payment["capturedCents"].as_i64()).sum();
        assert_eq!(order["paymentStatus"], "PAID");
        assert_eq!(json!(taken), order["grandTotalCents"], "paid once, and whole");
    }
    assert_eq!(rush.stock().await?, (json!(0), 0), "nothing is left, and the ledger knows it");
    Ok(())
}

/// A discount code limited to fifty uses.
async fn race_for_coupon(owner: Client, browsers: Vec<Client>) -> Result<()> {
    let mut rush = StockRace::prepare(owner, 1_000).await?;
    let wanted = json!({"label": "Rush", "code": "RUSH", "kind": "percent", "rateBasisPoints": 1000,
                        "appliesTo": "order", "usageLimit": WANTED, "enabled": true});
    let discounts = format!("{}/discounts", rush.base);
    let discount = rush.owner.post(&discounts, &wanted).await?.expect(201)?;
    let ready = rush.fill(browsers, Some("RUSH")).await?;
    let answers = StockRace::submit_all(ready).await?;
    assert_eq!(count_outcomes(&answers), expected_outcomes());
    let path = format!("{discounts}/{}", discount["id"].as_str().context("no id")?);
    assert_eq!(rush.owner.get(&path).await?.expect(200)?["usedCount"], WANTED);
    let orders = rush.orders().await?;
    assert_eq!(orders.len(), 50);
    ensure!(orders.iter().all(|order| order["discountCents"].as_i64() > Some(0)), "an order lacks the discount");
    assert_eq!(rush.stock().await?, (json!(950), 950));
    Ok(())
}

fn browsers(of: impl Fn(usize) -> Client) -> Vec<Client> {
    (0..SHOPPERS).map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_sell_last_stock_on_sqlite() -> Result<()> {
    let app = App::sqlite_in_rush().await?;
    race_for_stock(app.owner().await?, browsers(|_| app.juniper())).await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_sell_last_stock_on_postgres() -> Result<()> {
    let app = App::postgres_in_rush().await?;
    race_for_stock(app.owner().await?, browsers(|_| app.juniper())).await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_use_last_coupons_on_sqlite() -> Result<()> {
    let app = App::sqlite_in_rush().await?;
    race_for_coupon(app.owner().await?, browsers(|_| app.juniper())).await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_use_last_coupons_on_postgres() -> Result<()> {
    let app = App::postgres_in_rush().await?;
    race_for_coupon(app.owner().await?, browsers(|_| app.juniper())).await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_oversell() -> Result<()> {
    let pair = scale_out::start().await?;
    race_for_stock(pair.one.owner().await?, browsers(|number| pair.browser(number))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_respect_coupon_limit() -> Result<()> {
    let pair = scale_out::start().await?;
    race_for_coupon(pair.one.owner().await?, browsers(|number| pair.browser(number))).await
}
