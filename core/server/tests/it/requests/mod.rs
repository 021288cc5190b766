//! Every documented operation, ready to be called on the dollar shop: its path, its body, and the permissions it needs.
//! Bodies are made from their schemas where those say enough. An operation with a new kind of id fails the tests until it
//! is added here.

mod address;
mod body;
mod derived;
mod refresh;
mod resources;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

pub(crate) use self::resources::KnownResources;
use crate::client::{Client, TestResponse};

/// A documented operation.
#[derive(Debug)]
pub(crate) struct Route {
    pub(crate) id: String,
    pub(crate) method: String,
    /// With its parameters in braces.
    pub(crate) path: String,
    /// Whether it is called by contributors.
    pub(crate) contributor: bool,
    /// Permissions that a contributor needs, such as `orders:read`: all of one of these sets.
    pub(crate) rights: Vec<Vec<String>>,
    /// Media types of its responses, by status.
    answers: BTreeMap<String, Vec<String>>,
    /// The body as its schema wants it, with names of ids; none for operations without one.
    body: Option<Value>,
    /// Whether the body is a form.
    is_form: bool,
}

impl Route {
    /// Names of its path parameters.
    pub(crate) fn parameters(&self) -> Vec<&str> {
        self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    /// Whether it refers to a resource of one site.
    pub(crate) fn refers_to_site(&self) -> bool {
        self.own_names() > 0
    }

    /// Number of its parameters that belong to one site, including the site.
    pub(crate) fn own_names(&self) -> usize {
        self.parameters().iter().filter(|name| !OF_ALL_SITES.contains(name)).count()
    }

    /// Whether it takes a body.
    pub(crate) fn takes_body(&self) -> bool {
        self.body.is_some()
    }

    /// Checks that the document contains the response: its status, and the media type of an error.
    fn check(&self, answer: &TestResponse) -> Result<()> {
        let status = answer.status.to_string();
        let kinds = self.answers.get(&status);
        let kinds = kinds.with_context(|| format!("{}: the document does not tell of {answer:?}", self.id))?;
        let kind = answer.header("content-type").split(';').next().unwrap_or_default();
        let is_told = answer.status < 400 || kinds.iter().any(|known| known == kind);
        ensure!(is_told, "{}: the document tells of {kinds:?} for {answer:?}", self.id);
        Ok(())
    }

    /// Whether it is a contributor operation whose site is given by header.
    pub(crate) fn by_header(&self) -> bool {
        self.contributor && !self.path.contains("{websiteId}")
    }
}

/// Parameters that are the same on each site.
const OF_ALL_SITES: [&str; 12] = [
    "emailKind",
    "language",
    "textKey",
    "provider",
    "areaId",
    "translatedKind",
    "pluginId",
    "schemaName",
    "secretName",
    "picture",
    "panel",
    "format",
];

/// Operations that end what others need: they are called last, in this order.
const LAST: [&str; 23] = [
    "experiment_end",
    "experiment_delete",
    "mail_send_all_again",
    "saved_sections_delete",
    "preview_links_revoke",
    "annotations_delete",
    "analytics_links_delete",
    "orders_fulfill",
    "redirects_delete",
    "page_delete",
    "discounts_delete",
    "price_lists_delete",
    "taxes_delete",
    "shipping_zones_delete",
    "products_delete",
    "categories_delete",
    "customers_erase",
    "site_user_addresses_delete",
    "saved_payment_methods_delete",
    "cart_remove_entry",
    "checkout_submit",
    "load_run_end",
    "load_runs_remove",
];

/// All operations of the document, in an order in which they can be called.
pub(crate) fn routes() -> Result<Vec<Route>> {
    let document: Value = serde_json::to_value(stoa_http::document())?;
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().context("no paths")? {
        for (method, operation) in methods.as_object().context("no methods")? {
            let needs = operation["security"].as_array().map_or(&[][..], Vec::as_slice);
            let sets = needs.iter().filter_map(|need| need["contributor"].as_array());
            let named = |set: &Vec<Value>| set.iter().filter_map(|right| right.as_str().map(str::to_owned)).collect();
            routes.push(Route {
                id: operation["operationId"].as_str().context("no operationId")?.to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                contributor: !needs.is_empty(),
                rights: sets.map(named).filter(|set: &Vec<String>| !set.is_empty()).collect(),
                answers: answers(&document, operation)?,
                body: operation.get("requestBody").map(|body| body_sample(&document, body)),
                is_form: operation["requestBody"]["content"].get(FORM).is_some(),
            });
        }
    }
    routes.sort_by_key(|route| LAST.iter().position(|id| *id == route.id).map_or(0, |position| position + 1));
    Ok(routes)
}

/// A body made from its schema; null where it is neither JSON nor a form.
fn body_sample(document: &Value, body: &Value) -> Value {
    let content = &resolved(document, body)["content"];
    let schema = content.get("application/json").or_else(|| content.get(FORM)).and_then(|kind| kind.get("schema"));
    schema.map_or(Value::Null, |schema| derived::sample(document, schema, ""))
}

/// Media types of an operation's responses, by status.
pub(crate) fn answers(document: &Value, operation: &Value) -> Result<BTreeMap<String, Vec<String>>> {
    let responses = operation["responses"].as_object().context("no responses")?;
    let kinds = |(status, response): (&String, &Value)| {
        let content = resolved(document, response)["content"].as_object();
        (status.clone(), content.into_iter().flat_map(|content| content.keys().cloned()).collect::<Vec<_>>())
    };
    Ok(responses.iter().map(kinds).collect())
}

/// A part of the document, with its reference resolved.
pub(crate) fn resolved<'d>(document: &'d Value, part: &'d Value) -> &'d Value {
    let shared = part["$ref"].as_str().and_then(|place| document.pointer(place.trim_start_matches('#')));
    shared.unwrap_or(part)
}

/// A customer with an account and nothing else.
const SPARE_CUSTOMER: &str = "spare@example.com";

const LOCK_PASSWORD: &str = "open sesame";

/// Operations that require the version they change.
const VERSIONED: [&str; 22] = [
    "mail_texts_save",
    "design_save",
    "header_footer_draft_save",
    "inventory_set",
    "page_save",
    "page_settings_save",
    "item_save",
    "redirects_update",
    "experiment_update",
    "discounts_update",
    "price_lists_update",
    "price_lists_delete",
    "taxes_update",
    "shipping_zones_update",
    "discounts_delete",
    "taxes_delete",
    "shipping_zones_delete",
    "store_settings_save",
    "payment_settings_save",
    "payment_provider_save",
    "template_file_save",
    "template_file_remove",
];

/// Media type of forms.
const FORM: &str = "application/x-www-form-urlencoded";

/// Uploads are not JSON: an image is sent as multipart form, a file as request body.
const UPLOADS: [&str; 9] = [
    "asset_create",
    "asset_upload_part",
    "product_files_add",
    "form_file_add",
    "inventory_check_sheet",
    "catalogue_format_check",
    "catalogue_format_products",
    "translations_import",
    "plugin_package_upload",
];
pub(crate) const PICTURE: &[u8] = include_bytes!("../../../demo/juniper/images/bud-vases.webp");

/// URL of a file served by another server during the test.
pub(crate) async fn elsewhere(file: &'static [u8]) -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let away = |to: &'static str| move || async move { axum::response::Redirect::temporary(to) };
    let files = axum::Router::new()
        .route("/vases.webp", axum::routing::get(move || async move { file }))
        .route("/moved", axum::routing::get(away("/vases.webp")))
        .route("/inside", axum::routing::get(away("http://127.0.0.2/secrets")));
    tokio::spawn(async move { axum::serve(listener, files).await });
    Ok(format!("http://{address}/vases.webp"))
}

/// Calls an operation, and checks its response against the document.
pub(crate) async fn send(client: &mut Client, route: &Route, path: &str, body: Option<&Value>) -> Result<TestResponse> {
    let answer = make(client, route, path, body).await?;
    route.check(&answer)?;
    Ok(answer)
}

async fn make(client: &mut Client, route: &Route, path: &str, body: Option<&Value>) -> Result<TestResponse> {
    match route.id.as_str() {
        "asset_create" => return client.upload(path, "vases.webp", PICTURE).await,
        "asset_upload_part" => return client.patch_file(path, PICTURE).await,
        "product_files_add" | "form_file_add" | "plugin_package_upload" => {
            return client.post_file(path, PICTURE).await;
        }
        "translations_import" => {
            let texts = b"Kind,Id,Key,Original,Translation\npage,none,title,Juniper,Wacholder\n";
            return client.post_file(path, texts).await;
        }
        "inventory_check_sheet" | "catalogue_format_check" | "catalogue_format_products" => {
            return client.post_file(path, b"SKU,New stock\nMUG-10-OAT,20\n").await;
        }
        "own_visits_note" => return client.form(path, &[("counted", "true")]).await,
        "cookie_consent_note" => return client.form(path, &[("allowed", "true")]).await,
        "visitor_comments_send" => return client.form(path, &[("targetId", "none"), ("text", "A comment")]).await,
        "likes_send" => return client.form(path, &[("targetId", "none")]).await,
        "page_unlock" => return client.form(path, &[("password", LOCK_PASSWORD), ("path", "/")]).await,
        _ => {}
    }
    if route.is_form {
        let fields: Vec<(&str, &str)> = body
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
            .collect();
        return client.confirmed_form(path, &fields).await;
    }
    if VERSIONED.contains(&route.id.as_str()) {
        client.if_match = body.map(|version| format!("\"{}\"", version["revision"]));
    }
    let answer = client.call(&route.method, path, body).await;
    client.if_match = None;
    answer
}
