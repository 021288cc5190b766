//! Plugins on real pages.

use std::fs::{File, read_to_string};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::plugin_setting;

use super::site_plugins::compiler;
use crate::app::{App, on_sqlite, settings, settings_with};
use crate::client::Client;
use crate::demo_database;
use crate::process::{PROGRAM, Server, TestDeployment, juniper_website_id};

const CALLOUT: &str = "stoa.callout";
const INSTALLMENTS: &str = "stoa.quarters";

/// The demo sites with the bundled plugins, the plugin of hostile blocks, and one that is refused.
async fn with_hostile_blocks(folder: &Path) -> Result<App> {
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
    let hostile = bundled.with_file_name("plugins-hostile").join("hostile.blocks");
    ensure!(hostile.is_dir(), "there is no {}; run `cargo xtask plugins` first", hostile.display());
    symlink(hostile, plugins.join("hostile.blocks"))?;
    let refused = bundled.with_file_name("plugins-hostile").join("hostile.import");
    symlink(refused, plugins.join("hostile.import"))?;
    config.plugins.dir = plugins.display().to_string();
    App::start(config).await
}

/// API path of a site's home page.
pub(super) async fn home(owner: &mut Client, website: &str) -> Result<String> {
    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    Ok(format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?))
}

/// The draft of a page with these blocks added.
pub(super) async fn with_blocks(owner: &mut Client, path: &str, blocks: &[Value]) -> Result<Value> {
    let mut page = owner.get(path).await?.expect(200)?;
    let column = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    column.context("no blocks")?.extend_from_slice(blocks);
    Ok(page)
}

pub(super) async fn preview(owner: &mut Client, path: &str, page: &Value) -> Result<Value> {
    owner.post(&format!("{path}/preview"), &json!({"document": page["document"]})).await?.expect(200)
}

pub(super) async fn publish(owner: &mut Client, path: &str, page: &Value) -> Result<()> {
    let saved = owner.save_page(path, page).await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    Ok(())
}

/// The HTML between the wrapper of a block and that of the next one.
pub(super) fn part<'a>(html: &'a str, id: &str) -> Result<&'a str> {
    let (_, rest) = html.split_once(&format!("data-block-id=\"{id}\">")).with_context(|| format!("no block {id}"))?;
    Ok(rest.split_once("<div class=\"stoa-block ").map_or(rest, |(part, _)| part))
}

pub(super) fn message<'a>(preview: &'a Value, id: &str) -> &'a str {
    let errors = preview["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let error = errors.iter().find(|error| error["blockId"] == id);
    error.and_then(|error| error["message"].as_str()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn bundled_plugins_render_on_pages() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let listed = owner.get(&format!("/api/v1/websites/{website}/plugins")).await?.expect(200)?;
    let kinds = listed["plugins"].to_string();
    for kind in ["payment-provider", "installment-provider", "block", "formatter"] {
        ensure!(kinds.contains(kind), "no plugin offers a {kind}: {kinds}");
    }
    for plugin in listed["plugins"].as_array().context("no plugins")? {
        let kinds = plugin["kinds"].to_string();
        let off = [
            "installment-provider",
            "discount-function",
            "checkout-questions",
            "event-hook",
            "scheduled-job",
            "catalogue-format",
            "admin-panel",
        ];
        let is_off = off.iter().any(|kind| kinds.contains(kind));
        assert_eq!(plugin["enabled"], !is_off, "off until the site switches it on: {plugin}");
    }
    let block_kinds = owner.get(&format!("/api/v1/websites/{website}/block-kinds")).await?.expect(200)?;
    let all = block_kinds["blockKinds"].as_array().context("no kinds")?;
    let callout = all.iter().find(|kind| kind["kind"] == "callout").context("no callout")?;
    assert_eq!([&callout["source"], &callout["category"]], ["stoa.callout", "Plugins"]);
    assert_eq!([&all[0]["kind"], &all[0]["category"]], ["text", "Basic"]);

    let path = home(&mut owner, &website).await?;
    let settings = json!({"title": "Studio sale <script>alert(1)</script>", "text": "Saturday from ten."});
    let callout = json!({"id": "plugged", "kind": "callout", "settings": settings});
    let page = with_blocks(&mut owner, &path, &[callout]).await?;
    let preview = preview(&mut owner, &path, &page).await?;
    let html = preview["html"].as_str().context("no html")?;
    ensure!(html.contains("Saturday from ten."), "{:?}", preview["errors"]);
    ensure!(!html.contains("<script>alert(1)"));
    ensure!(html.contains("<aside class=\"stoa-callout stoa-callout--info\" role=\"note\">"), "{html}");
    ensure!(html.contains("<style>:where(.stoa-block-callout) .stoa-callout{"), "{html}");
    ensure!(preview["errors"] == json!([]), "{:?}", preview["errors"]);
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_keep_what_bundled_blocks_draw() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let path = home(&mut owner, &app.website("juniper").await?).await?;
        let hours = json!([{"days": "every-day", "from": "0:00", "until": "24:00"}]);
        let blocks = [
            json!({"id": "code", "kind": "qr-code", "settings": {"content": "https://example.com/menu"}}),
            json!({"id": "sale", "kind": "countdown", "settings": {"until": "2090-05-31 18:00"}}),
            json!({"id": "open", "kind": "opening-hours", "settings": {"hours": hours}}),
            json!({"id": "never", "kind": "countdown", "settings": {"until": "soon"}}),
        ];
        let page = with_blocks(&mut owner, &path, &blocks).await?;
        let drawn = preview(&mut owner, &path, &page).await?;
        let html = drawn["html"].as_str().context("no html")?;
        ensure!(part(html, "code")?.contains("src=\"data:image/png;base64,iVBOR"), "{:?}", drawn["errors"]);
        ensure!(part(html, "sale")?.contains("<time datetime=\"2090-05-31T18:00:00"), "{:?}", drawn["errors"]);
        let hours = part(html, "open")?;
        ensure!(hours.contains("<section class=\"stoa-hours\">") && hours.contains("Always open"), "{hours}");
        ensure!(message(&drawn, "never").contains("2027-05-31 18:00"), "{:?}", drawn["errors"]);
        Ok(())
    })
    .await
}

// spec: plugins.site.bundled
#[tokio::test(flavor = "multi_thread")]
async fn a_page_keeps_a_block_whose_plugin_is_gone() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        let path = home(&mut owner, &website).await?;
        let settings = json!({"title": "Studio sale", "text": "Saturday from ten."});
        let page = with_blocks(&mut owner, &path, &[json!({"id": "plugged", "kind": "callout", "settings": settings})])
            .await?;
        publish(&mut owner, &path, &page).await?;
        ensure!(visitor.get("/").await?.text.contains("Saturday from ten."));

        let plugin = format!("/api/v1/websites/{website}/plugins/{CALLOUT}");
        owner.call("PATCH", &plugin, Some(&json!({"enabled": false}))).await?.expect(200)?;
        let shown = visitor.get("/").await?;
        assert_eq!(shown.status, 200);
        for trace in ["Saturday from ten.", CALLOUT, "plugin"] {
            ensure!(!part(&shown.text, "plugged").unwrap_or_default().contains(trace), "{trace} on the page");
        }
        ensure!(!shown.text.contains("Saturday from ten."), "visitors do not see the block");
        let kept = owner.get(&path).await?.expect(200)?["document"].to_string();
        ensure!(kept.contains("\"plugged\"") && kept.contains("Saturday from ten."), "{kept}");

        owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
        ensure!(visitor.get("/").await?.text.contains("Saturday from ten."), "it is shown again");
        Ok(())
    })
    .await
}

/// Turns the installment provider of the bundled plugins on or off for a site.
async fn set_installments(owner: &mut Client, website: &str, enabled: bool) -> Result<()> {
    let path = format!("/api/v1/websites/{website}/installment-providers");
    let listed = owner.get(&path).await?.expect(200)?;
    let mut providers = listed["providers"].as_array().context("no providers")?.iter();
    let known = providers.find(|provider| provider["id"] == INSTALLMENTS).context("no provider")?;
    let body = json!({"id": INSTALLMENTS, "enabled": enabled, "settings": known["settings"],
        "revision": known["revision"]});
    owner.put(&path, &body).await?.expect(200)?;
    Ok(())
}

/// Whether the list of plugins says that a plugin is enabled on a site.
async fn is_listed_as_enabled(owner: &mut Client, website: &str, plugin: &str) -> Result<bool> {
    let listed = owner.get(&format!("/api/v1/websites/{website}/plugins")).await?.expect(200)?;
    let mut plugins = listed["plugins"].as_array().context("no plugins")?.iter();
    let found = plugins.find(|known| known["id"] == plugin).with_context(|| format!("no {plugin}"))?;
    found["enabled"].as_bool().context("neither enabled nor disabled")
}

#[tokio::test(flavor = "multi_thread")]
async fn plugin_list_shows_what_each_site_has_enabled() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (juniper, kissaten) = (app.website("juniper").await?, app.website("kissaten").await?);
        let states = async |owner: &mut Client, plugin: &str| {
            let first = is_listed_as_enabled(owner, &juniper, plugin).await?;
            Ok::<_, anyhow::Error>((first, is_listed_as_enabled(owner, &kissaten, plugin).await?))
        };
        assert_eq!(states(&mut owner, INSTALLMENTS).await?, (false, false));
        set_installments(&mut owner, &juniper, true).await?;
        assert_eq!(states(&mut owner, INSTALLMENTS).await?, (true, false));
        set_installments(&mut owner, &kissaten, true).await?;
        set_installments(&mut owner, &juniper, false).await?;
        assert_eq!(states(&mut owner, INSTALLMENTS).await?, (false, true));
        assert_eq!(states(&mut owner, CALLOUT).await?, (true, true));

        // A plugin that is on by default, turned off by one site.
        let tenant = app.stoa.foundation.tenancy.for_system(&juniper.parse()?, "test").await?;
        let tx = tenant.db.write().await?;
        let off = plugin_setting::ActiveModel {
            plugin_id: Set(CALLOUT.to_owned()),
            enabled: Set(false),
            settings: Set(json!({})),
            revision: Set(1),
            ..Default::default()
        };
        tx.insert(off).await?;
        tx.commit().await?;
        assert_eq!(states(&mut owner, CALLOUT).await?, (false, true));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_plugin_blocks_are_contained() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_hostile_blocks(folder.path()).await?;
    let mut owner = app.owner().await?;
    let neighbour = app.website("kissaten").await?;
    let neighbours_page = home(&mut owner, &neighbour).await?;
    let beside = app.kissaten().get("/").await?;
    assert_eq!(beside.status, 200);
    let website = app.website("juniper").await?;
    let path = home(&mut owner, &website).await?;
    let honest = json!({"id": "honest", "kind": "text", "settings": {"html": "<p>Kiln day is Friday</p>"}});
    let original = owner.get(&path).await?.expect(200)?["document"].clone();
    // What an owner reads; traces of the plugin are in the log.
    let hostile = [
        ("hostile-loop", "took too long"),
        ("hostile-memory", "needs more memory"),
        ("hostile-trap", "failed. The log of the server says why"),
    ];
    for (kind, detail) in hostile {
        let mut page = with_blocks(&mut owner, &path, &[json!({"id": kind, "kind": kind}), honest.clone()]).await?;
        let edited = preview(&mut owner, &path, &page).await?;
        let html = edited["html"].as_str().context("no html")?;
        let message = message(&edited, kind);
        ensure!(message.starts_with("the plugin hostile.blocks ") && message.contains(detail), "{kind}: {message}");
        let shown = part(html, kind)?;
        ensure!(shown.contains("This block could not be rendered") && shown.contains(detail), "{kind}: {shown}");
        assert_eq!(edited["errors"].as_array().map(Vec::len), Some(1), "the rest of the page has no part in it");
        ensure!(part(html, "honest")?.contains("<p>Kiln day is Friday</p>"));

        publish(&mut owner, &path, &page).await?;
        let seen = app.juniper().get("/").await?;
        assert_eq!(seen.status, 200);
        ensure!(part(&seen.text, "honest")?.contains("<p>Kiln day is Friday</p>"));
        ensure!(seen.text.trim_end().ends_with("</html>"), "the page is whole");
        for trace in ["hostile", "could not be rendered", detail] {
            ensure!(!seen.text.contains(trace), "a visitor sees {trace}");
        }
        for mut visitor in [app.juniper(), app.kissaten()] {
            assert_eq!(visitor.get("/cart").await?.status, 200, "a page that is drawn for each visit");
        }
        page["revision"] = owner.get(&path).await?.expect(200)?["revision"].clone();
        page["document"] = original.clone();
        owner.save_page(&path, &page).await?;
    }

    let trap = [json!({"id": "trap", "kind": "hostile-trap"})];
    let page = with_blocks(&mut owner, &path, &trap).await?;
    for _ in 0..5 {
        preview(&mut owner, &path, &page).await?;
    }
    // The block is suspended for the affected site, and nothing else of the plugin; for the other site it still
    // renders.
    let health = |listed: &Value| {
        let plugin = listed["plugins"].as_array()?.iter().find(|plugin| plugin["id"] == "hostile.blocks")?;
        plugin["health"].as_str().map(str::to_owned)
    };
    for (site, expected) in [(&website, "suspended"), (&neighbour, "ok")] {
        let listed = owner.get(&format!("/api/v1/websites/{site}/plugins")).await?.expect(200)?;
        assert_eq!(health(&listed).as_deref(), Some(expected), "{listed}");
    }
    let listed = owner.get(&format!("/api/v1/websites/{website}/plugins")).await?.expect(200)?;
    let failing = listed["plugins"].as_array().and_then(|all| all.iter().find(|one| one["id"] == "hostile.blocks"));
    let failing = failing.context("not listed")?["failing"].to_string();
    ensure!(failing.contains("block hostile-trap") && !failing.contains("hostile-markup"), "{failing}");
    let refused = &listed["refused"][0];
    assert_eq!(refused["id"], "hostile.import");
    ensure!(refused["reason"].as_str().is_some_and(|reason| reason.contains("hostile:wish/clock")), "{refused}");
    let markup = json!({"id": "alive", "kind": "hostile-markup"});
    let page = with_blocks(&mut owner, &neighbours_page, &[markup]).await?;
    let drawn = preview(&mut owner, &neighbours_page, &page).await?;
    ensure!(part(drawn["html"].as_str().context("no html")?, "alive")?.contains("Before."), "{:?}", drawn["errors"]);
    let after = app.kissaten().get("/").await?;
    assert_eq!((after.status, after.text), (200, beside.text));
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn plugin_output_is_sanitized_and_contained() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = with_hostile_blocks(folder.path()).await?;
    let mut owner = app.owner().await?;
    let path = home(&mut owner, &app.website("juniper").await?).await?;
    let blocks = [
        json!({"id": "marked", "kind": "hostile-markup"}),
        json!({"id": "honest", "kind": "text", "settings": {"html": "<p>Kiln day is Friday</p>"}}),
    ];
    let page = with_blocks(&mut owner, &path, &blocks).await?;
    let edited = preview(&mut owner, &path, &page).await?;
    ensure!(message(&edited, "marked").contains("5 lines"), "{:?}", edited["errors"]);
    publish(&mut owner, &path, &page).await?;
    let seen = app.juniper().get("/").await?.text;
    for html in [edited["html"].as_str().context("no html")?, &seen] {
        assert_eq!(html.matches("stolen").count(), 0, "{html}");
        let block = part(html, "marked")?;
        ensure!(block.starts_with("<p class=\"hostile-words\">Before.</p>"), "{block}");
        ensure!(block.trim_end().ends_with("<p>After.</p></div>"), "it ends nothing but itself: {block}");
        ensure!(html.contains("<style>:where(.stoa-block-hostile-markup) .hostile-words{color:teal}</style>"));
        assert_eq!(html.matches("id=\"stoa-context\"").count(), 1);
        ensure!(part(html, "honest")?.contains("<p>Kiln day is Friday</p>"));
    }
    app.stop().await
}

/// Pages are drawn on other threads than those of requests.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_names_the_request_in_which_a_plugin_failed() -> Result<()> {
    let deployment = TestDeployment::new(false).await?;
    let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins-hostile/hostile.blocks");
    let plugins = deployment.data.with_extension("plugins");
    std::fs::create_dir(&plugins)?;
    symlink(hostile.canonicalize().context("run `cargo xtask plugins` first")?, plugins.join("hostile.blocks"))?;
    let log = deployment.data.with_extension("log");
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&deployment.config).arg("serve").stderr(File::create(&log)?);
    command.env("STOA_PLUGINS__DIR", &plugins);
    let server = Server::of(command).await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let path = home(&mut owner, &website).await?;
    let trap = [json!({"id": "trap", "kind": "hostile-trap"})];
    let page = with_blocks(&mut owner, &path, &trap).await?;
    preview(&mut owner, &path, &page).await?;
    let said = read_to_string(&log)?;
    let line = said.lines().find(|line| line.contains("a plugin failed on a page"));
    let line = line.with_context(|| format!("no such line: {said}"))?;
    for part in ["request.id=", "tenant.id=", "http.route=\"/api/v1/websites/{websiteId}/pages/"] {
        ensure!(line.contains(part), "without {part}: {line}");
    }
    Ok(())
}

// spec: plugins.first-use
#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_that_the_server_was_too_busy_to_try_at_its_start_is_used_later() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    demo_database::sqlite(&data).await?;
    let mut config = settings_with(&data, "", &compiler());
    let bundled = Path::new(&config.plugins.dir).canonicalize()?;
    let plugins = folder.path().join("plugins");
    std::fs::create_dir(&plugins)?;
    symlink(bundled.join(CALLOUT), plugins.join(CALLOUT))?;
    config.plugins.dir = plugins.display().to_string();
    // Nobody has tried it before, and no instance is free.
    config.plugins.cache = folder.path().join("cache").display().to_string();
    config.plugins.instances = 0;
    let app = App::start(config).await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    let path = format!("/api/v1/websites/{website}/plugins");
    let seen = owner.get(&path).await?.expect(200)?;
    ensure!(seen["plugins"] == json!([]) && seen["refused"][0]["id"] == CALLOUT, "{seen}");
    let reason = seen["refused"][0]["reason"].as_str().unwrap_or_default();
    ensure!(reason.contains("too busy to try it"), "{reason}");
    let is_used = async || {
        let seen = owner.clone().get(&path).await?.expect(200)?;
        Ok(seen["plugins"][0]["id"] == CALLOUT && seen["refused"] == json!([]))
    };
    app.until(is_used).await?;
    app.stop().await
}
