//! All errors have the same response shape.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::website::WebsiteStatus;

use crate::app::{App, on_sqlite};
use crate::client::TestResponse;
use crate::requests::{answers, resolved};
use crate::shop;

const CART: &str = "/api/commerce/shopping-cart";
const ENTRIES: &str = "/api/commerce/shopping-cart/entries";

/// A response with the members that every error has.
fn refusal(answer: TestResponse, status: u16, code: &str) -> Result<Value> {
    ensure!(answer.status == status, "{status} {code}: {answer:?}");
    ensure!(answer.header("content-type") == "application/problem+json", "{code}: {answer:?}");
    let body = answer.json();
    assert_eq!(body["code"], code, "{body}");
    let said = body["error"].as_str().context("no sentence")?;
    ensure!(said.len() > 3 && body["detail"] == said && body["status"] == status, "{body}");
    assert_eq!(body.get("crumbFail"), (code == "crumb-invalid").then_some(&json!(true)), "{body}");
    Ok(body)
}

// spec: scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn error_body_schema_per_status() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, mut owner) = (app.juniper(), app.owner().await?);
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let cart = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let token = cart["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let customer = format!("/api/2/commerce/checkout/{token}/customer");
        let wrong = shopper.put(&customer, &json!({"email": "nobody"})).await?;
        let wrong = refusal(wrong, 400, "validation-failed")?;
        ensure!(wrong["errors"]["email"].is_string(), "{wrong}");
        refusal(shopper.post(ENTRIES, &json!("no entry")).await?, 400, "validation-failed")?;
        refusal(app.platform().get("/api/v1/account").await?, 401, "sign-in-required")?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        let denied = viewer.post(&format!("{base}/pages"), &json!({"title": "Mine"})).await?;
        refusal(denied, 403, "permission-denied")?;
        let fields = [("crumb", "x"), ("event", "x"), ("data", "{}")];
        refusal(shopper.form("/api/events/RecordEvent", &fields).await?, 403, "crumb-invalid")?;
        refusal(shopper.get("/api/commerce/nothing").await?, 404, "not-found")?;
        let foreign = format!("/api/2/commerce/checkout/{token}");
        refusal(app.kissaten().get(&foreign).await?, 404, "not-found")?;
        refusal(shopper.delete(CART).await?, 405, "method-not-allowed")?;
        let files = format!("{}/files?filename=a.pdf", mug["path"].as_str().context("no path")?);
        refusal(owner.post_file(&files, b"x").await?, 409, "conflict")?;
        let settings = format!("{base}/website-settings");
        let stale = owner.get(&settings).await?.expect(200)?;
        owner.put(&settings, &stale).await?.expect(200)?;
        refusal(owner.put(&settings, &stale).await?, 412, "revision-stale")?;
        let large = json!({"itemId": "x".repeat(70 * 1024), "quantity": 1});
        refusal(shopper.post(ENTRIES, &large).await?, 413, "body-too-large")?;
        app.stoa.foundation.tenancy.tenants.set_status("juniper", WebsiteStatus::Removed).await?;
        app.stoa.foundation.tenancy.hosts.clear_cache();
        refusal(shopper.get(CART).await?, 410, "site-gone")?;
        Ok(())
    })
    .await
}

// spec: scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn rate_limit_error_has_retry_after() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut impatient = app.juniper();
    for _ in 0..200 {
        let answer = impatient.post(ENTRIES, &json!({})).await?;
        if answer.status != 429 {
            continue;
        }
        let seconds: u64 = answer.header("retry-after").parse()?;
        ensure!((1..=60).contains(&seconds), "{seconds}");
        refusal(answer, 429, "rate-limited")?;
        return app.stop().await;
    }
    anyhow::bail!("nobody is ever told to wait")
}

// spec: scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn wrong_json_type_names_field() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, mut owner) = (app.juniper(), app.owner().await?);
        let website = app.website("juniper").await?;
        owner.website = Some(website.clone());
        for (body, member, message) in [
            (json!({}), "itemId", "This is required."),
            (json!({"itemId": 5}), "itemId", "This must be a string, not a number."),
            (json!({"itemId": "a", "sku": ["b"]}), "sku", "This must be a string, not a list."),
            (json!([]), "body", "The body must be an object."),
            (json!(null), "body", "The body must be an object, not null."),
        ] {
            let refused = refusal(shopper.post(ENTRIES, &body).await?, 400, "validation-failed")?;
            assert_eq!(refused["errors"], json!({member: message}), "{body}");
        }
        let navigation = "/api/widget/UpdateNavigation";
        for (item, member, message) in [
            (json!({"title": 5}), "navigation.items.0.title", "This must be a string, not a number."),
            (
                json!({"title": "A", "externalLink": {"title": "A", "url": "/a", "newWindow": "yes"}}),
                "navigation.items.0.externalLink.newWindow",
                "This must be true or false, not a string.",
            ),
            (json!("A"), "navigation.items.0", "This must be an object, not a string."),
        ] {
            let body = json!({"fieldName": "mainNav", "navigation": {"items": [item]}});
            let refused = refusal(owner.post(navigation, &body).await?, 400, "validation-failed")?;
            assert_eq!(refused["errors"], json!({member: message}), "{body}");
            let said = refused["error"].as_str().context("no sentence")?;
            ensure!(said.starts_with(member), "{refused}");
        }
        let form = owner.form(navigation, &[("fieldName", "mainNav")]).await?;
        let refused = refusal(form, 400, "validation-failed")?;
        assert_eq!(refused["errors"], json!({"navigation.items": "This is required."}));
        let orders = owner.get(&format!("/api/v1/websites/{website}/orders?limit=many")).await?;
        let refused = refusal(orders, 400, "validation-failed")?;
        assert_eq!(refused["errors"], json!({"limit": "This must be a whole number in digits."}));
        refusal(owner.post_file("/api/assets", b"no form").await?, 415, "unsupported-media")?;
        refusal(shopper.post("/api/openapi.json", &json!({})).await?, 405, "method-not-allowed")?;
        Ok(())
    })
    .await
}

/// The refusal lists everything that is wrong with an event, for developers.
const EVENT_VALIDATION: &str = "/api/v1/clanker/validate-event-content/{schemaName}";

/// Forms of the API that work without scripts: their errors are shown as pages, as are those of all paths outside of it.
const PAGES: [&str; 3] = ["/api/comments/form", "/api/likes/form", "/api/page-locks/{pageId}"];

// spec: scope.error-shape.open
#[test]
fn openapi_documents_error_responses() -> Result<()> {
    let document = serde_json::to_value(stoa_http::document())?;
    for (path, operations) in document["paths"].as_object().context("no paths")? {
        for (method, operation) in operations.as_object().context("no methods")? {
            let is_page = PAGES.contains(&path.as_str()) || path == EVENT_VALIDATION || !path.starts_with("/api/");
            let answers = answers(&document, operation)?;
            for (status, kinds) in answers.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
                let response = resolved(&document, &operation["responses"][status]);
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                let is_problem = schema == "#/components/schemas/Problem" && kinds.len() == 1;
                ensure!(is_problem || is_page, "{method} {path} {status}: {response}");
                ensure!(response["description"] != "", "{method} {path} {status} says nothing");
            }
            let mut expected = vec!["429", "500", "503"];
            if let Some(body) = operation.get("requestBody") {
                expected.extend(["400", "408", "413"]);
                expected.extend(body["content"].get("application/json").map(|_| "415"));
            }
            let alternatives = operation["security"].as_array().into_iter().flatten();
            let mut rights = alternatives.filter_map(|needed| needed["contributor"].as_array());
            if rights.any(|rights| !rights.is_empty()) {
                expected.extend(["401", "403", "404"]);
            }
            let missing: Vec<_> = expected.iter().filter(|status| !answers.contains_key(**status)).collect();
            ensure!(missing.is_empty(), "{method} {path} does not name {missing:?}");
        }
    }
    Ok(())
}
