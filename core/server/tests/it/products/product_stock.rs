//! Stock in the product form: purchases made while the form is open are not overwritten.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;
use crate::shop::{self, APPROVED};

/// A bowl with a stock of ten, as loaded by the owner's form.
struct Form {
    owner: Client,
    bowl: Value,
    path: String,
    ledger: String,
}

impl Form {
    async fn open(app: &App) -> Result<Self> {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let items = shop::items_path(&mut owner, &website).await?;
        let body = json!({"productType": 1, "name": "Salt Bowl", "status": "published", "variants": [{"attributes": {},
            "priceCents": 2_000, "onSale": false, "weightGrams": 300,
            "stock": {"unlimited": false, "qtyInStock": 10}}]});
        let bowl = owner.post(&items, &body).await?.expect(201)?;
        let path = format!("{items}/{}", bowl["id"].as_str().context("no id")?);
        let variant = bowl["variants"][0]["id"].as_str().context("no variant")?;
        let ledger = format!("/api/v1/websites/{website}/stock-changes?variantId={variant}&limit=200");
        Ok(Self { owner, bowl, path, ledger })
    }

    /// The request body: a name, and the stock if it was changed.
    fn change(&self, name: &str, stock: Option<Value>) -> Value {
        let mut row = self.bowl["variants"][0].clone();
        if let Some(stock) = stock {
            row["stock"] = stock;
        }
        json!({"name": name, "variants": [row], "revision": self.bowl["revision"]})
    }

    async fn now(&mut self) -> Result<(Value, i64)> {
        let bowl = self.owner.get(&self.path).await?.expect(200)?;
        let left = bowl["variants"][0]["qtyInStock"].as_i64().context("no stock")?;
        Ok((bowl, left))
    }

    /// Reasons and amounts of the stock changes.
    async fn changes(&mut self) -> Result<Vec<(String, i64)>> {
        let found = self.owner.get(&self.ledger).await?.expect(200)?;
        let lines = found["changes"].as_array().context("no ledger")?.iter();
        let line = |line: &Value| Some((line["reason"].as_str()?.to_owned(), line["delta"].as_i64()?));
        Ok(lines.filter_map(line).collect())
    }

    /// Shoppers who are ready to submit their order.
    async fn shoppers(&self, app: &App, count: usize) -> Result<Vec<(Client, Value)>> {
        let mut ready = Vec::new();
        for _ in 0..count {
            let mut shopper = app.juniper();
            shop::add(&mut shopper, &self.bowl, &self.bowl["variants"][0], 1).await?.expect(200)?;
            let checkout = shop::prepare(&mut shopper, "US").await?;
            ready.push((shopper, checkout));
        }
        Ok(ready)
    }
}

async fn buy(number: usize, mut shopper: Client, checkout: &Value) -> Result<()> {
    shop::submit(&mut shopper, checkout, &format!("bowl-{number:04}"), APPROVED).await?.expect(200).map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn product_form_does_not_overwrite_sales() -> Result<()> {
    on_both(async |app| {
        let mut form = Form::open(app).await?;
        for (number, (shopper, checkout)) in form.shoppers(app, 3).await?.into_iter().enumerate() {
            buy(number, shopper, &checkout).await?;
        }
        let saved = form.owner.put(&form.path, &form.change("Pepper Bowl", None)).await?.expect(200)?;
        assert_eq!((&saved["name"], &saved["variants"][0]["qtyInStock"]), (&json!("Pepper Bowl"), &json!(7)));

        form.bowl["revision"] = saved["revision"].clone();
        let typed = |seen: Value| json!({"unlimited": false, "qtyInStock": 12, "seen": seen});
        let change = form.change("Sugar Bowl", Some(typed(json!(10))));
        let refused = form.owner.put(&form.path, &change).await?.problem(409)?;
        assert_eq!(refused["code"], "stock-moved");
        assert_eq!(
            refused["errors"]["variants[0].stock.qtyInStock"],
            "The stock has changed in the meantime: there are 7 now."
        );
        let variant = &form.bowl["variants"][0]["id"];
        assert_eq!(refused["stock"], json!([{"variantId": variant, "unlimited": false, "qtyInStock": 7}]));
        let (bowl, left) = form.now().await?;
        assert_eq!((&bowl["name"], left), (&json!("Pepper Bowl"), 7), "nothing of a refused change is saved");
        let blind = form.change("Sugar Bowl", Some(json!({"unlimited": false, "qtyInStock": 12})));
        let blind = form.owner.put(&form.path, &blind).await?.problem(400)?;
        ensure!(blind["errors"]["variants[0].stock.seen"].is_string(), "{blind}");

        let change = form.change("Sugar Bowl", Some(typed(json!(7))));
        let saved = form.owner.put(&form.path, &change).await?.expect(200)?;
        assert_eq!((&saved["name"], &saved["variants"][0]["qtyInStock"]), (&json!("Sugar Bowl"), &json!(12)));
        let deltas: Vec<i64> = form.changes().await?.into_iter().map(|(_, delta)| delta).collect();
        assert_eq!(deltas, [5, -1, -1, -1, 10]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn variant_stock_requires_seen_value() -> Result<()> {
    on_both(async |app| {
        let mut form = Form::open(app).await?;
        let path = format!("{}/stock", form.path);
        let variant = form.bowl["variants"][0]["id"].clone();
        let to = |pieces: i64, seen: i64| {
            json!({"variantId": variant, "unlimited": pieces < 0, "qtyInStock": pieces.max(0), "seen": seen})
        };
        let ready = form.shoppers(app, 1).await?;
        for (number, (shopper, checkout)) in ready.into_iter().enumerate() {
            buy(number, shopper, &checkout).await?;
        }
        let refused = form.owner.put(&path, &to(12, 10)).await?.problem(409)?;
        assert_eq!((&refused["code"], &refused["stock"][0]["qtyInStock"]), (&json!("stock-moved"), &json!(9)));
        let blind = json!({"variantId": variant, "unlimited": false, "qtyInStock": 12});
        form.owner.put(&path, &blind).await?.problem(400)?;
        form.owner.put(&path, &to(-1, 9)).await?.expect(200)?;
        let refused = form.owner.put(&path, &to(12, 0)).await?.problem(409)?;
        assert_eq!(refused["stock"][0]["unlimited"], true);
        let set = form.owner.put(&path, &to(12, -1)).await?.expect(200)?;
        assert_eq!(set["variants"][0]["qtyInStock"], 12);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_sale_survives_product_form() -> Result<()> {
    on_both(async |app| {
        const SHOPPERS: usize = 6;
        let mut form = Form::open(app).await?;
        let mut racing = tokio::task::JoinSet::new();
        for (number, (shopper, checkout)) in form.shoppers(app, SHOPPERS).await?.into_iter().enumerate() {
            racing.spawn(async move { buy(number, shopper, &checkout).await });
        }
        // After a conflict the returned number is used for the next attempt.
        let mut seen = 10;
        loop {
            let change = form.change("Salt Bowl", Some(json!({"unlimited": false, "qtyInStock": 40, "seen": seen})));
            let answer = form.owner.put(&form.path, &change).await?;
            if answer.status == 200 {
                break;
            }
            seen = answer.problem(409)?["stock"][0]["qtyInStock"].as_i64().context("no number")?;
        }
        while let Some(bought) = racing.join_next().await {
            bought??;
        }
        let (_, left) = form.now().await?;
        let changes = form.changes().await?;
        assert_eq!(changes.iter().map(|(_, delta)| delta).sum::<i64>(), left, "{changes:?}");
        assert_eq!(changes.iter().filter(|(reason, _)| reason == "order").count(), SHOPPERS);
        ensure!(changes.contains(&("manual".to_owned(), 40 - seen)), "{changes:?}");
        let before = 10 - seen;
        assert_eq!(left, 40 - (i64::try_from(SHOPPERS)? - before), "each sale counts once: {changes:?}");
        Ok(())
    })
    .await
}
