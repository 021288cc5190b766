//! Queries in templates of the original form: items and categories selected by attributes.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::{App, on_sqlite_with};
use crate::client::Client;
use crate::pages::items::Author;

/// Query attributes, with the titles of their results on every page.
const QUERIES: [(&str, &str); 20] = [
    ("collection='shop' limit='2'", "Hearth Mug|Everyday Bowl"),
    ("collection='shop' skip='2' limit='2'", "Supper Plate|Creek Pitcher"),
    ("collection='shop' skip='100'", ""),
    ("collection='shop' category='pour'", "Hearth Mug|Creek Pitcher|Laurel Teapot with Two Cups"),
    ("collection='shop' category='home' skip='1' limit='1'", "Moon Jar"),
    ("collection='shop' tag='Vases, wood'", "Ridge Bud Vases|Moon Jar|Walnut Serving Board"),
    ("collection='shop' category='Table' tag='kitchen'", "Keeper Jar|Walnut Serving Board"),
    ("collection='shop' featured='true'", ""),
    ("collection='/journal' skip='1' limit='1'", "Why we leave the foot bare"),
    ("source='journal' tag='Process' skip='1' limit='2'", "Why we leave the foot bare|A month in the life of a mug"),
    ("collection='journal' category='glazes, news'", "Kiln opening|Mixing Juniper"),
    ("collection='journal' featured='true'", "Kiln opening"),
    ("collection='journal' featured='true' tag='studio'", ""),
    ("collection='journal' featured='false' tag='studio'", "The day the kiln said no"),
    ("folder='visit'", "Contact|Journal"),
    ("folder='visit' skip='1'", "Journal"),
    ("collection='journal' folder='visit' limit='1'", "Kiln opening"),
    ("collection='shop' folder='visit'", ""),
    ("collection='nowhere'", ""),
    ("collection='{urlId}'", ""),
];

fn region() -> String {
    let titles = "{.repeated section items}{title}{.alternates with}|{.end}";
    let query = |(number, (attributes, _)): (usize, &(&str, &str))| {
        format!("<squarespace:query {attributes}>[{number}:{titles}]</squarespace:query>")
    };
    let queries: String = QUERIES.iter().enumerate().map(query).collect();
    format!(
        "<!doctype html><html><head>{{squarespace-headers}}</head><body>{{squarespace.main-content}}{queries}\
        <squarespace:query collection='shop' limit='1'>[first:{titles}<squarespace:category collection='shop'>\
        {{.repeated section categories}}/{{urlId}}{{.end}}</squarespace:category>]</squarespace:query>\
        <squarespace:category collection='journal' />{{squarespace-footers}}</body></html>"
    )
}

/// Results of a query as shown on a page.
async fn found(visitor: &mut Client, path: &str, name: &str) -> Result<String> {
    let shown = visitor.get(path).await?.text;
    let (_, behind) =
        shown.split_once(&format!("[{name}:")).with_context(|| format!("no {name} on {path}: {shown}"))?;
    Ok(behind.split_once(']').context("no end")?.0.to_owned())
}

async fn check(app: &App) -> Result<()> {
    let mut desk = Author::open(app).await?;
    let post = desk.begin(None, "Kiln opening").await?;
    let fields = json!({"starred": true, "tags": ["process"], "categories": ["News"]});
    desk.change(&post, &fields).await?.expect(200)?;
    desk.publish(&post).await?;
    let Author { mut owner, base, blog } = desk;
    let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
    let pages = pages["pages"].as_array().context("no pages")?;
    let contact = pages.iter().find(|page| page["urlId"] == "contact").context("no contact")?;
    let journal = blog.rsplit('/').next().context("no journal")?;
    let folder = json!({"title": "Visit us", "kind": "folder", "urlId": "visit"});
    let folder = owner.post(&format!("{base}/pages"), &folder).await?.expect(201)?;
    let children = json!([{"collectionId": contact["id"]}, {"collectionId": journal}]);
    let items = json!([{"collectionId": folder["id"], "children": children}]);
    let navigation = json!({"fieldName": "mainNav", "navigation": {"items": items}});
    owner.post("/api/widget/UpdateNavigation", &navigation).await?.expect(200)?;
    let design = format!("{base}/design");
    owner.if_match = Some("\"0\"".to_owned());
    let saved = owner.put(&design, &json!({"theme": "asking"})).await?.expect(200)?;
    owner.if_match = None;
    owner.post(&format!("{design}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;

    let mut visitor = app.juniper();
    for (number, (attributes, expected)) in QUERIES.into_iter().enumerate() {
        assert_eq!(found(&mut visitor, "/", &number.to_string()).await?, expected, "{attributes}");
    }
    let first = found(&mut visitor, "/about", "first").await?;
    assert_eq!(first, "Hearth Mug/table/pour/home-goods/learn-and-give", "a list of categories within a query");
    let of_page = (QUERIES.len() - 1).to_string();
    assert_eq!(found(&mut visitor, "/journal", &of_page).await?.split('|').next(), Some("Kiln opening"));
    ensure!(found(&mut visitor, "/shop/moon-jar", &of_page).await?.starts_with("Hearth Mug|Everyday Bowl|"));

    let home = visitor.get("/").await?.text;
    let link = |name: &str| format!("<li><a href=\"/journal?category={name}\">{name}</a></li>");
    let links: String = ["glazes", "kiln", "News", "process", "table"].map(link).concat();
    ensure!(home.contains(&format!("<ul class=\"categories\">{links}</ul>")), "{home}");
    let chosen = visitor.get("/journal?category=News").await?.text;
    let active = "<li class=\"is-active\"><a href=\"/journal?category=News\">News</a></li>";
    ensure!(chosen.contains(active) && chosen.contains(&link("glazes")), "{chosen}");

    // Queries do not return pages with restricted access.
    let settings = format!("{base}/pages/{journal}/settings");
    let mut closed = owner.get(&settings).await?.expect(200)?;
    closed["access"] = json!("members");
    owner.if_match = Some(format!("\"{}\"", closed["revision"]));
    owner.put(&settings, &closed).await?.expect(200)?;
    for (number, (attributes, _)) in QUERIES.into_iter().enumerate() {
        if attributes.contains("journal") {
            assert_eq!(found(&mut visitor, "/", &number.to_string()).await?, "", "{attributes}");
        }
    }
    ensure!(!visitor.get("/").await?.text.contains("<ul class=\"categories\">"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn theme_query_attributes() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let theme = folder.path().join("asking");
    fs::create_dir_all(&theme)?;
    let layouts = r#"{"name": "Asking", "layouts": {"default": {"name": "Default", "regions": ["site"]}}}"#;
    fs::write(theme.join("template.conf"), layouts)?;
    fs::write(theme.join("site.region"), region())?;
    on_sqlite_with(&format!("[themes]\ndir = {:?}\n", folder.path().display().to_string()), check).await
}
