//! The program is killed while it writes scheduled e-mails: cart reminders and review requests. After a restart, each
//! has been written exactly once.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_commerce::cart_reminders::WAIT_MS;

use crate::client::Client;
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

const HOUR_MS: i64 = 60 * 60 * 1_000;
const DAYS: i64 = 14;

const ABOUT_CARTS: [Step; 3] = [
    Step { name: "nothing is written yet", table: "cart_reminder", write: "INSERT", when: "NEW.cart_id <> ''" },
    Step {
        name: "that a cart was looked at is not written for good",
        table: "mail",
        write: "INSERT",
        when: "NEW.kind = 'cart-reminder'",
    },
    Step {
        name: "the e-mail is written, not noted as sent",
        table: "mail",
        write: "UPDATE",
        when: "NEW.kind = 'cart-reminder' AND NEW.status = 'sent'",
    },
];
const FOR_REVIEWS: [Step; 3] = [
    Step { name: "nothing is written yet", table: "review_request", write: "INSERT", when: "NEW.order_id <> ''" },
    Step {
        name: "that an order was looked at is not written for good",
        table: "mail",
        write: "INSERT",
        when: "NEW.kind = 'review-request'",
    },
    Step {
        name: "the e-mail is written, not noted as sent",
        table: "mail",
        write: "UPDATE",
        when: "NEW.kind = 'review-request' AND NEW.status = 'sent'",
    },
];

/// A shop that sends both kinds of e-mails, in a process that is killed repeatedly.
struct KilledServer {
    ground: TestDeployment,
    website: String,
    journal: Journal,
    server: Option<Server>,
    item: Value,
    sku: Value,
}

fn now_ms() -> Result<i64> {
    Ok(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?)
}

impl KilledServer {
    async fn open(on_postgres: bool) -> Result<Self> {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let website = juniper_website_id(&mut owner).await?;
        let path = format!("/api/v1/websites/{website}/store-settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["cartReminders"] = json!(true);
        settings["reviewRequests"] = json!(true);
        settings["reviewRequestDays"] = json!(DAYS);
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&path, &settings).await?.expect(200)?;
        let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
        let journal = match on_postgres {
            true => Journal::postgres(&ground.url, &website).await?,
            false => Journal::sqlite(&ground.data, &website).await?,
        };
        let (item, sku) = (product["id"].clone(), shop::in_stock(&product)["sku"].clone());
        Ok(Self { ground, website, journal, server: Some(server), item, sku })
    }

    fn server(&self) -> Result<&Server> {
        self.server.as_ref().context("the server is down")
    }

    async fn shopper_with_mug(&self) -> Result<Client> {
        let mut shopper = self.server()?.browser("juniper.localhost");
        let body = json!({"itemId": self.item, "sku": self.sku, "quantity": 1, "additionalFields": null});
        shopper.post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
        Ok(shopper)
    }

    /// A shopper who agreed to reminders abandons a cart.
    async fn abandon_cart(&self, email: &str) -> Result<String> {
        let mut shopper = self.shopper_with_mug().await?;
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let token = cart["cartToken"].as_str().context("no token")?;
        let customer = json!({"email": email, "mailConsent": true});
        shopper.put(&format!("/api/2/commerce/checkout/{token}/customer"), &customer).await?.expect(200)?;
        let then = now_ms()? - WAIT_MS - HOUR_MS;
        Ok(format!("UPDATE cart SET updated_on = {then}, created_on = {then} WHERE email = '{email}'"))
    }

    /// A buyer's order is fulfilled, so that a review request is due.
    async fn get_an_order(&self, key: &str) -> Result<String> {
        let mut shopper = self.shopper_with_mug().await?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let bought = shop::submit(&mut shopper, &checkout, key, shop::APPROVED).await?.expect(200)?;
        let order = bought["orderId"].as_str().context("no order")?;
        let path = format!("/api/v1/websites/{}/orders/{order}/fulfill", self.website);
        self.server()?.owner().await?.post(&path, &json!({})).await?.expect(200)?;
        self.journal.wait_for_none("unsent e-mails", "SELECT count(*) FROM mail WHERE status <> 'sent'").await?;
        let then = now_ms()? - (DAYS + 1) * 24 * HOUR_MS;
        Ok(format!("UPDATE fulfillment SET created_on = {then} WHERE order_id = '{order}'"))
    }

    /// Kills the program when it reaches a step, and restarts it.
    async fn kill_at(&mut self, step: Step, let_pass: &str) -> Result<()> {
        self.journal.pause_at(step).await?;
        self.journal.execute(let_pass).await?;
        // Any change wakes the worker. On SQLite the request may get no response: the only writer may be blocked by
        // then.
        let mut other = self.server()?.browser("juniper.localhost");
        let body = json!({"itemId": self.item, "sku": self.sku, "quantity": 1, "additionalFields": null});
        let waking =
            tokio::spawn(async move { other.post("/api/commerce/shopping-cart/entries", &body).await.map(|_| ()) });
        self.journal.wait_until_held().await.with_context(|| format!("{step:?}"))?;
        self.server.take().context("the server is down")?.kill();
        let _ = waking.await?;
        self.journal.resume(step).await?;
        self.journal.end_claims().await?;
        self.server = Some(self.ground.server().await?);
        Ok(())
    }

    async fn check_written_once(&self, kind: &str, count: i64) -> Result<()> {
        let sent = format!("SELECT {count} - count(*) FROM mail WHERE kind = '{kind}' AND status = 'sent'");
        self.journal.wait_for_none("e-mails that are missing", &sent).await?;
        self.journal.wait_for_none("unsent e-mails", "SELECT count(*) FROM mail WHERE status <> 'sent'").await?;
        let all = self.journal.number(&format!("SELECT count(*) FROM mail WHERE kind = '{kind}'")).await?;
        ensure!(all == count, "{all} e-mails of the kind {kind} for {count} that are due");
        Ok(())
    }
}

async fn check_each_written_once(on_postgres: bool) -> Result<()> {
    let mut scene = KilledServer::open(on_postgres).await?;
    for (count, step) in (1..).zip(ABOUT_CARTS) {
        let let_pass = scene.abandon_cart(&format!("left.{count}@example.com")).await?;
        scene.kill_at(step, &let_pass).await?;
        scene.check_written_once("cart-reminder", count).await.with_context(|| step.name)?;
    }
    for (count, step) in (1..).zip(FOR_REVIEWS) {
        let let_pass = scene.get_an_order(&format!("killed-letter-{count:04}")).await?;
        scene.kill_at(step, &let_pass).await?;
        scene.check_written_once("review-request", count).await.with_context(|| step.name)?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_scheduling_emails_written_once_on_sqlite() -> Result<()> {
    check_each_written_once(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_scheduling_emails_written_once_on_postgres() -> Result<()> {
    check_each_written_once(true).await
}
