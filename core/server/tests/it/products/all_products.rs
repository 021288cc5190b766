//! The products of all stores of a site in one list.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;

/// The dollar shop with a second store.
struct Site {
    owner: Client,
    stores: String,
    /// The list of all products.
    all: String,
    /// The two stores.
    ids: [String; 2],
}

impl Site {
    async fn open(app: &App) -> Result<Self> {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        let first = owner.get(&stores).await?.expect(200)?["collections"][0]["id"].clone();
        let second = json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet", "description": "",
            "enabled": true});
        let second = owner.post(&stores, &second).await?.expect(201)?["id"].clone();
        let id = |value: Value| value.as_str().map(str::to_owned).context("no id");
        let ids = [id(first)?, id(second)?];
        Ok(Self { owner, stores, all: format!("/api/v1/websites/{website}/products"), ids })
    }

    async fn put(&mut self, store: usize, name: &str, price: i64) -> Result<Value> {
        let only = json!({"attributes": {}, "priceCents": price, "onSale": false, "weightGrams": 0,
            "stock": {"unlimited": false, "qtyInStock": 0}});
        let body = json!({"productType": 1, "name": name, "tags": ["Clay"], "variants": [only]});
        let made = self.owner.post(&format!("{}/{}/items", self.stores, self.ids[store]), &body).await?;
        Ok(made.expect(201)?["id"].clone())
    }

    /// All products, read in pages of three.
    async fn walked(&mut self, query: &str) -> Result<Vec<Value>> {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = self.owner.get(&format!("{}?limit=3{query}{cursor}", self.all)).await?.expect(200)?;
            seen.extend(page["items"].as_array().context("no items")?.iter().cloned());
            let Some(next) = page["nextPageCursor"].as_str() else { return Ok(seen) };
            let next: String = next.bytes().map(|byte| format!("%{byte:02X}")).collect();
            cursor = format!("&cursor={next}");
        }
    }

    async fn change(&mut self, ids: &[&Value], action: &str, more: Value) -> Result<Vec<Value>> {
        let mut body = more;
        body["itemIds"] = json!(ids);
        body["action"] = json!(action);
        let done = self.owner.post(&format!("{}/bulk", self.all), &body).await?.expect(200)?;
        let results = done["results"].as_array().context("no results")?;
        Ok(results.iter().map(|result| result["error"].clone()).collect())
    }
}

fn texts(items: &[Value], key: &str) -> Vec<String> {
    items.iter().map(|item| item[key].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_products_pagination_both_directions() -> Result<()> {
    on_both(async |app| {
        let mut site = Site::open(app).await?;
        let of_first =
            site.owner.get(&format!("{}/{}/items?limit=100", site.stores, site.ids[0])).await?.expect(200)?;
        let mut expected: BTreeSet<String> =
            texts(of_first["items"].as_array().context("no items")?, "id").into_iter().collect();
        for (store, name) in [(1, "aardvark"), (0, "Aardvark"), (1, "Zebra"), (1, "aardvark")] {
            let made = site.put(store, name, 1_000).await?;
            expected.insert(made.as_str().context("no id")?.to_owned());
        }
        for query in ["", "&descending=true", "&sort=updated", "&sort=updated&descending=true"] {
            let walked = site.walked(query).await?;
            assert_eq!(walked.len(), expected.len(), "{query}: each once");
            assert_eq!(texts(&walked, "id").into_iter().collect::<BTreeSet<_>>(), expected, "{query}: all of them");
        }
        let by_name = site.walked("").await?;
        let names: Vec<String> = texts(&by_name, "name").iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(names[..3], ["aardvark", "aardvark", "aardvark"]);
        let stores: BTreeSet<String> = texts(&by_name, "collectionId").into_iter().collect();
        assert_eq!(stores, site.ids.iter().cloned().collect(), "each says where it is sold");
        let latest = site.walked("&sort=updated&descending=true").await?;
        ensure!(latest[..4].iter().all(|item| item["status"] == "draft"), "{latest:?}");
        assert_eq!(site.walked("&query=AARD&stock=sold-out&status=draft&productType=1").await?.len(), 3);
        assert_eq!(site.walked("&query=aard&status=published").await?.len(), 0);
        site.owner.get(&format!("{}?sort=price", site.all)).await?.problem(400)?;
        site.owner.get(&format!("{}?cursor=none", site.all)).await?.problem(400)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn bulk_change_across_stores() -> Result<()> {
    on_both(async |app| {
        let mut site = Site::open(app).await?;
        let (jug, cup) = (site.put(0, "Jug", 1_000).await?, site.put(1, "Cup", 50).await?);
        let gone = json!("prd_00000000000000000000000000");
        let lower = json!({"price": {"way": "amount", "value": -100}});
        let done = site.change(&[&jug, &cup, &gone], "change-price", lower).await?;
        assert_eq!(done[..2], [Value::Null, json!("The price would fall below zero.")]);
        ensure!(done[2].is_string(), "{done:?}");
        let done = site.change(&[&jug, &cup], "publish", json!({})).await?;
        assert_eq!(done, [Value::Null, Value::Null]);
        let shown = site.walked("&status=published").await?;
        let names = texts(&shown, "name");
        ensure!(["Jug", "Cup"].iter().all(|name| names.iter().any(|own| own == name)), "{names:?}");
        let jug_now = shown.iter().find(|item| item["id"] == jug).context("no jug")?;
        assert_eq!(jug_now["priceFromCents"], 900);

        // A category accepts products of its own store only.
        let categories = format!("{}/{}/categories", site.stores, site.ids[0]);
        let category = site
            .owner
            .post(&categories, &json!({"displayName": "Spouts", "type": "CATEGORY", "pageRendering": "LIST_VIEW"}))
            .await?
            .expect(201)?;
        let more = json!({"categoryId": category["id"]});
        let done = site.change(&[&jug, &cup], "add-category", more).await?;
        ensure!(done[0].is_null() && done[1].is_string(), "{done:?}");

        let mut stranger = app.staff("viewer@stoa.example").await?;
        stranger.get(&site.all).await?.problem(403)?;
        let body = json!({"itemIds": [jug], "action": "hide"});
        stranger.post(&format!("{}/bulk", site.all), &body).await?.problem(403)?;
        Ok(())
    })
    .await
}
