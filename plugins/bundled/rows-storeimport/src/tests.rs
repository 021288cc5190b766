//! Files of both systems, as they export them.

use stoa_plugin_sdk::product_rows::{Kind, ProductRow, RowSale, RowStock};

use super::{CategoryUse, Fault, Found, Shop, read};
use crate::table::tests::parts;

const SHOPIFY: &str = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,\
    Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,\
    Variant Price,Variant Compare At Price,Variant Requires Shipping,Image Src,Gift Card,Status\r\n";
const WOO: &str = "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,\
    Date sale price starts,Date sale price ends,In stock?,Stock,Backorders allowed?,Weight (kg),Sale price,Regular price,\
    Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n";

fn shop() -> Shop {
    Shop { currency: "USD".to_owned(), exponent: 2, categories: CategoryUse::Tags, has_services: false }
}

struct Read {
    rows: Vec<ProductRow>,
    /// Line, product and key of the text.
    refused: Vec<(u32, String, &'static str)>,
}

fn file_of(text: &str) -> Result<Read, &'static str> {
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    let each = |found| {
        match found {
            Found::Row(row) => rows.push(row),
            Found::Refused(own) => refused.push((own.line, own.product, own.problem.key)),
        }
        Ok(())
    };
    read(parts(text.as_bytes(), 7), &shop(), each).map_err(|fault| match fault {
        Fault::Bad(problem) => problem.key,
        Fault::Broken(_) => "broken",
    })?;
    Ok(Read { rows, refused })
}

fn shopify(lines: &str) -> Read {
    file_of(&format!("{SHOPIFY}{lines}")).expect("a file of Shopify")
}

fn woo(lines: &str) -> Read {
    file_of(&format!("{WOO}{lines}")).expect("a file of WooCommerce")
}

fn paid(row: &ProductRow) -> (i64, Option<i64>) {
    let sale = match &row.sale {
        Some(RowSale::Price(price)) => Some(price.minor),
        Some(RowSale::Ended) | None => None,
    };
    (row.price.as_ref().map_or(-1, |price| price.minor), sale)
}

#[test]
fn lines_with_a_handle_are_variants_of_a_product() {
    let read = shopify(
        "shirt,Shirt,\"<p>Soft,\r\nwarm</p>\",Acme,Shirts,\"Cotton, summer\",true,Size,S,Color,Red,SH-S,200,shopify,5,deny,19.90,25.00,true,https://a/1.png,false,active\r\n\
         shirt,,,,,,,,M,,Red,SH-M,210.0,shopify,-2,deny,19.90,,true,https://a/2.png,,\r\n\
         shirt,,,,,,,,L,,Red,,,,,continue,21,,true,,,\r\n\
         shirt,,,,,,,,,,,,,,,,,,,https://a/3.png,,\r\n\
         book,Book,,,,,false,Title,Default Title,,,'0012,,,,deny,9,,false,,false,active\r\n\
         card,Card,,,,,true,Title,Default Title,,,CARD,,,,deny,10,,false,,true,draft\r\n",
    );
    assert!(read.refused.is_empty(), "{:?}", read.refused);
    let [small, medium, large, book, card] = read.rows.as_slice() else { panic!("five variants: {:?}", read.rows) };
    assert_eq!((small.line, small.sku.as_str(), small.product.as_str()), (2, "SH-S", "shirt"));
    assert_eq!((small.name.as_deref(), small.description.as_deref()), (Some("Shirt"), Some("<p>Soft,\nwarm</p>")));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(small.options, [pair("Size", "S"), pair("Color", "Red")]);
    assert_eq!((paid(small), small.weight_grams), ((2_500, Some(1_990)), Some(200)));
    assert_eq!(small.tags, Some(["Cotton", "summer", "Shirts"].map(str::to_owned).to_vec()));
    assert!(small.published == Some(true) && small.kind.is_none());
    assert!(matches!(small.stock, Some(RowStock::Pieces(5))));
    assert_eq!((medium.line, medium.name.as_deref(), paid(medium)), (4, None, (1_990, None)));
    assert_eq!(medium.options, [pair("Size", "M"), pair("Color", "Red")]);
    assert!(matches!((&medium.stock, &large.stock), (Some(RowStock::Pieces(0)), Some(RowStock::Untracked))));
    assert_eq!(large.sku, "shirt-L-Red", "a SKU is made where there is none");
    assert_eq!((book.sku.as_str(), book.published, book.options.len()), ("0012", Some(false), 0));
    assert!(matches!((&book.kind, &card.kind), (Some(Kind::Digital), Some(Kind::GiftCard))));
    assert_eq!(card.published, Some(false), "a draft");
}

#[test]
fn lines_of_shopify_that_cannot_be_taken_have_a_reason() {
    let read = shopify(
        "a,A,,,,,true,,,,,A-1,,,,deny,cheap,,true,,,active\n\
         b,B,,,,,true,,,,,B-1,,,,deny,,,true,,,active\n\
         ,C,,,,,true,,,,,C-1,,,,deny,5,,true,,,active\n\
         d,D,,,,,true,,,,,D-1,,,,deny,5,,true,,,active\n\
         d,Other,,,,,true,,,,,D-2,,,,deny,5,,true,,,active\n\
         e,E,,,,,true,,,,,E-1,,shopify,few,deny,5,,true,,,active\n\
         f,F,,,,,true,,,,,F-1,heavy,,,deny,5,,true,,,active\n",
    );
    let found: Vec<(u32, &str, &str)> =
        read.refused.iter().map(|(line, product, key)| (*line, product.as_str(), *key)).collect();
    let wanted = [
        (2, "a", "notPrice"),
        (3, "b", "noPrice"),
        (4, "", "noHandle"),
        (6, "d", "sameHandle"),
        (7, "e", "notWhole"),
        (8, "f", "notNumber"),
    ];
    assert_eq!(found, wanted);
    assert_eq!(read.rows.len(), 1);
}

#[test]
fn the_headings_of_later_exports_are_known() {
    let text = "Title,URL handle,Description,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,\
                Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,\
                Weight value (grams),Requires shipping,Gift card\n\
                Mug,mug,Round,Cups,,TRUE,Active,MUG,Color,Blue,12.00,,shopify,3,DENY,300,TRUE,FALSE\n";
    let read = file_of(text).expect("a file");
    let [mug] = read.rows.as_slice() else { panic!("{:?}", read.refused) };
    assert_eq!(
        (mug.sku.as_str(), mug.published, paid(mug), mug.weight_grams),
        ("MUG", Some(true), (1_200, None), Some(300))
    );
    assert!(matches!(mug.stock, Some(RowStock::Pieces(3))));
}

#[test]
fn variations_are_joined_with_their_product() {
    let read = woo("11,variation,TEE-S,Tee - S,1,,,,,,1,4,0,0.2,,15,,,id:10,Size,S,Color,Red\n\
         10,variable,TEE,Tee,1,visible,Short,Long\\nline,,,1,,0,,,,\"Clothing > Shirts, Sale\",cotton,,Size,\"S, M\",Color,Red\n\
         12,variation,,Tee - M,1,,,,,,1,,0,,12,15,,,TEE,Size,M,Color,Red\n\
         20,\"simple, downloadable, virtual\",BOOK,Book,-1,visible,,,,,1,,0,,,9,,,,,,,\n\
         21,simple,MUG,Mug,1,hidden,,,2026-01-01,2026-02-01,0,,0,,5,9,,,,,,,\n");
    assert!(read.refused.is_empty(), "{:?}", read.refused);
    let row = |sku: &str| read.rows.iter().find(|row| row.sku == sku).expect("a row");
    let (small, medium, book, mug) = (row("TEE-S"), row("id-12"), row("BOOK"), row("MUG"));
    assert_eq!((small.line, small.product.as_str(), small.name.as_deref()), (2, "TEE", Some("Tee")));
    assert_eq!(
        (small.excerpt.as_deref(), small.description.as_deref()),
        (Some("<p>Short</p>"), Some("<p>Long<br>line</p>"))
    );
    assert_eq!(small.tags, Some(["cotton", "Shirts", "Sale"].map(str::to_owned).to_vec()));
    assert_eq!((small.options.len(), small.published, small.weight_grams), (2, Some(true), Some(200)));
    assert_eq!((medium.product.as_str(), medium.name.as_deref(), paid(medium)), ("TEE", None, (1_500, Some(1_200))));
    assert!(matches!((&small.stock, &medium.stock), (Some(RowStock::Pieces(4)), Some(RowStock::Untracked))));
    assert!(matches!(book.kind, Some(Kind::Digital)));
    assert_eq!((book.published, book.product.as_str(), book.options.len()), (Some(false), "", 0));
    assert_eq!((mug.published, paid(mug)), (Some(false), (900, None)), "a sale with dates is none");
    assert!(matches!(mug.stock, Some(RowStock::Pieces(0))));
}

#[test]
fn stock_that_variations_share_is_not_made_up() {
    let read = woo("10,variable,TEE,Tee,1,visible,,,,,1,5,0,,,,,,,Size,\"S, M, L, XL\",,\n\
         11,variation,TEE-S,Tee - S,1,,,,,,1,,0,,,15,,,id:10,Size,S,,\n\
         12,variation,TEE-M,Tee - M,1,,,,,,1,parent,0,,,15,,,id:10,Size,M,,\n\
         13,variation,TEE-L,Tee - L,1,,,,,,1,2,0,,,15,,,id:10,Size,L,,\n\
         14,variation,TEE-XL,Tee - XL,1,,,,,,0,,0,,,15,,,id:10,Size,XL,,\n\
         20,variable,CAP,Cap,1,visible,,,,,1,5,notify,,,,,,,Size,S,,\n\
         21,variation,CAP-S,Cap - S,1,,,,,,1,,0,,,15,,,id:20,Size,S,,\n");
    assert!(read.refused.is_empty(), "{:?}", read.refused);
    let stock = |sku: &str| read.rows.iter().find(|row| row.sku == sku).expect("a row").stock.as_ref();
    assert!(stock("TEE-S").is_none() && stock("TEE-M").is_none(), "five of both together");
    assert!(matches!(stock("TEE-L"), Some(RowStock::Pieces(2))));
    assert!(matches!(stock("TEE-XL"), Some(RowStock::Pieces(0))));
    assert!(matches!(stock("CAP-S"), Some(RowStock::Untracked)), "sold without end");
}

#[test]
fn variations_that_are_switched_off_are_left_out() {
    let read = woo("10,variable,TEE,Tee,1,visible,,,,,1,,0,,,,,,,Size,\"S, M\",,\n\
         11,variation,TEE-S,Tee - S,0,,,,,,1,,0,,,,,,id:10,Size,S,,\n\
         12,variation,TEE-M,Tee - M,1,,,,,,1,,0,,,15,,,id:10,Size,M,,\n");
    assert!(read.refused.is_empty(), "one without a price is not missed: {:?}", read.refused);
    let [medium] = read.rows.as_slice() else { panic!("one variant: {:?}", read.rows) };
    assert_eq!((medium.sku.as_str(), medium.name.as_deref()), ("TEE-M", Some("Tee")));
}

#[test]
fn lines_of_woocommerce_that_cannot_be_taken_have_a_reason() {
    let read = woo("1,grouped,G,Group,1,,,,,,1,,0,,,,,,,,,,\n\
         2,variable,V,Alone,1,,,,,,1,,0,,,,,,,Size,S,,\n\
         3,variation,W,Lost,1,,,,,,1,,0,,,5,,,id:99,Size,S,,\n\
         4,simple,S,,1,,,,,,1,,0,,,5,,,,,,,\n\
         5,simple,T,Tea,1,,,,,,1,,0,,,\"1,200\",,,,,,,\n\
         6,variable,X,Any,1,,,,,,1,,0,,,,,,,Size,S,,\n\
         7,variation,X-1,Any,1,,,,,,1,,0,,,5,,,X,Size,,,\n\
         ,simple,,Nameless,1,,,,,,1,,0,,,5,,,,,,,\n\
         8,variable,Y,,1,,,,,,1,,0,,,,,,,Size,S,,\n\
         9,variation,Y-1,,1,,,,,,1,,0,,,5,,,Y,Size,S,,\n\
         ,variation,,Any,1,,,,,,1,,0,,,5,,,X,Size,S,,\n");
    let mut found = read.refused.clone();
    found.sort();
    let found: Vec<(u32, &str, &str)> =
        found.iter().map(|(line, product, key)| (*line, product.as_str(), *key)).collect();
    let wanted = [
        (2, "", "notKind"),
        (3, "", "noVariations"),
        (4, "", "noParent"),
        (5, "", "noName"),
        (6, "", "notPrice"),
        (8, "X", "anyValue"),
        (9, "", "noSku"),
        (10, "Y", "noName"),
        (12, "X", "noSku"),
    ];
    assert_eq!(found, wanted);
    assert_eq!(read.rows.len(), 1, "only of the product that is refused as a whole");
}

#[test]
fn other_files_are_refused_as_a_whole() {
    assert_eq!(file_of("").err(), Some("unknown"));
    assert_eq!(file_of("sku\tstock\nA\t1\n").err(), Some("unknown"));
    assert_eq!(file_of("Handle,Title\na,A\n").err(), Some("unknown"));
    assert_eq!(file_of(&format!("{SHOPIFY}shirt,\"Shirt")).err(), Some("cutOff"));
    assert_eq!(file_of(&format!("{SHOPIFY}shirt,Shirt")).err(), Some("cutOff"));
}
