//! Plugins that contributors install on a site, set up, upgrade, take back and remove.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use stoa_plugin_author::SigningKey;

use crate::account::roles::holder;
use crate::app::{App, GLANCE, PATIENCE, on_sqlite_with};
use crate::client::{Client, TestResponse};
use crate::plugin_package::{Packed, packed, publisher};
use crate::process::PROGRAM;

pub(super) const CALLOUT: Packed<'static> =
    Packed { built: "plugins/stoa.callout", id: "acme.blocks", version: "1.0.0" };
pub(super) const HOSTILE: Packed<'static> =
    Packed { built: "plugins-hostile/hostile.blocks", id: "acme.blocks", version: "2.0.0" };
const PAY: Packed<'static> = Packed { built: "plugins/stoa.testcard", id: "acme.pay", version: "1.0.0" };
/// More than the test card: other secrets and origins.
const PAY_MORE: Packed<'static> =
    Packed { built: "plugins-hostile/hostile.payments", id: "acme.pay", version: "1.1.0" };
/// A package with the id of a plugin of the server.
const TAKEN: Packed<'static> = Packed { built: "plugins/stoa.testcard", id: "stoa.testcard", version: "9.0.0" };
const FORMATTERS: Packed<'static> =
    Packed { built: "plugins-hostile/hostile.formatters", id: "acme.words", version: "1.0.0" };
const SECRET: &str = "a secret that nobody reads";

/// Unoptimised, compiling takes long when the machine is busy.
pub(crate) fn compiler() -> String {
    format!("[plugins.compile]\nprogram = {PROGRAM:?}\nseconds = 600\n")
}

fn plugins(website: &str) -> String {
    format!("/api/v1/websites/{website}/plugins")
}

/// Uploads a package and returns its digest.
pub(crate) async fn upload(
    owner: &mut Client,
    website: &str,
    folder: &Path,
    what: Packed<'_>,
    key: &SigningKey,
) -> Result<String> {
    let file = std::fs::read(packed(folder, what, key)?)?;
    let entry = owner.post_file(&format!("{}/packages", plugins(website)), &file).await?.expect(201)?;
    assert_eq!([&entry["id"], &entry["version"], &entry["source"]], [what.id, what.version, "upload"]);
    Ok(entry["digest"].as_str().context("no digest")?.to_owned())
}

async fn detail(owner: &mut Client, website: &str, plugin: &str) -> Result<Value> {
    owner.get(&format!("{}/{plugin}", plugins(website))).await?.expect(200)
}

pub(crate) async fn install(
    owner: &mut Client,
    path: &str,
    digest: &str,
    grants: Option<Value>,
) -> Result<TestResponse> {
    let body = match grants {
        Some(grants) => json!({"digest": digest, "grants": grants}),
        None => json!({"digest": digest}),
    };
    owner.post(&format!("{path}/version"), &body).await
}

/// Kinds of the changes of a plugin, the newest first.
async fn changes(owner: &mut Client, path: &str) -> Result<Vec<String>> {
    let activity = owner.get(&format!("{path}/activity")).await?.expect(200)?;
    let kinds = activity["events"].as_array().context("no events")?.iter();
    Ok(kinds.filter_map(|event| event["kind"].as_str().map(str::to_owned)).collect())
}

// spec: plugins.site.install, plugins.site.secrets, plugins.site.private
#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_is_installed_set_up_and_removed_on_one_site() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (website, other) = (app.website("juniper").await?, app.website("kissaten").await?);
        let mut owner = app.owner().await?;
        let digest = upload(&mut owner, &website, folder.path(), PAY, &key).await?;
        let path = format!("{}/acme.pay", plugins(&website));

        // An upload is of this site alone.
        let foreign = format!("{}/acme.pay", plugins(&other));
        owner.get(&foreign).await?.problem(404)?;
        install(&mut owner, &foreign, &digest, None).await?.problem(404)?;
        let catalogue = owner.get(&format!("{}/catalogue", plugins(&other))).await?.expect(200)?;
        ensure!(!catalogue.to_string().contains("acme.pay"), "{catalogue}");
        let noise = owner.post_file(&format!("{}/packages", plugins(&website)), b"no package").await?.problem(400)?;
        ensure!(noise["detail"].as_str().is_some_and(|said| said.contains("is no plugin package")), "{noise}");

        // Nothing is installed before someone has agreed.
        let before = detail(&mut owner, &website, "acme.pay").await?;
        assert_eq!([&before["installed"], &before["enabled"]], [false, false]);
        assert_eq!(before["asks"], before["permissions"]);
        ensure!(before["readme"].as_str().is_some_and(|html| html.contains("<h1>acme.pay</h1>")), "{before}");
        let asked = install(&mut owner, &path, &digest, None).await?.problem(409)?;
        assert_eq!([&asked["code"], &asked["permissions"]], [&json!("plugin-consent"), &before["permissions"]]);
        let made_up = json!({"origins": ["https://evil.example"], "data": []});
        let refused = install(&mut owner, &path, &digest, Some(made_up)).await?.problem(400)?;
        ensure!(refused["errors"].get("grants.origins").is_some(), "{refused}");
        let none = json!({"origins": [], "data": []});
        let installed = install(&mut owner, &path, &digest, Some(none)).await?.expect(200)?;
        assert_eq!([&installed["installed"], &installed["enabled"]], [true, false]);
        assert_eq!(
            [&installed["needsSetUp"], &installed["missing"]],
            [&json!(true), &json!(["secrets.webhook_secret"])]
        );

        // Settings, checked by field and by revision.
        let wrong = owner.call("PATCH", &path, Some(&json!({"settings": {"capture": "never"}}))).await?.problem(400)?;
        ensure!(wrong["errors"]["settings.capture"].as_str().is_some(), "{wrong}");
        owner.if_match = Some("\"0\"".to_owned());
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.problem(412)?;
        owner.if_match = Some(format!("\"{}\"", installed["revision"]));
        let body = json!({"enabled": true, "settings": {"capture": "manual"}});
        let saved = owner.call("PATCH", &path, Some(&body)).await?.expect(200)?;
        owner.if_match = None;
        assert_eq!([&saved["enabled"], &saved["settings"]["capture"]], [&json!(true), &json!("manual")]);

        // A secret is stored encrypted and never sent.
        let secret = format!("{path}/secrets/webhook_secret");
        assert_eq!(owner.put(&secret, &json!({"value": SECRET})).await?.status, 204);
        owner.put(&format!("{path}/secrets/other"), &json!({"value": SECRET})).await?.problem(404)?;
        owner.put(&secret, &json!({"value": ""})).await?.problem(400)?;
        let ready = detail(&mut owner, &website, "acme.pay").await?;
        assert_eq!([&ready["needsSetUp"], &ready["secrets"][0]["isSet"]], [false, true]);
        ensure!(!ready.to_string().contains(SECRET), "{ready}");
        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let rows = tenant.db.read().await?.everything().await?;
        ensure!(rows["plugin_secret"].len() == 1 && !format!("{rows:?}").contains(SECRET), "stored as it is");

        // Others may look, or not even that.
        let mut viewer = holder(app, &website, &[8]).await?;
        assert_eq!(detail(&mut viewer, &website, "acme.pay").await?["version"], "1.0.0");
        viewer.call("PATCH", &path, Some(&json!({"enabled": false}))).await?.problem(403)?;
        viewer.put(&secret, &json!({"value": "x"})).await?.problem(403)?;
        viewer.delete(&format!("{path}?data=keep")).await?.problem(403)?;
        let icon = viewer.get(&format!("{path}/icon")).await?;
        assert_eq!((icon.status, icon.header("content-type")), (200, "image/svg+xml"));
        ensure!(icon.header("content-security-policy").contains("sandbox"), "{icon:?}");

        // Without its data nothing is left of it.
        assert_eq!(owner.delete(&format!("{path}?data=delete")).await?.status, 204);
        let rows = tenant.db.read().await?.everything().await?;
        let left = ["plugin_installation", "plugin_secret", "plugin_setting"].map(|table| format!("{:?}", rows[table]));
        ensure!(left.iter().all(|rows| !rows.contains("acme.pay")), "{left:?}");
        owner.get(&path).await?.problem(404)?;
        Ok(())
    })
    .await
}

/// The pages of a site and the one that is its home.
async fn home(owner: &mut Client, website: &str) -> Result<String> {
    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    Ok(format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?))
}

pub(super) async fn preview(owner: &mut Client, page: &str, kind: &str) -> Result<Value> {
    let mut draft = owner.get(page).await?.expect(200)?;
    let blocks = draft["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    blocks.context("no blocks")?.push(json!({"id": "plugged", "kind": kind, "settings": {"text": "Closed on Monday"}}));
    owner.post(&format!("{page}/preview"), &json!({"document": draft["document"]})).await?.expect(200)
}

// spec: plugins.site.versions
#[tokio::test(flavor = "multi_thread")]
async fn only_new_permissions_are_asked_for_and_a_return_is_one_step() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("{}/acme.pay", plugins(&website));
        let first = upload(&mut owner, &website, folder.path(), PAY, &key).await?;
        let none = json!({"origins": [], "data": []});
        install(&mut owner, &path, &first, Some(none)).await?.expect(200)?;
        let manual = json!({"settings": {"capture": "manual"}});
        owner.call("PATCH", &path, Some(&manual)).await?.expect(200)?;

        let second = upload(&mut owner, &website, folder.path(), PAY_MORE, &key).await?;
        let listed = owner.get(&plugins(&website)).await?.expect(200)?;
        let own = listed["plugins"].as_array().and_then(|all| all.iter().find(|one| one["id"] == "acme.pay"));
        assert_eq!(own.context("not listed")?["available"], "1.1.0");
        let asked = install(&mut owner, &path, &second, None).await?.problem(409)?;
        let new = json!([{"kind": "http", "origins": ["https://api.acme.example"]},
            {"kind": "secrets", "names": ["api_key"]}]);
        assert_eq!(asked["permissions"], new, "less storage is no new permission");
        let some = json!({"origins": ["https://api.acme.example"], "data": []});
        let upgraded = install(&mut owner, &path, &second, Some(some.clone())).await?.expect(200)?;
        assert_eq!([&upgraded["version"], &upgraded["grants"]], [&json!("1.1.0"), &some]);
        let previous = upgraded["versions"].as_array().and_then(|all| all.iter().find(|one| one["isPrevious"] == true));
        assert_eq!(previous.context("no version before")?["digest"], first.as_str());

        owner.call("PATCH", &path, Some(&json!({"settings": {}}))).await?.expect(200)?;
        let returned = install(&mut owner, &path, &first, None).await?.expect(200)?;
        assert_eq!([&returned["version"], &returned["settings"]["capture"]], ["1.0.0", "manual"]);
        assert_eq!(changes(&mut owner, &path).await?, ["went-back", "upgraded", "installed"]);
        Ok(())
    })
    .await
}

// spec: plugins.site.return, plugins.site.activity
#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_that_fails_goes_back_by_itself() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("{}/acme.blocks", plugins(&website));
        let page = home(&mut owner, &website).await?;
        let first = upload(&mut owner, &website, folder.path(), CALLOUT, &key).await?;
        install(&mut owner, &path, &first, None).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let drawn = preview(&mut owner, &page, "acme-blocks--callout").await?;
        ensure!(drawn["html"].as_str().is_some_and(|html| html.contains("stoa-callout")), "{:?}", drawn["errors"]);
        let activity = owner.get(&format!("{path}/activity")).await?.expect(200)?;
        assert_eq!([&activity["kinds"][0]["kind"], &activity["kinds"][0]["failures"]], [&json!("block"), &json!(0)]);
        ensure!(activity["kinds"][0]["calls"].as_i64().is_some_and(|calls| calls > 0), "{activity}");

        let second = upload(&mut owner, &website, folder.path(), HOSTILE, &key).await?;
        install(&mut owner, &path, &second, None).await?.expect(200)?;
        preview(&mut owner, &page, "acme-blocks--hostile-memory").await?;
        let log = owner.get(&format!("{path}/activity")).await?.expect(200)?["log"].to_string();
        ensure!(log.contains("bytes of memory"), "its author reads why it was stopped: {log}");
        for _ in 0..5 {
            preview(&mut owner, &page, "acme-blocks--hostile-trap").await?;
        }
        let returned = until_version(&mut owner, &website, "1.0.0").await?;
        assert_eq!([&returned["enabled"], &returned["health"]], [&json!(true), &json!("ok")]);
        let activity = owner.get(&format!("{path}/activity")).await?.expect(200)?;
        let change = &activity["events"][0];
        assert_eq!(change["kind"], "went-back-by-itself");
        ensure!(change["reason"].as_str().is_some_and(|why| why.contains("2.0.0") && why.contains("hostile-trap")));
        let drawn = preview(&mut owner, &page, "acme-blocks--callout").await?;
        ensure!(drawn["html"].as_str().is_some_and(|html| html.contains("stoa-callout")), "{:?}", drawn["errors"]);

        // Its data can be kept for a later installation.
        assert_eq!(owner.delete(&format!("{path}?data=keep")).await?.status, 204);
        let removed = detail(&mut owner, &website, "acme.blocks").await?;
        assert_eq!([&removed["installed"], &removed["enabled"]], [false, false]);
        Ok(())
    })
    .await
}

// spec: plugins.site.versions, plugins.site.private
#[tokio::test(flavor = "multi_thread")]
async fn another_publisher_gets_nothing_that_nobody_agreed_to() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let (own, other) = (folder.path().join("own.key"), folder.path().join("other.key"));
        let (own, other) = (SigningKey::create(&own)?, SigningKey::create(&other)?);
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("{}/stoa.testcard", plugins(&website));
        // The permissions are those of the server's version, which the site uses.
        let taken = upload(&mut owner, &website, folder.path(), TAKEN, &own).await?;
        let shown = owner.get(&format!("{path}?digest={taken}")).await?.expect(200)?;
        assert_eq!(shown["asks"], shown["permissions"]);
        let asked = install(&mut owner, &path, &taken, None).await?.problem(409)?;
        assert_eq!([&asked["code"], &asked["permissions"]], [&json!("plugin-consent"), &shown["permissions"]]);
        let none = json!({"origins": [], "data": []});
        let installed = install(&mut owner, &path, &taken, Some(none)).await?.expect(200)?;
        assert_eq!([&installed["version"], &installed["asks"]], [&json!("9.0.0"), &json!([])]);

        let later = std::fs::read(packed(folder.path(), Packed { version: "9.1.0", ..TAKEN }, &other)?)?;
        let refused = owner.post_file(&format!("{}/packages", plugins(&website)), &later).await?.problem(400)?;
        ensure!(refused["detail"].as_str().is_some_and(|said| said.contains("is published by")), "{refused}");
        Ok(())
    })
    .await
}

// spec: plugins.site.install, plugins.site.private
#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_a_plugin_can_be_deleted() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (website, other) = (app.website("juniper").await?, app.website("kissaten").await?);
        let mut owner = app.owner().await?;
        let path = format!("{}/acme.pay", plugins(&website));
        let databases = &app.stoa.foundation.tenancy.databases;

        // An upload that was never installed.
        let digest = upload(&mut owner, &website, folder.path(), PAY, &key).await?;
        owner.delete(&format!("{}/acme.pay?data=delete", plugins(&other))).await?.problem(404)?;
        owner.delete(&format!("{path}?data=keep")).await?.problem(404)?;
        assert_eq!(owner.delete(&format!("{path}?data=delete")).await?.status, 204);
        ensure!(databases.plugin_package(&digest).await?.is_empty(), "the package is still there");
        owner.get(&path).await?.problem(404)?;
        owner.delete(&format!("{path}?data=delete")).await?.problem(404)?;

        // A plugin whose package is gone, with its secret.
        upload(&mut owner, &website, folder.path(), PAY, &key).await?;
        let none = json!({"origins": [], "data": []});
        install(&mut owner, &path, &digest, Some(none)).await?.expect(200)?;
        let secret = format!("{path}/secrets/webhook_secret");
        assert_eq!(owner.put(&secret, &json!({"value": SECRET})).await?.status, 204);
        ensure!(databases.delete_plugin_package(&website, &digest).await?, "there was no package");
        assert_eq!(owner.delete(&format!("{path}?data=delete")).await?.status, 204);
        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let rows = tenant.db.read().await?.everything().await?;
        let left = ["plugin_installation", "plugin_secret", "plugin_setting"].map(|table| format!("{:?}", rows[table]));
        ensure!(left.iter().all(|rows| !rows.contains("acme.pay")), "{left:?}");
        Ok(())
    })
    .await
}

// spec: plugins.site.private
#[tokio::test(flavor = "multi_thread")]
async fn editors_of_other_sites_learn_no_names_of_an_upload() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let (folder, key) = publisher()?;
        let (website, other) = (app.website("juniper").await?, app.website("kissaten").await?);
        let mut owner = app.owner().await?;
        let digest = upload(&mut owner, &website, folder.path(), FORMATTERS, &key).await?;
        let path = format!("{}/acme.words", plugins(&website));
        install(&mut owner, &path, &digest, Some(json!({"origins": [], "data": []}))).await?.expect(200)?;
        for (site, is_own) in [(&website, true), (&other, false)] {
            let page = home(&mut owner, site).await?;
            let material = owner.get(&format!("{page}/material")).await?.expect(200)?;
            let formatters = material["words"]["formatters"].as_array().context("no formatters")?;
            assert_eq!(formatters.iter().any(|name| name == "recurse"), is_own, "{formatters:?}");
        }
        Ok(())
    })
    .await
}

pub(super) async fn until_version(owner: &mut Client, website: &str, version: &str) -> Result<Value> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let shown = detail(owner, website, "acme.blocks").await?;
        if shown["version"] == version && shown["health"] == "ok" {
            return Ok(shown);
        }
        tokio::time::sleep(GLANCE).await;
    }
    bail!("the version is not {version}")
}

// spec: plugins.site.bundled
#[tokio::test(flavor = "multi_thread")]
async fn plugins_of_the_server_are_switched_off_and_on() -> Result<()> {
    on_sqlite_with("", async |app: &App| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let path = format!("{}/stoa.callout", plugins(&website));
        let shown = detail(&mut owner, &website, "stoa.callout").await?;
        assert_eq!([&shown["source"], &shown["signature"]], ["bundled", "unsigned"]);
        assert_eq!([&shown["installed"], &shown["enabled"], &shown["needsSetUp"]], [true, true, false]);
        assert_eq!(owner.delete(&format!("{path}?data=delete")).await?.status, 204);
        assert_eq!(detail(&mut owner, &website, "stoa.callout").await?["enabled"], false);
        let on = owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        assert_eq!(on["enabled"], true);
        assert_eq!(changes(&mut owner, &path).await?, ["enabled", "removed"]);
        // The secrets of test providers are made up.
        let card = detail(&mut owner, &website, "stoa.testcard").await?;
        assert_eq!(card["needsSetUp"], false);
        owner.get(&format!("{}/no.such", plugins(&website))).await?.problem(404)?;
        Ok(())
    })
    .await
}
