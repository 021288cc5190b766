//! The test of a plugin: what it provides is called with examples, on the settings of the site. Nothing is charged: a
//! payment provider is asked for a payment that does not exist. Scheduled jobs are left out; they can be run at once.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value as Json, json};
use stoa_http::site_plugins::{PluginCaller, PluginCheckOut, PluginTestOut};
use stoa_kernel::Failure;
use stoa_plugin_host::model::{
    BlockInput, CartLine, CartPlace, CartProductKind, FormatPart, HookEvent, InstallmentItem, InstallmentRequest,
    Money, PaymentAttempt, PaymentBuyer, QuotedCart, QuotedCheckout, SavedUse, Value,
};
use stoa_plugin_host::{
    GuestErrorCode, PanelPerson, PluginError, PluginErrorKind, PluginHost, PluginInfo, Provision, Site, SiteContext,
};

use super::PluginService;
use super::panels::person_of;
use super::recorded::lines_of;

/// Price of the example's goods, in minor units.
const PRICE: i64 = 2_500;
const SAMPLE_TEXT: &str = "Example";
const COUNTRY: &str = "US";

impl PluginService {
    pub(super) async fn tested(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginTestOut, Failure> {
        let website = caller.ctx.website();
        let site = self.sites.site(website).await?;
        let own = site.activation(plugin).cloned().ok_or_else(Failure::not_found)?;
        let infos = self.sites.infos(website).await?;
        let info = infos.iter().find(|info| info.id == plugin).cloned().ok_or_else(Failure::not_found)?;
        // Alone, so that no other plugin answers in its place.
        let context = SiteContext { preview: true, ..site.context.clone() };
        let site = Arc::new(Site { context, activations: vec![own].into() });
        let began = self.tenancy.now();
        let test = SelfTest { host: self.sites.host.clone(), site, info, person: person_of(caller.ctx) };
        let checks = test.run().await;
        if let Err(error) = self.activity.write(&self.tenancy, website).await {
            tracing::warn!(%error, "what plugins did is not recorded");
        }
        let mut log = lines_of(&caller.db.read().await?, plugin).await?;
        log.retain(|line| line.on >= began.ms());
        Ok(PluginTestOut { checks, log })
    }
}

/// A plugin that is tested, on a site that has no other.
struct SelfTest {
    host: PluginHost,
    site: Arc<Site>,
    info: PluginInfo,
    person: PanelPerson,
}

/// How long a call took, and what came of it.
struct Call<'a> {
    kind: &'a str,
    name: Option<&'a str>,
    began: Instant,
}

impl<'a> Call<'a> {
    fn begin(provision: &'a Provision, name: Option<&'a str>) -> Self {
        Self { kind: provision.kind(), name, began: Instant::now() }
    }

    fn end<T>(self, answer: Result<T, PluginError>) -> PluginCheckOut {
        let error = answer.err().map(|error| error.for_owner());
        PluginCheckOut {
            kind: self.kind.to_owned(),
            name: self.name.map(str::to_owned),
            passed: error.is_none(),
            ms: i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX),
            error,
        }
    }
}

/// The answer of something that may not know an example: that it says so is an answer.
fn or_refused<T>(answer: Result<T, PluginError>) -> Result<(), PluginError> {
    use GuestErrorCode::{Declined, InvalidInput, NotSupported};
    match answer {
        Err(error) => match &error.kind {
            PluginErrorKind::Guest(guest) if matches!(guest.code, Declined | InvalidInput | NotSupported) => Ok(()),
            _ => Err(error),
        },
        Ok(_) => Ok(()),
    }
}

impl SelfTest {
    async fn run(&self) -> Vec<PluginCheckOut> {
        let mut checks = self.drawn().await;
        let topic = self.topic();
        for provision in &self.info.provides {
            let name = match provision {
                Provision::PaymentProvider { methods, .. } => methods.first().map(String::as_str),
                Provision::EventHook { .. } => topic.as_deref(),
                Provision::AdminPanel { name, page: None, .. }
                | Provision::CatalogueFormat { name, exports: true, .. } => Some(name.as_str()),
                _ => None,
            };
            let call = Call::begin(provision, name);
            let answer = match provision {
                Provision::PaymentProvider { .. } => self.payment(name.unwrap_or_default()).await,
                Provision::InstallmentProvider { countries, .. } => {
                    self.installment(countries.first().map_or(COUNTRY, String::as_str)).await
                }
                Provision::ShippingProvider {}
                | Provision::TaxProvider {}
                | Provision::DiscountFunction {}
                | Provision::CheckoutQuestions {} => self.quote(provision).await,
                Provision::EventHook { .. } => match name {
                    Some(topic) => self.event(topic).await,
                    // The site lets it have no data that its events tell of.
                    None => continue,
                },
                Provision::AdminPanel { name, page: None, .. } => self.panel(name).await,
                Provision::CatalogueFormat { name, exports: true, .. } => self.format(name).await,
                Provision::Formatter { .. }
                | Provision::Predicate { .. }
                | Provision::Block { .. }
                | Provision::ScheduledJob { .. }
                | Provision::CatalogueFormat { exports: false, .. }
                | Provision::AdminPanel { page: Some(_), .. } => continue,
            };
            checks.push(call.end(answer));
        }
        checks
    }

    /// Formatters, predicates and blocks, as in one render of a page, which blocks.
    async fn drawn(&self) -> Vec<PluginCheckOut> {
        let (host, site, info) = (self.host.clone(), Arc::clone(&self.site), self.info.clone());
        let drawn = tokio::task::spawn_blocking(move || {
            let session = host.render_session(site);
            let text = Value::Text(SAMPLE_TEXT.to_owned());
            let mut checks = Vec::new();
            for provision in &info.provides {
                match provision {
                    Provision::Formatter { names, .. } => checks.extend(names.iter().map(|name| {
                        Call::begin(provision, Some(name)).end(or_refused(session.format(name, &text, &[])))
                    })),
                    Provision::Predicate { names } => checks.extend(names.iter().map(|name| {
                        Call::begin(provision, Some(name)).end(or_refused(session.test(name, &text, &[])))
                    })),
                    Provision::Block { name, .. } => {
                        let found = info.blocks.iter().find(|block| block.name == *name);
                        let Some((block, example)) = found.and_then(|block| Some((block, block.example.clone()?)))
                        else {
                            continue;
                        };
                        let input = BlockInput {
                            kind: block.kind.clone(),
                            instance_id: "example".to_owned(),
                            settings: example,
                            ..BlockInput::default()
                        };
                        checks.push(Call::begin(provision, Some(name)).end(session.render_block(&input)));
                    }
                    _ => {}
                }
            }
            checks
        });
        drawn.await.unwrap_or_default()
    }

    fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.site.context.currency.clone())
    }

    /// Asks for the status of a payment that does not exist.
    async fn payment(&self, method: &str) -> Result<(), PluginError> {
        let attempt = PaymentAttempt {
            attempt_id: "test".to_owned(),
            order_id: "test".to_owned(),
            idempotency_key: "test".to_owned(),
            amount: self.money(PRICE),
            method: method.to_owned(),
            return_url: String::new(),
            cancel_url: String::new(),
            webhook_url: String::new(),
            intent: None,
            buyer: PaymentBuyer::default(),
            lines: Vec::new(),
            saved: SavedUse::No,
            provider_state: Json::Null,
        };
        let calls = self.host.payment(&self.info.id, &self.site)?;
        or_refused(calls.fetch_status(&attempt).await)
    }

    /// Asks for a message, which blocks.
    async fn installment(&self, country: &str) -> Result<(), PluginError> {
        let item = InstallmentItem {
            reference: "example".to_owned(),
            unit_price: self.money(PRICE * 4),
            quantity: 1,
            category: String::new(),
            tags: Vec::new(),
            physical: true,
            available: true,
            subscription: false,
        };
        let request = InstallmentRequest {
            items: vec![item],
            total: Some(self.money(PRICE * 4)),
            country: country.to_owned(),
            language: self.site.context.locale.clone(),
            minimum: None,
            maximum: None,
            payments: None,
        };
        let calls = self.host.installments(&self.site, country)?;
        let asked = tokio::task::spawn_blocking(move || calls.quote(&request).map(drop));
        asked.await.unwrap_or(Ok(()))
    }

    async fn quote(&self, provision: &Provision) -> Result<(), PluginError> {
        let line = CartLine {
            id: "example".to_owned(),
            product_id: "example".to_owned(),
            sku: "EXAMPLE".to_owned(),
            title: SAMPLE_TEXT.to_owned(),
            kind: CartProductKind::Physical,
            quantity: 2,
            unit_price: self.money(PRICE),
            total: self.money(PRICE * 2),
            weight_grams: 500,
            shipped: true,
            taxable: true,
            discountable: true,
            tags: Vec::new(),
            categories: Vec::new(),
        };
        let cart = QuotedCart {
            lines: vec![line],
            subtotal: self.money(PRICE * 2),
            prices_include_tax: false,
            signed_in: false,
            tax_id: None,
        };
        let place = CartPlace { country: COUNTRY.to_owned(), region: "NY".to_owned(), postal_code: "10001".to_owned() };
        let calls = self.host.quotes(&self.info.id, &self.site)?;
        match provision {
            Provision::ShippingProvider {} => calls.rates(&cart, &place).await.map(drop),
            Provision::TaxProvider {} => calls.taxes(&cart, None, &place).await.map(drop),
            Provision::CheckoutQuestions {} => {
                let checkout = QuotedCheckout { cart, destination: Some(place), delivery: None };
                calls.questions(&checkout).await.map(drop)
            }
            _ => calls.discounts(&cart).await.map(drop),
        }
    }

    /// Has a file without products written.
    async fn format(&self, name: &str) -> Result<(), PluginError> {
        let part = FormatPart { number: 0, last: true, origin: String::new(), products: Vec::new() };
        let calls = self.host.formats(&self.info.id, &self.site, false)?;
        calls.write(name, &part).await.map(drop)
    }

    /// The first topic that the site lets the hook have.
    fn topic(&self) -> Option<String> {
        let hooks = self.host.event_hooks(&self.site);
        hooks.into_iter().find(|hook| hook.plugin_id == self.info.id)?.topics.into_iter().next()
    }

    /// Tells the hook of an example.
    async fn event(&self, topic: &str) -> Result<(), PluginError> {
        let now = u64::try_from(self.site.context.now_ms).unwrap_or(0);
        let event = HookEvent {
            id: format!("test-{now}"),
            topic: topic.to_owned(),
            object_id: "example".to_owned(),
            sequence: 1,
            occurred_ms: now,
            attempt: 1,
            payload: example_of_event(&self.site.context.currency, now),
        };
        self.host.background(&self.info.id, &self.site)?.handle_event(&event).await
    }

    async fn panel(&self, name: &str) -> Result<(), PluginError> {
        let calls = self.host.panel(&self.info.id, &self.site, self.person.clone())?;
        calls.call(name, "show", &json!({})).await.map(drop)
    }
}

/// An example with the members of all topics, marked as a test.
fn example_of_event(currency: &str, now: u64) -> Json {
    let line = json!({
        "productId": "example", "variantId": "example", "sku": "EXAMPLE", "name": SAMPLE_TEXT, "quantity": 2,
        "unitPrice": PRICE, "total": PRICE * 2,
    });
    json!({
        "orderId": "example", "number": 1, "test": true, "paymentStatus": "paid", "fulfillmentStatus": "pending",
        "currency": currency, "subtotal": PRICE * 2, "discount": 0, "shipping": 0, "tax": 0, "total": PRICE * 2,
        "customer": {"email": "ada@example.com", "name": "Ada Example", "country": COUNTRY}, "lines": [line],
        "productId": "example", "name": SAMPLE_TEXT, "productName": SAMPLE_TEXT, "variantId": "example",
        "sku": "EXAMPLE", "stock": 3, "threshold": 5, "submissionId": "example", "formId": "example",
        "formName": SAMPLE_TEXT, "pageId": "example", "title": SAMPLE_TEXT, "email": "ada@example.com",
        "answers": [{"field": "example", "kind": "text", "label": SAMPLE_TEXT, "value": SAMPLE_TEXT}], "createdOn": now,
    })
}
