//! The bundled import of products that Shopify and WooCommerce export: `plugins/bundled/rows-storeimport`.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::plugin_imports::{Shop, products};
use crate::app::{App, on_postgres, on_sqlite};

const PLUGIN: &str = "stoa.storeimport";
const SHOPIFY: &str = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,\
    Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,\
    Variant Compare At Price,Variant Requires Shipping,Image Src,Status\n";
/// A product with three variants, of which the last has no SKU, and one with one.
const SHIRT_AND_CANDLE: &str = "linen-shirt,Linen shirt,\"<p>Soft,\ncool</p>\",Acme,Shirts,\"linen, summer\",true,Size,S,LIN-S,210,shopify,4,deny,49.90,60.00,true,https://shop.example/1.png,active\n\
     linen-shirt,,,,,,,,M,LIN-M,210,shopify,0,deny,49.90,60.00,true,https://shop.example/2.png,\n\
     linen-shirt,,,,,,,,L,,210,,,deny,52,,true,,\n\
     candle,Candle,,Acme,,,true,Title,Default Title,CAN-1,300,shopify,12,deny,9.5,,true,,draft\n";
const WOO: &str = "ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Backorders allowed?,Weight (kg),\
    Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s)\n";
const TEE_AND_TEA: &str = "70,variable,TEE-W,Tee,1,Short,First\\nsecond,1,,0,,,,Clothing > Tees,cotton,https://shop.example/3.png,,Colour,\"Red, Blue\"\n\
     71,variation,TEE-R,Tee - Red,1,,,1,5,0,0.2,15,20,,,,id:70,Colour,Red\n\
     72,variation,TEE-B,Tee - Blue,1,,,1,,0,0.2,,20,,,,TEE-W,Colour,Blue\n\
     73,simple,,Tea,0,,,0,,0,0.1,,\"4,50\",,,,,,\n";

async fn open(app: &App) -> Result<Shop> {
    let mut shop = Shop::of(app, PLUGIN, "store").await?;
    shop.owner.post_file(&shop.preview, SHOPIFY.as_bytes()).await?.problem(404)?;
    let plugin = format!("/api/v1/websites/{}/plugins/{PLUGIN}", app.website("juniper").await?);
    shop.owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
    Ok(shop)
}

async fn found(shop: &mut Shop, file: &str) -> Result<Value> {
    shop.owner.post_file(&shop.preview, file.as_bytes()).await?.expect(200)
}

/// What a preview says of its bad rows: lines, SKUs and reasons.
fn bad_rows(found: &Value) -> Vec<(u64, &str, &str)> {
    let rows = found["badRows"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().filter_map(|row| Some((row["line"].as_u64()?, row["sku"].as_str()?, row["reason"].as_str()?))).collect()
}

fn variant<'a>(product: &'a Value, sku: &str) -> Result<&'a Value> {
    let variants = product["variants"].as_array().context("no variants")?;
    variants.iter().find(|variant| variant["sku"] == sku).with_context(|| format!("no {sku} in {product}"))
}

// spec: plugins.products.stores
#[tokio::test(flavor = "multi_thread")]
async fn products_of_shopify_come_in_and_are_updated_later() -> Result<()> {
    on_postgres(async |app| {
        let mut shop = open(app).await?;
        let before = shop.owner.get(&shop.items).await?.expect(200)?;
        let file = format!("{SHOPIFY}{SHIRT_AND_CANDLE}");
        let first = found(&mut shop, &file).await?;
        assert_eq!((products(&first).len(), &first["badRows"]), (2, &json!([])), "{first}");
        assert_eq!(shop.owner.get(&shop.items).await?.expect(200)?, before, "a preview changes nothing");

        let shirt = shop.save(&first["products"][0]).await?;
        assert_eq!((&shirt["name"], &shirt["status"]), (&json!("Linen shirt"), &json!("published")));
        assert_eq!(shirt["variants"].as_array().map(Vec::len), Some(3));
        let small = variant(&shirt, "LIN-S")?;
        assert_eq!((&small["priceCents"], &small["salePriceCents"]), (&json!(6_000), &json!(4_990)));
        assert_eq!((&small["attributes"], &small["qtyInStock"]), (&json!({"Size": "S"}), &json!(4)));
        let large = variant(&shirt, "linen-shirt-L")?;
        assert_eq!((&large["priceCents"], &large["unlimited"]), (&json!(5_200), &json!(true)));
        let candle = shop.save(&first["products"][1]).await?;
        assert_eq!((&candle["name"], &candle["status"]), (&json!("Candle"), &json!("draft")));

        let again = found(&mut shop, &file).await?;
        assert_eq!((products(&again), &again["unchanged"]), (&[][..], &json!(2)), "{again}");
        let dearer = found(&mut shop, &file.replace(",9.5,", ",10,")).await?;
        let [change] = products(&dearer) else { anyhow::bail!("one change: {dearer}") };
        assert_eq!((&change["itemId"], &change["changes"]), (&candle["id"], &json!(["prices"])));
        assert_eq!(variant(&shop.save(change).await?, "CAN-1")?["priceCents"], 1_000);
        Ok(())
    })
    .await
}

// spec: plugins.products.stores
#[tokio::test(flavor = "multi_thread")]
async fn products_of_woocommerce_come_in_with_their_variations() -> Result<()> {
    on_sqlite(async |app| {
        let mut shop = open(app).await?;
        let file = format!("{WOO}{TEE_AND_TEA}");
        let first = found(&mut shop, &file).await?;
        assert_eq!((products(&first).len(), &first["badRows"]), (2, &json!([])), "{first}");
        let tee = shop.save(&first["products"][0]).await?;
        assert_eq!((&tee["name"], tee["variants"].as_array().map(Vec::len)), (&json!("Tee"), Some(2)));
        ensure!(tee["description"].as_str().is_some_and(|html| html.contains("First<br")), "{tee}");
        assert_eq!(tee["tags"], json!(["cotton", "Tees"]));
        let red = variant(&tee, "TEE-R")?;
        assert_eq!(
            (&red["priceCents"], &red["salePriceCents"], &red["onSale"]),
            (&json!(2_000), &json!(1_500), &json!(true))
        );
        assert_eq!((&red["attributes"], &red["weightGrams"]), (&json!({"Colour": "Red"}), &json!(200)));
        let tea = shop.save(&first["products"][1]).await?;
        assert_eq!((&tea["status"], &tea["variants"][0]["sku"]), (&json!("draft"), &json!("id-73")));
        assert_eq!(tea["variants"][0]["priceCents"], 450);
        let again = found(&mut shop, &file).await?;
        assert_eq!((products(&again), &again["unchanged"]), (&[][..], &json!(2)), "{again}");
        Ok(())
    })
    .await
}

// spec: plugins.products.stores
#[tokio::test(flavor = "multi_thread")]
async fn lines_that_cannot_be_taken_are_named_and_their_products_left() -> Result<()> {
    on_sqlite(async |app| {
        let mut shop = open(app).await?;
        let lines = "bowl,Bowl,,,,,true,Size,S,BOWL-S,,,,deny,cheap,,true,,active\n\
                     bowl,,,,,,,,M,BOWL-M,,,,deny,9,,true,,\n\
                     jar,,,,,,true,,,JAR,,,,deny,5,,true,,active\n\
                     cup,Cup,,,,,true,,,CUP,,,,deny,5,,true,,active\n\
                     cup,Other cup,,,,,true,,,CUP-2,,,,deny,5,,true,,active\n\
                     ,Lost,,,,,true,,,LOST,,,,deny,5,,true,,active\n\
                     vase,Vase,,,,,true,,,VASE,,,,deny,\"1,200\",,true,,active\n\
                     dish,Dish,,,,,true,,,DISH,,,,deny,5,,true,,active\n";
        let file = format!("{SHOPIFY}{lines}");
        let seen = found(&mut shop, &file).await?;
        let names: Vec<&Value> = products(&seen).iter().map(|product| &product["name"]).collect();
        assert_eq!(names, ["Dish"], "a product with a bad line is left as a whole: {seen}");
        let bad = bad_rows(&seen);
        for (line, sku, words) in [
            (2, "BOWL-S", "“cheap” in the column “Price” is not a price"),
            (4, "JAR", "blank"),
            (6, "CUP-2", "The handle “cup” already belongs to “Cup” in line 5."),
            (7, "LOST", "The handle is missing"),
            (8, "VASE", "“1,200” in the column “Price” is not a price"),
        ] {
            let is_named = bad.iter().any(|(own, of, reason)| (*own, *of) == (line, sku) && reason.contains(words));
            ensure!(is_named, "line {line}, {words}: {bad:?}");
        }
        assert_eq!(bad.len(), 5, "{bad:?}");
        shop.owner.language = Some("de".to_owned());
        let seen = found(&mut shop, &file).await?;
        ensure!(bad_rows(&seen).iter().any(|(line, _, reason)| *line == 2 && reason.contains("kein Preis")), "{seen}");
        Ok(())
    })
    .await
}

// spec: plugins.products.stores
#[tokio::test(flavor = "multi_thread")]
async fn files_of_other_systems_and_broken_ones_are_refused() -> Result<()> {
    on_sqlite(async |app| {
        let mut shop = open(app).await?;
        let latin = [SHOPIFY.as_bytes(), &b"cafe,Caf\xe9,\n"[..]].concat();
        for (file, wanted) in [
            (b"sku\tstock\nA\t1\n".to_vec(), "neither the columns of a product export of Shopify"),
            (format!("{SHOPIFY}shirt,\"Shirt").into_bytes(), "not whole"),
            (latin, "not text in UTF-8"),
        ] {
            let refused = shop.owner.post_file(&shop.preview, &file).await?.problem(400)?;
            ensure!(refused["errors"]["file"].as_str().is_some_and(|said| said.contains(wanted)), "{refused}");
        }
        let line = |number: usize| format!("p-{number},P,,,,,true,,,P-{number},,,,deny,5,,true,,active\n");
        let long: String = (0..5_001).map(line).collect();
        let refused = shop.owner.post_file(&shop.preview, format!("{SHOPIFY}{long}").as_bytes()).await?.problem(400)?;
        ensure!(refused["errors"]["file"].as_str().is_some_and(|said| said.contains("5,000 variants")), "{refused}");
        Ok(())
    })
    .await
}
