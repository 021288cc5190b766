//! LESS style sheets of themes of the original form: the CSS of pages, and errors shown to owners who edit them.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::{App, on_sqlite_with};
use crate::design::template_files::Templates;

const REGION: &str = "<!doctype html><html><head>{squarespace-headers}</head><body>{squarespace.main-content}\
    {squarespace-footers}</body></html>";
const CONF: &str = r#"{"name": "Slate", "layouts": {"default": {"name": "Default", "regions": ["site"]}},
    "stylesheets": ["mixins.less", "site.less"]}"#;
const MIXINS: &str =
    ".round(@r) when (@r > 0) { border-radius: @r; }\n.round(@r) when (default()) { border-radius: 0; }\n";
const SITE: &str = "@import 'lists';\n.card { .round(4px); &-title { margin: 0; } }\n.menu:extend(.plain) {}\n";
const LISTS: &str = ".plain { list-style: none; }\n";

/// The style sheet linked by the home page.
async fn served(app: &App, path: &str) -> Result<String> {
    let mut visitor = app.juniper();
    let page = visitor.get("/").await?.text;
    let (_, from) = page.split_once(&format!("/themes/slate/{path}?v=")).context("no link to the style sheet")?;
    let (version, _) = from.split_once('"').context("no end of the link")?;
    let answer = visitor.get(&format!("/themes/slate/{path}?v={version}")).await?;
    ensure!(answer.status == 200 && answer.header("content-type").starts_with("text/css"), "{answer:?}");
    Ok(answer.text)
}

async fn check(app: &App) -> Result<()> {
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let mut owner = app.owner().await?;
    let state = owner.get(&format!("{base}/design")).await?.expect(200)?;
    owner.if_match = Some(format!("\"{}\"", state["revision"]));
    let saved = owner.put(&format!("{base}/design"), &json!({"theme": "slate"})).await?.expect(200)?;
    owner.if_match = None;
    owner.post(&format!("{base}/design/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;

    let css = served(app, "styles/site.less").await?;
    for part in [".card {\n  border-radius: 4px;", ".card-title {", ".plain,\n.menu {\n  list-style: none;"] {
        ensure!(css.contains(part), "no {part} in\n{css}");
    }

    let mut templates = Templates::owned(app).await?;
    for (text, code, line, message) in [
        ("a { color: red; }\n.card { .round(); }", "invalid-style", 2, "No matching definition"),
        ("\n@import \"../../etc/passwd\";", "invalid-style", 2, "There is no file '../../etc/passwd' in the theme."),
        ("@plugin \"x\";", "invalid-style", 1, "style sheets run no scripts"),
        ("a { width: `1 + 1`; }", "invalid-style", 1, "style sheets run no scripts"),
        (".deep() { .deep(); }\na { .deep(); }", "style-limit", 1, "forever"),
    ] {
        let file = templates.save("styles/site.less", text).await?;
        let found = &file["problems"][0];
        ensure!(found["code"] == code && found["path"] == "styles/site.less", "{text}: {file}");
        // For a run that exceeds the limits, the position may be that of any of its rules.
        ensure!(found["line"] == line || code == "style-limit", "{text}: {found}");
        ensure!(found["message"].as_str().is_some_and(|told| told.contains(message)), "{text}: {found}");
        let refused = templates.publish().await?.problem(422)?;
        ensure!(refused["problems"][0]["code"] == code, "{refused}");
    }
    ensure!(served(app, "styles/site.less").await? == css, "visitors see none of it");

    templates.save("styles/site.less", "@import 'lists';\n.card { .round(0); }\n").await?;
    templates.publish().await?.expect(200)?;
    let css = served(app, "styles/site.less").await?;
    ensure!(css.contains(".card {\n  border-radius: 0;") && css.contains(".plain {"), "{css}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn theme_style_sheets_compile_and_report_errors() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let theme = folder.path().join("slate");
    fs::create_dir_all(theme.join("styles"))?;
    for (name, text) in [
        ("template.conf", CONF),
        ("site.region", REGION),
        ("styles/mixins.less", MIXINS),
        ("styles/site.less", SITE),
        ("styles/lists.less", LISTS),
    ] {
        fs::write(theme.join(name), text)?;
    }
    on_sqlite_with(&format!("[themes]\ndir = {:?}\n", folder.path().display().to_string()), check).await
}
