//! Imports of products from files in the format of a plugin, which reads a table: see
//! `plugins/tests/streamed-products`.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::App;
use crate::checkout::plugin_quotes::start_with;
use crate::client::Client;

const PLUGIN: &str = "test.streams";
/// The campaigns editor, who can read products and change none.
const CAMPAIGNS_EDITOR: i32 = 11;
const HEADINGS: &str = "sku\tproduct\tname\tdescription\tpublished\tcategories\tprice\tcurrency\tsize\tstock\n";
/// A new product with two variants, and a new name and price of one that exists.
const GOOD: &str = "TEE-S\ttee\tTee\t<p>Soft</p>\tyes\t\t1900\t\tS\t4\n\
                    TEE-M\ttee\t\t\t\t\t1900\t\tM\tunlimited\n\
                    MUG-10-OAT\t\tHearth mug, new\t\t\t\t3107\t\t\t7\n";

pub(super) struct Shop {
    pub(super) owner: Client,
    pub(super) preview: String,
    pub(super) items: String,
}

impl Shop {
    async fn open(app: &App) -> Result<Self> {
        Self::of(app, PLUGIN, "table").await
    }

    /// A shop that imports products in a format of a plugin.
    pub(super) async fn of(app: &App, plugin: &str, format: &str) -> Result<Self> {
        let website = app.website("juniper").await?;
        let mut owner = app.owner().await?;
        let stores = format!("/api/content-service/product/1.1/websites/{website}/products");
        let listed = owner.get(&stores).await?.expect(200)?;
        let store = listed["collections"][0]["id"].as_str().context("no store")?;
        let preview = format!("/api/v1/websites/{website}/catalogue-formats/{plugin}/{format}/products/{store}");
        Ok(Self { owner, preview, items: format!("{stores}/{store}/items") })
    }

    async fn preview(&mut self, rows: &str) -> Result<Value> {
        self.owner.post_file(&self.preview, format!("{HEADINGS}{rows}").as_bytes()).await?.expect(200)
    }

    /// Saves a product as the preview says, and returns it.
    pub(super) async fn save(&mut self, product: &Value) -> Result<Value> {
        let mut body = product["fields"].clone();
        match product["itemId"].as_str() {
            None => {
                body["productType"] = product["productType"].clone();
                self.owner.post(&self.items, &body).await?.expect(201)
            }
            Some(id) => {
                body["revision"] = product["revision"].clone();
                self.owner.put(&format!("{}/{id}", self.items), &body).await?.expect(200)
            }
        }
    }
}

pub(super) fn products(found: &Value) -> &[Value] {
    found["products"].as_array().map(Vec::as_slice).unwrap_or_default()
}

// spec: plugins.products.import
#[tokio::test(flavor = "multi_thread")]
async fn products_of_a_file_are_made_and_changed_after_a_preview() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut shop = Shop::open(&app).await?;
    let found = shop.preview(GOOD).await?;
    assert_eq!((products(&found).len(), &found["badRows"], &found["unchanged"]), (2, &json!([]), &json!(0)));
    let (tee, mug) = (&found["products"][0], &found["products"][1]);
    assert_eq!((&tee["line"], &tee["name"], &tee["variants"]), (&json!(2), &json!("Tee"), &json!(2)));
    ensure!(tee["itemId"].is_null() && mug["itemId"].is_string(), "{found}");
    assert_eq!(mug["changes"], json!(["name", "prices", "stock"]));

    let made = shop.save(tee).await?;
    assert_eq!((&made["name"], &made["status"]), (&json!("Tee"), &json!("published")));
    assert_eq!(made["variants"][1]["attributes"], json!({"size": "M"}));
    assert_eq!((&made["variants"][0]["priceCents"], &made["variants"][0]["sku"]), (&json!(1_900), &json!("TEE-S")));
    let changed = shop.save(mug).await?;
    assert_eq!(changed["name"], "Hearth mug, new");
    let variants = changed["variants"].as_array().context("no variants")?;
    ensure!(variants.len() > 1, "those that the file does not name stay: {changed}");
    let oat = variants.iter().find(|variant| variant["sku"] == "MUG-10-OAT").context("no variant")?;
    assert_eq!(oat["priceCents"], 3_107);

    let again = shop.preview(GOOD).await?;
    assert_eq!((products(&again), &again["unchanged"]), (&[][..], &json!(2)), "{again}");
    Ok(())
}

// spec: plugins.products.import
#[tokio::test(flavor = "multi_thread")]
async fn rows_that_cannot_be_taken_are_named_with_the_reason() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut shop = Shop::open(&app).await?;
    let bad = "BOWL-A\t\tBowl\t\t\tNo such one\t900\t\t\t\n\
               BOWL-B\t\tBowl\t\t\t\t900\tEUR\t\t\n\
               BOWL-C\t\tBowl\t\t\t\t900\t\t\t\n\
               bowl-c\t\tBowl\t\t\t\t900\t\t\t\n\
               BOWL-D\t\t\t\t\t\t900\t\t\t\n\
               BOWL-E\tbowl\tBowl\t\t\t\t-1\t\tS\t\n\
               BOWL-F\tbowl\t\t\t\t\t900\t\tS\t\n";
    let found = shop.preview(&format!("{bad}{GOOD}")).await?;
    assert_eq!(products(&found).len(), 2, "the others can be imported: {found}");
    let reasons: Vec<(u64, &str)> = found["badRows"]
        .as_array()
        .context("no rows")?
        .iter()
        .filter_map(|row| Some((row["line"].as_u64()?, row["reason"].as_str()?)))
        .collect();
    for (line, words) in [
        (2, "no category “No such one”"),
        (3, "in EUR, and the shop sells in USD"),
        (4, "also in line 5"),
        (5, "also in line 4"),
        (6, "blank"),
        (7, "out of range"),
        (8, "Another variant has the same values"),
    ] {
        let is_named = reasons.iter().any(|(own, reason)| *own == line && reason.contains(words));
        ensure!(is_named, "line {line}, {words}: {reasons:?}");
    }
    let nothing = shop.owner.post_file(&shop.preview, b" \n").await?.problem(400)?;
    assert_eq!(nothing["errors"]["file"], "The file is empty.");
    let other = shop.owner.post_file(&shop.preview, b"name\nBowl\n").await?.problem(400)?;
    ensure!(other["errors"]["file"].as_str().is_some_and(|said| said.contains("column sku")), "{other}");
    let large = shop.owner.post_file(&shop.preview, &vec![b'a'; 5 * 1024 * 1024 + 1]).await?.problem(413)?;
    ensure!(large["detail"].as_str().is_some_and(|said| said.contains("Split it")), "{large}");
    Ok(())
}

// spec: plugins.products.import
#[tokio::test(flavor = "multi_thread")]
async fn rows_are_told_apart_whatever_a_plugin_says_of_their_lines_and_options() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let mut shop = Shop::open(&app).await?;
    let same = "line\tsku\tname\tprice\n\
                0\tBOWL\tBowl\t900\n\
                0\tJAR\tJar\t900\n\
                0\tCUP\tCup\t900\n\
                0\tcup\tCup\t900\n";
    let found = shop.owner.post_file(&shop.preview, same.as_bytes()).await?.expect(200)?;
    let names: Vec<&Value> = products(&found).iter().map(|product| &product["name"]).collect();
    assert_eq!(names, ["Bowl", "Jar"], "each is a product of its own: {found}");
    assert_eq!(found["badRows"].as_array().map(Vec::len), Some(2), "a SKU twice is seen: {found}");

    let wide = "sku\tname\tprice\ta\tb\tc\td\te\tf\tg\nBOWL\tBowl\t900\t1\t2\t3\t4\t5\t6\t7\n";
    let found = shop.owner.post_file(&shop.preview, wide.as_bytes()).await?.expect(200)?;
    let reason = found["badRows"][0]["reason"].as_str().context("no reason")?;
    ensure!(reason.contains("at most 6 options"), "{found}");
    Ok(())
}

// spec: plugins.products.import
#[tokio::test(flavor = "multi_thread")]
async fn an_import_needs_the_right_to_change_products_and_a_store_of_the_site() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), PLUGIN, None).await?;
    let website = app.website("juniper").await?;
    let mut shop = Shop::open(&app).await?;
    let file = format!("{HEADINGS}{GOOD}");
    let mut viewer = holder(&app, &website, &[CAMPAIGNS_EDITOR]).await?;
    viewer.post_file(&shop.preview, file.as_bytes()).await?.problem(403)?;
    let mut stranger = holder(&app, &app.website("kissaten").await?, &[15]).await?;
    stranger.post_file(&shop.preview, file.as_bytes()).await?.problem(404)?;
    let found = shop.preview(GOOD).await?;
    let stale = found["products"][1].clone();
    shop.save(&stale).await?;
    let mut body = stale["fields"].clone();
    body["revision"] = stale["revision"].clone();
    let path = format!("{}/{}", shop.items, stale["itemId"].as_str().context("no product")?);
    let refused = shop.owner.put(&path, &body).await?;
    ensure!(refused.status == 409 || refused.status == 412, "what has changed meanwhile stays: {refused:?}");
    Ok(())
}
