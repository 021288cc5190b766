//! Every contributors' call as every role: 403 exactly where the role table says so.

use anyhow::{Context as _, Result};
use serde_json::Value;
use stoa_kernel::id::WebsiteId;

use crate::app::App;

const ROLES: [i32; 14] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// What a call needs, by operation.
fn needs(operation: &str) -> Option<(&'static str, &'static str)> {
    Some(match operation {
        "orders_list" | "mail_list" => ("orders", "read"),
        "products_list_collections" => ("products", "read"),
        "products_create_collection" => ("products", "write"),
        "pages_list" | "block_kinds_list" | "assets_list" => ("content", "read"),
        "settings_get" => ("site-settings", "read"),
        "settings_save" => ("site-settings", "write"),
        "plugins_list" => ("plugins", "read"),
        _ => return None,
    })
}

// spec: roles.enum, role.viewer.open, role.none.open
#[tokio::test(flavor = "multi_thread")]
async fn each_role_may_do_what_the_table_says_and_no_more() -> Result<()> {
    let app = App::sqlite().await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenancy = &app.stoa.foundation.tenancy;
    let document: Value = serde_json::to_value(stoa_http::document())?;
    let table = include_str!("../../../../tenancy/policy/roles.csv");
    let mut checked = 0;
    for role in ROLES {
        let email = format!("role{role}@example.com");
        let account = tenancy.staff.create(&email, "Somebody", "long enough words", 1).await?;
        tenancy.staff.grant(&website, &account.id, role).await?;
        let mut client = app.platform();
        client.sign_in(&email, "long enough words").await?;
        for (path, methods) in document["paths"].as_object().context("no paths")? {
            for (method, operation) in methods.as_object().context("no methods")? {
                let id = operation["operationId"].as_str().context("no operationId")?;
                let Some((resource, action)) = needs(id) else { continue };
                let path = path.replace("{websiteId}", website.as_str());
                let body = operation.get("requestBody").map(|_| {
                    serde_json::json!({
                    "navigationTitle": "x", "title": "", "urlId": "", "description": "", "enabled": true,
                    "tagline": "", "language": "en-US", "currency": "USD", "timeZone": "UTC", "theme": "linen",
                    "contactEmail": "", "socialAccounts": [], "revision": 0})
                });
                let answer = client.call(&method.to_uppercase(), &path, body.as_ref()).await?;
                let allowed = table.contains(&format!("p, role:{role}, {resource}, {action}\n"));
                assert_eq!(answer.status != 403, allowed, "role {role}, {id}: {answer:?}");
                checked += 1;
            }
        }
    }
    assert!(checked >= ROLES.len() * 8, "only {checked} pairs were checked");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_signed_in_gets_401_and_a_refresh_renews_the_session() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let orders = format!("/api/v1/websites/{website}/orders");
    let problem = app.platform().get(&orders).await?.problem(401)?;
    assert_eq!(problem["code"], "sign-in-required");
    let mut owner = app.owner().await?;
    owner.token = None;
    let renewed = owner.post("/api/auth/session/refresh", &Value::Null).await?.expect(200)?;
    owner.token = renewed["accessToken"].as_str().map(str::to_owned);
    owner.get(&orders).await?.expect(200)?;
    owner.delete("/api/auth/session").await?.expect(204)?;
    let problem = owner.post("/api/auth/session/refresh", &Value::Null).await?.problem(401)?;
    assert_eq!(problem["code"], "sign-in-required");
    app.stop().await
}
