//! Bulk changes of prices, tags and tax of products.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both, on_postgres};
use crate::client::Client;
use crate::shop;

struct ProductApi {
    owner: Client,
    items: String,
}

impl ProductApi {
    async fn open(app: &App) -> Result<Self> {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let items = shop::items_path(&mut owner, &website).await?;
        Ok(Self { owner, items })
    }

    /// A product with one variant per price.
    async fn put(&mut self, name: &str, prices: &[i64]) -> Result<Value> {
        let row = |(size, price): (usize, &i64)| {
            json!({"attributes": {"Size": size.to_string()}, "priceCents": price, "onSale": false, "weightGrams": 1,
                "stock": {"unlimited": false, "qtyInStock": 4}})
        };
        let rows: Vec<Value> = prices.iter().enumerate().map(row).collect();
        let body = json!({"productType": 1, "name": name, "tags": ["Clay"], "variantOptionOrdering": ["Size"],
            "variants": rows});
        Ok(self.owner.post(&self.items, &body).await?.expect(201)?["id"].clone())
    }

    async fn change(&mut self, ids: &[&Value], action: &str, more: &Value) -> Result<Vec<Option<String>>> {
        let mut body = json!({"itemIds": ids, "action": action});
        for (name, value) in more.as_object().context("no object")? {
            body[name] = value.clone();
        }
        let done = self.owner.post(&format!("{}/bulk", self.items), &body).await?.expect(200)?;
        let results = done["results"].as_array().context("no results")?;
        ensure!(results.iter().zip(ids).all(|(result, id)| &&result["itemId"] == id), "{done}");
        Ok(results.iter().map(|result| result["error"].as_str().map(str::to_owned)).collect())
    }

    async fn read(&mut self, id: &Value) -> Result<Value> {
        let path = format!("{}/{}", self.items, id.as_str().context("no id")?);
        self.owner.get(&path).await?.expect(200)
    }

    async fn prices(&mut self, id: &Value) -> Result<Vec<(i64, Option<i64>, bool)>> {
        let item = self.read(id).await?;
        let price =
            |row: &Value| Some((row["priceCents"].as_i64()?, row["salePriceCents"].as_i64(), row["onSale"].as_bool()?));
        Ok(item["variants"].as_array().context("no variants")?.iter().filter_map(price).collect())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bulk_price_change_results() -> Result<()> {
    on_both(async |app| {
        let mut shelf = ProductApi::open(app).await?;
        let jug = shelf.put("Jug", &[1_999, 5]).await?;
        let cup = shelf.put("Cup", &[300]).await?;
        let price = |way: &str, value: i64| json!({"price": {"way": way, "value": value}});
        let before = shelf.read(&jug).await?["revision"].clone();
        assert_eq!(shelf.change(&[&jug, &cup], "change-price", &price("percent", -1_000)).await?, [None, None]);
        // 1,799.1 and 4.5: rounded half up.
        assert_eq!(shelf.prices(&jug).await?, [(1_799, None, false), (5, None, false)]);
        assert_eq!(shelf.prices(&cup).await?, [(270, None, false)]);
        let after = shelf.read(&jug).await?;
        ensure!(after["revision"].as_i64() > before.as_i64(), "an open form is told of it: {after}");
        assert_eq!(after["variants"][0]["qtyInStock"], 4);

        // A price that cannot be lowered this far is reported and does not affect the others.
        let done = shelf.change(&[&cup, &jug], "change-price", &price("amount", -100)).await?;
        assert_eq!(done, [None, Some("The price would fall below zero.".to_owned())]);
        assert_eq!(shelf.prices(&cup).await?, [(170, None, false)]);
        assert_eq!(shelf.prices(&jug).await?, [(1_799, None, false), (5, None, false)]);
        assert_eq!(shelf.change(&[&jug], "change-price", &price("set", 1_000)).await?, [None]);
        assert_eq!(shelf.prices(&jug).await?, [(1_000, None, false), (1_000, None, false)]);

        let done = shelf.change(&[&jug, &cup], "change-sale-price", &price("percent", -2_550)).await?;
        assert_eq!(done, [None, None]);
        assert_eq!(shelf.prices(&jug).await?, [(1_000, Some(745), true), (1_000, Some(745), true)]);
        assert_eq!(shelf.prices(&cup).await?, [(170, Some(127), true)]);
        assert_eq!(shelf.change(&[&jug], "end-sale", &json!({})).await?, [None]);
        assert_eq!(shelf.prices(&jug).await?[0], (1_000, Some(745), false));
        assert_eq!(shelf.change(&[&jug], "start-sale", &json!({})).await?, [None]);
        assert_eq!(shelf.prices(&jug).await?[1], (1_000, Some(745), true));
        let done = shelf.change(&[&cup], "change-sale-price", &price("set", 170)).await?;
        assert_eq!(done, [Some("The sale price would not be below the price.".to_owned())]);

        let path = format!("{}/bulk", shelf.items);
        for (way, value) in [("percent", 0), ("percent", -10_001), ("amount", 0), ("set", -1)] {
            let body = json!({"itemIds": [cup], "action": "change-price", "price": {"way": way, "value": value}});
            let refused = shelf.owner.post(&path, &body).await?.problem(400)?;
            ensure!(refused["errors"]["price.value"].is_string(), "{refused}");
        }
        shelf.owner.post(&path, &json!({"itemIds": [cup], "action": "change-price"})).await?.problem(400)?;
        assert_eq!(shelf.prices(&cup).await?, [(170, Some(127), true)]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn bulk_tags_and_tax() -> Result<()> {
    on_postgres(async |app| {
        let mut shelf = ProductApi::open(app).await?;
        let jug = shelf.put("Jug", &[100]).await?;
        let cup = shelf.put("Cup", &[100]).await?;
        let tags = |tags: &[&str]| json!({"tags": tags});
        assert_eq!(shelf.change(&[&jug, &cup], "add-tags", &tags(&["clay", " New "])).await?, [None, None]);
        assert_eq!(shelf.read(&jug).await?["tags"], json!(["Clay", "New"]));
        assert_eq!(shelf.change(&[&jug], "remove-tags", &tags(&["CLAY"])).await?, [None]);
        assert_eq!(shelf.read(&jug).await?["tags"], json!(["New"]));
        let many: Vec<String> = (0..49).map(|number| format!("tag {number}")).collect();
        let done = shelf.change(&[&jug, &cup], "add-tags", &json!({"tags": many})).await?;
        assert_eq!(done, [None, Some("You have reached the limit of 50 tags.".to_owned())]);
        assert_eq!(shelf.read(&cup).await?["tags"], json!(["Clay", "New"]));
        let path = format!("{}/bulk", shelf.items);
        let none = json!({"itemIds": [jug], "action": "add-tags", "tags": []});
        let refused = shelf.owner.post(&path, &none).await?.problem(400)?;
        assert_eq!(refused["errors"]["tags"], "Enter at least one tag.");

        assert_eq!(shelf.change(&[&jug, &cup], "charge-no-tax", &json!({})).await?, [None, None]);
        assert_eq!(shelf.read(&cup).await?["taxable"], false);
        assert_eq!(shelf.change(&[&cup], "charge-tax", &json!({})).await?, [None]);
        assert_eq!(
            (&shelf.read(&cup).await?["taxable"], &shelf.read(&jug).await?["taxable"]),
            (&json!(true), &json!(false))
        );
        Ok(())
    })
    .await
}
