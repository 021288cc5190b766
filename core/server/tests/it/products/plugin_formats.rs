//! Files of the catalogue in formats of plugins: the bundled feed of products, and the stock of a warehouse.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_postgres, on_sqlite};

const PLUGIN: &str = "stoa.merchantfeed";
/// The campaigns editor, who can read products and change none.
const CAMPAIGNS_EDITOR: i32 = 11;

/// The paths of the site's formats and of the plugin.
async fn paths(app: &App, site: &str) -> Result<(String, String)> {
    let base = format!("/api/v1/websites/{}", app.website(site).await?);
    Ok((format!("{base}/catalogue-formats"), format!("{base}/plugins/{PLUGIN}")))
}

// spec: plugins.catalogue-formats
#[tokio::test(flavor = "multi_thread")]
async fn products_are_exported_in_the_format_of_a_plugin() -> Result<()> {
    on_postgres(async |app| {
        let (formats, plugin) = paths(app, "juniper").await?;
        let website = app.website("juniper").await?;
        let (mut owner, mut viewer) = (app.owner().await?, holder(app, &website, &[CAMPAIGNS_EDITOR]).await?);
        let file = format!("{formats}/{PLUGIN}/merchant/file");
        assert_eq!(owner.get(&formats).await?.expect(200)?, json!({"formats": []}), "it is off");
        owner.get(&file).await?.problem(404)?;
        owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let listed = viewer.get(&formats).await?.expect(200)?;
        let names: Vec<&str> = listed["formats"]
            .as_array()
            .context("no formats")?
            .iter()
            .filter_map(|format| format["name"].as_str())
            .collect();
        assert_eq!(names, ["merchant", "warehouse"]);

        let mut stranger = holder(app, &app.website("kissaten").await?, &[15]).await?;
        stranger.get(&formats).await?.problem(404)?;
        stranger.get(&file).await?.problem(404)?;

        let feed = viewer.get(&file).await?;
        assert_eq!((feed.status, feed.header("content-type")), (200, "text/tab-separated-values; charset=utf-8"));
        assert_eq!(feed.header("content-disposition"), "attachment; filename=\"merchant.tsv\"");
        let mug = feed.text.lines().find(|line| line.starts_with("MUG-10-OAT\t")).context("no mug")?;
        let cells: Vec<&str> = mug.split('\t').collect();
        assert_eq!((cells.len(), cells[9]), (12, "new"), "{mug}");
        ensure!(cells[4].starts_with("http") && cells[4].contains("/hearth-mug"), "{mug}");
        ensure!(cells[5].starts_with("http") && cells[7].ends_with(" USD"), "{mug}");
        assert_eq!(feed.text.matches("item_group_id").count(), 1, "one line of headings");
        viewer.get(&format!("{formats}/{PLUGIN}/warehouse/file")).await?.problem(404)?;

        // Without the right to products it writes nothing.
        let none: Value = json!({"grants": {"origins": [], "data": []}});
        owner.call("PATCH", &plugin, Some(&none)).await?.expect(200)?;
        let refused = owner.get(&file).await?.problem(400)?;
        ensure!(refused["errors"]["file"].as_str().is_some_and(|said| said.contains("may not read")), "{refused}");
        let (elsewhere, _) = paths(app, "kissaten").await?;
        assert_eq!(owner.get(&elsewhere).await?.expect(200)?, json!({"formats": []}), "the other site has it off");
        Ok(())
    })
    .await
}

// spec: plugins.catalogue-formats
#[tokio::test(flavor = "multi_thread")]
async fn stock_is_imported_by_the_rules_of_the_import_from_csv() -> Result<()> {
    on_sqlite(async |app| {
        let (formats, plugin) = paths(app, "juniper").await?;
        let website = app.website("juniper").await?;
        let (mut owner, mut viewer) = (app.owner().await?, holder(app, &website, &[CAMPAIGNS_EDITOR]).await?);
        let settings = json!({"skuColumn": "Article", "stockColumn": "Pieces"});
        owner.call("PATCH", &plugin, Some(&json!({"enabled": true, "settings": settings}))).await?.expect(200)?;
        let rows = format!("{formats}/{PLUGIN}/warehouse/rows");
        let table = "Article\tPieces\nMUG-10-OAT\t30\nNO-SUCH\t1\nMUG-14-OAT\t2\nMUG-14-OAT\t3\nMUG-10-JUN\t\n";
        let found = owner.post_file(&rows, table.as_bytes()).await?.expect(200)?;
        let changes = found["changes"].as_array().context("no changes")?;
        assert_eq!((changes.len(), &changes[0]["line"], &changes[0]["newQtyInStock"]), (1, &json!(2), &json!(30)));
        let bad: Vec<(&Value, &Value)> = found["badLines"]
            .as_array()
            .context("no lines")?
            .iter()
            .map(|line| (&line["line"], &line["reason"]))
            .collect();
        assert_eq!(
            bad,
            [
                (&json!(3), &json!("No variant has this SKU.")),
                (&json!(4), &json!("This SKU is also in line 5.")),
                (&json!(5), &json!("This SKU is also in line 4.")),
            ]
        );
        let change = json!({"way": "set", "qtyInStock": 30, "revision": changes[0]["revision"]});
        let lines = json!([{"variantId": changes[0]["variantId"], "change": change}]);
        let body = json!({"lines": lines, "reason": "warehouse.tsv", "idempotencyKey": "warehouse-0001"});
        let inventory = formats.replace("catalogue-formats", "inventory/changes");
        let made = owner.post(&inventory, &body).await?.expect(200)?;
        assert_eq!(made["lines"][0]["outcome"], "changed");

        let another = owner.post_file(&rows, b"SKU,New stock\nMUG-10-OAT,20\n").await?.problem(400)?;
        ensure!(another["errors"]["file"].as_str().is_some_and(|said| said.contains("Article")), "{another}");
        owner.language = Some("de".to_owned());
        let another = owner.post_file(&rows, b"SKU,New stock\n").await?.problem(400)?;
        ensure!(another["errors"]["file"].as_str().is_some_and(|said| said.contains("Spalten")), "{another}");
        viewer.post_file(&rows, table.as_bytes()).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: plugins.catalogue-formats
#[tokio::test(flavor = "multi_thread")]
async fn a_bad_file_is_refused_with_what_is_wrong_with_it() -> Result<()> {
    on_sqlite(async |app| {
        let (formats, plugin) = paths(app, "juniper").await?;
        let mut owner = app.owner().await?;
        owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let rows = format!("{formats}/{PLUGIN}/warehouse/rows");
        let long = format!("sku\tstock\n{}", "A\t1\n".repeat(5_001));
        for (file, wanted) in [
            (b" \n".to_vec(), "The file is empty."),
            (b"PK\x03\x04\xff\xfe".to_vec(), "not text in UTF-8"),
            (b"<stock/>".to_vec(), "The first line needs the columns"),
            (b"sku\tstock\nMUG-10-OAT\t3\nMUG-10".to_vec(), "does not seem to be whole"),
            (long.into_bytes(), "more than 5,000 lines"),
        ] {
            let refused = owner.post_file(&rows, &file).await?.problem(400)?;
            ensure!(refused["errors"]["file"].as_str().is_some_and(|said| said.contains(wanted)), "{refused}");
        }
        let large = owner.post_file(&rows, "a".repeat(1_100_000).as_bytes()).await?.problem(413)?;
        ensure!(large["detail"].as_str().is_some_and(|said| said.contains("Split it")), "{large}");
        let endless = format!("sku\tstock\n{}\t1\n", "A".repeat(300));
        let found = owner.post_file(&rows, endless.as_bytes()).await?.expect(200)?;
        assert_eq!(found["badLines"][0]["reason"], "No variant has this SKU.");
        Ok(())
    })
    .await
}
