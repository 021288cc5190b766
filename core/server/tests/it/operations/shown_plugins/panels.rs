//! Panels of plugins in the admin, and the test of a plugin.

use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, settings};
use crate::client::Client;
use crate::demo_database;

const PANELS: &str = "test.panels";
/// The moderator, who sees the content, and neither products nor plugins.
const MODERATOR: i32 = 6;
/// Store manager: orders, products and customers; plugins without changes.
const STORE_MANAGER: i32 = 8;

/// The demo sites with the bundled plugins, and one with panels for tests.
async fn with_panels(folder: &Path) -> Result<App> {
    let data = folder.join("data");
    demo_database::sqlite(&data).await?;
    let mut config = settings(&data, "");
    let bundled = Path::new(&config.plugins.dir).canonicalize()?;
    let plugins = folder.join("plugins");
    std::fs::create_dir(&plugins)?;
    for plugin in std::fs::read_dir(&bundled)? {
        let plugin = plugin?;
        symlink(plugin.path(), plugins.join(plugin.file_name()))?;
    }
    let own = bundled.with_file_name("plugins-hostile").join(PANELS);
    ensure!(own.is_dir(), "there is no {}; run `cargo xtask plugins` first", own.display());
    symlink(own, plugins.join(PANELS))?;
    config.plugins.dir = plugins.display().to_string();
    App::start(config).await
}

fn plugins(website: &str) -> String {
    format!("/api/v1/websites/{website}/plugins")
}

async fn names(person: &mut Client, website: &str) -> Result<Vec<String>> {
    let listed = person.get(&format!("{}/panels", plugins(website))).await?.expect(200)?;
    let panels = listed["panels"].as_array().context("no panels")?.iter();
    Ok(panels.filter_map(|panel| panel["name"].as_str().map(str::to_owned)).collect())
}

async fn called(person: &mut Client, website: &str, panel: &str, method: &str) -> Result<Value> {
    let path = format!("{}/{PANELS}/panels/{panel}/call", plugins(website));
    person.post(&path, &json!({"method": method, "input": {}})).await?.expect(200)
}

// spec: plugins.panels
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_has_the_rights_of_who_opened_it_and_no_more() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_panels(folder.path()).await?;
    let (website, other) = (app.website("juniper").await?, app.website("kissaten").await?);
    let mut owner = app.owner().await?;

    // Nothing of the admin comes from a plugin before the owner switches it on, and on one site alone.
    assert_eq!(names(&mut owner, &website).await?, Vec::<String>::new());
    let plugin = format!("{}/{PANELS}", plugins(&website));
    let call = format!("{plugin}/panels/told/call");
    owner.post(&call, &json!({"method": "told"})).await?.problem(404)?;
    owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
    assert_eq!(names(&mut owner, &website).await?, ["page", "told"]);
    assert_eq!(names(&mut owner, &other).await?, Vec::<String>::new());

    let told = called(&mut owner, &website, "told", "told").await?;
    assert_eq!(told["result"]["reads"], json!(["products", "orders"]));
    assert_eq!([&told["result"]["mayChange"], &told["result"]["site"]], [&json!(true), &json!(website)]);
    assert_eq!(called(&mut owner, &website, "told", "orders").await?["result"], json!({"found": false}));

    // A store manager sees the data and changes nothing.
    let mut manager = holder(&app, &website, &[STORE_MANAGER]).await?;
    let told = called(&mut manager, &website, "told", "told").await?;
    assert_eq!(told["result"]["mayChange"], false);
    let refused = called(&mut manager, &website, "told", "store").await?;
    assert_eq!(refused["result"], json!({"refusal": "not-here"}));

    // Who may see neither products nor plugins opens nothing.
    let mut editor = holder(&app, &website, &[MODERATOR]).await?;
    let refused = editor.post(&call, &json!({"method": "told"})).await?.problem(403)?;
    assert_eq!(refused["code"], "permission-denied");

    // The owner takes a permission away.
    let none = json!({"grants": {"origins": [], "data": ["products"]}});
    owner.call("PATCH", &plugin, Some(&none)).await?.expect(200)?;
    let refused = called(&mut owner, &website, "told", "orders").await?;
    assert_eq!(refused["result"], json!({"failure": "not-granted"}));
    app.stop().await
}

// spec: plugins.panels
#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_panel_has_no_origin_and_its_failures_are_said() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_panels(folder.path()).await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let plugin = format!("{}/{PANELS}", plugins(&website));
    owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;

    // The frame is the same for all, and what runs in it reaches nothing.
    let frame = app.platform().get("/admin/panel-frame").await?;
    assert_eq!(frame.status, 200);
    let policy = frame.header("content-security-policy");
    for rule in ["sandbox allow-scripts;", "default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"] {
        ensure!(policy.contains(rule), "{policy}");
    }
    ensure!(!policy.contains("allow-same-origin"), "{policy}");
    assert_eq!(app.juniper().get("/admin/panel-frame").await?.status, 404, "not on the host of a site");
    let page = owner.get(&format!("{plugin}/panels/page/page")).await?.expect(200)?;
    ensure!(page["html"].as_str().is_some_and(|html| html.contains("stoa.call(\"told\")")), "{page}");
    owner.get(&format!("{plugin}/panels/told/page")).await?.problem(404)?;

    // A trap is said in words, and suspends this panel alone.
    for _ in 0..5 {
        let trapped = called(&mut owner, &website, "told", "trap").await?;
        assert_eq!(trapped["result"], Value::Null);
        ensure!(trapped["error"].as_str().is_some_and(|said| said.contains("failed")), "{trapped}");
    }
    let rests = called(&mut owner, &website, "told", "told").await?;
    ensure!(rests["error"].as_str().is_some_and(|said| said.contains("suspended")), "{rests}");
    assert_eq!(called(&mut owner, &website, "page", "told").await?["error"], Value::Null);
    let unknown = called(&mut owner, &website, "page", "no-such-method").await?;
    ensure!(unknown["error"].as_str().is_some_and(|said| said.starts_with("no method")), "{unknown}");
    app.stop().await
}

// spec: plugins.test
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_tests_a_plugin_on_the_settings_of_the_site() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    for (plugin, kind, name) in [
        ("stoa.testcard", "payment-provider", json!("card")),
        ("stoa.callout", "block", json!("callout")),
        ("stoa.readingtime", "formatter", json!("reading_time")),
    ] {
        let path = format!("{}/{plugin}/test", plugins(&website));
        let tested = owner.post(&path, &json!({})).await?.expect(200)?;
        let check = &tested["checks"][0];
        assert_eq!([&check["kind"], &check["name"], &check["passed"]], [&json!(kind), &name, &json!(true)], "{tested}");
        ensure!(check["ms"].is_i64() && check["error"].is_null(), "{check}");
    }
    // What is off is not called.
    owner.post(&format!("{}/stoa.quarters/test", plugins(&website)), &json!({})).await?.problem(404)?;
    let mut manager = holder(&app, &website, &[STORE_MANAGER]).await?;
    manager.post(&format!("{}/stoa.callout/test", plugins(&website)), &json!({})).await?.problem(403)?;
    app.stop().await
}
