//! Calls that may wait: requests, secrets and storage, and answers that no shop can use.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::plugin_setting;
use stoa_plugin_host::model::{CartPlace, Money, QuotedCart};
use stoa_plugin_host::{
    HostConfig, HttpTransport, Limits, OutboundFailure, OutboundRequest, OutboundResponse, PluginHost,
};

use super::document::Row;
use super::{Run, stop_of};
use crate::client::Client;
use crate::shop;

const REACH: &str = "hostile.reach";
const QUOTES: &str = "test.quotes";
/// The call of the slow request ends after this time.
const PATIENCE: Duration = Duration::from_millis(500);

/// A network in which nobody answers.
struct Silent;

#[async_trait]
impl HttpTransport for Silent {
    async fn send(&self, _: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        std::future::pending().await
    }
}

fn cart() -> QuotedCart {
    QuotedCart {
        subtotal: Money::new(1_000, "USD"),
        lines: Vec::new(),
        prices_include_tax: false,
        signed_in: false,
        tax_id: None,
    }
}

fn to(postal_code: &str) -> CartPlace {
    CartPlace { country: "US".to_owned(), region: "NC".to_owned(), postal_code: postal_code.to_owned() }
}

/// A shop with one of the plugins, and a place that it delivers to.
#[derive(Clone, Copy)]
struct Shop {
    identifier: &'static str,
    product: &'static str,
    country: &'static str,
}

const JUNIPER: Shop = Shop { identifier: "juniper", product: "hearth-mug", country: "US" };
const KISSATEN: Shop = Shop { identifier: "kissaten", product: "asagiri-blend", country: "JP" };

impl Run<'_> {
    pub(super) async fn reach(&mut self, folder: &Path) -> Result<()> {
        for shop in [JUNIPER, KISSATEN] {
            self.deliver_by(shop, REACH).await?;
        }
        let secret = format!("/api/v1/websites/{}/plugins/{REACH}/secrets/api_key", self.website);
        assert_eq!(self.owner.put(&secret, &json!({"value": "of the dollar shop"})).await?.status, 204);
        let first = self.labels(JUNIPER, 1).await?;
        self.neighbour.take()?;
        let mut not_now = String::new();
        for (threat, code, postal_code) in [
            ("a request to a private address", "address", "28803"),
            ("a request to a name that leads to a private address", "name", "28804"),
        ] {
            let begun = Instant::now();
            not_now = self.refused(JUNIPER, postal_code).await?;
            let took = begun.elapsed();
            let health = self.listed("plugins", REACH).await?["health"].as_str().context("no health")?.to_owned();
            let row = Row {
                threat,
                stopped_by: format!("the network of plugins: `{}`", said(&first, code)?),
                visitor: format!("“{not_now}”"),
                owner: format!("a failed call; health `{health}`"),
            };
            self.beside = self.measure(async || self.ask(REACH, postal_code).await).await?;
            self.seen(row, Some(took))?;
        }
        self.wait_for_nobody(folder, &not_now).await?;

        let second = self.labels(JUNIPER, 2).await?;
        assert_eq!(said(&second, "storage")?, "of this site", "the plugin does store");
        ensure!(said(&first, "secret")? != "none", "the plugin does have a secret");
        self.neighbour.take()?;
        // The first call there finds nothing; what it stores itself is there for the second.
        for (quantity, threat, code, stopped_by) in [
            (1, "a look at what it stored on another site", "storage", "storage of one site and plugin"),
            (2, "a look at the secret of another site", "secret", "secrets of one site, encrypted for it"),
        ] {
            let begun = Instant::now();
            let other = self.labels(KISSATEN, quantity).await?;
            let took = begun.elapsed();
            assert_ne!(said(&other, "storage")?, "of another site");
            assert_ne!(said(&other, "secret")?, said(&first, "secret")?);
            let row = Row {
                threat,
                stopped_by: stopped_by.to_owned(),
                visitor: format!("what the plugin got: “{}”", said(&other, code)?),
                owner: "nothing".to_owned(),
            };
            self.seen(row, Some(took))?;
        }

        self.deliver_by(JUNIPER, QUOTES).await?;
        self.neighbour.take()?;
        let (sites, site) = self.site().await?;
        let begun = Instant::now();
        let error = sites.host.quotes(QUOTES, &site)?.rates(&cart(), &to("28806")).await.err().context("an answer")?;
        let took = begun.elapsed();
        let row = Row {
            threat: "a price in another currency",
            stopped_by: stop_of(&error.kind),
            visitor: format!("“{}”", self.refused(JUNIPER, "28806").await?),
            owner: error.for_owner(),
        };
        self.beside = self.measure(async || self.ask(QUOTES, "28806").await).await?;
        self.seen(row, Some(took))
    }

    /// Asks a plugin once more for delivery options, however that ends.
    async fn ask(&self, plugin: &str, postal_code: &str) -> Result<()> {
        let (sites, site) = self.site().await?;
        let _ended = sites.host.quotes(plugin, &site)?.rates(&cart(), &to(postal_code)).await;
        Ok(())
    }

    /// A request that nobody answers, in a host of its own: plugins reach no server of the test.
    async fn wait_for_nobody(&mut self, folder: &Path, not_now: &str) -> Result<()> {
        let plugins = folder.join("silent");
        std::fs::create_dir(&plugins)?;
        symlink(folder.join("plugins").join(REACH).canonicalize()?, plugins.join(REACH))?;
        let config = HostConfig {
            limits: Limits { waiting_call: PATIENCE, ..Limits::default() },
            pool_instances: 32,
            http: Arc::new(Silent),
            ..HostConfig::default()
        };
        let host = tokio::task::block_in_place(|| PluginHost::load_dir(&plugins, config))?;
        let (_, site) = self.site().await?;
        self.neighbour.take()?;
        let begun = Instant::now();
        let error = host.quotes(REACH, &site)?.rates(&cart(), &to("28801")).await.err().context("an answer")?;
        let took = begun.elapsed();
        let row = Row {
            threat: "a request that nobody answers",
            stopped_by: stop_of(&error.kind),
            visitor: format!("“{not_now}”"),
            owner: error.for_owner(),
        };
        let repeated = async || {
            let _ended = host.quotes(REACH, &site)?.rates(&cart(), &to("28801")).await;
            anyhow::Ok(())
        };
        self.beside = self.measure(repeated).await?;
        self.seen(row, Some(took))
    }

    /// Has one plugin alone deliver to the country of a shop.
    async fn deliver_by(&mut self, shop: Shop, plugin: &str) -> Result<()> {
        let website = self.app.website(shop.identifier).await?;
        let id = website.parse()?;
        let tenant = self.app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        let tx = tenant.db.write().await?;
        let on = plugin_setting::ActiveModel {
            plugin_id: Set(plugin.to_owned()),
            enabled: Set(true),
            settings: Set(json!({})),
            revision: Set(1),
            ..Default::default()
        };
        tx.insert(on).await?;
        tx.commit().await?;
        self.app.stoa.jobs().plugins.evict(&id).await;
        let base = format!("/api/v1/websites/{website}/shipping-zones");
        let zones = self.owner.get(&base).await?.expect(200)?;
        for zone in zones["zones"].as_array().context("no zones")? {
            self.owner.if_match = Some(format!("\"{}\"", zone["revision"]));
            let path = format!("{base}/{}", zone["id"].as_str().context("no id")?);
            ensure!(self.owner.delete(&path).await?.status < 300, "the zone stays");
            self.owner.if_match = None;
        }
        let option = json!({"label": "Carrier", "kind": "plugin", "plugin": plugin});
        let places = json!([{"country": shop.country, "regions": []}]);
        let zone = json!({"name": "Here", "places": places, "options": [option]});
        self.owner.post(&base, &zone).await?.expect(201)?;
        Ok(())
    }

    /// A shopper with something in the cart who has said who they are, and the path of their checkout.
    async fn shopper(&self, shop: Shop, quantity: i64) -> Result<(Client, String)> {
        let product = shop::product(self.app, shop.identifier, shop.product).await?;
        let mut shopper = if shop.identifier == "juniper" { self.app.juniper() } else { self.app.kissaten() };
        let added = shop::add(&mut shopper, &product, &shop::in_stock(&product), quantity).await?.expect(200)?;
        let token = added["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let base = format!("/api/2/commerce/checkout/{token}");
        let customer = json!({"email": "ada@example.com", "mailConsent": false});
        shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
        Ok((shopper, base))
    }

    /// The delivery options that a shopper reads.
    async fn labels(&self, shop: Shop, quantity: i64) -> Result<Vec<String>> {
        let (mut shopper, base) = self.shopper(shop, quantity).await?;
        let checkout = shopper.put(&format!("{base}/shipping"), &shop::address(shop.country)).await?.expect(200)?;
        let options = checkout["shippingOptions"].as_array().context("no options")?;
        Ok(options.iter().filter_map(|option| option["label"].as_str().map(str::to_owned)).collect())
    }

    /// What a shopper reads when there is no option for a postal code.
    async fn refused(&self, shop: Shop, postal_code: &str) -> Result<String> {
        let (mut shopper, base) = self.shopper(shop, 1).await?;
        let mut address = shop::address(shop.country);
        address["postalCode"] = Value::from(postal_code);
        let problem = shopper.put(&format!("{base}/shipping"), &address).await?.problem(400)?;
        Ok(problem["errors"]["country"].as_str().with_context(|| problem.to_string())?.to_owned())
    }
}

/// What the plugin says of one of its attempts.
fn said<'a>(labels: &'a [String], code: &str) -> Result<&'a str> {
    let prefix = format!("{code}: ");
    let found = labels.iter().find_map(|label| label.strip_prefix(&prefix));
    found.with_context(|| format!("no {code} among {labels:?}"))
}
