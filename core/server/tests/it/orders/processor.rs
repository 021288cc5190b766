//! A double of the processor of `plugins/tests/processor-payments`, and a shop whose plugin `acme.pay` takes payments by it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use stoa_plugin_author::SigningKey;
use stoa_plugin_host::{HttpTransport, OutboundFailure, OutboundRequest, OutboundResponse};
use tokio::sync::Notify;

use crate::app::App;
use crate::client::{Client, TestResponse};
use crate::operations::site_plugins::{compiler, install, upload};
use crate::plugin_package::Packed;
use crate::shop;

/// Where the processor answers, and its other address.
pub(crate) const API: &str = "https://api.processor.example";
pub(crate) const BACKUP: &str = "https://backup.processor.example";
/// What the log says of a request that the processor did not answer in time.
pub(crate) const GIVEN_UP: &str = "a request to the processor was given up";
const PROCESSOR: Packed<'static> =
    Packed { built: "plugins-hostile/tests.processor", id: "acme.pay", version: "1.0.0" };

/// Sends a message to the dollar shop as the processor signs it with a secret.
pub(crate) async fn send(app: &App, plugin: &str, message: &Value, secret: &str) -> Result<TestResponse> {
    send_by(app.juniper(), plugin, message, secret).await
}

/// The same from the address of a client.
pub(crate) async fn send_by(
    mut processor: Client,
    plugin: &str,
    message: &Value,
    secret: &str,
) -> Result<TestResponse> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    mac.update(format!("{seconds}.{message}").as_bytes());
    let tag: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    processor.further.push(("processor-signature", format!("t={seconds},v1={tag}")));
    processor.post(&format!("/api/payments/webhooks/{plugin}"), message).await
}

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) origin: String,
    /// Method and what follows the origin.
    pub(crate) what: String,
    /// The account that the plugin has in its settings.
    pub(crate) account: String,
    /// With the secret that the host put in.
    pub(crate) key: String,
    /// Whether the plugin was told that the shop is live.
    pub(crate) live: Value,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Processor {
    charges: Mutex<BTreeMap<String, Value>>,
    seen: Mutex<Vec<Seen>>,
    /// Whether the first address answers 503.
    pub(crate) is_down: AtomicBool,
    /// Whether new charges are declined.
    pub(crate) declines: AtomicBool,
    /// Whether it never answers.
    pub(crate) is_silent: AtomicBool,
    /// Told when something arrives that is never answered.
    pub(crate) left_unanswered: Notify,
}

/// A request that is not answered. When it is given up, the log says so.
struct Unanswered;

impl Drop for Unanswered {
    fn drop(&mut self) {
        tracing::warn!("{GIVEN_UP}");
    }
}

impl Processor {
    /// What has arrived since the last look.
    pub(crate) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn new_charge(&self, asked: &Value) -> Value {
        let id = format!("ch_{}", asked["reference"].as_str().unwrap_or_default());
        let mut charge = json!({"id": id, "reference": asked["reference"], "currency": asked["currency"],
            "amount": asked["amount"], "status": "authorised"});
        if self.declines.load(Ordering::SeqCst) {
            charge["status"] = json!("declined");
        } else if asked["capture"] == true {
            charge["status"] = json!("captured");
            charge["captured"] = asked["amount"].clone();
        }
        if asked["keep"] == true {
            charge["method"] = json!({"token": "m_1", "label": "Visa ending in 4242"});
        }
        self.charges.lock().unwrap_or_else(PoisonError::into_inner).insert(id, charge.clone());
        charge
    }

    fn changed(&self, id: &str, change: impl FnOnce(&mut Value)) -> Option<Value> {
        let mut charges = self.charges.lock().unwrap_or_else(PoisonError::into_inner);
        let charge = charges.get_mut(id)?;
        change(charge);
        Some(charge.clone())
    }

    fn answer(&self, method: &str, path: &str, asked: &Value) -> Option<Value> {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["charges"]) => Some(self.new_charge(asked)),
            ("GET", ["charges", id]) => self.changed(id, |_| ()),
            ("POST", ["charges", id, "capture"]) => self.changed(id, |charge| {
                charge["status"] = json!("captured");
                charge["captured"] = asked["amount"].clone();
            }),
            ("POST", ["charges", id, "refunds"]) => self.changed(id, |charge| {
                let before = charge["refunded"].as_i64().unwrap_or(0);
                charge["refunded"] = json!(before + asked["amount"].as_i64().unwrap_or(0));
                charge["status"] = json!("partially_refunded");
            }),
            ("POST", ["charges", id, "cancel"]) => self.changed(id, |charge| charge["status"] = json!("canceled")),
            ("DELETE", ["methods", _]) => Some(json!({})),
            _ => None,
        }
    }
}

#[async_trait]
impl HttpTransport for Processor {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        let header = |name: &str| {
            let found = request.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let origin = if request.url.starts_with(BACKUP) { BACKUP } else { API };
        let path = request.url.trim_start_matches(origin);
        let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(Seen {
            origin: origin.to_owned(),
            what: format!("{} {path}", request.method),
            account: header("processor-account"),
            key: header("authorization"),
            live: asked["live"].clone(),
        });
        if self.is_silent.load(Ordering::SeqCst) {
            let _unanswered = Unanswered;
            self.left_unanswered.notify_one();
            std::future::pending::<()>().await;
        }
        let (status, body) = if origin == API && self.is_down.load(Ordering::SeqCst) {
            (503, json!({}))
        } else {
            let answer = self.answer(&request.method, path, &asked);
            answer.map_or_else(|| (404, json!({})), |answer| (200, answer))
        };
        Ok(OutboundResponse { status, headers: Vec::new(), body: body.to_string().into_bytes() })
    }
}

/// A shop with versions of the plugin.
pub(crate) struct Shop {
    pub(crate) app: App,
    pub(crate) processor: Arc<Processor>,
    pub(crate) owner: Client,
    /// A customer with an account.
    member: Client,
    /// Where the operations of the site begin.
    pub(crate) base: String,
    website: String,
    key: SigningKey,
}

impl Shop {
    /// On SQLite.
    pub(crate) async fn on_sqlite(folder: &Path) -> Result<Self> {
        let processor = Arc::new(Processor::default());
        let app = App::sqlite_in_network(&compiler(), Arc::clone(&processor) as _).await?;
        Self::of(app, processor, folder).await
    }

    /// On SQLite, with rate limits.
    pub(crate) async fn rate_limited(folder: &Path) -> Result<Self> {
        let processor = Arc::new(Processor::default());
        let app = App::rate_limited_in_network(&compiler(), Arc::clone(&processor) as _).await?;
        Self::of(app, processor, folder).await
    }

    /// On Postgres.
    pub(crate) async fn on_postgres(folder: &Path) -> Result<Self> {
        let processor = Arc::new(Processor::default());
        let app = App::postgres_in_network(&compiler(), Arc::clone(&processor) as _).await?;
        Self::of(app, processor, folder).await
    }

    async fn of(app: App, processor: Arc<Processor>, folder: &Path) -> Result<Self> {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let owner = app.owner().await?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let key = SigningKey::create(&folder.join("acme.key"))?;
        Ok(Self { app, processor, owner, member, base, website, key })
    }

    /// Further orders are of another customer, who has an empty cart.
    pub(crate) async fn serve(&mut self, email: &str) -> Result<()> {
        self.member = self.app.juniper();
        self.member.join(email).await?;
        Ok(())
    }

    /// How often the plugin was called for payments.
    pub(crate) async fn calls(&mut self) -> Result<i64> {
        let mut counted = self.counted_calls().await?;
        // What the server is writing at this moment is seen the next time.
        loop {
            let again = self.counted_calls().await?;
            if again == counted {
                return Ok(counted);
            }
            counted = again;
        }
    }

    async fn counted_calls(&mut self) -> Result<i64> {
        let path = format!("{}/activity", self.plugin());
        let activity = self.owner.get(&path).await?.expect(200)?;
        let mut kinds = activity["kinds"].as_array().context("no kinds")?.iter();
        let payments = kinds.find(|kind| kind["kind"] == "payment-provider").context("no payments")?;
        payments["calls"].as_i64().context("no number")
    }

    fn plugin(&self) -> String {
        format!("{}/plugins/acme.pay", self.base)
    }

    /// Installs a version with grants of origins, an account and the key of the processor.
    pub(crate) async fn install(&mut self, folder: &Path, version: &str, origins: &[&str]) -> Result<()> {
        let path = self.plugin();
        let package = Packed { version, ..PROCESSOR };
        let digest = upload(&mut self.owner, &self.website, folder, package, &self.key).await?;
        let grants = json!({"origins": origins, "data": []});
        install(&mut self.owner, &path, &digest, Some(grants)).await?.expect(200)?;
        Ok(())
    }

    /// Switches the plugin on, with an account and the other address of the processor in its settings.
    pub(crate) async fn set_account(&mut self, account: &str) -> Result<()> {
        let path = self.plugin();
        let shown = self.owner.get(&path).await?.expect(200)?;
        let body = json!({"enabled": true, "settings": {"account": account, "fallback": BACKUP}});
        self.owner.if_match = Some(format!("\"{}\"", shown["revision"]));
        let saved = self.owner.call("PATCH", &path, Some(&body)).await?;
        self.owner.if_match = None;
        saved.expect(200)?;
        Ok(())
    }

    /// Enters the key of the processor.
    pub(crate) async fn set_key(&mut self, key: &str) -> Result<()> {
        self.set_secret("api_key", key).await
    }

    /// Enters a secret of the plugin.
    pub(crate) async fn set_secret(&mut self, name: &str, value: &str) -> Result<()> {
        let path = format!("{}/secrets/{name}", self.plugin());
        let entered = self.owner.put(&path, &json!({"value": value})).await?;
        ensure!(entered.status == 204, "{entered:?}");
        Ok(())
    }

    /// Offers the method, captures by hand, and takes test payments or real ones.
    pub(crate) async fn set_mode(&mut self, is_test: bool) -> Result<()> {
        let path = format!("{}/payment-settings", self.base);
        let mut settings = self.owner.get(&path).await?.expect(200)?;
        settings["testMode"] = json!(is_test);
        settings["captureMode"] = json!("by-hand");
        for method in settings["methods"].as_array_mut().context("no methods")? {
            if method["provider"] == "acme.pay" {
                method["enabled"] = json!(true);
            }
        }
        self.owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        let saved = self.owner.put(&path, &settings).await?;
        self.owner.if_match = None;
        saved.expect(200)?;
        Ok(())
    }

    /// Submits an order of the member, who lets the processor save the method, and returns where it is.
    pub(crate) async fn submit(&mut self, key: &str) -> Result<String> {
        let notebook = shop::product(&self.app, "juniper", "glaze-notebook").await?;
        shop::add(&mut self.member, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
        let ready = shop::prepare(&mut self.member, "US").await?;
        let token = ready["cartToken"].as_str().context("no token")?;
        let body = json!({"idempotencyKey": key, "expectedTotalCents": ready["cart"]["grandTotalCents"],
            "payment": {"provider": "acme.pay", "method": "card", "save": true, "data": {}}});
        let path = format!("/api/2/commerce/checkout/{token}/submit");
        let bought = self.member.post(&path, &body).await?.expect(200)?;
        let order = bought["orderId"].as_str().with_context(|| format!("no order: {bought}"))?;
        Ok(format!("{}/orders/{order}", self.base))
    }

    /// An order whose payment was declined.
    pub(crate) async fn submit_declined(&mut self, key: &str) -> Result<String> {
        self.processor.declines.store(true, Ordering::SeqCst);
        let order = self.submit(key).await;
        self.processor.declines.store(false, Ordering::SeqCst);
        order
    }

    /// The id of the payment of an order that is authorised.
    pub(crate) async fn authorised(&mut self, order: &str) -> Result<String> {
        let seen = self.owner.get(order).await?.expect(200)?;
        let payments = seen["payments"].as_array().context("no payments")?;
        let found = payments.iter().find(|payment| payment["status"] == "authorised");
        let found = found.with_context(|| format!("nothing is authorised: {seen}"))?;
        Ok(found["id"].as_str().context("no id")?.to_owned())
    }
}
