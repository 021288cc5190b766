//! Every documented call, driven from the OpenAPI document: whoever comes from another site gets a
//! 404 and changes nothing; whoever belongs gets a 2xx for the same ids. A call with a new kind of
//! id or body makes this test fail until it is told what they are.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop;

/// A documented call.
#[derive(Debug)]
struct Route {
    id: String,
    method: String,
    path: String,
    contributor: bool,
    has_body: bool,
}

impl Route {
    fn parameters(&self) -> Vec<&str> {
        self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    /// Whether it names anything that belongs to one site.
    fn names_something(&self) -> bool {
        self.parameters().iter().any(|name| *name != "provider")
    }
}

/// Contributors' calls that find their site by header.
fn by_header(route: &Route) -> bool {
    route.contributor && !route.path.contains("{websiteId}")
}

fn routes() -> Result<Vec<Route>> {
    let document: Value = serde_json::to_value(stoa_http::document())?;
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().context("no paths")? {
        for (method, operation) in methods.as_object().context("no methods")? {
            routes.push(Route {
                id: operation["operationId"].as_str().context("no operationId")?.to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                contributor: operation["security"].as_array().is_some_and(|needs| !needs.is_empty()),
                has_body: operation.get("requestBody").is_some(),
            });
        }
    }
    Ok(routes)
}

/// Things of the dollar shop that calls can name.
struct Known {
    ids: BTreeMap<&'static str, String>,
    product: Value,
    page: Value,
    settings: Value,
    checkout: Value,
}

impl Known {
    /// Makes a cart, an order and a letter, and looks up the rest.
    async fn gather(app: &App, owner: &mut Client, shopper: &mut Client) -> Result<Self> {
        let website = app.website("juniper").await?;
        let mut buyer = app.juniper();
        let bought = shop::buy(app, &mut buyer, "juniper", "hearth-mug").await?;
        let order = bought["orderId"].as_str().context("no order")?.to_owned();
        app.letters(2).await?;
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let cart = shop::add(shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
        let checkout = shop::prepare(shopper, "US").await?;
        let base = format!("/api/v1/websites/{website}");
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
        let page_id = home.context("no home page")?["id"].as_str().context("no id")?.to_owned();
        let page = owner.get(&format!("{base}/pages/{page_id}")).await?.expect(200)?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let order_detail = owner.get(&format!("{base}/orders/{order}")).await?.expect(200)?;
        let mails = owner.get(&format!("{base}/mail")).await?.expect(200)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let ids = BTreeMap::from([
            ("websiteId", website.clone()),
            ("collectionId", text(&product["collectionId"])),
            ("itemId", text(&product["id"])),
            ("orderId", order),
            ("pageId", page_id),
            ("mailId", text(&mails["messages"][0]["id"])),
            ("formId", form_of(app, owner).await?),
            ("cartToken", text(&checkout["cartToken"])),
            ("entryId", text(&cart["newlyAdded"]["id"])),
            ("attemptId", text(&order_detail["payments"][0]["id"])),
            ("provider", "stoa.testcard".to_owned()),
        ]);
        let settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
        Ok(Self { ids, product, page, settings, checkout })
    }

    /// Reads again what other calls may have changed since: revisions, totals.
    async fn refresh(&mut self, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        let base = format!("/api/v1/websites/{}", self.ids["websiteId"]);
        let path = self.product["path"].as_str().context("no path")?.to_owned();
        self.product = owner.get(&path).await?.expect(200)?;
        self.product["path"] = json!(path);
        self.page = owner.get(&format!("{base}/pages/{}", self.ids["pageId"])).await?.expect(200)?;
        self.settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
        let checkout = format!("/api/2/commerce/checkout/{}", self.ids["cartToken"]);
        self.checkout = shopper.get(&checkout).await?.expect(200)?;
        Ok(())
    }

    fn path(&self, route: &Route) -> Result<String> {
        let mut path = route.path.clone();
        for name in route.parameters() {
            let id = self.ids.get(name).with_context(|| format!("{}: what is a {name}?", route.id))?;
            path = path.replace(&format!("{{{name}}}"), id);
        }
        if route.id == "stock_get" {
            path = format!("{path}?itemId={}", self.product["id"].as_str().unwrap_or_default());
        }
        Ok(path)
    }

    fn body(&self, route: &Route) -> Result<Option<Value>> {
        if !route.has_body || route.id == UPLOAD {
            return Ok(None);
        }
        let variant = &self.product["variants"][0];
        Ok(Some(match route.id.as_str() {
            "orders_fulfill" => json!({"trackingNumber": "1Z", "notifyCustomer": false}),
            "products_create_collection" => json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet",
                "description": "", "enabled": true}),
            "products_update" => self.product.clone(),
            "products_set_stock" => json!({"variantId": variant["id"], "unlimited": false, "qtyInStock": 40}),
            "page_save" => self.page.clone(),
            "page_publish" => json!({"revision": self.page["revision"].as_i64().unwrap_or_default()}),
            "page_preview" => json!({"document": self.page["document"]}),
            "settings_save" => self.settings.clone(),
            "cart_add_entry" => json!({"itemId": self.product["id"], "sku": variant["sku"], "quantity": 1,
                "additionalFields": null}),
            "form_validate" => json!({"name": "Ada Byron", "email": "ada@example.com", "message": "A question"}),
            "cart_update_entry" => json!({"quantity": 2}),
            "cart_update_additional_fields" => json!({"itemId": self.product["id"], "sku": variant["sku"],
                "additionalFields": "{}"}),
            "checkout_set_customer" => json!({"email": "ada@example.com", "mailConsent": false}),
            "checkout_set_shipping" => shop::address("US"),
            "checkout_set_shipping_option" => json!({"optionId": self.checkout["shippingOptions"][0]["id"]}),
            "checkout_set_billing" => json!({"sameAsShipping": true}),
            "checkout_submit" => json!({"idempotencyKey": "every-route-0001",
                "expectedTotalCents": self.checkout["cart"]["grandTotalCents"],
                "payment": {"provider": "stoa.testcard", "method": "card", "data": {"cardNumber": shop::APPROVED,
                    "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}}}),
            other => anyhow::bail!("{other}: what is its body?"),
        }))
    }
}

/// A form of the dollar shop: the block id stands in the published contact page.
async fn form_of(app: &App, owner: &mut Client) -> Result<String> {
    let website = app.website("juniper").await?;
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    for page in pages["pages"].as_array().context("no pages")? {
        let path = format!("/api/v1/websites/{website}/pages/{}", page["id"].as_str().unwrap_or_default());
        let detail = owner.get(&path).await?.json();
        let blocks = detail["document"].to_string();
        if let Some(position) = blocks.find("\"kind\":\"form\"") {
            let before = blocks.get(..position).unwrap_or_default();
            let id = before.rsplit("\"id\":\"").next().and_then(|rest| rest.split('"').next());
            return Ok(id.context("the form has no id")?.to_owned());
        }
    }
    anyhow::bail!("no page of the demo holds a form")
}

/// Somebody who owns the yen shop alone.
async fn stranger(app: &App) -> Result<Client> {
    let tenancy = &app.stoa.foundation.tenancy;
    let account = tenancy.staff.create("stranger@example.com", "Stranger", "long enough words", 1).await?;
    let website: WebsiteId = app.website("kissaten").await?.parse()?;
    tenancy.staff.grant(&website, &account.id, 1).await?;
    let mut client = app.platform();
    client.sign_in("stranger@example.com", "long enough words").await?;
    Ok(client)
}

/// Calls that end what others need: they come last, in this order.
fn last(route: &Route) -> usize {
    let order = ["cart_remove_entry", "checkout_submit"];
    order.iter().position(|id| *id == route.id).map_or(0, |position| position + 1)
}

// spec: security.tenant-isolation.open, website.multi-tenant.open
#[tokio::test(flavor = "multi_thread")]
async fn strangers_get_404_and_change_nothing_while_the_rightful_get_2xx() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        owner.website = Some(app.website("juniper").await?);
        let mut shopper = app.juniper();
        let mut known = Known::gather(app, &mut owner, &mut shopper).await?;
        let mut stranger = stranger(app).await?;
        stranger.website = Some(app.website("juniper").await?);
        let mut neighbour = app.kissaten();
        let own_site = app.website("kissaten").await?;
        let mut routes: Vec<Route> =
            routes()?.into_iter().filter(|route| !EXEMPT.contains(&route.id.as_str())).collect();
        routes.sort_by_key(last);
        let mut checked = 0;
        for route in &routes {
            if !route.names_something() && !by_header(route) && route.id != "stock_get" {
                continue;
            }
            known.refresh(&mut owner, &mut shopper).await?;
            let (path, body) = (known.path(route)?, known.body(route)?);
            let before = snapshot(&mut owner, &mut shopper, route, &path).await?;
            let foreign = if route.contributor { &mut stranger } else { &mut neighbour };
            let refused = send(foreign, route, &path, body.as_ref()).await?;
            ensure!(refused.status == 404, "{} as a stranger: {refused:?}", route.id);
            if route.contributor && route.parameters().len() > 1 {
                let through_own = path.replace(&known.ids["websiteId"], &own_site);
                let refused = send(&mut stranger, route, &through_own, body.as_ref()).await?;
                ensure!(refused.status == 404, "{} through another site: {refused:?}", route.id);
            }
            let after = snapshot(&mut owner, &mut shopper, route, &path).await?;
            ensure!(before == after, "{} changed something for a stranger", route.id);
            checked += 1;
            if route.id == UPLOAD {
                continue;
            }
            let rightful = if route.contributor { &mut owner } else { &mut shopper };
            let given = send(rightful, route, &path, body.as_ref()).await?;
            ensure!((200..400).contains(&given.status), "{} as the owner: {given:?}", route.id);
        }
        assert!(checked > 25, "only {checked} calls were checked");
        Ok(())
    })
    .await
}

/// A provider's message names nothing of a site: it proves itself by its signature.
const EXEMPT: [&str; 1] = ["webhook_receive"];
/// An upload is no JSON: strangers are refused before its body is read.
const UPLOAD: &str = "asset_create";

async fn send(client: &mut Client, route: &Route, path: &str, body: Option<&Value>) -> Result<crate::client::Answer> {
    if route.id == "page_save" {
        client.if_match = body.map(|page| format!("\"{}\"", page["revision"]));
    }
    let answer = client.call(&route.method, path, body).await;
    client.if_match = None;
    answer
}

/// What the rightful see at the place of a call, when it can be read.
async fn snapshot(owner: &mut Client, shopper: &mut Client, route: &Route, path: &str) -> Result<Option<Value>> {
    if route.method == "GET" {
        return Ok(None);
    }
    let client = if route.contributor { owner } else { shopper };
    let seen = client.get(path).await?;
    Ok((seen.status == 200).then(|| seen.json()))
}
