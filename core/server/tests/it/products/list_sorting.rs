//! Admin lists: sorting, filtering and pagination.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop;

/// All rows of a list, read in small pages.
async fn walk(owner: &mut Client, address: &str, rows: &str) -> Result<Vec<Value>> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    for _ in 0..200 {
        let joined = if address.contains('?') { '&' } else { '?' };
        let page = owner.get(&format!("{address}{joined}limit=2{cursor}")).await?.expect(200)?;
        all.extend(page[rows].as_array().context("no rows")?.iter().cloned());
        let Some(next) = page["nextPageCursor"].as_str() else { return Ok(all) };
        cursor = format!("&cursor={}", crate::products::catalogue::percent_encoded(next));
    }
    anyhow::bail!("{address} has no end")
}

fn numbers(rows: &[Value], field: &str) -> Vec<i64> {
    rows.iter().filter_map(|row| row[field].as_i64()).collect()
}

fn texts(rows: &[Value], field: &str) -> Vec<String> {
    rows.iter().filter_map(|row| Some(row[field].as_str()?.to_lowercase())).collect()
}

/// Both sort directions return the same rows, each once.
async fn check_both_directions(owner: &mut Client, address: &str, rows: &str, id: &str) -> Result<Vec<Value>> {
    let up = walk(owner, address, rows).await?;
    let mut down = walk(owner, &format!("{address}&descending=true"), rows).await?;
    down.reverse();
    let ids = |rows: &[Value]| rows.iter().map(|row| row[id].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&up), ids(&down), "{address}");
    Ok(up)
}

async fn base(app: &App) -> Result<(Client, String)> {
    let owner = app.owner().await?;
    Ok((owner, format!("/api/v1/websites/{}", app.website("juniper").await?)))
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_sorting() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = base(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        for pieces in 1..=3 {
            let mut shopper = app.juniper();
            shop::add(&mut shopper, &mug, &shop::in_stock(&mug), pieces).await?.expect(200)?;
            let checkout = shop::prepare(&mut shopper, "US").await?;
            let key = format!("listed-{pieces:04}");
            shop::submit(&mut shopper, &checkout, &key, shop::APPROVED).await?.expect(200)?;
        }
        let orders = format!("{base}/orders");
        let latest = walk(&mut owner, &orders, "orders").await?;
        ensure!(numbers(&latest, "createdOn").iter().rev().is_sorted(), "the latest first");
        for sort in ["placed", "number", "total", "customer"] {
            let rows = check_both_directions(&mut owner, &format!("{orders}?sort={sort}"), "orders", "id").await?;
            assert_eq!(rows.len(), latest.len(), "{sort}");
            let is_sorted = match sort {
                "placed" => numbers(&rows, "createdOn").is_sorted(),
                "number" => numbers(&rows, "number").is_sorted(),
                "total" => numbers(&rows, "grandTotalCents").is_sorted(),
                _ => texts(&rows, "customerName").is_sorted(),
            };
            ensure!(is_sorted, "{sort}: {rows:?}");
            let found = walk(&mut owner, &format!("{orders}?sort={sort}&query=ada"), "orders").await?;
            assert_eq!(found.len(), 3, "a search in the order of {sort}");
        }
        owner.get(&format!("{orders}?sort=total&cursor=nonsense")).await?.problem(400)?;
        owner.get(&format!("{orders}?sort=password")).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_sorting_and_filters() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = base(app).await?;
        shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        shop::customer(&mut owner, &base, "ada@example.com").await?;
        let list = format!("{base}/customers");
        let all = walk(&mut owner, &list, "customers").await?.len();
        for (sort, field) in [("name", "name"), ("email", "email")] {
            let rows = check_both_directions(&mut owner, &format!("{list}?sort={sort}"), "customers", "id").await?;
            ensure!(texts(&rows, field).is_sorted() && rows.len() == all, "{sort}: {rows:?}");
        }
        let rows = check_both_directions(&mut owner, &format!("{list}?sort=since"), "customers", "id").await?;
        ensure!(numbers(&rows, "createdOn").is_sorted());
        let mut parted = 0;
        for has in [true, false] {
            let rows = walk(&mut owner, &format!("{list}?hasAccount={has}"), "customers").await?;
            ensure!(rows.iter().all(|row| row["hasAccount"] == has), "{rows:?}");
            parted += rows.len();
            let rows = walk(&mut owner, &format!("{list}?agreedToMail={has}&sort=name"), "customers").await?;
            ensure!(rows.iter().all(|row| row["mailConsentOn"].is_number() == has), "{rows:?}");
        }
        assert_eq!(parted, all);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn discounts_sorting_and_filters() -> Result<()> {
    on_both(async |app| {
        const PAST: i64 = 1_000_000_000_000;
        const FUTURE: i64 = 9_000_000_000_000;
        let (mut owner, base) = base(app).await?;
        let list = format!("{base}/discounts");
        for (label, code, more) in [
            ("beach", Some("BEACH"), json!({"endsOn": PAST})),
            ("Autumn", None, json!({"startsOn": FUTURE, "endsOn": FUTURE + 1})),
            ("Cider", Some("CIDER"), json!({"kind": "free-shipping"})),
            ("Dusk", Some("DUSK"), json!({"enabled": false})),
        ] {
            let mut body = json!({"label": label, "code": code, "kind": "percent", "rateBasisPoints": 1_000,
                "appliesTo": "order", "enabled": true});
            for (name, value) in more.as_object().unwrap() {
                body[name] = value.clone();
            }
            if body["kind"] == "free-shipping" {
                body["rateBasisPoints"] = json!(0);
            }
            owner.post(&list, &body).await?.expect(201)?;
        }
        let all = walk(&mut owner, &list, "discounts").await?.len();
        for sort in ["created", "name", "code", "ends"] {
            let rows = check_both_directions(&mut owner, &format!("{list}?sort={sort}"), "discounts", "id").await?;
            let is_sorted = match sort {
                "created" => numbers(&rows, "createdOn").is_sorted(),
                "name" => texts(&rows, "label").is_sorted(),
                "code" => rows.iter().map(|row| row["code"].as_str().unwrap_or("").to_uppercase()).is_sorted(),
                _ => rows.iter().map(|row| row["endsOn"].as_i64().unwrap_or(i64::MAX)).is_sorted(),
            };
            ensure!(is_sorted && rows.len() == all, "{sort}: {rows:?}");
        }
        let mut found = async |wanted: &str| -> Result<Vec<String>> {
            Ok(texts(&walk(&mut owner, &format!("{list}?sort=name&{wanted}"), "discounts").await?, "label"))
        };
        assert_eq!(found("state=ended").await?, ["beach"]);
        assert_eq!(found("state=planned").await?, ["autumn"]);
        assert_eq!(found("state=off").await?, ["dusk"]);
        ensure!(found("state=active").await?.contains(&"cider".to_owned()));
        ensure!(found("withCode=false").await?.contains(&"autumn".to_owned()));
        assert_eq!(found("kind=free-shipping&withCode=true&query=ci").await?, ["cider"]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_sorting() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = base(app).await?;
        let list = format!("{base}/inventory");
        let all = walk(&mut owner, &list, "variants").await?.len();
        for sort in ["sku", "pieces"] {
            let rows =
                check_both_directions(&mut owner, &format!("{list}?sort={sort}"), "variants", "variantId").await?;
            let pieces =
                |row: &Value| if row["unlimited"] == true { i64::MAX } else { row["qtyInStock"].as_i64().unwrap() };
            let is_sorted = if sort == "pieces" { rows.iter().map(pieces).is_sorted() } else { rows.len() == all };
            ensure!(is_sorted && rows.len() == all, "{sort}: {rows:?}");
        }
        for wanted in ["", "&descending=true", "&low=true", "&query=mug"] {
            let rows = walk(&mut owner, &format!("{list}?sort=product{wanted}"), "variants").await?;
            let mut names = texts(&rows, "productName");
            if wanted.contains("descending") {
                names.reverse();
            }
            let expected = walk(&mut owner, &format!("{list}?sort=sku{wanted}"), "variants").await?;
            ensure!(names.is_sorted() && rows.len() == expected.len() && !rows.is_empty(), "{wanted}: {names:?}");
        }
        owner.get(&format!("{list}?sort=product&cursor=nonsense")).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn restock_signups_search_and_sort() -> Result<()> {
    on_both(async |app| {
        const RESTOCK: &str = "/api/site-users/account/notifications/restock";
        let (mut owner, _) = base(app).await?;
        owner.website = Some(app.website("juniper").await?);
        let jar = shop::product(app, "juniper", "moon-jar").await?;
        let variants = jar["variants"].as_array().context("no variants")?;
        let gone = variants.iter().find(|variant| variant["sku"] == "MOON-01").context("no jar")?;
        for email in ["cleo@example.com", "ada@example.com", "bob@example.com"] {
            let wish = json!({"isJoinMailingList": true, "productId": jar["id"], "variantId": gone["id"],
                "siteVisitorEmail": email});
            app.juniper().post(RESTOCK, &wish).await?.expect(200)?;
        }
        let groups = format!("{RESTOCK}/groups");
        for wanted in ["", "?sort=product", "?query=moon", "?query=moon-01&sort=product", "?sort=latest"] {
            let rows = walk(&mut owner, &format!("{groups}{wanted}"), "signUpGroups").await?;
            let own: Vec<&Value> = rows.iter().filter(|row| row["variantId"] == gone["id"]).collect();
            ensure!(own.len() == 1 && own[0]["signUpCount"].as_i64() >= Some(3), "{wanted}: {rows:?}");
        }
        assert_eq!(walk(&mut owner, &format!("{groups}?query=nothing"), "signUpGroups").await?.len(), 0);
        let back = walk(&mut owner, &format!("{groups}?back=true"), "signUpGroups").await?;
        ensure!(back.iter().all(|row| row["variantId"] != gone["id"]), "{back:?}");
        let product = jar["id"].as_str().context("no id")?;
        let list = format!("{RESTOCK}?productId={product}&variantId={}", gone["id"].as_str().context("no id")?);
        let rows = check_both_directions(&mut owner, &format!("{list}&sort=email"), "signUps", "id").await?;
        ensure!(texts(&rows, "email").is_sorted() && rows.len() >= 3, "{rows:?}");
        let rows = check_both_directions(&mut owner, &format!("{list}&sort=signed-up"), "signUps", "id").await?;
        ensure!(numbers(&rows, "signedUpOn").is_sorted());
        let found = walk(&mut owner, &format!("{list}&query=BOB"), "signUps").await?;
        assert_eq!(texts(&found, "email"), ["bob@example.com"]);
        Ok(())
    })
    .await
}
