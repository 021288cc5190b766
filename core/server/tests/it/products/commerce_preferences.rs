//! Preferences of the store's admin screens.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::on_sqlite;

const PATH: &str = "/api/v1/commerce-preferences/orders-list";

// spec: commerce-preferences.get, commerce-preferences.put
#[tokio::test(flavor = "multi_thread")]
async fn preferences_roundtrip_per_namespace() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        assert_eq!(owner.get(PATH).await?.expect(200)?, json!({"websiteId": website}));
        let sent = json!({"columns": ["number", "total"], "nested": {"deep": [1, null, "ä"]}});
        let saved = owner.put(PATH, &sent).await?;
        assert_eq!(saved.header("etag"), "\"1\"");
        let mut expected = sent.clone();
        expected["websiteId"] = json!(website);
        assert_eq!(saved.expect(200)?, expected);
        assert_eq!(owner.get(PATH).await?.expect(200)?, expected);
        let forged = json!({"websiteId": "site_other", "a": 1});
        assert_eq!(owner.put(PATH, &forged).await?.expect(200)?, json!({"websiteId": website, "a": 1}));
        let other = owner.get("/api/v1/commerce-preferences/products-list").await?.expect(200)?;
        assert_eq!(other, json!({"websiteId": website}));
        let neighbour = app.website("kissaten").await?;
        owner.website = Some(neighbour.clone());
        assert_eq!(owner.get(PATH).await?.expect(200)?, json!({"websiteId": neighbour}));

        owner.website = Some(website);
        owner.if_match = Some("\"1\"".to_owned());
        assert_eq!(owner.put(PATH, &json!({"late": true})).await?.problem(412)?["code"], "revision-stale");
        owner.if_match = Some("\"2\"".to_owned());
        owner.put(PATH, &json!({"late": false})).await?.expect(200)?;
        Ok(())
    })
    .await
}

// spec: commerce-preferences.namespaces.open
#[tokio::test(flavor = "multi_thread")]
async fn preference_validation_and_permissions() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        owner.website = Some(website.clone());
        for name in ["Orders", "a_b", "a%20b", &"x".repeat(65)] {
            let path = format!("/api/v1/commerce-preferences/{name}");
            ensure!(owner.get(&path).await?.problem(400)?["errors"]["namespace"].is_string(), "{name}");
            owner.put(&path, &json!({})).await?.problem(400)?;
        }
        let of_size = |bytes: usize| json!({"text": "x".repeat(bytes - "{\"text\":\"\"}".len())});
        owner.put(PATH, &of_size(64 * 1024)).await?.expect(200)?;
        assert_eq!(owner.put(PATH, &of_size(64 * 1024 + 1)).await?.problem(413)?["code"], "body-too-large");
        for other in [json!([1]), json!("text"), json!(1), json!(true), Value::Null] {
            let refused = owner.put(PATH, &other).await?.problem(400)?;
            let said = refused["errors"]["body"].as_str().context("nothing is said")?;
            ensure!(said.starts_with("The body must be an object, not "), "{other}: {refused}");
        }

        let tenancy = &app.stoa.foundation.tenancy;
        let site: WebsiteId = website.parse()?;
        for (role, status) in [(10, 403), (4, 403), (8, 200), (15, 200)] {
            let email = format!("preferences{role}@example.com");
            let account = tenancy.staff.create(&email, "Someone", "long enough words", Timestamp::from_ms(1)).await?;
            tenancy.staff.grant(&site, &account.id, role).await?;
            let mut person = app.platform();
            person.sign_in(&email, "long enough words").await?;
            person.website = Some(website.clone());
            assert_eq!(person.get(PATH).await?.status, status, "role {role} reads");
            assert_eq!(person.put(PATH, &json!({"role": role})).await?.status, status, "role {role} writes");
        }
        let mut nobody = app.platform();
        nobody.website = Some(website);
        nobody.put(PATH, &Value::Null).await?.problem(401)?;
        Ok(())
    })
    .await
}
