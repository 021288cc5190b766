//! Settings of plugins that a site saved for an earlier version.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::plugin_setting;
use stoa_kernel::id::WebsiteId;

use super::plugins::{home, message, part, preview, publish, with_blocks};
use super::site_plugins::{compiler, install, upload};
use crate::app::{App, on_postgres_with};
use crate::checkout::plugin_quotes::{start_with, tenant};
use crate::client::Client;
use crate::plugin_package::{Packed, publisher};

const ID: &str = "acme.pace";
const FIRST: Packed<'static> = Packed { built: "plugins/stoa.readingtime", id: ID, version: "1.0.0" };
const SECOND: Packed<'static> = Packed { built: "plugins-hostile/test.settings", id: ID, version: "2.0.0" };
const THIRD: Packed<'static> = Packed { built: "plugins-hostile/test.settings", id: ID, version: "3.0.0" };

async fn set(owner: &mut Client, path: &str, words: i64) -> Result<Value> {
    owner.call("PATCH", path, Some(&json!({"settings": {"wordsPerMinute": words}}))).await?.expect(200)
}

// spec: plugins.settings.migration
#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_takes_over_the_settings_and_going_back_restores_them() -> Result<()> {
    on_postgres_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("/api/v1/websites/{website}/plugins/{ID}");
        let first = upload(&mut owner, &website, folder.path(), FIRST, &key).await?;
        install(&mut owner, &path, &first, Some(json!({"origins": [], "data": []}))).await?.expect(200)?;
        let saved = set(&mut owner, &path, 100).await?["settings"].clone();
        assert_eq!(saved["wordsPerMinute"], 100);

        let second = upload(&mut owner, &website, folder.path(), SECOND, &key).await?;
        let compared = owner.get(&format!("{path}/comparison?digest={second}")).await?.expect(200)?;
        assert_eq!(compared["afterVersion"], "2.0.0");
        let grants = || Some(json!({"origins": [], "data": []}));
        let upgraded = install(&mut owner, &path, &second, grants()).await?.expect(200)?;
        // An address that nobody entered is left out.
        let wanted = json!({"pace": 6_000, "unit": "hour, from 1, {}"});
        assert_eq!((&upgraded["version"], &upgraded["settings"]), (&json!("2.0.0"), &wanted));

        let back = install(&mut owner, &path, &first, None).await?.expect(200)?;
        assert_eq!((&back["version"], &back["settings"]), (&json!("1.0.0"), &saved));
        // Someone returns once more, to what the second version had.
        let again = install(&mut owner, &path, &second, None).await?.expect(200)?;
        assert_eq!(again["settings"], wanted);
        install(&mut owner, &path, &first, None).await?.expect(200)?;

        // What a version cannot take over leaves the site with the one that it has.
        set(&mut owner, &path, 111).await?;
        let third = upload(&mut owner, &website, folder.path(), THIRD, &key).await?;
        let refused = install(&mut owner, &path, &third, grants()).await?.problem(409)?;
        let said = refused["detail"].as_str().or(refused["error"].as_str()).context("no words")?;
        ensure!(said.contains("111 words a minute is too odd"), "{refused}");
        let stays = owner.get(&path).await?.expect(200)?;
        assert_eq!((&stays["version"], &stays["settings"]["wordsPerMinute"]), (&json!("1.0.0"), &json!(111)));
        set(&mut owner, &path, 200).await?;
        let taken = install(&mut owner, &path, &third, grants()).await?.expect(200)?;
        assert_eq!((&taken["version"], &taken["settings"]["pace"]), (&json!("3.0.0"), &json!(12_000)));

        // Further back than one version: the settings that were kept for it, not those that it cannot read.
        install(&mut owner, &path, &second, grants()).await?.expect(200)?;
        let back = install(&mut owner, &path, &first, None).await?.expect(200)?;
        assert_eq!((&back["version"], &back["settings"]["wordsPerMinute"]), (&json!("1.0.0"), &json!(200)));
        Ok(())
    })
    .await
}

const OF_FOLDER: &str = "test.settings";

/// Saves settings as the earlier version of the plugin of the folder had them.
async fn save(app: &App, words: i64, revision: i64) -> Result<()> {
    let tx = tenant(app).await?.db.write().await?;
    tx.update::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(OF_FOLDER))
        .set(plugin_setting::Column::Settings, json!({"wordsPerMinute": words}))
        .set(plugin_setting::Column::SettingsVersion, 1_i64)
        .set(plugin_setting::Column::Revision, revision)
        .exec()
        .await?;
    tx.commit().await?;
    Ok(())
}

// spec: plugins.settings.migration
#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_of_the_folder_takes_over_settings_and_one_that_hangs_stalls_no_reader() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), OF_FOLDER, None).await?;
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let jobs = app.stoa.jobs();
    let path = format!("/api/v1/websites/{website}/plugins/{OF_FOLDER}");
    let mut owner = app.owner().await?;

    save(&app, 114, 2).await?;
    let begun = Instant::now();
    for _ in 0..8 {
        jobs.plugins.evict(&website).await;
    }
    ensure!(begun.elapsed() < Duration::from_secs(14), "{:?}: it was asked by each reader", begun.elapsed());
    assert_eq!(owner.get(&path).await?.expect(200)?["settings"]["wordsPerMinute"], 114, "they stay");

    save(&app, 100, 3).await?;
    // While the site is read there is little time for it; on a busy machine it is done when the site is read again.
    app.until(async || {
        jobs.plugins.evict(&website).await;
        Ok(app.shared_owner().await?.get(&path).await?.expect(200)?["settings"]["pace"] == 6_000)
    })
    .await?;
    let tx = tenant(&app).await?.db.read().await?;
    let own = plugin_setting::Column::PluginId.eq(OF_FOLDER);
    let row = tx.find::<plugin_setting::Entity>().filter(own).one().await?.context("no row")?;
    drop(tx);
    assert_eq!((row.settings_version, row.revision), (2, 4));
    assert_eq!(row.earlier.context("nothing was kept")?.0[&1]["wordsPerMinute"], 100, "for a return");
    app.stop().await
}

/// The block of a draft, by its id.
async fn saved(owner: &mut Client, path: &str, id: &str) -> Result<Value> {
    let page = owner.get(path).await?.expect(200)?;
    let blocks = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array();
    let block = blocks.context("no blocks")?.iter().find(|block| block["id"] == id);
    Ok(block.context("no block")?["settings"].clone())
}

// spec: plugins.blocks.migration
#[tokio::test(flavor = "multi_thread")]
async fn blocks_take_over_settings_of_an_earlier_version_and_go_back() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), OF_FOLDER, None).await?;
    let website = app.website("juniper").await?;
    let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
    let kinds = owner.get(&format!("/api/v1/websites/{website}/block-kinds")).await?.expect(200)?;
    let kinds = kinds["blockKinds"].as_array().context("no kinds")?;
    let own = kinds.iter().find(|kind| kind["kind"] == "weekly-hours").context("no block")?;
    assert_eq!([&own["settingsVersion"], &own["defaultSettings"]["$saved"]], [&json!(2), &json!({"version": 2})]);

    // What was saved has another form than the schema wants, and is published as it is.
    let block = |id: &str, settings: Value| json!({"id": id, "kind": "weekly-hours", "settings": settings});
    let kept = json!({"2": {"made": "by the second"}, "3": {"later": 1}});
    let later = json!({"later": 2, "$saved": {"version": 3, "kept": kept}});
    let mut first = block("first", json!({"hours": "9 to 5"}));
    // The schema of now has no such setting, on no device.
    first["devices"] = json!({"phone": {"settings": {"rows": 2}}});
    let blocks = [block("odd", json!({"hours": "odd"})), block("later", later), first];
    let path = home(&mut owner, &website).await?;
    let page = with_blocks(&mut owner, &path, &blocks).await?;
    publish(&mut owner, &path, &page).await?;
    let html = visitor.get("/").await?.text;
    let drawn = part(&html, "first")?;
    ensure!(drawn.contains("9 to 5") && drawn.contains("weekly-hours of 1") && !drawn.contains("$saved"), "{drawn}");
    let drawn = part(&html, "later")?;
    ensure!(drawn.contains("by the second") && !drawn.contains("later"), "{drawn}");
    assert_eq!(saved(&mut owner, &path, "first").await?, json!({"hours": "9 to 5"}), "nobody has opened it");
    let shown = preview(&mut owner, &path, &page).await?;
    ensure!(message(&shown, "odd").contains("odd hours cannot be converted"), "{:?}", shown["errors"]);

    let taken = owner.post(&format!("{path}/block-settings"), &json!({})).await?.expect(200)?;
    assert_eq!(taken["changed"], true);
    ensure!(taken["refused"]["odd"].as_str().is_some_and(|reason| reason.contains("odd hours")), "{taken}");
    let now = json!({"days": [{"text": "9 to 5"}], "made": "weekly-hours of 1"});
    let first = saved(&mut owner, &path, "first").await?;
    let kept = json!({"1": {"hours": "9 to 5"}, "2": now});
    let note = json!({"version": 2, "kept": kept, "devices": {"1": {"phone": {"rows": 2}}}});
    assert_eq!([&first["days"], &first["$saved"]], [&now["days"], &note]);
    let back = saved(&mut owner, &path, "later").await?;
    assert_eq!([&back["made"], &back["$saved"]["kept"]["3"]], [&json!("by the second"), &json!({"later": 2})]);
    assert_eq!(saved(&mut owner, &path, "odd").await?, json!({"hours": "odd"}), "it stays");
    let again = owner.post(&format!("{path}/block-settings"), &json!({})).await?.expect(200)?;
    assert_eq!(again["changed"], false);
    let page = owner.get(&path).await?.expect(200)?;
    let revision = json!({"revision": page["revision"]});
    owner.post(&format!("{path}/publish"), &revision).await?.expect(200)?;
    app.stop().await
}

// spec: plugins.blocks.migration
#[tokio::test(flavor = "multi_thread")]
async fn settings_of_blocks_that_no_page_can_have_change_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start_with(folder.path(), OF_FOLDER, None).await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = home(&mut owner, &website).await?;
    let take_over = format!("{path}/block-settings");
    let block = |id: String, hours: &str| json!({"id": id, "kind": "weekly-hours", "settings": {"hours": hours}});

    let page = with_blocks(&mut owner, &path, &[block("nul".to_owned(), "unsaved")]).await?;
    let page = owner.save_page(&path, &page).await?;
    let taken = owner.post(&take_over, &json!({})).await?.expect(200)?;
    assert_eq!(taken["changed"], false, "{taken}");
    ensure!(taken["refused"]["nul"].as_str().is_some_and(|reason| reason.contains("failed")), "{taken}");
    let now = owner.get(&path).await?.expect(200)?;
    assert_eq!(now["revision"], page["revision"], "a step without changes");

    // What was saved is kept besides what was made of it, and the page would be larger than pages can be.
    let long = "9 to 5, ".repeat(22_500);
    let blocks: Vec<Value> = (0..4).map(|number| block(format!("long{number}"), &long)).collect();
    let page = with_blocks(&mut owner, &path, &blocks).await?;
    let page = owner.save_page(&path, &page).await?;
    let refused = owner.post(&take_over, &json!({})).await?.problem(409)?;
    ensure!(refused["detail"].as_str().is_some_and(|reason| reason.contains("too large")), "{refused}");
    let now = owner.get(&path).await?.expect(200)?;
    assert_eq!(now["revision"], page["revision"], "a step without changes");
    assert_eq!(saved(&mut owner, &path, "long0").await?, json!({"hours": long}), "it stays");
    app.stop().await
}
