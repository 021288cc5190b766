//! A run of a load test.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::{allow, belong, start};
use crate::client::Client;
use crate::shop;

/// A run on the dollar shop.
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) started: Value,
    /// API path of the site, for contributors.
    pub(crate) base: String,
}

impl Run {
    /// Allows load tests and starts a run. `owner` and `visitor` are browsers on the platform and on the shop.
    pub(crate) async fn start(owner: &mut Client, visitor: &Client, website: &str, name: &str) -> Result<Self> {
        owner.website = Some(website.to_owned());
        let key = allow(owner, 1_000).await?;
        let started = start(&mut visitor.clone(), &key, name).await?;
        let text = |name: &str| Ok::<_, anyhow::Error>(started[name].as_str().context("not a text")?.to_owned());
        Ok(Self { id: text("runId")?, base: format!("/api/v1/websites/{website}"), started })
    }

    /// A browser whose requests belong to the run.
    pub(crate) fn of(&self, mut browser: Client) -> Client {
        belong(&mut browser, &self.started);
        browser
    }

    /// Buys a product in the run, with a code if one is given, and returns the id of the order.
    pub(crate) async fn buy(&self, shopper: &mut Client, product: &Value, email: &str, code: &str) -> Result<String> {
        shop::add(shopper, product, &shop::in_stock(product), 2).await?.expect(200)?;
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let token = cart["cartToken"].as_str().context("the cart has no token")?.to_owned();
        let checkout = format!("/api/2/commerce/checkout/{token}");
        if !code.is_empty() {
            shopper.post(&format!("{checkout}/coupons"), &json!({"promoCode": code})).await?.expect(200)?;
        }
        let customer = json!({"email": email, "mailConsent": true});
        shopper.put(&format!("{checkout}/customer"), &customer).await?.expect(200)?;
        let shipped = shopper.put(&format!("{checkout}/shipping"), &shop::address("US")).await?.expect(200)?;
        let option = json!({"optionId": shipped["shippingOptions"][0]["id"]});
        let ready = shopper.put(&format!("{checkout}/shipping-option"), &option).await?.expect(200)?;
        let bought = shop::submit(shopper, &ready, &format!("key-of-{token}"), shop::APPROVED).await?.expect(200)?;
        Ok(bought["orderId"].as_str().context("no order")?.to_owned())
    }

    /// What holds after the run: the names of the rules that do not.
    pub(crate) async fn broken(&self, visitor: &mut Client, confirmed: &[String]) -> Result<Vec<String>> {
        let path = format!("/api/v1/load-tests/runs/{}/check", self.id);
        let answer = visitor.post(&path, &json!({"confirmedOrders": confirmed})).await?.expect(200)?;
        let findings = answer["findings"].as_array().context("no findings")?;
        ensure!(findings.len() == 5, "{answer}");
        let broken = findings.iter().filter(|finding| finding["holds"] == false);
        Ok(broken.map(|finding| finding["rule"].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// The run, as the owner sees it.
    pub(crate) async fn seen(&self, owner: &mut Client) -> Result<Value> {
        let runs = owner.get(&format!("{}/load-tests/runs", self.base)).await?.expect(200)?;
        let own = runs["runs"].as_array().context("no runs")?.iter().find(|run| run["id"] == self.id.as_str());
        Ok(own.context("the run is not listed")?.clone())
    }
}
