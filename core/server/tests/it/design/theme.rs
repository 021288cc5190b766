//! `stoa theme` on the command line, with the fixture themes of the renderer.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use stoa_testkit::copy_folder;

use crate::app::{App, settings};
use crate::demo_database;
use crate::pages::items::Author;
use crate::plugin_package::{Packed, packed, publisher};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../render/tests/themes").join(name)
}

fn stoa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stoa"));
    command.arg("theme").args(arguments);
    command
}

fn run(arguments: &[&str], folder: &Path) -> Result<Output> {
    Ok(stoa(arguments).arg(folder).output()?)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn clean_theme_exits_with_0() -> Result<()> {
    let checked = run(&["check"], &fixture("fieldnotes"))?;
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).starts_with("No problems in "), "{}", text(&checked.stdout));
    Ok(())
}

#[test]
fn theme_errors_exit_with_1_and_excerpt() -> Result<()> {
    let checked = run(&["check"], &fixture("unsupported"))?;
    assert_eq!(checked.status.code(), Some(1));
    let printed = text(&checked.stdout);
    let expected =
        "site.region:12:1  error  formatter-unknown\n  Formatter 'shout' is unknown\n  12 | {title|shout}\n     | ^\n";
    assert!(printed.contains(expected), "{printed}");
    assert!(printed.contains("pages/about.page  error  unsupported-page\n"), "{printed}");
    assert!(!printed.contains('\u{1b}'), "no colours where nobody sees them");
    Ok(())
}

#[test]
fn json_output_is_one_document() -> Result<()> {
    let checked = run(&["check", "--json"], &fixture("unsupported"))?;
    assert_eq!(checked.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&checked.stdout)?;
    assert_eq!((&report["theme"], &report["form"]), (&"unsupported".into(), &"original".into()));
    let problems = report["problems"].as_array().context("a list")?;
    assert_eq!(report["errors"].as_u64().map(|errors| errors > 10), Some(true));
    let unknown = problems.iter().find(|problem| problem["code"] == "formatter-unknown").context("it is told")?;
    let place = (&unknown["file"], &unknown["line"], &unknown["column"], &unknown["severity"], &unknown["source"]);
    assert_eq!(place, (&"site.region".into(), &12.into(), &1.into(), &"error".into(), &"{title|shout}".into()));
    Ok(())
}

#[test]
fn plugin_formatters_accepted_with_note() -> Result<()> {
    let folder = tempfile::tempdir()?;
    fs::create_dir_all(folder.path().join("plugins/words"))?;
    let manifest = "[plugin]\nid = \"test.words\"\nversion = \"0.1.0\"\napi = \"0.1\"\nname = \"Words\"\nsummary = \"S.\"\n\
        license = \"MIT\"\ncomponent = \"plugin.wasm\"\n\n[[provides]]\nkind = \"formatter\"\nnames = [\"shout\"]\n";
    fs::write(folder.path().join("plugins/words/plugin.toml"), manifest)?;
    let theme = folder.path().join("theme");
    fs::create_dir_all(&theme)?;
    fs::write(theme.join("theme.conf"), r#"{"name": "Loud"}"#)?;
    fs::write(theme.join("site.region"), "{stoa.headers}{page.title|shout}{stoa.main-content}{stoa.footers}")?;
    let plugins = folder.path().join("plugins").display().to_string();
    let checked = run(&["check", "--json", "--plugins", &plugins], &theme)?;
    let report: Value = serde_json::from_slice(&checked.stdout)?;
    let notes: Vec<&Value> =
        report["problems"].as_array().into_iter().flatten().map(|problem| &problem["code"]).collect();
    assert_eq!((checked.status.code(), notes), (Some(0), vec![&Value::from("plugin-word")]), "{report}");
    Ok(())
}

#[test]
fn predicates_of_packages_are_known() -> Result<()> {
    let (folder, key) = publisher()?;
    let what = Packed { built: "plugins/stoa.conditions", id: "acme.conditions", version: "1.0.0" };
    let plugins = folder.path().join("plugins");
    fs::create_dir_all(&plugins)?;
    let theme = folder.path().join("theme");
    fs::create_dir_all(&theme)?;
    fs::write(theme.join("theme.conf"), r#"{"name": "Long"}"#)?;
    let region = "{stoa.headers}{.is_long? 3}<p>Long</p>{.end}{stoa.main-content}{stoa.footers}";
    fs::write(theme.join("site.region"), region)?;
    let named = plugins.display().to_string();
    let check = || -> Result<(Option<i32>, String)> {
        let checked = run(&["check", "--json", "--plugins", &named], &theme)?;
        let report: Value = serde_json::from_slice(&checked.stdout)?;
        Ok((checked.status.code(), report["problems"].to_string()))
    };
    let (code, found) = check()?;
    ensure!(code == Some(1) && found.contains("is_long"), "{found}");
    fs::copy(packed(folder.path(), what, &key)?, plugins.join("conditions.stoaplugin"))?;
    fs::write(plugins.join("broken.stoaplugin"), "no package")?;
    let (code, found) = check()?;
    ensure!(code == Some(0), "{found}");
    Ok(())
}

#[test]
fn folder_without_templates_is_reported() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let theme = folder.path().join("meadow");
    fs::create_dir_all(&theme)?;
    for files in 0..2 {
        let checked = run(&["check"], &theme)?;
        let printed = text(&checked.stdout);
        let summary = format!("1 error in {files} file{}; nothing was rendered.\n", if files == 1 { "" } else { "s" });
        assert_eq!(checked.status.code(), Some(1), "{printed}");
        assert!(printed.starts_with("meadow  error  no-templates\n  The folder contains no templates.\n"), "{printed}");
        assert!(printed.ends_with(&summary), "{printed}");
        let checked = run(&["check", "--json"], &theme)?;
        let report: Value = serde_json::from_slice(&checked.stdout)?;
        let counted = (checked.status.code(), &report["files"], &report["pages"], &report["errors"]);
        assert_eq!(counted, (Some(1), &files.into(), &0.into(), &1.into()), "{report}");
        assert_eq!(report["problems"][0]["code"], "no-templates");
        fs::write(theme.join("readme.md"), "A theme to come")?;
    }
    Ok(())
}

#[test]
fn missing_folder_exits_with_2() -> Result<()> {
    for command in ["check", "dev"] {
        let checked = run(&[command], Path::new("nowhere"))?;
        assert_eq!(checked.status.code(), Some(2), "{command}");
        assert!(text(&checked.stderr).starts_with("stoa: nowhere cannot be read: "), "{}", text(&checked.stderr));
        assert_eq!(text(&checked.stderr).lines().count(), 1);
    }
    Ok(())
}

#[test]
fn occupied_port_error_is_one_line() -> Result<()> {
    let taken = TcpListener::bind("127.0.0.1:0")?;
    let port = taken.local_addr()?.port().to_string();
    let served = run(&["dev", "--port", &port], &fixture("fieldnotes"))?;
    assert_eq!(served.status.code(), Some(1));
    let error_message = text(&served.stderr);
    assert!(
        error_message.contains("choose another port with --port") && error_message.lines().count() == 1,
        "{error_message}"
    );
    Ok(())
}

/// A theme server, stopped on drop.
struct Dev {
    child: Child,
    origin: String,
    http: Client,
}

impl Drop for Dev {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Dev {
    fn start(folder: &Path) -> Result<Self> {
        let mut child =
            stoa(&["dev", "--port", "0"]).arg(folder).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut said = BufReader::new(child.stdout.take().context("its output")?);
        let mut line = String::new();
        said.read_line(&mut line)?;
        // The output is drained: writing to a closed pipe would end the process.
        std::thread::spawn(move || said.lines().for_each(drop));
        let origin = line.trim().trim_end_matches('/').rsplit(' ').next().unwrap_or_default().to_owned();
        // The first test of the process installs the TLS provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(Self { child, origin, http: Client::builder().no_proxy().build()? })
    }

    async fn get(&self, path: &str) -> Result<(u16, String)> {
        let answer = self.http.get(format!("{}{path}", self.origin)).send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    async fn events(&self) -> Result<Response> {
        Ok(self.http.get(format!("{}/-/events", self.origin)).send().await?)
    }
}

async fn change(events: &mut Response) -> Result<()> {
    let wait = async {
        loop {
            let piece = events.chunk().await?.context("the line was cut")?;
            if text(&piece).contains("event: change") {
                return Ok(());
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.context("nobody told of the change")?
}

#[tokio::test]
async fn theme_dev_server_live_reload() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let theme = folder.path().join("notes");
    copy_folder(&fixture("fieldnotes"), &theme)?;
    let dev = Dev::start(&theme)?;
    let (status, home) = dev.get("/").await?;
    assert_eq!(status, 200);
    assert!(home.contains("Field Notes") && home.contains("<script src=\"/-/reload.js\" defer></script>"), "{home}");
    for (path, status) in [
        ("/about", 200),
        ("/journal", 200),
        ("/journal/another", 200),
        ("/shop", 200),
        ("/shop/other", 200),
        ("/cart", 200),
        ("/checkout", 200),
        ("/nothing/here/at-all", 404),
        ("/-/reload.js", 200),
        ("/-/problems", 200),
        ("/themes/notes/scripts/menu.js", 200),
        ("/themes/base/assets/blocks.css", 200),
        ("/sample/kiln.webp", 200),
        ("/sample/no.webp", 404),
    ] {
        assert_eq!(dev.get(path).await?.0, status, "{path}");
    }
    let mut events = dev.events().await?;
    let region = theme.join("foot.region");
    let foot = fs::read_to_string(&region)?;
    fs::write(&region, foot.replace("<footer class=\"foot\">", "<footer class=\"foot\"><p>Planted today</p>"))?;
    change(&mut events).await?;
    assert!(dev.get("/").await?.1.contains("<p>Planted today</p>"));
    fs::write(&region, "<footer>\n  <p>{title|nope}</p>{.section x}\n</footer>")?;
    change(&mut events).await?;
    let (_, broken) = dev.get("/").await?;
    assert!(broken.contains("<p>Planted today</p>"), "the last good page lies beneath: {broken}");
    for part in [
        "foot.region:2:6</span>",
        "Formatter &#39;nope&#39; is unknown",
        "<pre>  &lt;p&gt;{title|nope}&lt;/p&gt;{.section x}\n<span class=\"stoa-theme-errors__mark\">     ^</span></pre>",
        "foot.region:2:22</span>",
        "The theme has 2 errors",
    ] {
        assert!(broken.contains(part), "no {part} in {broken}");
    }
    fs::write(&region, &foot)?;
    change(&mut events).await?;
    let (_, mended) = dev.get("/").await?;
    ensure!(!mended.contains("stoa-theme-errors") && !mended.contains("Planted today"), "{mended}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn site_uses_original_form_theme() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (data, themes) = (folder.path().join("data"), folder.path().join("themes"));
    copy_folder(&fixture("fieldnotes"), &themes.join("fieldnotes"))?;
    demo_database::sqlite(&data).await?;
    let mut config = settings(&data, "");
    config.themes.dir = themes.display().to_string();
    let app = App::start(config).await?;
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/design", app.website("juniper").await?);
    owner.if_match = Some("\"0\"".to_owned());
    let saved = owner.put(&path, &json!({"theme": "fieldnotes"})).await?.expect(200)?;
    owner.if_match = None;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    let mut visitor = app.juniper();
    for (page, parts) in [
        (
            "/",
            &["class=\"masthead\"", "<style>:root{--ink:#22301f;", "From the journal", "Why we leave the foot bare"][..],
        ),
        ("/journal", &["page page--narrow", "<li class=\"is-active\"><a href=\"/journal\""]),
        ("/shop?category=table", &["<li class=\"is-active\"><a href=\"/shop?category=table\">Table</a></li>"]),
        ("/shop/hearth-mug", &["<article class=\"product\">", "data-stoa-island=\"product-form\""]),
        ("/cart", &["id=\"cart-root\"", "class=\"masthead\""]),
    ] {
        let shown = visitor.get(page).await?;
        ensure!(shown.status == 200, "{page}: {} {}", shown.status, shown.text);
        for part in parts {
            ensure!(shown.text.contains(part), "{page} lacks {part}: {}", shown.text);
        }
    }
    let home = visitor.get("/").await?.text;
    let script = home.split('"').find(|part| part.contains("/scripts/menu.js?v=")).context("the script's address")?;
    ensure!(visitor.get(script).await?.text.contains("masthead__menu"));
    // Cached pages are rendered again when the results of their queries change.
    ensure!(home.contains("<p class=\"foot__before\">A month in the life of a mug</p>"), "{home}");
    ensure!(!home.contains("foot__featured"), "{home}");
    let mut desk = Author::open(&app).await?;
    let post = desk.begin(None, "Kiln opening").await?;
    desk.change(&post, &json!({"starred": true})).await?.expect(200)?;
    desk.publish(&post).await?;
    let home = visitor.get("/").await?.text;
    for part in ["foot__before\">Why we leave the foot bare<", "foot__featured\">Kiln opening<"] {
        ensure!(home.contains(part), "{part} is not in {home}");
    }
    app.stop().await
}
