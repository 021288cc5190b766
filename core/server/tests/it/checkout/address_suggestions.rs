//! Address suggestions in the checkout, from a fake service.

use std::collections::HashMap;

use anyhow::{Context as _, Result, ensure};
use axum::Json;
use axum::extract::{Path, Query};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite_with};
use crate::client::Client;
use crate::shop;

const AUTOCOMPLETE: &str = "/api/google-maps/places/autocomplete?input=12%20Kiln";
const DETAILS: &str = "/api/google-maps/places/details?placeId=p1&productPage=checkout&productSection=shipping";
const KEY: &str = "a-very-secret-key";

fn answer(call: &str, query: &HashMap<String, String>) -> Value {
    let asked = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    if asked("key") != KEY {
        return json!({"status": "REQUEST_DENIED", "error_message": format!("The key {} is not known.", asked("key"))});
    }
    match (call, asked("input"), asked("place_id")) {
        ("autocomplete", "nowhere", _) => json!({"status": "ZERO_RESULTS", "predictions": []}),
        ("autocomplete", "too often", _) => json!({"status": "OVER_QUERY_LIMIT"}),
        ("autocomplete", ..) => json!({"status": "OK", "predictions": [
            {"place_id": "p1", "description": "12 Kiln Lane, Portland", "types": ["route"]}]}),
        ("details", _, "p1") => json!({"status": "OK", "result": {
            "formatted_address": "12 Kiln Lane, Portland, OR 97201, USA",
            "address_components": [{"long_name": "Oregon", "short_name": "OR", "types": ["administrative_area_level_1"]}],
            "geometry": {"location": {"lat": 45.5, "lng": -122.7}}}}),
        _ => json!({"status": "NOT_FOUND"}),
    }
}

/// The fake service, on a free port.
async fn upstream() -> Result<String> {
    let call =
        async |Path(call): Path<String>, Query(query): Query<HashMap<String, String>>| Json(answer(&call, &query));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let router = axum::Router::new().route("/maps/api/place/{call}/json", axum::routing::get(call));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(format!("http://{address}"))
}

/// A shopper who is about to check out.
async fn buyer(app: &App) -> Result<Client> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let mut buyer = app.juniper();
    shop::add(&mut buyer, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    Ok(buyer)
}

async fn checkout_says(buyer: &mut Client) -> Result<Value> {
    let cart = buyer.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let token = cart["cartToken"].as_str().context("no token")?;
    Ok(buyer.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?["proposesAddresses"].clone())
}

// spec: content.google-places, content.google-places.open
#[tokio::test(flavor = "multi_thread")]
async fn address_suggestions_hide_api_key() -> Result<()> {
    let places = format!("[places]\nkey = {KEY:?}\nurl = {:?}\n", upstream().await?);
    on_sqlite_with(&places, async |app| {
        let mut buyer = buyer(app).await?;
        assert_eq!(checkout_says(&mut buyer).await?, true);
        let found = buyer.get(AUTOCOMPLETE).await?;
        let proposed = json!({"predictions": [{"placeId": "p1", "description": "12 Kiln Lane, Portland"}]});
        ensure!(!found.text.contains(KEY));
        assert_eq!(found.expect(200)?, proposed);
        let oregon = json!({"longName": "Oregon", "shortName": "OR", "types": ["administrative_area_level_1"]});
        let place = json!({"result": {"formattedAddress": "12 Kiln Lane, Portland, OR 97201, USA",
            "addressComponents": [oregon], "lat": 45.5, "lng": -122.7}});
        assert_eq!(buyer.get(DETAILS).await?.expect(200)?, place);
        assert_eq!(buyer.get("/api/google-maps/places/details?placeId=p1").await?.expect(200)?, place, "no context");
        let nowhere = buyer.get("/api/google-maps/places/autocomplete?input=nowhere").await?.expect(200)?;
        assert_eq!(nowhere, json!({"predictions": []}));
        buyer.get("/api/google-maps/places/details?placeId=p2").await?.problem(404)?;
        let failed = buyer.get("/api/google-maps/places/autocomplete?input=too%20often").await?;
        ensure!(!failed.text.contains(KEY) && !failed.text.contains("LIMIT"), "{failed:?}");
        assert_eq!(
            failed.problem(503)?["error"],
            "Address suggestions are not available right now. Please enter your address."
        );
        let long = "x".repeat(201);
        for (call, field) in [
            ("autocomplete?input=%20".to_owned(), "input"),
            (format!("autocomplete?input={long}"), "input"),
            (format!("autocomplete?input=x&sessionToken={long}"), "sessionToken"),
            ("details?placeId=".to_owned(), "placeId"),
        ] {
            let refused = buyer.get(&format!("/api/google-maps/places/{call}")).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{call}: {refused}");
        }
        buyer.get("/api/google-maps/places/autocomplete").await?.problem(400)?;

        let mut owner = app.owner().await?;
        owner.get(AUTOCOMPLETE).await?.problem(404)?;
        owner.website = Some(app.website("juniper").await?);
        assert_eq!(owner.get(AUTOCOMPLETE).await?.expect(200)?, proposed);
        for path in [AUTOCOMPLETE, DETAILS] {
            let refused = app.juniper().get(path).await?.problem(403)?;
            assert_eq!(refused["error"], "Address suggestions are only available in the checkout.");
        }
        let cart = buyer.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let token = cart["cartToken"].as_str().context("no token")?;
        let with_token = format!("{AUTOCOMPLETE}&cartToken={token}");
        buyer.get(&with_token).await?.expect(200)?;
        app.juniper().get(&with_token).await?.problem(403)?;
        app.kissaten().get(&with_token).await?.problem(403)?;
        Ok(())
    })
    .await?;
    let denied = format!("[places]\nkey = 'another'\nurl = {:?}\n", upstream().await?);
    on_sqlite_with(&denied, async |app| {
        let refused = buyer(app).await?.get(AUTOCOMPLETE).await?;
        ensure!(refused.status == 503 && !refused.text.contains("another"), "{refused:?}");
        Ok(())
    })
    .await
}

// spec: content.google-places.open
#[tokio::test(flavor = "multi_thread")]
async fn address_suggestions_without_api_key() -> Result<()> {
    let app = App::sqlite().await?;
    let mut buyer = buyer(&app).await?;
    assert_eq!(checkout_says(&mut buyer).await?, false);
    for path in [AUTOCOMPLETE, DETAILS] {
        let refused = buyer.get(path).await?.problem(503)?;
        assert_eq!(refused["error"], "Address suggestions are not available here. Please enter your address.");
    }
    app.stop().await
}
