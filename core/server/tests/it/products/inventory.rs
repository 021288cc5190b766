//! Manual stock changes, and the ledger with their author and reason.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop;

async fn variant(owner: &mut Client, base: &str, sku: &str) -> Result<Value> {
    let found = owner.get(&format!("{base}/inventory?query={sku}")).await?.expect(200)?;
    Ok(found["variants"].as_array().context("no variants")?.first().context("not found")?.clone())
}

fn path(base: &str, variant: &Value) -> String {
    format!("{base}/inventory/{}", variant["variantId"].as_str().unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_stock_changes_in_ledger() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mug = variant(&mut owner, &base, "MUG-10-OAT").await?;
        assert_eq!(
            (&mug["qtyInStock"], &mug["isLow"], &mug["productName"]),
            (&json!(14), &json!(false), &json!("Hearth Mug"))
        );
        let adjust = format!("{}/adjust", path(&base, &mug));
        let by = |delta: i64, key: &str| json!({"delta": delta, "reason": "Counted", "idempotencyKey": key});
        let (mut one, mut two, mut again) = (owner.clone(), owner.clone(), owner.clone());
        let bodies = (by(5, "the-first-0001"), by(-3, "the-second-002"));
        let answers =
            tokio::join!(one.post(&adjust, &bodies.0), two.post(&adjust, &bodies.1), again.post(&adjust, &bodies.0),);
        for answer in [answers.0?, answers.1?, answers.2?] {
            answer.expect(200)?;
        }
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let now = owner.get(&path(&base, &mug)).await?;
        assert_eq!((now.header("etag"), &now.json()["qtyInStock"]), ("\"15\"", &json!(15)));

        owner.if_match = Some("\"16\"".to_owned());
        let to = json!({"unlimited": false, "qtyInStock": 20});
        let stale = owner.put(&path(&base, &mug), &to).await?.problem(412)?;
        assert_eq!(stale["code"], "revision-stale");
        owner.if_match = Some("\"15\"".to_owned());
        let set = owner.put(&path(&base, &mug), &to).await?.expect(200)?;
        owner.if_match = None;
        assert_eq!((&set["qtyInStock"], &set["revision"]), (&json!(20), &json!(20)));
        owner.post(&adjust, &by(-21, "far-too-many-1")).await?.problem(409)?;
        owner.post(&adjust, &by(0, "nothing-at-all")).await?.problem(400)?;

        let list = format!("{base}/stock-changes?variantId={}", mug["variantId"].as_str().unwrap_or_default());
        let first = owner.get(&format!("{list}&limit=2")).await?.expect(200)?;
        let cursor = first["nextPageCursor"].as_str().context("no cursor")?;
        let rest = owner.get(&format!("{list}&cursor={cursor}")).await?.expect(200)?;
        let lines: Vec<Value> =
            [&first, &rest].iter().flat_map(|page| page["changes"].as_array().unwrap().clone()).collect();
        let deltas: Vec<i64> = lines.iter().filter_map(|line| line["delta"].as_i64()).collect();
        assert_eq!(deltas.iter().sum::<i64>(), 20, "the ledger adds up to what is there: {deltas:?}");
        assert_eq!(deltas.len(), 5);
        assert_eq!((&lines[0]["reason"], &lines[0]["delta"]), (&json!("manual"), &json!(5)));
        ensure!(lines[0]["actorName"].is_string(), "{}", lines[0]);
        assert_eq!((&lines[1]["reason"], &lines[1]["orderNumber"]), (&json!("order"), &json!(1)));
        ensure!(lines[1]["orderId"].is_string() && lines[1]["actor"] == "visitor", "{}", lines[1]);
        assert_eq!(lines[1]["note"], "", "what caused it is no note of a person");
        assert_eq!(lines[2]["note"], "Counted");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn low_stock_first_and_tenant_isolation() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let low = owner.get(&format!("{base}/inventory?low=true&limit=200")).await?.expect(200)?;
    let left: Vec<i64> =
        low["variants"].as_array().unwrap().iter().filter_map(|row| row["qtyInStock"].as_i64()).collect();
    ensure!(left.is_sorted() && left.first() == Some(&0) && left.last() == Some(&5), "{left:?}");
    ensure!(low["variants"].as_array().unwrap().iter().all(|row| row["isLow"] == true), "{low}");
    let all = owner.get(&format!("{base}/inventory?limit=200")).await?.expect(200)?;
    let is_said = |row: &Value| {
        row["isLow"] == json!(row["unlimited"] == false && row["qtyInStock"].as_i64().is_some_and(|pieces| pieces <= 5))
    };
    ensure!(all["variants"].as_array().unwrap().iter().all(is_said), "{all}");
    let mug = variant(&mut owner, &base, "MUG-10-OAT").await?;
    let other = format!("/api/v1/websites/{}", app.website("kissaten").await?);
    owner.get(&path(&other, &mug)).await?.problem(404)?;
    let id = mug["variantId"].as_str().unwrap_or_default();
    owner.get(&format!("{other}/stock-changes?variantId={id}")).await?.problem(404)?;
    let body = json!({"delta": 1, "idempotencyKey": "from-next-door"});
    owner.post(&format!("{}/adjust", path(&other, &mug)), &body).await?.problem(404)?;
    assert_eq!(variant(&mut owner, &base, "MUG-10-OAT").await?["qtyInStock"], json!(14));
    app.stop().await
}
