//! Duplicated products, and the effects of their type and name.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_entity::tenant::product_file;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Tenant;

use crate::app::{on_both, on_postgres, on_sqlite};
use crate::shop;

fn path_of(product: &Value) -> Result<String> {
    Ok(product["path"].as_str().context("no path")?.to_owned())
}

/// API path of the products of a product's store.
fn items(product: &Value) -> Result<String> {
    Ok(path_of(product)?.rsplit_once('/').context("no store")?.0.to_owned())
}

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn product_copy_keeps_subscription_and_donation_terms() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let plan = json!({"billingPeriod": {"value": 2, "unit": "MONTH"}, "numBillingCycles": 6, "soldOnce": true,
            "percentageDiscount": 10, "revision": 0});
        owner.put(&format!("{}/subscription-plan", path_of(&mug)?), &plan).await?.expect(200)?;
        let copy = owner.post(&format!("{}/duplicate", path_of(&mug)?), &json!({})).await?.expect(201)?;
        let of_copy = format!("{}/{}", items(&mug)?, id(&copy));
        let copied = owner.get(&format!("{of_copy}/subscription-plan")).await?.expect(200)?;
        let original = owner.get(&format!("{}/subscription-plan", path_of(&mug)?)).await?.expect(200)?;
        assert_ne!(copied["plan"]["id"], original["plan"]["id"]);
        for field in ["billingPeriod", "numBillingCycles", "percentageDiscount"] {
            assert_eq!(copied["plan"][field], original["plan"][field], "{field}");
        }

        let (mut owner, cause) = crate::checkout::donations::cause(app).await?;
        let terms = format!("{}/donation-terms", path_of(&cause)?);
        owner.put(&terms, &crate::checkout::donations::terms(0)).await?.expect(200)?;
        let copy = owner.post(&format!("{}/duplicate", path_of(&cause)?), &json!({})).await?.expect(201)?;
        let copied = owner.get(&format!("{}/{}/donation-terms", items(&cause)?, id(&copy))).await?.expect(200)?;
        assert_eq!(copied["terms"]["suggestedCents"], json!([1000, 2500]));
        assert_eq!(copied["terms"]["mostCents"], json!(100_000));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn product_copy_keeps_files() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        let files = format!("{}/files", path_of(&notebook)?);
        let added = owner.post_file(&format!("{files}?filename=Glazes.pdf"), b"All glazes").await?.expect(201)?;
        let copy = owner.post(&format!("{}/duplicate", path_of(&notebook)?), &json!({})).await?.expect(201)?;
        let of_copy = format!("{}/{}", items(&notebook)?, id(&copy));
        let copied = owner.get(&format!("{of_copy}/files")).await?.expect(200)?;
        assert_eq!((&copied["files"][0]["filename"], &copied["files"][0]["bytes"]), (&json!("Glazes.pdf"), &json!(10)));
        assert_ne!(copied["files"][0]["id"], added["files"][0]["id"]);
        assert_eq!(owner.delete(&format!("{files}/{}", id(&added["files"][0]))).await?.status, 204);

        let shown = json!({"status": "published", "revision": copy["revision"]});
        let copy = owner.put(&of_copy, &shown).await?.expect(200)?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &copy, &copy["variants"][0], 1).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let paid = shop::submit(&mut shopper, &checkout, "copied-order", shop::APPROVED).await?.expect(200)?;
        let confirmed = shopper.get(paid["redirectUrl"].as_str().context("no page")?).await?;
        let link = confirmed.text.split("href=\"").find(|part| part.starts_with("/checkout/downloads/"));
        let link = link.and_then(|part| part.split('"').next()).context("no link")?.to_owned();
        assert_eq!(app.juniper().get(&link).await?.text, "All glazes");
        Ok(())
    })
    .await
}

/// The blob keys of the files of a site's products.
async fn file_keys(tenant: &Tenant) -> Result<Vec<String>> {
    let tx = tenant.db.read().await?;
    Ok(tx.find::<product_file::Entity>().all().await?.into_iter().map(|row| row.blob_key).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_stays_exactly_as_long_as_one_of_two_products_has_it() -> Result<()> {
    on_both(async |app| {
        let mut one = app.owner().await?;
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let blobs = &app.stoa.foundation.blobs;
        let notebook = path_of(&shop::product(app, "juniper", "glaze-notebook").await?)?;
        let (store, _) = notebook.rsplit_once('/').context("no store")?;
        let (files, duplicate) = (format!("{notebook}/files"), format!("{notebook}/duplicate"));
        let mut two = one.clone();
        for is_copied_meanwhile in [false, true].repeat(4) {
            let known = file_keys(&tenant).await?;
            let added = one.post_file(&format!("{files}?filename=Glazes.pdf"), b"All glazes").await?.expect(201)?;
            let own = added["files"].as_array().and_then(|files| files.last()).map(id).context("no file")?;
            let own = format!("{files}/{own}");
            let key = file_keys(&tenant).await?.into_iter().find(|key| !known.contains(key)).context("no key")?;
            if is_copied_meanwhile {
                let nothing = json!({});
                let (copy, deleted) = tokio::join!(one.post(&duplicate, &nothing), two.delete(&own));
                assert_eq!((copy?.status, deleted?.status), (201, 204));
                let is_named = file_keys(&tenant).await?.contains(&key);
                assert_eq!(blobs.get(&key).await?.is_some(), is_named, "deleted while it was copied");
                continue;
            }
            let copy = one.post(&duplicate, &json!({})).await?.expect(201)?;
            let of_copy = format!("{store}/{}/files", id(&copy));
            let copied = one.get(&of_copy).await?.expect(200)?;
            let last = copied["files"].as_array().and_then(|files| files.last()).map(id).context("no copy")?;
            let last = format!("{of_copy}/{last}");
            let (deleted, other) = tokio::join!(one.delete(&own), two.delete(&last));
            assert_eq!((deleted?.status, other?.status), (204, 204));
            ensure!(blobs.get(&key).await?.is_none(), "nothing names it, and it stays");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn long_product_names_can_be_saved_again() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let items = items(&shop::product(app, "juniper", "hearth-mug").await?)?;
        let mut taken = std::collections::HashSet::new();
        for _ in 0..3 {
            let new = json!({"name": "word ".repeat(40).trim(), "productType": 1});
            let made = owner.post(&items, &new).await?.expect(201)?;
            let url_id = made["urlId"].as_str().context("no address")?.to_owned();
            ensure!(url_id.len() <= 100 && taken.insert(url_id.clone()), "{url_id}");
            let change = json!({"urlId": url_id, "excerpt": "Short", "revision": made["revision"]});
            owner.put(&format!("{items}/{}", id(&made)), &change).await?.expect(200)?;
        }
        Ok(())
    })
    .await
}

// spec: product.stock.sold-out
#[tokio::test(flavor = "multi_thread")]
async fn files_and_gift_cards_have_unlimited_stock() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let items = items(&shop::product(app, "juniper", "hearth-mug").await?)?;
        for kind in [2, 4] {
            let only = json!({"attributes": {}, "priceCents": 900, "onSale": false, "weightGrams": 0,
                "stock": {"unlimited": false, "qtyInStock": 0}});
            let name = format!("Kind {kind}");
            let new = json!({"name": name, "productType": kind, "status": "published", "variants": [only]});
            let made = owner.post(&items, &new).await?.expect(201)?;
            let variant = &made["variants"][0];
            assert_eq!(variant["unlimited"], true, "{made}");
            shop::add(&mut app.juniper(), &made, variant, 1).await?.expect(200)?;
            let stock = json!({"variantId": variant["id"], "unlimited": false, "qtyInStock": 3, "seen": -1});
            let refused = owner.put(&format!("{items}/{}/stock", id(&made)), &stock).await?.problem(409)?;
            ensure!(refused["detail"].as_str().is_some_and(|text| text.contains("never sell out")), "{refused}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn sku_is_case_insensitive() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let items = items(&shop::product(app, "juniper", "hearth-mug").await?)?;
        let new = |name: &str, sku: &str| {
            let only = json!({"sku": sku, "attributes": {}, "priceCents": 900, "onSale": false, "weightGrams": 0,
                "stock": {"unlimited": true, "qtyInStock": 0}});
            json!({"name": name, "productType": 1, "variants": [only]})
        };
        let mut second = app.owner().await?;
        let (one, other) = (new("One", "Abc-1"), new("Other", "aBC-1"));
        let (one, other) = tokio::join!(owner.post(&items, &one), second.post(&items, &other));
        let mut statuses = [one?.status, other?.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 400]);
        let refused = owner.post(&items, &new("Third", "ABC-1")).await?.problem(400)?;
        assert_eq!(refused["errors"]["variants[0].sku"], "Another product has this SKU.");
        Ok(())
    })
    .await
}
