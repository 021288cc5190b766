//! The program is killed at each database write of a payment, and restarted. After that the charges and refunds
//! recorded by the test provider must agree with the shop's orders and stock.
//!
//! `STOA_TEST_KILLS` sets how often it is killed at each step; default 1. The site with its unfinished orders is the same
//! for all steps.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::shop;
use crate::transaction_pauses::{Journal, Step};

/// The operation during which the program is killed.
#[derive(Clone, Copy)]
enum Round {
    /// A card is charged.
    Buy(&'static str),
    /// A buyer returns from the bank's page after confirming the payment.
    Confirm,
    /// A paid order is refunded.
    Refund,
    /// The provider reports a pending charge.
    Report,
    /// An authorised payment is captured.
    Capture,
    /// An order with an authorised payment is cancelled.
    CallOff,
    /// A saved card is charged for an unpaid order of its customer.
    Charge,
}

const BUYING: [Step; 5] = [
    Step { name: "nothing is written yet", table: "payment", write: "INSERT", when: "NEW.status = 'started'" },
    Step {
        name: "the attempt is written, nobody is charged",
        table: "plugin_storage",
        write: "INSERT",
        when: "NEW.key <> ''",
    },
    Step {
        name: "the card is charged, the outcome is not written",
        table: "payment",
        write: "UPDATE",
        when: "NEW.status = 'captured'",
    },
    Step {
        name: "the order is paid, its e-mails are not written",
        table: "mail",
        write: "INSERT",
        when: "NEW.kind = 'order-confirmed'",
    },
    Step {
        name: "the e-mails are written, none is noted as sent",
        table: "mail",
        write: "UPDATE",
        when: "NEW.status = 'sent'",
    },
];
const ASKING: [Step; 1] = [Step {
    name: "the bank asks the buyer, that is not written",
    table: "payment",
    write: "UPDATE",
    when: "NEW.status = 'requires-action'",
}];
const CONFIRMING: [Step; 2] = [
    Step {
        name: "the buyer is back, nobody is charged",
        table: "plugin_storage",
        write: "UPDATE",
        when: "NEW.key <> ''",
    },
    Step {
        name: "the buyer has confirmed, the outcome is not written",
        table: "payment",
        write: "UPDATE",
        when: "NEW.status = 'captured'",
    },
];
const REFUNDING: [Step; 3] = [
    Step { name: "the refund is not written yet", table: "refund", write: "INSERT", when: "NEW.status = 'started'" },
    Step {
        name: "the refund is written, no money went back",
        table: "plugin_storage",
        write: "UPDATE",
        when: "NEW.key <> ''",
    },
    Step {
        name: "the money went back, the outcome is not written",
        table: "refund",
        write: "UPDATE",
        when: "NEW.status = 'succeeded'",
    },
];
const REPORTING: [Step; 2] = [
    Step {
        name: "the message is verified, not written",
        table: "webhook_receipt",
        write: "INSERT",
        when: "NEW.status = 'received'",
    },
    Step {
        name: "the message is written, not applied",
        table: "payment",
        write: "UPDATE",
        when: "NEW.status = 'captured'",
    },
];
const CAPTURING: [Step; 2] = [
    Step {
        name: "the wish to take money is written, it is not taken",
        table: "plugin_storage",
        write: "UPDATE",
        when: "NEW.key <> ''",
    },
    Step {
        name: "the money is taken, the outcome is not written",
        table: "payment",
        write: "UPDATE",
        when: "NEW.status = 'captured'",
    },
];

const CALLING_OFF: [Step; 2] = [
    Step {
        name: "the order is called off, its money is not let go",
        table: "plugin_storage",
        write: "UPDATE",
        when: "NEW.key <> ''",
    },
    Step {
        name: "the money is let go, the outcome is not written",
        table: "payment",
        write: "UPDATE",
        when: "NEW.status = 'voided'",
    },
];

/// A shop in a process that is killed repeatedly.
struct KilledServer {
    ground: TestDeployment,
    website: String,
    journal: Journal,
    server: Option<Server>,
    sku: Value,
    item: Value,
    start: i64,
    /// The cookies of each shopper, by the token of their checkout, which is required to access it.
    shoppers: Mutex<HashMap<String, BTreeMap<String, String>>>,
}

fn rounds() -> usize {
    std::env::var("STOA_TEST_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

impl KilledServer {
    async fn open(on_postgres: bool) -> Result<Self> {
        let ground = TestDeployment::new(on_postgres).await?;
        let server = ground.server().await?;
        let mut owner = server.owner().await?;
        let website = juniper_website_id(&mut owner).await?;
        let product = shop::product_of(&mut owner, &website, "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        let journal = if on_postgres {
            Journal::postgres(&ground.url, &website).await?
        } else {
            Journal::sqlite(&ground.data, &website).await?
        };
        let sku = variant["sku"].as_str().context("no sku")?;
        journal.execute(&format!("UPDATE variant SET qty_in_stock = 100000 WHERE sku = '{sku}'")).await?;
        let (sku, item) = (variant["sku"].clone(), product["id"].clone());
        let server = Some(server);
        Ok(Self { ground, website, journal, server, sku, item, start: 100_000, shoppers: Mutex::default() })
    }

    fn server(&self) -> Result<&Server> {
        self.server.as_ref().context("the server is down")
    }

    fn orders(&self) -> String {
        format!("/api/v1/websites/{}/orders", self.website)
    }

    /// A shopper with one item in the cart, ready to pay.
    async fn shopper(&self) -> Result<(Client, Value)> {
        let mut shopper = self.server()?.browser("juniper.localhost");
        let body = json!({"itemId": self.item, "sku": self.sku, "quantity": 1, "additionalFields": null});
        shopper.post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let token = checkout["cartToken"].as_str().context("no token")?.to_owned();
        self.shoppers.lock().unwrap().insert(token, shopper.cookies.clone());
        Ok((shopper, checkout))
    }

    /// The order of a member whose card was declined, after an order with which they saved another card.
    async fn failed_order_of_member(&self, key: &str) -> Result<String> {
        let mut member = self.server()?.browser("juniper.localhost");
        let number = self.shoppers.lock().unwrap().len();
        member.join(&format!("ada-{number}@example.com")).await?;
        let mut order = String::new();
        for (card, status) in [(shop::APPROVED, "paid"), (shop::DECLINED, "declined")] {
            let body = json!({"itemId": self.item, "sku": self.sku, "quantity": 1, "additionalFields": null});
            member.post("/api/commerce/shopping-cart/entries", &body).await?.expect(200)?;
            let checkout = shop::prepare(&mut member, "US").await?;
            let bought =
                shop::submit_saving(&mut member, &checkout, &format!("{key}-{status}"), card).await?.expect(200)?;
            ensure!(bought["status"] == status, "{bought}");
            bought["orderId"].as_str().context("no order")?.clone_into(&mut order);
        }
        Ok(order)
    }

    /// Kills the program when it reaches a step of an operation.
    async fn kill_at(&mut self, step: Step, round: Round, key: &str) -> Result<()> {
        let (mut shopper, checkout) = self.shopper().await?;
        let mut owner = self.server()?.owner().await?;
        let call = match round {
            Round::Buy(card) => {
                self.journal.pause_at(step).await?;
                let key = key.to_owned();
                tokio::spawn(async move { shop::submit(&mut shopper, &checkout, &key, card).await.map(|_| ()) })
            }
            Round::Confirm => {
                let asked = shop::submit(&mut shopper, &checkout, key, shop::CONFIRM).await?.expect(200)?;
                let page = asked["redirectUrl"].as_str().context("no page of the bank")?;
                let attempt = page.rsplit('/').next().context("no attempt")?.to_owned();
                self.journal.pause_at(step).await?;
                let path = format!("/checkout/payment-return/{attempt}?attempt={attempt}&confirm=yes");
                tokio::spawn(async move { shopper.get(&path).await.map(|_| ()) })
            }
            Round::Refund => {
                let bought = shop::submit(&mut shopper, &checkout, key, shop::APPROVED).await?.expect(200)?;
                let path = format!("{}/{}/refund", self.orders(), bought["orderId"].as_str().context("no order")?);
                self.journal.pause_at(step).await?;
                let body = json!({"idempotencyKey": key, "amountCents": 100, "reason": "Chipped"});
                tokio::spawn(async move { owner.post(&path, &body).await.map(|_| ()) })
            }
            Round::Report => {
                let bought = shop::submit(&mut shopper, &checkout, key, shop::PENDING).await?.expect(200)?;
                ensure!(bought["status"] == "pending", "{bought}");
                let path = format!("{}/{}", self.orders(), bought["orderId"].as_str().context("no order")?);
                let order = owner.get(&path).await?.expect(200)?;
                self.journal.pause_at(step).await?;
                let attempt = order["payments"][0]["id"].as_str().context("no payment")?.to_owned();
                let total = order["grandTotalCents"].as_i64().context("no total")?;
                let website = self.website.clone();
                tokio::spawn(async move {
                    let report = shop::report(&attempt, &attempt, total, "captured");
                    shop::send_report(&mut shopper, &website, &report).await.map(|_| ())
                })
            }
            Round::Capture | Round::CallOff => {
                let bought = shop::submit(&mut shopper, &checkout, key, shop::APPROVED).await?.expect(200)?;
                let path = format!("{}/{}", self.orders(), bought["orderId"].as_str().context("no order")?);
                let order = owner.get(&path).await?.expect(200)?;
                ensure!(order["paymentStatus"] == "AUTHORIZED", "{order}");
                let payment = order["payments"][0]["id"].as_str().context("no payment")?;
                let path = match round {
                    Round::CallOff => format!("{path}/cancel"),
                    _ => format!("{path}/payments/{payment}/capture"),
                };
                self.journal.pause_at(step).await?;
                tokio::spawn(async move { owner.post(&path, &json!({})).await.map(|_| ()) })
            }
            Round::Charge => {
                let path = format!("{}/{}", self.orders(), self.failed_order_of_member(key).await?);
                let saved = owner.get(&format!("{path}/saved-payment-methods")).await?.expect(200)?;
                let body = json!({"idempotencyKey": key, "savedMethodId": saved["methods"][0]["id"]});
                self.journal.pause_at(step).await?;
                tokio::spawn(async move { owner.post(&format!("{path}/charge"), &body).await.map(|_| ()) })
            }
        };
        self.journal.wait_until_held().await.with_context(|| format!("{step:?}"))?;
        self.server.take().context("the server is down")?.kill();
        // The request ends without a response, or with one sent before the program was blocked.
        let _ = call.await?;
        self.journal.resume(step).await?;
        self.journal.end_claims().await
    }

    /// Restarts the program and waits until it has finished pending work.
    async fn restart(&mut self) -> Result<()> {
        self.journal.make_scheduled_work_due().await?;
        self.server = Some(self.ground.server().await?);
        let open = "SELECT count(*) FROM payment WHERE status IN ('started', 'unknown', 'requires-action', 'pending') \
                    OR (status = 'authorised' AND capture_mode <> 'by-hand')";
        self.journal.wait_for_none("open payments", open).await?;
        let ending = "SELECT count(*) FROM payment WHERE status = 'expired' AND next_check_on IS NOT NULL";
        self.journal.wait_for_none("attempts that their provider is to end", ending).await?;
        let open = "SELECT count(*) FROM refund WHERE status IN ('started', 'unknown', 'pending')";
        self.journal.wait_for_none("open refunds", open).await?;
        let open = "SELECT count(*) FROM webhook_receipt WHERE status <> 'applied'";
        self.journal.wait_for_none("messages that are not applied", open).await?;
        self.journal.wait_for_none("events", "SELECT count(*) FROM outbox WHERE done_on IS NULL").await?;
        self.journal.wait_for_none("unsent e-mails", "SELECT count(*) FROM mail WHERE status <> 'sent'").await
    }

    /// Compares the provider's records with those of the shop.
    async fn check_consistent(&self) -> Result<()> {
        let mut charged: HashMap<String, i64> = HashMap::new();
        for row in self.journal.rows("SELECT key, value FROM plugin_storage WHERE plugin_id = 'stoa.testcard'").await? {
            // The others are saved cards.
            let Some(attempt) = row[0].strip_prefix("charge/").map(str::to_owned) else { continue };
            let charge: Value = serde_json::from_slice(&STANDARD.decode(&row[1])?)?;
            let refunds = charge["done"].as_array().context("no list")?.iter().filter(|done| done["kind"] == "refund");
            let back: i64 = refunds.filter_map(|done| done["minor"].as_i64()).sum();
            charged.insert(attempt, charge["captured"].as_i64().context("no amount")? - back);
        }
        let payments = "SELECT id, order_id, CAST(captured_cents - refunded_cents AS TEXT) FROM payment";
        let mut taken: HashMap<String, Vec<i64>> = HashMap::new();
        for row in self.journal.rows(payments).await? {
            let ours: i64 = row[2].parse()?;
            let theirs = charged.remove(&row[0]).unwrap_or(0);
            ensure!(ours == theirs, "payment {}: we say {ours}, the provider says {theirs}", row[0]);
            taken.entry(row[1].clone()).or_default().push(ours);
        }
        ensure!(charged.values().all(|net| *net == 0), "charges without a payment: {charged:?}");
        let orders = "SELECT id, payment_status, CAST(grand_total_cents AS TEXT) FROM orders";
        for row in self.journal.rows(orders).await? {
            let total: i64 = row[2].parse()?;
            let paid: Vec<i64> = taken.get(&row[0]).into_iter().flatten().copied().filter(|net| *net > 0).collect();
            let is_right = match row[1].as_str() {
                "PAID" => paid == [total],
                "PARTIALLY_REFUNDED" => paid == [total - 100],
                "FAILED" | "REFUNDED" | "AUTHORIZED" => paid.is_empty(),
                _ => false,
            };
            ensure!(is_right, "order {} is {} of {total} with payments of {paid:?}", row[0], row[1]);
        }
        let sku = self.sku.as_str().context("no sku")?;
        let left = self.journal.number(&format!("SELECT qty_in_stock FROM variant WHERE sku = '{sku}'")).await?;
        let sold = "SELECT count(*) FROM orders WHERE payment_status <> 'FAILED'";
        ensure!(left == self.start - self.journal.number(sold).await?, "{left} pieces are left");
        let locked = "SELECT count(*) FROM orders o JOIN cart c ON c.id = o.cart_id \
                      WHERE o.fulfillment_status <> 'CANCELED' AND (o.payment_status = 'FAILED') = c.is_purchased";
        ensure!(
            self.journal.number(locked).await? == 0,
            "a cart of a failed order is closed, or one of a paid order open"
        );
        let thanks = "SELECT count(*) FROM orders WHERE payment_status <> 'FAILED' AND \
                      (SELECT count(*) FROM mail WHERE kind = 'order-confirmed' AND reference = orders.id) <> 1";
        ensure!(self.journal.number(thanks).await? == 0, "an order was confirmed by no e-mail, or by several");
        Ok(())
    }

    async fn survives(&mut self, steps: &[Step], round: Round) -> Result<()> {
        for step in steps {
            for count in 0..rounds() {
                let key = format!("{}-{}-{count:03}", step.table, step.name);
                let round_of = || format!("{}, round {count}", step.name);
                self.kill_at(*step, round, &key).await.with_context(round_of)?;
                self.restart().await.with_context(round_of)?;
                self.check_consistent().await.with_context(round_of)?;
            }
        }
        Ok(())
    }

    /// Failed attempts left their carts open: each can be bought with another card.
    async fn buy_again_after_failures(&self) -> Result<()> {
        let failed = "SELECT c.checkout_token, CAST(o.grand_total_cents AS TEXT) FROM orders o \
                      JOIN cart c ON c.id = o.cart_id WHERE o.payment_status = 'FAILED'";
        for row in self.journal.rows(failed).await? {
            let total: i64 = row[1].parse()?;
            let checkout = json!({"cartToken": row[0], "cart": {"grandTotalCents": total}});
            let mut shopper = self.server()?.browser("juniper.localhost");
            shopper.cookies = self.shoppers.lock().unwrap().get(&row[0]).context("nobody's checkout")?.clone();
            let bought =
                shop::submit(&mut shopper, &checkout, "another-card-0001", shop::APPROVED).await?.expect(200)?;
            ensure!(bought["status"] == "paid", "{bought}");
        }
        self.journal.wait_for_none("events", "SELECT count(*) FROM outbox WHERE done_on IS NULL").await?;
        self.check_consistent().await
    }
}

async fn enable_manual_capture(scene: &KilledServer) -> Result<()> {
    let mut owner = scene.server()?.owner().await?;
    let path = format!("/api/v1/websites/{}/payment-settings", scene.website);
    let mut settings = owner.get(&path).await?.expect(200)?;
    settings["captureMode"] = json!("by-hand");
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    owner.put(&path, &settings).await?.expect(200)?;
    Ok(())
}

async fn run_all_steps(on_postgres: bool) -> Result<()> {
    let mut scene = KilledServer::open(on_postgres).await?;
    scene.survives(&BUYING, Round::Buy(shop::APPROVED)).await?;
    scene.survives(&BUYING[2..3], Round::Buy(shop::LOST_ANSWER)).await?;
    scene.survives(&ASKING, Round::Buy(shop::CONFIRM)).await?;
    scene.survives(&CONFIRMING, Round::Confirm).await?;
    scene.buy_again_after_failures().await?;
    scene.survives(&REFUNDING, Round::Refund).await?;
    scene.survives(&REPORTING, Round::Report).await?;
    scene.survives(&BUYING[..3], Round::Charge).await?;
    enable_manual_capture(&scene).await?;
    scene.survives(&CAPTURING, Round::Capture).await?;
    scene.survives(&CALLING_OFF, Round::CallOff).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_each_checkout_step_on_sqlite() -> Result<()> {
    run_all_steps(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_each_checkout_step_on_postgres() -> Result<()> {
    run_all_steps(true).await
}
