//! Each process caches a shop's pricing data; a change made through one of them takes effect in all at once.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::operations::scale_out;

#[tokio::test(flavor = "multi_thread")]
async fn pricing_cache_invalidated_across_servers() -> Result<()> {
    let pair = scale_out::start().await?;
    let mut owner = pair.one.owner().await?;
    let account = owner.get("/api/v1/account").await?.expect(200)?;
    let sites = account["websites"].as_array().context("no sites")?;
    let juniper = sites.iter().find(|site| site["identifier"] == "juniper").context("no dollar shop")?;
    let taxes = format!("/api/v1/websites/{}/taxes", juniper["id"].as_str().context("no id")?);

    let mut shopper = pair.browser(1);
    let page = shopper.get("/shop/hearth-mug").await?.text;
    let data = page.split("data-stoa-product>").nth(1).and_then(|rest| rest.split("</script>").next());
    let item: Value = serde_json::from_str(data.context("no product data")?)?;
    let variant = &item["structuredContent"]["variants"][0];
    let entry = json!({"itemId": item["id"], "sku": variant["sku"], "quantity": 1, "additionalFields": null});
    shopper.post("/api/commerce/shopping-cart/entries", &entry).await?.expect(200)?;
    let place = json!({"country": "US", "region": "OR", "postalCode": "97201"});
    let located = shopper.put("/api/commerce/shopping-cart/shipping/location", &place).await?.expect(200)?;
    assert_eq!(located["shoppingCart"]["taxCents"], 0);

    let tax = json!({"country": "US", "region": "OR", "label": "Sales tax", "rateBasisPoints": 1_000});
    let made = owner.post(&taxes, &tax).await?.expect(201)?;
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let expected = (cart["subtotalCents"].as_i64().context("no subtotal")? + 5) / 10;
    assert_eq!(cart["taxCents"], expected);

    let made = format!("{taxes}/{}", made["id"].as_str().context("no id")?);
    let read = owner.get(&made).await?;
    owner.if_match = Some(read.header("etag").to_owned());
    assert_eq!(owner.delete(&made).await?.status, 204);
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    assert_eq!(cart["taxCents"], 0);
    Ok(())
}
