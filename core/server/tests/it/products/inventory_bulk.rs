//! Stock of many variants: bulk changes, and CSV export and import.

use anyhow::{Context as _, Result, ensure};
use futures::future;
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop::{self, APPROVED};

/// The campaigns editor, who can read products and change none.
const CAMPAIGNS_EDITOR: i32 = 11;

async fn variant(owner: &mut Client, base: &str, sku: &str) -> Result<Value> {
    let found = owner.get(&format!("{base}/inventory?query={sku}")).await?.expect(200)?;
    Ok(found["variants"].as_array().context("no variants")?.first().context("not found")?.clone())
}

async fn left(owner: &mut Client, base: &str, skus: &[&str]) -> Result<Vec<Value>> {
    let mut levels = Vec::new();
    for sku in skus {
        let level = variant(owner, base, sku).await?;
        levels.push(if level["unlimited"] == true { json!("unlimited") } else { level["qtyInStock"].clone() });
    }
    Ok(levels)
}

fn outcomes(answer: &Value) -> Vec<&str> {
    answer["lines"].as_array().into_iter().flatten().filter_map(|line| line["outcome"].as_str()).collect()
}

fn add(variants: &[&Value], delta: i64, key: &str) -> Value {
    let line = |id: &&Value| json!({"variantId": id, "change": {"way": "add", "delta": delta}});
    let lines: Vec<Value> = variants.iter().map(line).collect();
    json!({"lines": lines, "reason": "Broken on the way", "idempotencyKey": key})
}

const MUGS: [&str; 3] = ["MUG-10-OAT", "MUG-10-JUN", "MUG-10-INK"];

// spec: website.inventory-panel.open
#[tokio::test(flavor = "multi_thread")]
async fn bulk_stock_change_per_line_and_idempotent() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let other = format!("/api/v1/websites/{}", app.website("kissaten").await?);
        let changes = format!("{base}/inventory/changes");
        let [oat, jun, ink] = [
            variant(&mut owner, &base, MUGS[0]).await?,
            variant(&mut owner, &base, MUGS[1]).await?,
            variant(&mut owner, &base, MUGS[2]).await?,
        ];
        let next_door = owner.get(&format!("{other}/inventory?limit=1")).await?.expect(200)?["variants"][0].clone();
        let nowhere = json!("var_none");
        let all = [&ink["variantId"], &next_door["variantId"], &oat["variantId"], &nowhere, &jun["variantId"]];

        let body = add(&all, -5, "by-the-van-0001");
        let (mut one, mut two) = (owner.clone(), owner.clone());
        let answers = tokio::join!(one.post(&changes, &body), two.post(&changes, &body));
        for answer in [answers.0?.expect(200)?, answers.1?.expect(200)?, owner.post(&changes, &body).await?.expect(200)?] {
            assert_eq!(outcomes(&answer), ["conflict", "not-found", "changed", "not-found", "changed"], "{answer}");
            assert_eq!(answer["lines"][0]["message"], "Only 3 left in stock.");
            assert_eq!(answer["lines"][2]["level"]["qtyInStock"], 9);
            ensure!(answer["lines"][1]["level"].is_null(), "{answer}");
        }
        assert_eq!(left(&mut owner, &base, &MUGS).await?, [9, 4, 3]);
        owner.post(&changes, &add(&[&oat["variantId"]], -4, "by-the-van-0001")).await?.problem(409)?;

        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let level = |id: &Value, pieces: i64, revision: i64| {
            json!({"variantId": id, "change": {"way": "set", "qtyInStock": pieces, "revision": revision}})
        };
        let endless = json!({"variantId": ink["variantId"], "change": {"way": "unlimited", "revision": 3}});
        let counted = json!({"reason": "Counted", "idempotencyKey": "the-shelf-0001",
            "lines": [level(&oat["variantId"], 20, 9), level(&jun["variantId"], 4, 4), endless]});
        for _ in 0..2 {
            let answer = owner.post(&changes, &counted).await?.expect(200)?;
            assert_eq!(outcomes(&answer), ["conflict", "unchanged", "changed"], "an order came between: {answer}");
            assert_eq!(answer["lines"][0]["message"], "The stock has changed in the meantime: there are 8 now.");
        }
        assert_eq!(left(&mut owner, &base, &MUGS).await?, [json!(8), json!(4), json!("unlimited")]);

        let ledger = format!("{base}/stock-changes?variantId={}", oat["variantId"].as_str().unwrap_or_default());
        let lines = owner.get(&ledger).await?.expect(200)?["changes"].clone();
        assert_eq!((&lines[0]["reason"], &lines[1]["reason"]), (&json!("order"), &json!("manual")));
        assert_eq!((&lines[1]["delta"], &lines[1]["note"]), (&json!(-5), &json!("Broken on the way")));
        ensure!(lines[1]["actorName"].is_string() && lines[2]["reason"] == "seed", "{lines}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn bulk_stock_change_validation() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let (mut owner, base) = (app.owner().await?, format!("/api/v1/websites/{website}"));
    let changes = format!("{base}/inventory/changes");
    let mug = variant(&mut owner, &base, MUGS[0]).await?["variantId"].clone();
    let none = json!("var_none");
    let many: Vec<Value> = (0..201).map(|number| json!(format!("var_{number}"))).collect();
    let negative = json!({"idempotencyKey": "a-key-of-nine", "lines": [
        {"variantId": mug, "change": {"way": "set", "qtyInStock": -1, "revision": 14}}]});
    for (body, field, message) in [
        (add(&[], 1, "a-key-of-nine"), "lines", "Choose at least one variant."),
        (add(&[&mug, &mug], 1, "a-key-of-nine"), "lines", "List each variant only once."),
        (add(&many.iter().collect::<Vec<_>>(), 1, "a-key-of-nine"), "lines", "Change at most 200 variants at a time."),
        (add(&[&mug, &none], 0, "a-key-of-nine"), "lines", "Enter the quantity to add or remove."),
        (negative, "lines", "Stock must be a whole number from 0 to 999,999,999."),
        (add(&[&mug], 1, "short"), "idempotencyKey", "The key must have 8 to 100 characters."),
    ] {
        let problem = owner.post(&changes, &body).await?.problem(400)?;
        assert_eq!(problem["errors"][field], message, "{problem}");
    }
    let mut viewer = holder(&app, &website, &[CAMPAIGNS_EDITOR]).await?;
    viewer.post(&changes, &add(&[&mug], 1, "a-key-of-nine")).await?.problem(403)?;
    assert_eq!(left(&mut owner, &base, &MUGS[..1]).await?, [14]);
    app.stop().await
}

// spec: website.inventory-panel.open
#[tokio::test(flavor = "multi_thread")]
async fn stock_csv_export_and_import() -> Result<()> {
    on_both(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, base) = (app.owner().await?, format!("/api/v1/websites/{website}"));
        let store = shop::product(app, "juniper", "hearth-mug").await?;
        let (items, _) = store["path"].as_str().context("no path")?.rsplit_once('/').context("no items")?;
        let evil = json!({"productType": 1, "name": "=HYPERLINK(\"evil\")", "variants": [{"sku": "=1+1", "attributes": {},
            "priceCents": 100, "onSale": false, "weightGrams": 0, "stock": {"unlimited": false, "qtyInStock": 2}}]});
        owner.post(items, &evil).await?.expect(201)?;
        let mut viewer = holder(app, &website, &[CAMPAIGNS_EDITOR]).await?;
        let csv = viewer.get(&format!("{base}/inventory.csv")).await?;
        ensure!(csv.header("content-type").starts_with("text/csv"), "{csv:?}");
        ensure!(csv.header("content-disposition").contains("stock.csv"), "{csv:?}");
        ensure!(csv.text.starts_with("\u{feff}\"SKU\",\"Product\",\"Options\",\"Stock\",\"New stock\"\r\n"), "{}", csv.text);
        ensure!(csv.text.contains("\"'=1+1\",\"'=HYPERLINK(\"\"evil\"\")\",\"\",\"2\",\"\"\r\n"), "{}", csv.text);
        let mug = csv.text.lines().find(|line| line.starts_with("\"MUG-10-OAT\"")).context("no mug")?;
        ensure!(mug.contains("\"Hearth Mug\"") && mug.ends_with("\"14\",\"\""), "{mug}");
        ensure!(csv.text.lines().any(|line| line.ends_with("\"unlimited\",\"\"")), "{}", csv.text);
        let low = owner.get(&format!("{base}/inventory.csv?low=true&query=mug")).await?.text;
        ensure!(low.contains("MUG-10-INK") && !low.contains("MUG-10-OAT"), "{low}");

        let filled = csv.text.replace(mug, &mug.replace("\"14\",\"\"", "\"14\",\"30\""));
        let filled = filled.replace("\"\",\"2\",\"\"", "\"\",\"2\",\"unlimited\"");
        let sheet = format!("{base}/inventory/sheet");
        let check = owner.post_file(&sheet, filled.as_bytes()).await?.expect(200)?;
        assert_eq!(check["badLines"], json!([]));
        assert_eq!(check["changes"].as_array().map(Vec::len), Some(2), "{check}");
        assert_eq!(check["unchanged"], json!(csv.text.lines().count() - 3));
        assert_eq!(left(&mut owner, &base, &MUGS[..1]).await?, [14], "looking changes nothing");

        let line = |change: &Value| {
            let wanted = if change["newUnlimited"] == true {
                json!({"way": "unlimited", "revision": change["revision"]})
            } else {
                json!({"way": "set", "qtyInStock": change["newQtyInStock"], "revision": change["revision"]})
            };
            json!({"variantId": change["variantId"], "change": wanted})
        };
        let lines: Vec<Value> = check["changes"].as_array().into_iter().flatten().map(line).collect();
        let body = json!({"lines": lines, "reason": "stock.csv", "idempotencyKey": "stock.csv-0001"});
        let made = owner.post(&format!("{base}/inventory/changes"), &body).await?.expect(200)?;
        assert_eq!(outcomes(&made), ["changed", "changed"]);
        assert_eq!(left(&mut owner, &base, &["MUG-10-OAT", "=1%2B1"]).await?, [json!(30), json!("unlimited")]);

        // The same file again changes nothing. Then the stock changes.
        let again = owner.post_file(&sheet, filled.as_bytes()).await?.expect(200)?;
        assert_eq!((&again["changes"], &again["badLines"]), (&json!([]), &json!([])));
        assert_eq!(again["unchanged"], json!(csv.text.lines().count() - 1));
        let mug = variant(&mut owner, &base, "MUG-10-OAT").await?["variantId"].clone();
        owner.post(&format!("{base}/inventory/changes"), &add(&[&mug], -1, "one-was-broken")).await?.expect(200)?;
        let stale = owner.post_file(&sheet, filled.as_bytes()).await?.expect(200)?;
        assert_eq!(stale["changes"], json!([]));
        assert_eq!(stale["badLines"][0]["reason"], "The stock changed after the file was exported: it is 29 now.");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_import_errors() -> Result<()> {
    let app = App::sqlite().await?;
    let website = app.website("juniper").await?;
    let (mut owner, base) = (app.owner().await?, format!("/api/v1/websites/{website}"));
    let sheet = format!("{base}/inventory/sheet");
    let file = "SKU;New stock\nMUG-10-OAT;12\nNO-SUCH;3\nMUG-10-JUN;many\nMUG-10-INK;\n";
    let check = owner.post_file(&sheet, file.as_bytes()).await?.expect(200)?;
    assert_eq!((&check["changes"][0]["line"], &check["changes"][0]["newQtyInStock"]), (&json!(2), &json!(12)));
    assert_eq!(
        check["badLines"],
        json!([{"line": 3, "sku": "NO-SUCH", "reason": "No variant has this SKU.",
             "reasonText": {"code": "sku-unknown"}},
            {"line": 4, "sku": "MUG-10-JUN",
             "reason": "“many” is neither a whole number from 0 to 999,999,999 nor “unlimited”.",
             "reasonText": {"code": "no-stock-number", "params": {"name": "many"}}}])
    );
    assert_eq!(check["unchanged"], 1);
    let problem = owner.post_file(&sheet, b"Name,Price\nMug,3\n").await?.problem(400)?;
    assert_eq!(problem["errors"]["file"], "The first line must name the columns “SKU” and “New stock”.");
    let problem = owner.post_file(&sheet, b"SKU,Stock\n\xff,1\n").await?.problem(400)?;
    ensure!(problem["detail"].as_str().unwrap_or_default().contains("CSV UTF-8"), "{problem}");
    let long = format!("SKU,Stock\n{}", "A,1\n".repeat(5_001));
    owner.post_file(&sheet, long.as_bytes()).await?.problem(400)?;
    let large = owner.post_file(&sheet, &vec![b'a'; 1_100_000]).await?.problem(413)?;
    assert_eq!(large["detail"], "The file is larger than 1 MB. Split it and upload the parts.");
    let mut viewer = holder(&app, &website, &[CAMPAIGNS_EDITOR]).await?;
    viewer.post_file(&sheet, file.as_bytes()).await?.problem(403)?;
    let elsewhere = format!("/api/v1/websites/{}/inventory/sheet", app.website("kissaten").await?);
    let foreign = owner.post_file(&elsewhere, b"SKU,Stock\nMUG-10-OAT,1\n").await?.expect(200)?;
    assert_eq!(foreign["badLines"][0]["reason"], "No variant has this SKU.");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_deadlock_between_orders_and_stock_changes() -> Result<()> {
    let app = App::postgres().await?;
    let website = app.website("juniper").await?;
    let (mut owner, base) = (app.owner().await?, format!("/api/v1/websites/{website}"));
    let changes = format!("{base}/inventory/changes");
    let [oat, jun] = [variant(&mut owner, &base, MUGS[0]).await?, variant(&mut owner, &base, MUGS[1]).await?];
    let (oat_id, jun_id) = (&oat["variantId"], &jun["variantId"]);
    owner.post(&changes, &add(&[oat_id, jun_id], 100, "a-new-delivery")).await?.expect(200)?;
    for round in 0..3 {
        let mut ready = Vec::new();
        for number in 0..8 {
            let mut shopper = app.juniper();
            let lines = if number % 2 == 0 { [&oat, &jun] } else { [&jun, &oat] };
            for line in lines {
                shop::add(&mut shopper, &json!({"id": line["productId"]}), line, 1).await?.expect(200)?;
            }
            ready.push((shop::prepare(&mut shopper, "US").await?, shopper));
        }
        let orders = ready.into_iter().enumerate().map(async |(number, (checkout, mut shopper))| {
            let key = format!("both-ways-{round}-{number}");
            shop::submit(&mut shopper, &checkout, &key, APPROVED).await?.expect(200)
        });
        let steps = (0..4).map(|number| {
            let ids = if number % 2 == 0 { [oat_id, jun_id] } else { [jun_id, oat_id] };
            let (mut owner, body) = (owner.clone(), add(&ids, 1, &format!("found-some-{round}-{number}")));
            let changes = &changes;
            async move { owner.post(changes, &body).await?.expect(200) }
        });
        let (paid, changed) = tokio::join!(future::try_join_all(orders), future::try_join_all(steps));
        ensure!(paid?.iter().all(|answer| answer["status"] == "paid"), "an order is not paid");
        ensure!(changed?.iter().all(|answer| outcomes(answer) == ["changed", "changed"]), "a change was not made");
    }
    assert_eq!(left(&mut owner, &base, &MUGS[..2]).await?, [14 + 100 - 24 + 12, 9 + 100 - 24 + 12]);
    app.stop().await
}
