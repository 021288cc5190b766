//! Products and categories, from the first draft to the storefront.

use std::collections::HashSet;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{category, product};
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CategoryId, CollectionId};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

/// The owner of the dollar shop with the API path of its only store.
async fn owner(app: &App) -> Result<(Client, String)> {
    let mut owner = app.owner().await?;
    let stores = stores(app).await?;
    let found = owner.get(&stores).await?.expect(200)?;
    let id = found["collections"][0]["id"].as_str().context("no store")?.to_owned();
    Ok((owner, format!("{stores}/{id}")))
}

async fn stores(app: &App) -> Result<String> {
    let website = app.website("juniper").await?;
    Ok(format!("/api/content-service/product/1.1/websites/{website}/products"))
}

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap_or_default()
}

/// A row of the variant table.
fn variant(size: &str, colour: &str, price: i64, stock: i64) -> Value {
    json!({"attributes": {"Size": size, "Colour": colour}, "priceCents": price, "onSale": false, "weightGrams": 300,
        "stock": {"unlimited": false, "qtyInStock": stock}})
}

fn shirt() -> Value {
    let rows: Vec<Value> = [("S", "Red"), ("S", "Blue"), ("M", "Red"), ("M", "Blue"), ("L", "Red"), ("L", "Blue")]
        .iter()
        .map(|(size, colour)| variant(size, colour, 2_500, 3))
        .collect();
    json!({"productType": 1, "name": "Linen Shirt", "status": "published",
        "variantOptionOrdering": ["Size", "Colour"], "variants": rows})
}

async fn make(owner: &mut Client, store: &str, body: &Value) -> Result<Value> {
    owner.post(&format!("{store}/items"), body).await?.expect(201)
}

/// The variant rows of a product, to be sent back unchanged.
fn rows(product: &Value) -> Vec<Value> {
    product["variants"].as_array().cloned().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn product_with_variants_created_and_bought() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, store) = owner(app).await?;
        let made = make(&mut owner, &store, &shirt()).await?;
        assert_eq!((&made["urlId"], &made["status"]), (&json!("linen-shirt"), &json!("published")));
        assert_eq!(rows(&made).len(), 6);
        let page = app.juniper().get(made["fullUrl"].as_str().unwrap()).await?;
        ensure!(page.status == 200 && page.text.contains("Linen Shirt") && page.text.contains("Select Size"));
        let mut shopper = app.juniper();
        let chosen = &made["variants"][3];
        assert_eq!(chosen["attributes"], json!({"Size": "M", "Colour": "Blue"}));
        let cart = shop::add(&mut shopper, &made, chosen, 1).await?.expect(200)?;
        assert_eq!(cart["newlyAdded"]["purchasePriceCents"], 2_500);
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let order = shop::submit(&mut shopper, &checkout, "key-shirt-0001", "4242424242424242").await?.expect(200)?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let order = format!("{base}/orders/{}", order["orderId"].as_str().context("no order")?);
        let order = owner.get(&order).await?.expect(200)?;
        let options = order["items"][0]["attributes"].as_object().context("no options")?;
        assert_eq!(options.values().collect::<Vec<_>>(), ["M", "Blue"], "they stand as the product asks for them");
        let stock = owner.get(&format!("{base}/inventory?query=Linen")).await?.expect(200)?;
        let options = stock["variants"][0]["attributes"].as_object().context("no options")?;
        assert_eq!(options.keys().collect::<Vec<_>>(), ["Size", "Colour"]);
        let second = make(&mut owner, &store, &json!({"productType": 1, "name": "Linen Shirt"})).await?;
        assert_eq!((&second["urlId"], &second["status"]), (&json!("linen-shirt-1"), &json!("draft")));
        assert_eq!(app.juniper().get(second["fullUrl"].as_str().unwrap()).await?.status, 404);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_partial_update() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        let mut body = shirt();
        body["taxable"] = json!(false);
        let made = make(&mut owner, &store, &body).await?;
        let path = format!("{store}/items/{}", id(&made));
        let change = json!({"name": "Wool shirt", "revision": made["revision"]});
        let changed = owner.put(&path, &change).await?.expect(200)?;
        assert_eq!((&changed["name"], &changed["taxable"]), (&json!("Wool shirt"), &json!(false)));
        assert_eq!(changed["variants"], made["variants"]);
        let stale = owner.put(&path, &change).await?.problem(412)?;
        assert_eq!(stale["code"], "revision-stale");
        let seen = owner.get(&path).await?.expect(200)?;
        let mut same = seen.clone();
        same["name"] = json!("Silk shirt");
        let sent_back = owner.put(&path, &same).await?.expect(200)?;
        assert_eq!(sent_back["variants"], seen["variants"]);
        Ok(())
    })
    .await
}

// spec: product.variant.identity.open
#[tokio::test(flavor = "multi_thread")]
async fn sku_unique_per_site() -> Result<()> {
    on_both(async |app| {
        let (mut owner, store) = owner(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut body = shirt();
        body["variants"][1]["sku"] = json!(mug["variants"][0]["sku"].as_str().unwrap().to_lowercase());
        let items = format!("{store}/items");
        let refused = owner.post(&items, &body).await?.problem(400)?;
        assert_eq!(refused["errors"]["variants[1].sku"], "Another product has this SKU.");
        let made = make(&mut owner, &store, &shirt()).await?;
        let mut swapped = rows(&made);
        let (first, second) = (swapped[0]["sku"].clone(), swapped[1]["sku"].clone());
        ensure!(first.as_str().is_some_and(|sku| sku.starts_with("SKU-")), "no SKU was made up: {first}");
        (swapped[0]["sku"], swapped[1]["sku"]) = (second.clone(), first.clone());
        let path = format!("{items}/{}", id(&made));
        let change = json!({"variants": swapped, "revision": made["revision"]});
        let changed = owner.put(&path, &change).await?.expect(200)?;
        assert_eq!((&changed["variants"][0]["sku"], &changed["variants"][1]["sku"]), (&second, &first));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_variant_leaves_cart_usable() -> Result<()> {
    on_both(async |app| {
        let (mut owner, store) = owner(app).await?;
        let made = make(&mut owner, &store, &shirt()).await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &made, &made["variants"][0], 1).await?.expect(200)?;
        shop::add(&mut shopper, &made, &made["variants"][1], 1).await?.expect(200)?;
        let mut kept = rows(&made);
        kept.remove(0);
        kept.reverse();
        let path = format!("{store}/items/{}", id(&made));
        let change = json!({"variants": kept, "revision": made["revision"]});
        let changed = owner.put(&path, &change).await?.expect(200)?;
        assert_eq!(rows(&changed), kept);
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let entries = cart["entries"].as_array().unwrap();
        assert_eq!((entries.len(), &entries[0]["variantId"]), (1, &made["variants"][1]["id"]));
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let told = shop::submit(&mut shopper, &checkout, "variant-gone-0001", shop::APPROVED).await?.problem(409)?;
        assert_eq!(told["code"], "cart-changed");
        shop::submit(&mut shopper, &checkout, "variant-gone-0002", shop::APPROVED).await?.expect(200)?;
        owner.delete(&path).await?.expect(204)?;
        assert_eq!(owner.get(&path).await?.status, 404);
        assert_eq!(app.juniper().get(made["fullUrl"].as_str().unwrap()).await?.status, 404);
        let orders = format!("/api/v1/websites/{}/orders", app.website("juniper").await?);
        let orders = owner.get(&orders).await?.expect(200)?;
        let order = format!("/api/v1/websites/{}/orders/{}", app.website("juniper").await?, id(&orders["orders"][0]));
        let order = owner.get(&order).await?.expect(200)?;
        assert_eq!(order["items"][0]["productName"], "Linen Shirt");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn variant_table_sets_stock_explicitly() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        let made = make(&mut owner, &store, &shirt()).await?;
        let mut table = rows(&made);
        table[0]["stock"] = json!({"unlimited": false, "qtyInStock": 10, "seen": 3});
        table[1]["qtyInStock"] = json!(99);
        let path = format!("{store}/items/{}", id(&made));
        let change = json!({"variants": table, "revision": made["revision"]});
        let changed = owner.put(&path, &change).await?.expect(200)?;
        let left = |index: usize| changed["variants"][index]["qtyInStock"].as_i64();
        assert_eq!((left(0), left(1)), (Some(10), Some(3)));
        let ledger = format!(
            "/api/v1/websites/{}/stock-changes?variantId={}",
            app.website("juniper").await?,
            id(&made["variants"][0])
        );
        let lines = owner.get(&ledger).await?.expect(200)?;
        let deltas: Vec<i64> =
            lines["changes"].as_array().context("no lines")?.iter().filter_map(|line| line["delta"].as_i64()).collect();
        assert_eq!(deltas, [7, 3]);
        Ok(())
    })
    .await
}

// spec: limits.products-per-collection, limits.pagination.open
#[tokio::test(flavor = "multi_thread")]
async fn product_limit_per_store() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, store) = owner(app).await?;
        let items = format!("{store}/items");
        let held = owner.get(&format!("{items}?limit=200")).await?.expect(200)?["items"].as_array().unwrap().len();
        for number in held..200 {
            make(&mut owner, &store, &json!({"productType": 3, "name": format!("Lesson {number}")})).await?;
        }
        let body = json!({"productType": 3, "name": "One too many"});
        let refused = owner.post(&items, &body).await?.problem(400)?;
        assert_eq!(refused["detail"], "You have reached the limit of 200 products. Open another store page.");
        let first = owner.get(&format!("{items}?query=lesson&limit=1")).await?.expect(200)?;
        let copy = format!("{items}/{}/duplicate", id(&first["items"][0]));
        assert_eq!(owner.post(&copy, &json!({})).await?.status, 400);
        let stores = owner.get(&stores(app).await?).await?.expect(200)?;
        let full = &stores["collections"][0];
        assert_eq!((&full["productCount"], &full["productLimit"]), (&json!(200), &json!(200)));

        let mut seen = HashSet::new();
        let mut cursor = String::new();
        for expected in [50, 50, 50, 50] {
            let page = owner.get(&format!("{items}?{cursor}")).await?.expect(200)?;
            let found = page["items"].as_array().context("no items")?;
            assert_eq!(found.len(), expected, "50 unless asked otherwise");
            seen.extend(found.iter().map(|item| id(item).to_owned()));
            assert_eq!(page["hasNextPage"], seen.len() < 200);
            assert_eq!(page["nextPageCursor"].is_null(), seen.len() == 200);
            cursor = format!("cursor={}", percent_encoded(page["nextPageCursor"].as_str().unwrap_or_default()));
        }
        assert_eq!(seen.len(), 200, "each row came once");
        let most = owner.get(&format!("{items}?limit=1000")).await?.expect(200)?;
        assert_eq!((most["items"].as_array().map(Vec::len), &most["nextPageCursor"]), (Some(200), &Value::Null));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_list_filter_sort_pagination() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        for (name, price, status) in
            [("Zebra A", 300, "draft"), ("Zebra C", 100, "published"), ("Zebra B", 200, "draft")]
        {
            let only = json!({"attributes": {}, "priceCents": price, "onSale": false, "weightGrams": 0});
            let body = json!({"productType": 1, "name": name, "status": status, "variants": [only]});
            make(&mut owner, &store, &body).await?;
        }
        let mut names = async |query: &str| -> Result<Vec<String>> {
            let mut seen = Vec::new();
            let mut cursor = String::new();
            loop {
                let path = format!("{store}/items?query=zebra&limit=2{query}{cursor}");
                let page = owner.get(&path).await?.expect(200)?;
                let found = page["items"].as_array().context("no items")?;
                seen.extend(found.iter().filter_map(|item| item["name"].as_str().map(str::to_owned)));
                match page["nextPageCursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={}", percent_encoded(next)),
                    None => return Ok(seen),
                }
            }
        };
        assert_eq!(names("").await?, ["Zebra A", "Zebra C", "Zebra B"]);
        assert_eq!(names("&sort=name&descending=true").await?, ["Zebra C", "Zebra B", "Zebra A"]);
        assert_eq!(names("&sort=price").await?, ["Zebra C", "Zebra B", "Zebra A"]);
        assert_eq!(names("&status=draft&sort=name").await?, ["Zebra A", "Zebra B"]);
        assert_eq!(names("&stock=sold-out&sort=name").await?, ["Zebra A", "Zebra B", "Zebra C"]);
        assert_eq!(names("&stock=in-stock").await?, Vec::<String>::new());
        assert_eq!(owner.get(&format!("{store}/items?cursor=nonsense")).await?.status, 400);
        Ok(())
    })
    .await
}

pub(crate) fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn products_bulk_results_per_item() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        let mut priced = shirt();
        priced["variants"][0]["salePriceCents"] = json!(2_000);
        let on_offer = make(&mut owner, &store, &priced).await?;
        let plain = make(&mut owner, &store, &shirt()).await?;
        let both = json!([id(&on_offer), id(&plain)]);
        let path = format!("{store}/items/bulk");
        let body = json!({"itemIds": both, "action": "start-sale"});
        let results = owner.post(&path, &body).await?.expect(200)?["results"].clone();
        assert_eq!((&results[0]["success"], &results[1]["success"]), (&json!(true), &json!(false)));
        assert_eq!(results[1]["error"], "The variant has no sale price. Enter one first.");
        let seen = owner.get(&format!("{store}/items/{}", id(&on_offer))).await?.expect(200)?;
        assert_eq!((&seen["variants"][0]["onSale"], &seen["variants"][1]["onSale"]), (&json!(true), &json!(false)));
        let gone = json!({"itemIds": [id(&plain), "prd_01j00000000000000000000000"], "action": "delete"});
        let results = owner.post(&path, &gone).await?.expect(200)?["results"].clone();
        assert_eq!((&results[0]["success"], &results[1]["error"]), (&json!(true), &json!("Not found")));
        let hidden = json!({"itemIds": [id(&on_offer)], "action": "hide"});
        owner.post(&path, &hidden).await?.expect(200)?;
        assert_eq!(app.juniper().get(on_offer["fullUrl"].as_str().unwrap()).await?.status, 404);
        assert_eq!(owner.post(&path, &json!({"itemIds": [], "action": "hide"})).await?.status, 400);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_copy_is_draft_without_stock() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        let made = make(&mut owner, &store, &shirt()).await?;
        let path = format!("{store}/items/{}/duplicate", id(&made));
        let copy = owner.post(&path, &json!({})).await?.expect(201)?;
        assert_eq!((&copy["name"], &copy["status"]), (&json!("Linen Shirt (copy)"), &json!("draft")));
        assert_eq!((&copy["urlId"], rows(&copy).len()), (&json!("linen-shirt-copy"), 6));
        ensure!(rows(&copy).iter().all(|row| row["qtyInStock"] == 0), "stock was copied");
        assert_ne!(copy["variants"][0]["sku"], made["variants"][0]["sku"]);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn scheduled_product_becomes_visible() -> Result<()> {
    on_both(async |app| {
        let (mut owner, store) = owner(app).await?;
        let now = app.stoa.foundation.tenancy.now();
        let mut body = shirt();
        (body["status"], body["publishOn"]) = (json!("scheduled"), json!(now - 1));
        let refused = owner.post(&format!("{store}/items"), &body).await?.problem(400)?;
        assert_eq!(refused["errors"]["publishOn"], "Choose a time in the future.");
        body["publishOn"] = json!(now + 86_400_000);
        let made = make(&mut owner, &store, &body).await?;
        assert_eq!((&made["status"], &made["publishOn"]), (&json!("scheduled"), &body["publishOn"]));
        assert_eq!(app.juniper().get(made["fullUrl"].as_str().unwrap()).await?.status, 404);
        let website = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        assert!(stoa_commerce::catalogue::publish_due(&tenant.ctx, &tenant.db).await?.is_empty());
        let tx = tenant.db.read().await?;
        let due = stoa_commerce::catalogue::next_publication(&tx).await?;
        assert_eq!(json!(due), body["publishOn"]);
        drop(tx);

        // Time passes: the worker, woken by the next change, finds the scheduled time past.
        ensure!(!app.juniper().get("/shop").await?.text.contains("Linen Shirt"), "the list is kept without it");
        let tx = tenant.db.write().await?;
        tx.update::<product::Entity>(product::Column::Id.eq(id(&made)))
            .set(product::Column::PublishOn, tenant.ctx.now())
            .exec()
            .await?;
        tx.commit().await?;
        let mut other = shirt();
        (other["name"], other["status"]) = (json!("Another one"), json!("draft"));
        make(&mut owner, &store, &other).await?;
        let url = made["fullUrl"].as_str().context("no address")?;
        app.until(async || Ok(app.juniper().get(url).await?.status == 200)).await?;
        app.until(async || Ok(app.juniper().get("/shop").await?.text.contains("Linen Shirt"))).await?;
        let shown = owner.get(&format!("{store}/items/{}", id(&made))).await?.expect(200)?;
        assert_eq!((&shown["status"], &shown["publishOn"]), (&json!("published"), &Value::Null));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_page_content() -> Result<()> {
    on_both(async |app| {
        let (mut owner, store) = owner(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut body = shirt();
        body["seoTitle"] = json!("The linen shirt");
        body["seoDescription"] = json!("Cool in summer");
        body["relatedProductIds"] = json!([id(&mug)]);
        body["scarcity"] = json!({"enabled": true, "text": "Few left", "shownByDefault": false});
        let refused = owner.post(&format!("{store}/items"), &body).await?.problem(400)?;
        let text = json!({"code": "put-the-placeholder", "params": {"placeholder": "{qtyInStock}"}});
        ensure!(refused["errorTexts"]["scarcity.text"] == text, "{refused}");
        body["scarcity"] = json!({"enabled": true, "text": "Just {qtyInStock} to go", "shownByDefault": false});
        body["additionalFields"] = json!([
            {"id": "monogram", "type": "text", "title": "Monogram", "required": true},
            {"id": "wrap", "type": "select", "title": "Wrapping", "options": ["Paper", "Cloth"]},
        ]);
        let made = make(&mut owner, &store, &body).await?;
        let page = app.juniper().get(made["fullUrl"].as_str().unwrap()).await?.text;
        for shown in
            ["<title>The linen shirt", "content=\"Cool in summer\"", "Just 3 to go", "Monogram", "/hearth-mug\""]
        {
            ensure!(page.contains(shown), "{shown} is not on the page: {page}");
        }
        let mut shopper = app.juniper();
        let sku = &made["variants"][0]["sku"];
        let mut add = async |answers: Value| {
            let body = json!({"itemId": made["id"], "sku": sku, "quantity": 1, "additionalFields": answers});
            shopper.post("/api/commerce/shopping-cart/entries", &body).await
        };
        assert_eq!(add(Value::Null).await?.problem(400)?["detail"], "Monogram is required.");
        let wrong = add(json!(r#"{"monogram": "AB", "wrap": "Gold"}"#)).await?.problem(400)?;
        assert_eq!(wrong["detail"], "Wrapping: choose from the offered options.");
        let cart = add(json!(r#"{"monogram": "AB", "wrap": "Paper"}"#)).await?.expect(200)?;
        assert_eq!(cart["newlyAdded"]["additionalFields"], r#"{"monogram": "AB", "wrap": "Paper"}"#);
        assert_eq!(cart["newlyAdded"]["answers"][0], json!({"label": "Monogram", "value": "AB"}));
        Ok(())
    })
    .await
}

// spec: store-creation.collection.post, store-creation.collection.fields, store-creation.collection.response.open
// spec: store-creation.category.post, store-creation.category.enums.open
#[tokio::test(flavor = "multi_thread")]
async fn store_created_in_two_calls() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = owner(app).await?;
        let stores = stores(app).await?;
        let body = json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet", "description": "",
            "enabled": true});
        let made = owner.post(&stores, &body).await?.expect(201)?;
        assert_eq!((&made["type"], &made["fullUrl"], &made["enabled"]), (&json!(13), &json!("/outlet"), &json!(true)));
        assert_eq!(made["websiteId"], app.website("juniper").await?);
        for key in ["id", "navigationTitle", "title", "urlId", "description", "createdOn", "updatedOn"] {
            ensure!(!made[key].is_null(), "{key} is missing");
        }
        let taken = owner.post(&stores, &body).await?.problem(409)?;
        assert_eq!(taken["code"], "url-taken");
        let categories = format!("{stores}/{}/categories", id(&made));
        let root =
            json!({"displayName": "Everything", "type": "ROOT", "pageRendering": "LIST_VIEW", "displayIndex": 1});
        let all = owner.post(&categories, &root).await?.expect(201)?;
        let expected = json!({"id": all["id"], "collectionId": made["id"], "displayName": "Everything",
            "urlId": "everything", "parentCategoryId": null, "type": "ROOT", "pageRendering": "LIST_VIEW",
            "displayIndex": 1});
        assert_eq!(all, expected);
        assert_eq!(owner.post(&categories, &root).await?.status, 409);
        let listed = owner.get(&categories).await?.expect(200)?;
        assert_eq!(listed["categories"][0]["id"], all["id"]);
        assert_eq!(app.juniper().get("/outlet").await?.status, 200);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn categories_form_a_tree() -> Result<()> {
    on_both(async |app| {
        let (mut owner, store) = owner(app).await?;
        let path = format!("{store}/categories");
        let body = |name: &str, parent: &Value| {
            json!({"displayName": name, "parentCategoryId": parent, "type": "CATEGORY", "pageRendering": "GRID_VIEW"})
        };
        let clothes = owner.post(&path, &body("Clothes", &Value::Null)).await?.expect(201)?;
        let tops = owner.post(&path, &body("Tops", &clothes["id"])).await?.expect(201)?;
        let shirts = owner.post(&path, &body("Shirts", &tops["id"])).await?.expect(201)?;
        let vests = owner.post(&path, &body("Vests", &tops["id"])).await?.expect(201)?;
        assert_eq!((&shirts["displayIndex"], &vests["displayIndex"]), (&json!(1), &json!(2)));
        let at = |category: &Value| format!("{path}/{}", id(category));
        let circle = json!({"parentCategoryId": shirts["id"]});
        let refused = owner.put(&at(&clothes), &circle).await?.problem(400)?;
        assert_eq!(refused["errors"]["parentCategoryId"], "A category cannot be moved into itself.");
        let first = owner.put(&at(&vests), &json!({"displayIndex": 1, "displayName": "Vest"})).await?.expect(200)?;
        assert_eq!((&first["displayIndex"], &first["displayName"]), (&json!(1), &json!("Vest")));

        let mut product = shirt();
        product["categories"] = json!([id(&shirts)]);
        let made = make(&mut owner, &store, &product).await?;
        let list = app.juniper().get("/shop?category=clothes").await?.text;
        ensure!(list.contains("Linen Shirt"), "a category shows what is in those below it");
        let other = app.juniper().get("/shop?category=vests").await?.text;
        ensure!(!other.contains("Linen Shirt"), "a category shows what is in another");
        owner.delete(&at(&tops)).await?.expect(204)?;
        let tree = owner.get(&path).await?.expect(200)?;
        let node = tree["categories"].as_array().unwrap().iter().find(|node| node["id"] == shirts["id"]).unwrap();
        assert_eq!((&node["parentCategoryId"], &node["productCount"]), (&clothes["id"], &json!(1)));
        owner.delete(&at(&shirts)).await?.expect(204)?;
        let kept = owner.get(&format!("{store}/items/{}", id(&made))).await?.expect(200)?;
        assert_eq!(kept["categories"], json!([]));
        let root = tree["categories"].as_array().unwrap().iter().find(|node| node["type"] == "ROOT").unwrap();
        assert_eq!(owner.delete(&at(root)).await?.status, 409);
        let strange = json!({"categories": ["cat_01j00000000000000000000000"], "revision": kept["revision"]});
        let refused = owner.put(&format!("{store}/items/{}", id(&made)), &strange).await?.problem(400)?;
        assert_eq!(refused["errors"]["categories"], "A category no longer exists. Reload the page.");
        Ok(())
    })
    .await
}

// spec: limits.nested-categories
#[tokio::test(flavor = "multi_thread")]
async fn category_limit_per_store() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, store) = owner(app).await?;
        let path = format!("{store}/categories");
        let known = owner.get(&path).await?.expect(200)?["categories"].as_array().unwrap().len();
        let website = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let collection: CollectionId = store.rsplit('/').next().unwrap().parse()?;
        let tx = tenant.db.write().await?;
        let mut parent: Option<CategoryId> = None;
        let rows: Vec<category::ActiveModel> = (known..9_999)
            .map(|number| {
                let id = CategoryId::generate();
                let row = category::ActiveModel {
                    id: Set(id.clone()),
                    collection_id: Set(collection.clone()),
                    parent_id: Set(parent.take()),
                    name: Set(format!("Category {number}")),
                    url_id: Set(format!("category-{number}")),
                    kind: Set(CategoryKind::Category),
                    page_rendering: Set(PageRendering::ListView),
                    position: Set(1),
                    ..Default::default()
                };
                parent = Some(id);
                row
            })
            .collect();
        for some in rows.chunks(500) {
            tx.insert_many(some.to_vec()).await?;
        }
        tx.commit().await?;
        let body = |name: &str| json!({"displayName": name, "type": "CATEGORY", "pageRendering": "LIST_VIEW"});
        owner.post(&path, &body("The last")).await?.expect(201)?;
        let refused = owner.post(&path, &body("One too many")).await?.problem(400)?;
        assert_eq!(refused["detail"], "You have reached the limit of 10,000 categories.");
        Ok(())
    })
    .await
}

// spec: product.admin.open
#[tokio::test(flavor = "multi_thread")]
async fn product_permissions_by_role() -> Result<()> {
    on_sqlite(async |app| {
        let (_, store) = owner(app).await?;
        let website = app.website("juniper").await?.parse()?;
        let staff = &app.stoa.foundation.tenancy.staff;
        let mut people = Vec::new();
        for role in [8, 10] {
            let email = format!("catalogue-{role}@example.com");
            let account = staff.create(&email, "Someone", "long enough words", Timestamp::from_ms(1)).await?;
            staff.grant(&website, &account.id, role).await?;
            let mut client = app.platform();
            client.sign_in(&email, "long enough words").await?;
            people.push(client);
        }
        let [manager, reporter] = people.as_mut_slice() else { anyhow::bail!("two people") };
        let made = make(manager, &store, &shirt()).await?;
        let path = format!("{store}/items/{}", id(&made));
        let change = json!({"name": "Renamed", "revision": made["revision"]});
        assert_eq!(reporter.put(&path, &change).await?.status, 403);
        assert_eq!(reporter.post(&format!("{store}/items"), &shirt()).await?.status, 403);
        assert_eq!(reporter.delete(&path).await?.status, 403);
        assert_eq!(manager.put(&path, &change).await?.expect(200)?["name"], "Renamed");
        assert_eq!(manager.get(&path).await?.expect(200)?["name"], "Renamed");
        manager.delete(&path).await?.expect(204)?;
        Ok(())
    })
    .await
}
