//! Blog feeds in their three formats, validated by third-party validators; the sitemap and `robots.txt`.

use anyhow::{Context as _, Result, ensure};
use json_feed_model::Version;
use rss::validation::Validate as _;
use serde_json::{Value, json};
use uppsala::XsdValidator;

use crate::app::{on_postgres, on_sqlite};
use crate::pages::items::Author;

const ATOM: &str = include_str!("atom.xsd");

const FORMS: [(&str, &str); 3] = [
    ("rss", "application/rss+xml; charset=utf-8"),
    ("atom", "application/atom+xml; charset=utf-8"),
    ("json-feed", "application/feed+json"),
];

/// Fails with the validation errors of a feed.
fn judge(form: &str, text: &str) -> Result<()> {
    match form {
        "rss" => rss::Channel::read_from(text.as_bytes())?.validate()?,
        "atom" => {
            let judge = XsdValidator::from_schema(&uppsala::parse(ATOM)?)?;
            let faults = judge.validate(&uppsala::parse(text)?);
            ensure!(faults.is_empty(), "{faults:?} in {text}");
        }
        _ => {
            let feed = json_feed_model::from_value(serde_json::from_str(text)?).ok().context("no object")?;
            ensure!(feed.is_valid(&Version::Version1_1), "no JSON Feed: {text}");
        }
    }
    Ok(())
}

/// Writes two posts that differ in every property that feeds can be filtered by; returns the first one.
async fn two_posts(desk: &mut Author) -> Result<String> {
    let mut made = Vec::new();
    for (title, fields) in [
        (
            "Ash & <iron>",
            json!({"author": "Mira Okafor", "tags": ["Glazes & slips"], "categories": ["Workshop"],
                "excerpt": "<p>Eleven tiles &amp; a bowl</p>"}),
        ),
        ("Kiln shelves", json!({"author": "Noor", "tags": ["Tools"], "categories": ["Studio"]})),
    ] {
        let post = desk.begin(None, title).await?;
        desk.change(&post, &fields).await?.expect(200)?;
        desk.publish(&post).await?;
        made.push(post);
    }
    made.into_iter().next().context("no post")
}

#[tokio::test(flavor = "multi_thread")]
async fn feed_formats_and_filters() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        let post = two_posts(&mut desk).await?;
        let mut visitor = app.juniper();
        let mut etags = Vec::new();
        for (form, kind) in FORMS {
            let all = visitor.get(&format!("/journal?format={form}")).await?;
            assert_eq!((all.status, all.header("content-type")), (200, kind));
            judge(form, &all.text)?;
            ensure!(all.text.contains("iron") && all.text.contains("Kiln shelves"), "{}", all.text);
            ensure!(all.text.contains(&format!("/journal?format={form}\"")), "no address of its own: {}", all.text);
            let path = format!("/journal?format={form}");
            let (again, _) = visitor.get_with(&path, "if-none-match", all.header("etag")).await?;
            assert_eq!((again.status, again.header("etag")), (304, all.header("etag")));
            etags.push((path, all.header("etag").to_owned()));

            for (by, name) in [
                ("tag=glazes%20%26%20slips", ": glazes & slips"),
                ("category=workshop", ": workshop"),
                ("author=mira%20OKAFOR", ": mira OKAFOR"),
            ] {
                let part = visitor.get(&format!("/journal?{by}&format={form}")).await?.text;
                judge(form, &part).with_context(|| format!("{by} as {form}"))?;
                ensure!(part.contains("iron") && !part.contains("Kiln shelves"), "{by}: {part}");
                let name = if form == "json-feed" { name.to_owned() } else { name.replace('&', "&amp;") };
                ensure!(part.contains(&name), "{name} is not named in {part}");
                let list = visitor.get(&format!("/journal?{by}")).await?.text;
                ensure!(list.contains("iron") && !list.contains("Kiln shelves"), "{by}: {list}");
            }
            let none = visitor.get(&format!("/journal?tag=nothing&format={form}")).await?;
            judge(form, &none.text)?;
            for path in ["/shop", "/about", "/journal/why-the-foot-is-bare", "/nowhere"] {
                let missing = visitor.get(&format!("{path}?format={form}")).await?;
                ensure!(missing.status == 404, "{path} as {form}: {}", missing.status);
            }

            // Checks that the validators detect errors.
            let broken = [("<link>http", "<link>no "), ("<updated>2", "<updated>x2"), ("\"version\":", "\"edition\":")];
            let broken = broken.iter().fold(all.text, |text, (right, wrong)| text.replacen(right, wrong, 1));
            ensure!(judge(form, &broken).is_err(), "a broken {form} passes");
        }

        desk.change(&post, &json!({"title": "Ash & copper"})).await?.expect(200)?;
        desk.publish(&post).await?;
        for (path, etag) in etags {
            let (changed, _) = visitor.get_with(&path, "if-none-match", etag.as_str()).await?;
            ensure!(changed.status == 200 && changed.text.contains("copper"), "{path}: {changed:?}");
            ensure!(changed.header("etag") != etag, "{path}: {changed:?}");
        }
        Ok(())
    })
    .await
}

/// Id and URL of a post in a JSON feed.
fn named(feed: &Value, title: &str) -> Result<(String, String)> {
    let items = feed["items"].as_array().context("no items")?;
    let item = items.iter().find(|item| item["title"] == title).context("no such post")?;
    let text = |name: &str| item[name].as_str().map(str::to_owned).with_context(|| format!("no {name}"));
    Ok((text("id")?, text("url")?))
}

#[tokio::test(flavor = "multi_thread")]
async fn feed_entry_id_survives_move() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let post = two_posts(&mut desk).await?;
        let mut visitor = app.juniper();
        let before = named(&visitor.get("/journal?format=json-feed").await?.json(), "Ash & <iron>")?;
        desk.change(&post, &json!({"urlId": "moved"})).await?.expect(200)?;
        let after = named(&visitor.get("/journal?format=json-feed").await?.json(), "Ash & <iron>")?;
        ensure!(before.0 == after.0 && before.1 != after.1 && after.1.ends_with("/journal/moved"), "{after:?}");
        let rss = visitor.get("/journal?format=rss").await?.text;
        ensure!(rss.contains(&format!("<guid isPermaLink=\"false\">{}</guid>", after.0)), "{rss}");
        ensure!(rss.contains("<atom:link rel=\"self\""), "{rss}");
        ensure!(visitor.get("/journal?format=atom").await?.text.contains(&format!("<id>{}</id>", after.0)));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn blog_pages_link_feeds() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        two_posts(&mut desk).await?;
        let mut visitor = app.juniper();
        for (path, feeds) in [
            ("/journal", "/journal?"),
            ("/journal/why-the-foot-is-bare", "/journal?"),
            ("/journal?tag=Tools", "/journal?tag=Tools&amp;"),
            ("/journal?category=Studio", "/journal?category=Studio&amp;"),
            ("/journal?author=Noor", "/journal?author=Noor&amp;"),
            ("/journal?tag=nothing", "/journal?"),
        ] {
            let page = visitor.get(path).await?.text;
            for (form, kind) in FORMS {
                let kind = kind.split(';').next().unwrap_or_default();
                let start = format!("<link rel=\"alternate\" type=\"{kind}\" title=\"");
                let link = page.split_once(&start).with_context(|| format!("{path} names no {form}"))?.1;
                let link = link.split_once('>').context("no end")?.0;
                ensure!(link.ends_with(&format!("href=\"{feeds}format={form}\"")), "{path}: {link}");
            }
        }
        let shop = visitor.get("/shop").await?.text;
        ensure!(FORMS.iter().all(|(form, _)| !shop.contains(&format!("format={form}"))), "{shop}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_sitemap_and_robots_are_not_sent_again() -> Result<()> {
    on_sqlite(async |app| {
        let mut desk = Author::open(app).await?;
        two_posts(&mut desk).await?;
        let mut visitor = app.juniper();
        let mut etags = Vec::new();
        for (path, kind) in [
            ("/robots.txt", "text/plain; charset=utf-8"),
            ("/sitemap.xml", "application/xml; charset=utf-8"),
            ("/sitemap.xml?part=1", "application/xml; charset=utf-8"),
        ] {
            let whole = visitor.get(path).await?;
            let etag = whole.header("etag").to_owned();
            ensure!(etag.len() > 2 && whole.header("content-type") == kind, "{path}: {whole:?}");
            let (same, bytes) = visitor.get_with(path, "if-none-match", &etag).await?;
            assert_eq!((same.status, bytes.len(), same.header("etag")), (304, 0, etag.as_str()), "{path}");
            assert_eq!(same.header("cache-control"), whole.header("cache-control"), "{path}");
            let (other, _) = visitor.get_with(path, "if-none-match", "\"other\"").await?;
            assert_eq!((other.status, other.text), (200, whole.text), "{path}");
            let head = visitor.head(path).await?;
            assert_eq!((head.status, head.header("etag")), (200, etag.as_str()), "{path}");
            etags.push((path, etag));
        }
        let post = desk.begin(None, "Cone six").await?;
        desk.publish(&post).await?;
        for (path, etag) in etags {
            let (now, _) = visitor.get_with(path, "if-none-match", &etag).await?;
            assert_eq!(now.status, if path == "/robots.txt" { 304 } else { 200 }, "{path}: {now:?}");
        }
        Ok(())
    })
    .await
}
