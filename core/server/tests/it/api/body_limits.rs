//! The limits of request bodies in the OpenAPI document, which clients check before they send, are those of the server.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::app::on_sqlite;
use crate::requests::{KnownResources, resolved, routes, send};

/// Members that the kind of the body does not use, so that their values are ignored.
const IGNORED: [&str; 4] = [
    "discounts_create.amountCents",
    "discounts_create.rateBasisPoints",
    "discounts_update.amountCents",
    "discounts_update.rateBasisPoints",
];

/// Members with the blocks of a page, which have rules of their own.
const BLOCKS: [&str; 3] = ["document", "section", "steps"];

/// Copies of a valid value, each with one text or number just beyond its limit, and the path of that member.
fn beyond(document: &Value, schema: &Value, value: &Value, path: &str) -> Vec<(String, Value)> {
    let schema = resolved(document, schema);
    let parts = ["allOf", "oneOf"].into_iter().filter_map(|kind| schema[kind].as_array()).flatten();
    let mut found: Vec<(String, Value)> = parts.flat_map(|part| beyond(document, part, value, path)).collect();
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| !BLOCKS.contains(&name.as_str())) {
                for (path, changed) in beyond(document, &schema["properties"][name], member, &format!("{path}.{name}"))
                {
                    let mut whole = members.clone();
                    whole.insert(name.clone(), changed);
                    found.push((path, Value::Object(whole)));
                }
            }
        }
        Value::Array(entries) => {
            if let Some((first, others)) = entries.split_first() {
                for (path, changed) in beyond(document, &schema["items"], first, path) {
                    let whole = std::iter::once(changed).chain(others.iter().cloned()).collect();
                    found.push((path, Value::Array(whole)));
                }
            }
        }
        Value::String(_) => {
            let most = schema["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok());
            found.extend(most.map(|most| (path.to_owned(), json!("x".repeat(most + 1)))));
        }
        Value::Number(_) => {
            found.extend(schema["maximum"].as_i64().map(|most| (path.to_owned(), json!(most + 1))));
        }
        Value::Null | Value::Bool(_) => {}
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_the_document_are_enforced() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, mut shopper) = (app.owner().await?, app.juniper());
        owner.website = Some(app.website("juniper").await?);
        let mut known = KnownResources::gather(app, &mut owner, &mut shopper).await?;
        known.refresh(&mut owner, &mut shopper).await?;
        let document = serde_json::to_value(stoa_http::document())?;
        let mut tried = 0;
        let mut accepted = Vec::new();
        for route in routes()?.iter().filter(|route| route.contributor && route.takes_body()) {
            known.refresh_for(route, &mut owner, &mut shopper).await?;
            let path = known.path(route)?;
            let Some(body) = known.body(route)? else { continue };
            let operation = &document["paths"][&route.path][route.method.to_lowercase()];
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            for (member, changed) in beyond(&document, schema, &body, &route.id) {
                if IGNORED.contains(&member.as_str()) {
                    continue;
                }
                tried += 1;
                let answer = send(&mut owner, route, &path, Some(&changed)).await?;
                if answer.status < 400 {
                    accepted.push(member);
                }
            }
        }
        ensure!(accepted.is_empty(), "accepted beyond the limits of the document: {accepted:?}");
        ensure!(tried > 80, "only {tried} limits were tried");
        Ok(())
    })
    .await
}
