//! People who change the same rows at the same time, chosen in another order, do not block each other.

use anyhow::{Context as _, Result, ensure};
use futures::future::try_join_all;
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;

const ROUNDS: usize = 8;
const ROWS: usize = 12;

/// A change of many rows: method, path, the name of the list of ids, and the rest of the body.
struct BulkChange {
    method: &'static str,
    path: String,
    field: &'static str,
    ids: Vec<Value>,
    bodies: [Value; 2],
}

impl BulkChange {
    /// Two people make the change at once, one of them with the ids in reverse.
    async fn race(&self, people: [&Client; 2]) -> Result<()> {
        for round in 0..ROUNDS {
            let calls = people.into_iter().zip(&self.bodies).enumerate().map(|(place, (person, body))| {
                let (mut person, mut body, mut ids) = (person.clone(), body.clone(), self.ids.clone());
                if place == 1 {
                    ids.reverse();
                }
                body[self.field] = Value::Array(ids);
                async move { person.call(self.method, &self.path, Some(&body)).await }
            });
            for answer in try_join_all(calls).await? {
                ensure!(answer.status == 200, "{} in round {round}: {answer:?}", self.path);
            }
        }
        Ok(())
    }
}

fn ids(rows: &Value) -> Result<Vec<Value>> {
    Ok(rows.as_array().context("no rows")?.iter().map(|row| row["id"].clone()).collect())
}

async fn comments(app: &App, owner: &mut Client, base: &str) -> Result<BulkChange> {
    let settings = format!("{base}/website-settings");
    let mut chosen = owner.get(&settings).await?.expect(200)?;
    chosen["commentSettings"]["approval"] = json!("nobody");
    owner.put(&settings, &chosen).await?.expect(200)?;
    let mut visitor = app.juniper();
    let post = visitor.get("/journal/mixing-juniper?format=json").await?.expect(200)?["item"]["id"].clone();
    let mut said: Vec<Value> = Vec::new();
    for number in 0..ROWS {
        let mut body = json!({"targetId": post, "author": "Ada", "text": format!("Comment {number}")});
        // Half of them are replies, whose first comments have counters.
        if number % 2 == 1 {
            body["parentId"] = said.last().cloned().unwrap_or_default();
        }
        said.push(visitor.post("/api/comments", &body).await?.expect(201)?["comment"]["id"].clone());
    }
    let path = format!("{base}/comments/states");
    let bodies = [json!({"state": "APPROVED"}), json!({"state": "SPAM"})];
    Ok(BulkChange { method: "POST", path, field: "ids", ids: said, bodies })
}

async fn products(owner: &mut Client, base: &str) -> Result<BulkChange> {
    let found = owner.get(&format!("{base}/products?limit=20")).await?.expect(200)?;
    let path = format!("{base}/products/bulk");
    let bodies = [json!({"action": "add-tags", "tags": ["One"]}), json!({"action": "add-tags", "tags": ["Two"]})];
    Ok(BulkChange { method: "POST", path, field: "itemIds", ids: ids(&found["items"])?, bodies })
}

async fn zones(owner: &mut Client, base: &str) -> Result<BulkChange> {
    for name in ["One", "Two", "Three"] {
        let option = json!({"label": "Post", "kind": "flat", "priceCents": 3000});
        let zone = json!({"name": name, "places": [{"country": "NZ"}], "options": [option]});
        owner.post(&format!("{base}/shipping-zones"), &zone).await?.expect(201)?;
    }
    let found = owner.get(&format!("{base}/shipping-zones")).await?.expect(200)?;
    let path = format!("{base}/shipping-zones/order");
    Ok(BulkChange { method: "PUT", path, field: "zoneIds", ids: ids(&found["zones"])?, bodies: [json!({}), json!({})] })
}

#[tokio::test(flavor = "multi_thread")]
async fn same_rows_in_another_order() -> Result<()> {
    on_both(async |app| {
        let (mut owner, other) = (app.owner().await?, app.owner().await?);
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let changes = [
            comments(app, &mut owner, &base).await?,
            products(&mut owner, &base).await?,
            zones(&mut owner, &base).await?,
        ];
        for change in changes {
            ensure!(change.ids.len() > 1, "{}: too few rows", change.path);
            change.race([&owner, &other]).await?;
        }
        Ok(())
    })
    .await
}
