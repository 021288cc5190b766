//! Product pages of each product type, and the data for their scripts.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

async fn store(app: &App, owner: &mut Client) -> Result<String> {
    let base = format!("/api/content-service/product/1.1/websites/{}/products", app.website("juniper").await?);
    let stores = owner.get(&base).await?.expect(200)?;
    Ok(format!("{base}/{}/items", stores["collections"][0]["id"].as_str().context("no store")?))
}

fn variant(size: &str, price: i64, stock: Option<i64>) -> Value {
    json!({"attributes": if size.is_empty() { json!({}) } else { json!({"Size": size}) }, "priceCents": price,
        "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": stock.is_none(), "qtyInStock": stock.unwrap_or(0)}})
}

/// JSON of a script element on a page.
fn json_at(page: &str, opening: &str) -> Result<Value> {
    let rest = page.split(opening).nth(1).with_context(|| format!("there is no {opening}"))?;
    let text = rest.split_once('>').and_then(|(_, rest)| rest.split("</script>").next()).context("no script")?;
    Ok(serde_json::from_str(text)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn product_page_parts_by_type() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let items = store(&app, &mut owner).await?;
    let button = "data-add-to-cart";
    let quantity = "name=\"quantity\"";
    let choice = "data-option-name=\"Size\"";
    let gone = "stoa-product-form__gone";
    let restock = "class=\"stoa-restock";
    let few = "Only 3 left in stock";
    let mut reduced = variant("", 100, Some(9));
    (reduced["onSale"], reduced["salePriceCents"]) = (json!(true), json!(80));
    for (number, (kind, variants, scarce, shown, missing)) in [
        (
            1,
            vec![variant("S", 100, Some(3)), variant("M", 100, Some(9))],
            true,
            vec![button, quantity, choice, few],
            vec![gone, restock],
        ),
        (1, vec![variant("", 100, Some(3))], true, vec![button, quantity, few], vec![choice, gone]),
        (1, vec![variant("", 100, Some(1))], false, vec![button], vec![quantity, choice, "left in stock"]),
        (1, vec![variant("", 100, Some(0))], false, vec![gone, restock], vec![button]),
        (1, vec![reduced], false, vec![button, "Sale Price:", "Original Price:"], vec![gone]),
        (2, vec![variant("", 100, None)], false, vec![button], vec![quantity, gone, restock]),
        (3, vec![variant("", 100, None)], false, vec![button, quantity], vec![gone]),
        (
            4,
            vec![variant("S", 2_500, None), variant("M", 5_000, None)],
            false,
            vec![button, choice, "Select Value"],
            vec![quantity, gone],
        ),
        (5, vec![variant("", 100, None)], false, vec![button, "data-stoa-island=\"lessons\""], vec![quantity]),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({"productType": kind, "name": format!("Thing {number}"), "status": "published",
            "variantOptionOrdering": if variants.len() > 1 { vec!["Size"] } else { vec![] }, "variants": variants,
            "scarcity": {"enabled": scarce, "text": "", "shownByDefault": false}});
        let made = owner.post(&items, &body).await?.expect(201)?;
        let page = app.juniper().get(made["fullUrl"].as_str().context("no address")?).await?.text;
        for part in shown {
            ensure!(page.contains(part), "type {kind}, number {number}: {part} is missing");
        }
        for part in missing {
            ensure!(!page.contains(part), "type {kind}, number {number}: {part} is there");
        }
    }
    app.stop().await
}

// spec: product.entity.fields, product.variant.fields, cart.pill.modes.open
#[tokio::test(flavor = "multi_thread")]
async fn product_page_script_data() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let url = mug["fullUrl"].as_str().context("no address")?;
        let page = app.juniper().get(url).await?.text;
        let context = json_at(&page, "id=\"stoa-context\"")?;
        let told = &context["product"];
        ensure!(told["id"] == mug["id"] && told["name"] == mug["name"] && told["productType"] == 1, "{told}");
        ensure!(told["price"]["decimalValue"] == "38.00" && told["price"]["currencyCode"] == "USD", "{told}");
        for (told, own) in
            told["variants"].as_array().context("no variants")?.iter().zip(mug["variants"].as_array().unwrap())
        {
            ensure!(told["sku"] == own["sku"] && told["attributes"] == own["attributes"], "{told}");
            ensure!(told["price"]["decimalValue"].is_string(), "{told}");
        }
        let product = json_at(&page, "data-stoa-product")?;
        let fields = [
            "priceMoney",
            "salePriceMoney",
            "onSale",
            "price",
            "salePrice",
            "qtyInStock",
            "unlimited",
            "attributes",
            "optionValues",
        ];
        for variant in product["structuredContent"]["variants"].as_array().context("no variants")? {
            for field in fields {
                ensure!(variant.get(field).is_some(), "a variant lacks {field}: {variant}");
            }
            let values: Vec<&Value> =
                variant["optionValues"].as_array().unwrap().iter().map(|each| &each["value"]).collect();
            ensure!(values.iter().all(|value| value.is_string()) && !values.is_empty(), "{variant}");
        }
        let home = json_at(&app.juniper().get("/").await?.text, "id=\"stoa-context\"")?;
        ensure!(home["product"].is_null(), "{home}");
        ensure!(home["storeSettings"]["expressCheckout"] == false && home["storeSettings"]["customCart"] == false);

        let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
        let mut choices = owner.get(&path).await?.expect(200)?;
        choices["expressCheckout"] = true.into();
        choices["customCart"] = true.into();
        owner.if_match = Some(format!("\"{}\"", choices["revision"]));
        owner.put(&path, &choices).await?.expect(200)?;
        let home = json_at(&app.juniper().get("/").await?.text, "id=\"stoa-context\"")?;
        ensure!(home["storeSettings"]["expressCheckout"] == true && home["storeSettings"]["customCart"] == true);
        Ok(())
    })
    .await
}

// spec: product.quantity.attributes
#[tokio::test(flavor = "multi_thread")]
async fn quantity_limits_on_product_page() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let items = store(app, &mut owner).await?;
        let body = json!({"productType": 1, "name": "Pegs", "status": "published", "variants": [variant("", 5, None)]});
        let pegs = owner.post(&items, &body).await?.expect(201)?;
        let page = app.juniper().get(pegs["fullUrl"].as_str().context("no address")?).await?.text;
        let input = page.split("<input").find(|tag| tag.contains("name=\"quantity\"")).context("no field")?;
        for attribute in ["type=\"number\"", "step=\"1\"", "min=\"1\"", "max=\"9999\"", "value=\"1\""] {
            ensure!(input.contains(attribute), "{attribute} in {input}");
        }
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &pegs, &pegs["variants"][0], 9_999).await?.expect(200)?;
        let refused = shop::add(&mut app.juniper(), &pegs, &pegs["variants"][0], 10_000).await?.problem(400)?;
        ensure!(refused["error"] == "Quantity must be between 1 and 9999", "{refused}");
        Ok(())
    })
    .await
}

// spec: add-to-cart.stock-call, add-to-cart.stock-call.open
#[tokio::test(flavor = "multi_thread")]
async fn stock_per_variant() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let items = store(app, &mut owner).await?;
        let variants = [variant("S", 100, Some(3)), variant("M", 100, None)];
        let body = json!({"productType": 1, "name": "Apron", "status": "published",
            "variantOptionOrdering": ["Size"], "variants": variants});
        let apron = owner.post(&items, &body).await?.expect(201)?;
        let id = apron["id"].as_str().context("no id")?;
        for path in ["/api/1/commerce/inventory/stock/", "/api/1/commerce/inventory/stock"] {
            let told = app.juniper().get(&format!("{path}?itemId={id}")).await?.expect(200)?;
            let of =
                |size: &str| told["results"].as_array()?.iter().find(|one| one["attributes"]["Size"] == size).cloned();
            let (small, medium) = (of("S").context("no S")?, of("M").context("no M")?);
            ensure!(small["unlimited"] == false && small["qtyInStock"] == 3, "{small}");
            ensure!(medium["unlimited"] == true && medium["qtyInStock"] == 0, "{medium}");
            ensure!(small["sku"].is_string() && small["variantId"].is_string(), "{small}");
        }
        let draft = json!({"productType": 1, "name": "Draft", "status": "draft", "variants": [variant("", 1, None)]});
        let draft = owner.post(&items, &draft).await?.expect(201)?;
        for unknown in ["prd_nothing", draft["id"].as_str().context("no id")?] {
            let path = format!("/api/1/commerce/inventory/stock/?itemId={unknown}");
            ensure!(app.juniper().get(&path).await?.status == 404, "{unknown}");
        }
        Ok(())
    })
    .await
}
