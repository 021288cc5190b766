//! Fault injection: the disk is full or fails at one operation, or Postgres rejects one statement or the connection is
//! cut there. Confirmed data must be there afterwards, as seen by another process and after the first was killed.
//!
//! `STOA_TEST_FAULTS` sets how many operations of a round are tried for each kind of fault; default 6, and `all` for
//! every one.

mod database_away;
mod file_operations;
mod full_disk;
mod migrations;
mod postgres;
mod shim;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::client::{Client, TestResponse};
use crate::process::Server;
use crate::shop;

/// Results that were confirmed to people.
#[derive(Default)]
struct Confirmed {
    /// Ids of paid orders.
    orders: Vec<String>,
    /// Total refunded so far of each refunded order, in cents.
    refunds: BTreeMap<String, i64>,
    /// Browsers with a filled cart.
    carts: Vec<Client>,
    /// Ids of the products that the owner created, by name.
    products: BTreeMap<String, String>,
    /// Names of products that the owner deleted.
    removed: Vec<String>,
}

/// Maximum number of products kept: a store holds 200.
const KEPT: usize = 100;

/// Statuses of requests that fail when a file cannot be written or read.
const WITHOUT_FILE: &[u16] = &[409, 500, 503, 507];
/// Statuses of requests that lose the connection to the database. 409: an earlier refund of the order is still open.
const WITHOUT_CONNECTION: &[u16] = &[409, 503];
/// Statuses of requests to a database without disk space.
const WITHOUT_SPACE: &[u16] = &[409, 503, 507];

/// How long a recovery may take.
const RECOVERY: Duration = Duration::from_secs(2);
/// How often it is tried at least, with pauses, before that is too long: on a busy machine the program gets no further in
/// two seconds than elsewhere in a part of one.
const MIN_ATTEMPTS: u32 = 20;

/// Attempts of something that works again soon.
struct Recovery {
    begun: Instant,
    attempts: u32,
}

impl Recovery {
    fn begin() -> Self {
        Self { begun: Instant::now(), attempts: 0 }
    }

    /// Waits after an attempt that failed.
    async fn wait(&mut self, what: &str) -> Result<()> {
        self.attempts += 1;
        let took = self.begun.elapsed();
        ensure!(took < RECOVERY || self.attempts < MIN_ATTEMPTS, "{what} after {} attempts in {took:?}", self.attempts);
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok(())
    }
}

/// The shop under test.
struct Shop {
    website: String,
    item: Value,
    sku: Value,
    items: String,
    /// Statuses with which requests may fail.
    refusals: &'static [u16],
}

impl Shop {
    async fn open(owner: &mut Client, refusals: &'static [u16]) -> Result<Self> {
        let website = crate::process::juniper_website_id(owner).await?;
        let product = shop::product_of(owner, &website, "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        let items = shop::items_path(owner, &website).await?;
        let sku = variant["sku"].as_str().context("no sku")?;
        let base = format!("/api/v1/websites/{website}/inventory");
        let found = owner.get(&format!("{base}?query={sku}")).await?.expect(200)?;
        let id = found["variants"][0]["variantId"].as_str().context("no variant")?;
        let more = json!({"delta": 100_000, "reason": "Counted", "idempotencyKey": "enough-for-all-of-them"});
        owner.post(&format!("{base}/{id}/adjust"), &more).await?.expect(200)?;
        Ok(Self { website, item: product["id"].clone(), sku: variant["sku"].clone(), items, refusals })
    }

    /// A new shopper fills a cart and pays; confirmed results are recorded. Errors must have a status that says so.
    async fn shop(&self, mut shopper: Client, key: &str, confirmed: &mut Confirmed) -> Result<()> {
        let body = json!({"itemId": self.item, "sku": self.sku, "quantity": 1, "additionalFields": null});
        let filled = shopper.post("/api/commerce/shopping-cart/entries", &body).await?;
        if !is_done(&filled, self.refusals)? {
            return Ok(());
        }
        let checkout = match shop::prepare(&mut shopper, "US").await {
            Ok(checkout) => checkout,
            Err(refused) => {
                let is_expected = |status: &u16| refused.to_string().starts_with(&format!("status {status} instead"));
                ensure!(self.refusals.iter().any(is_expected), "{refused:#}");
                confirmed.carts.push(shopper);
                return Ok(());
            }
        };
        let paid = shop::submit(&mut shopper, &checkout, key, shop::APPROVED).await?;
        let is_paid = is_done(&paid, self.refusals)? && paid.json()["status"] == "paid";
        match paid.json()["orderId"].as_str().filter(|_| is_paid) {
            Some(id) => confirmed.orders.push(id.to_owned()),
            // The order may exist, with a payment that is reconciled later: then the cart is closed.
            None => drop(shopper),
        }
        Ok(())
    }

    /// The owner creates a product, and deletes another once there are many.
    async fn make_product(&self, owner: &mut Client, name: &str, confirmed: &mut Confirmed) -> Result<()> {
        let only = json!({"attributes": {}, "priceCents": 100, "onSale": false, "weightGrams": 0,
            "stock": {"unlimited": true, "qtyInStock": 0}});
        let product = json!({"productType": 1, "name": name, "variants": [only]});
        let answer = owner.post(&self.items, &product).await?;
        if is_done(&answer, self.refusals)? {
            let id = answer.json()["id"].as_str().context("no id")?.to_owned();
            confirmed.products.insert(name.to_owned(), id);
        }
        if confirmed.products.len() > KEPT {
            // It may be deleted although the request failed: then its state is unknown.
            let Some((name, id)) = confirmed.products.pop_first() else { return Ok(()) };
            let deleted = owner.delete(&format!("{}/{id}", self.items)).await?;
            if is_done(&deleted, self.refusals)? {
                confirmed.removed.push(name);
            }
        }
        Ok(())
    }

    /// Refunds one cent of the last paid order.
    async fn refund(&self, owner: &mut Client, key: &str, confirmed: &mut Confirmed) -> Result<()> {
        let Some(id) = confirmed.orders.last().cloned() else { return Ok(()) };
        let path = format!("/api/v1/websites/{}/orders/{id}/refund", self.website);
        let body = json!({"idempotencyKey": key, "amountCents": 1, "reason": "Chipped"});
        let answer = owner.post(&path, &body).await?;
        // Until the provider has responded, the refund is pending.
        if is_done(&answer, self.refusals)? && answer.json()["refund"]["status"] == "succeeded" {
            *confirmed.refunds.entry(id).or_default() += 1;
        }
        Ok(())
    }

    /// A checkout, a product and a refund, as far as they succeed.
    async fn round(&self, server: &Server, owner: &mut Client, key: &str, confirmed: &mut Confirmed) -> Result<()> {
        self.shop(server.browser("juniper.localhost"), key, confirmed).await?;
        // Search results are not cached.
        let found = server.browser("juniper.localhost").get(&format!("/search?q={key}")).await?;
        ensure!([200, 503, 507].contains(&found.status), "a page: {} {}", found.status, found.text);
        self.make_product(owner, key, confirmed).await?;
        self.refund(owner, key, confirmed).await
    }

    /// After the fault, a purchase succeeds within two seconds.
    async fn check_recovered(
        &self,
        server: &Server,
        owner: &mut Client,
        key: &str,
        confirmed: &mut Confirmed,
    ) -> Result<()> {
        let (bought, mut recovery) = (confirmed.orders.len(), Recovery::begin());
        for again in 0.. {
            self.round(server, owner, &format!("{key}-after-{again}"), confirmed).await?;
            if confirmed.orders.len() > bought {
                break;
            }
            recovery.wait(&format!("{key}: nothing can be bought")).await?;
        }
        Ok(())
    }

    /// All confirmed data is there.
    async fn holds(&self, server: &Server, confirmed: &Confirmed) -> Result<()> {
        let mut owner = server.owner().await?;
        for id in &confirmed.orders {
            let path = format!("/api/v1/websites/{}/orders/{id}", self.website);
            let order = owner.get(&path).await?.expect(200).context("an order that was paid is not there")?;
            let back = confirmed.refunds.get(id).copied().unwrap_or(0);
            ensure!(order["refundedCents"].as_i64() >= Some(back), "{back} cents went back: {order}");
            ensure!(["PAID", "PARTIALLY_REFUNDED"].iter().any(|is| order["paymentStatus"] == *is), "{order}");
        }
        for cart in &confirmed.carts {
            let cart = cart.at(server.address).get("/api/commerce/shopping-cart").await?.expect(200)?;
            ensure!(
                cart["entries"].as_array().is_some_and(|lines| !lines.is_empty()),
                "a filled cart is empty: {cart}"
            );
        }
        let listed = owner.get(&format!("{}?limit=200", self.items)).await?.expect(200)?;
        let listed: Vec<&Value> = listed["items"].as_array().context("no products")?.iter().collect();
        let names: BTreeSet<&str> = listed.iter().filter_map(|product| product["name"].as_str()).collect();
        for name in confirmed.products.keys() {
            ensure!(names.contains(name.as_str()), "the product {name:?} is not there");
        }
        for name in &confirmed.removed {
            ensure!(!names.contains(name.as_str()), "the product {name:?} was removed and is there");
        }
        Ok(())
    }
}

/// Which of the `most` operations are tried.
fn places(most: u64) -> Vec<u64> {
    let wanted = std::env::var("STOA_TEST_FAULTS").unwrap_or_default();
    let wanted = if wanted == "all" { most } else { wanted.parse().unwrap_or(6) };
    let step = most.div_ceil(wanted.max(1)).max(1);
    (1..=most).step_by(usize::try_from(step).unwrap_or(1)).collect()
}

/// Whether a request succeeded. A failure must have one of these statuses and a message.
fn is_done(answer: &TestResponse, refusals: &[u16]) -> Result<bool> {
    if answer.status < 300 {
        return Ok(true);
    }
    let told = answer.json()["detail"].as_str().is_some_and(|text| text.len() > 20);
    ensure!(refusals.contains(&answer.status) && told, "{} {}", answer.status, answer.text);
    Ok(false)
}
