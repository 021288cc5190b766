//! Product lists with pagination in the database: in each order every product is returned once, and search ignores case
//! and accents.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both};
use crate::client::Client;

const ORDERS: [&str; 5] = ["position", "name", "price", "stock", "updated"];

/// The dollar shop's only store.
struct Store {
    owner: Client,
    items: String,
}

impl Store {
    async fn open(app: &App) -> Result<Self> {
        let mut owner = app.owner().await?;
        let stores = format!("/api/content-service/product/1.1/websites/{}/products", app.website("juniper").await?);
        let found = owner.get(&stores).await?.expect(200)?;
        let id = found["collections"][0]["id"].as_str().context("no store")?;
        Ok(Self { items: format!("{stores}/{id}/items"), owner })
    }

    /// A product with one variant at `price` cents and this stock; none for unlimited.
    async fn make(&mut self, name: &str, price: i64, pieces: Option<i64>, tags: &[&str]) -> Result<()> {
        let stock = json!({"unlimited": pieces.is_none(), "qtyInStock": pieces.unwrap_or(0)});
        let only = json!({"attributes": {}, "priceCents": price, "onSale": false, "weightGrams": 0, "stock": stock});
        let body = json!({"productType": 1, "name": name, "status": "published", "tags": tags, "variants": [only]});
        self.owner.post(&self.items, &body).await?.expect(201)?;
        Ok(())
    }

    /// A product with one variant of this SKU.
    async fn make_with_sku(&mut self, name: &str, sku: &str) -> Result<()> {
        let stock = json!({"unlimited": false, "qtyInStock": 1});
        let only = json!({"sku": sku, "attributes": {}, "priceCents": 1_000, "onSale": false, "weightGrams": 0,
            "stock": stock});
        let body = json!({"productType": 1, "name": name, "status": "published", "variants": [only]});
        self.owner.post(&self.items, &body).await?.expect(201)?;
        Ok(())
    }

    /// Thirty products with prices, stocks and names of which many are equal.
    async fn fill(&mut self) -> Result<()> {
        for number in 0_i64..30 {
            let pieces = (number % 4 != 0).then_some(number % 3);
            let name = format!("{} {}", ["bowl", "Jar", "plate"][usize::try_from(number % 3)?], number / 6);
            self.make(
                &name,
                1_000 + number % 5 * 100,
                pieces,
                &[["Clay", "clay", "oak"][usize::try_from(number % 3)?]],
            )
            .await?;
        }
        Ok(())
    }

    /// All products of a list, read in pages of seven.
    async fn walked(&mut self, query: &str) -> Result<Vec<Value>> {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = self.owner.get(&format!("{}?limit=7{query}{cursor}", self.items)).await?.expect(200)?;
            seen.extend(page["items"].as_array().context("no items")?.iter().cloned());
            match page["nextPageCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={}", percent_encoded(next)),
                None => return Ok(seen),
            }
        }
    }

    async fn names(&mut self, query: &str) -> Result<Vec<String>> {
        Ok(self.walked(query).await?.iter().map(|item| text(item, "name")).collect())
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn ids(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| text(item, "id")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn product_list_pagination_both_directions() -> Result<()> {
    on_both(async |app| {
        let mut store = Store::open(app).await?;
        store.fill().await?;
        let all: BTreeSet<String> = ids(&store.walked("").await?).into_iter().collect();
        ensure!(all.len() > 30, "{} products", all.len());
        for order in ORDERS {
            for turned in ["", "&descending=true"] {
                let walked = store.walked(&format!("&sort={order}{turned}")).await?;
                let seen = ids(&walked);
                assert_eq!(seen.len(), all.len(), "{order}{turned}: each once");
                assert_eq!(seen.iter().cloned().collect::<BTreeSet<_>>(), all, "{order}{turned}: all of them");
                let path = format!("{}?limit=200&sort={order}{turned}", store.items);
                let whole = store.owner.get(&path).await?.expect(200)?;
                assert_eq!(
                    seen,
                    ids(whole["items"].as_array().context("no items")?),
                    "{order}{turned}: the same order"
                );
            }
        }
        let cheapest = store.walked("&sort=price").await?;
        let prices: Vec<i64> = cheapest.iter().filter_map(|item| item["priceFromCents"].as_i64()).collect();
        assert!(prices.is_sorted(), "{prices:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_search_ignores_case_and_accents() -> Result<()> {
    on_both(async |app| {
        let mut store = Store::open(app).await?;
        store.make("Über-Tasse 100% Ton", 1_000, Some(1), &["Töpferei", "say \"hi\""]).await?;
        store.make("Übrig", 1_000, Some(1), &[]).await?;
        for query in ["über-tasse", "ÜBER-TASSE", "tasse 100%", "töpferei", "TÖPFEREI", "say \"hi"] {
            let found = store.names(&format!("&query={}", percent_encoded(query))).await?;
            assert_eq!(found, ["Über-Tasse 100% Ton"], "{query}");
        }
        store.make("Crème brûlée", 1_000, Some(1), &["Phở bò", "Straße", "ISPARTA"]).await?;
        store.make("デジタル", 1_000, Some(1), &["が"]).await?;
        for (query, name) in [
            ("creme brulee", "Crème brûlée"),
            ("CRÈME", "Crème brûlée"),
            ("pho bo", "Crème brûlée"),
            ("strasse", "Crème brûlée"),
            ("ısparta", "Crème brûlée"),
            ("ﾃﾞｼﾞﾀﾙ", "デジタル"),
            ("でじたる", "デジタル"),
        ] {
            let found = store.names(&format!("&query={}", percent_encoded(query))).await?;
            assert_eq!(found, [name], "{query}");
            let shown = app.juniper().get(&format!("/search?q={}", percent_encoded(query))).await?.text;
            ensure!(shown.contains(name), "{query}: {shown}");
        }
        assert_eq!(store.names(&format!("&query={}", percent_encoded("か"))).await?, Vec::<String>::new());
        for query in ["1000%", "_asse", "\", \"", "["] {
            let found = store.names(&format!("&query={}", percent_encoded(query))).await?;
            assert_eq!(found, Vec::<String>::new(), "{query}");
        }

        store.make_with_sku("Kiln shelf", "SHELF-9").await?;
        store.make_with_sku("Kiln prop", "STÜTZE-4").await?;
        let inventory = format!("/api/v1/websites/{}/inventory?query=", app.website("juniper").await?);
        for (query, name) in [
            ("shelf-9", "Kiln shelf"),
            ("Shélf-9", "Kiln shelf"),
            ("ｓｈｅｌｆ－９", "Kiln shelf"),
            ("stütze-4", "Kiln prop"),
            ("STÜTZE-4", "Kiln prop"),
            ("stutze-4", "Kiln prop"),
        ] {
            let encoded = percent_encoded(query);
            assert_eq!(store.names(&format!("&query={encoded}")).await?, [name], "{query}");
            let stock = store.owner.get(&format!("{inventory}{encoded}")).await?.expect(200)?;
            let rows = stock["variants"].as_array().context("no variants")?;
            let names: Vec<String> = rows.iter().map(|row| text(row, "productName")).collect();
            assert_eq!(names, [name], "{query} in the list of stock");
        }

        let body = store.owner.get(&format!("{}?limit=1&sort=name", store.items)).await?.expect(200)?;
        let cursor = percent_encoded(body["nextPageCursor"].as_str().context("one page alone")?);
        let other = store.owner.get(&format!("{}?sort=price&cursor={cursor}", store.items)).await?;
        assert_eq!(other.status, 400, "a cursor of another order");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_stock_state_filter() -> Result<()> {
    on_both(async |app| {
        let mut store = Store::open(app).await?;
        store.fill().await?;
        let all = store.walked("").await?.len();
        let mut counted = 0;
        for (state, fits) in [("in-stock", 10), ("sold-out", 5), ("unlimited", 8)] {
            let found = store.walked(&format!("&stock={state}")).await?;
            let own = store.walked(&format!("&stock={state}&sort=updated&descending=true")).await?;
            assert_eq!(found.len(), own.len());
            assert!(found.len() >= fits, "{state}: {}", found.len());
            counted += found.len();
        }
        assert_eq!(counted, all);
        Ok(())
    })
    .await
}

/// Product names on all pages of the shop's list, as visited by a visitor.
async fn visited_names(app: &App, query: &str) -> Result<Vec<String>> {
    let mut visitor = app.juniper();
    let mut address = format!("/shop?format=json&{query}");
    let mut names = Vec::new();
    loop {
        let call = visitor.get(&address).await?.expect(200)?;
        let items = call["data"]["items"].as_array().context("no items")?;
        names.extend(items.iter().map(|item| text(item, "title")));
        match call["data"]["pagination"]["nextPageUrl"].as_str() {
            Some(next) => address = format!("{next}&format=json"),
            None => return Ok(names),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storefront_product_list_sorting_and_filters() -> Result<()> {
    on_both(async |app| {
        let mut store = Store::open(app).await?;
        store.fill().await?;
        let mut all = visited_names(app, "").await?;
        ensure!(all.len() > 30, "{} products", all.len());
        all.sort();
        for order in ["featured", "price-up", "price-down", "newest", "name"] {
            let mut names = visited_names(app, &format!("sort={order}")).await?;
            names.sort();
            assert_eq!(names, all, "{order}");
        }
        let clay = visited_names(app, "tag=Clay").await?;
        assert_eq!(clay.len(), 10, "a tag is told apart by its case: {clay:?}");
        assert!(clay.iter().all(|name| name.starts_with("bowl")), "{clay:?}");
        let cheap = visited_names(app, "min=10&max=10.5").await?;
        assert_eq!(cheap.iter().filter(|name| name.contains(char::is_numeric)).count(), 6, "{cheap:?}");
        let call = app.juniper().get("/shop?format=json").await?.expect(200)?;
        let tags = call["data"]["collection"]["list"]["tags"].as_array().context("no tags")?;
        let tags: Vec<String> = tags.iter().map(|tag| text(tag, "name")).collect();
        assert!(tags.is_sorted() && ["Clay", "clay", "oak"].iter().all(|tag| tags.iter().any(|own| own == tag)));
        Ok(())
    })
    .await
}
