//! Conditional requests: changes with `If-Match` and `If-None-Match`.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::{Answer, Client};
use crate::requests::PICTURE;
use crate::shop;

/// `If-Match` and `If-None-Match`, each text line sent as a header line, `{}` for the current version; and whether the
/// change is made.
const CASES: [(&str, &str, bool); 13] = [
    ("\"{}\"", "", true),
    ("{}", "", true),
    ("*", "", true),
    ("\"other\", \"{}\"", "", true),
    ("\"other\"\n\"{}\"", "", true),
    ("*", "\"other\"", true),
    ("\"other\"", "", false),
    ("W/\"{}\"", "", false),
    ("\"other,{}\"", "", false),
    ("\"{}", "", false),
    ("\"{}\"", "W/\"{}\"", false),
    ("*", "*", false),
    ("", "*", false),
];

/// A request that changes a version of something.
struct Change {
    method: &'static str,
    path: String,
    body: Value,
    /// Whether the first request creates it.
    is_made: bool,
    /// Status when the version does not match.
    refusal: u16,
    /// Status without a version.
    unnamed: u16,
}

impl Change {
    fn guarded(path: String, body: Value) -> Self {
        Self { method: "PUT", path, body, is_made: false, refusal: 412, unnamed: 428 }
    }

    fn open(path: String, body: Value) -> Self {
        Self { unnamed: 200, ..Self::guarded(path, body) }
    }

    async fn send(&self, owner: &mut Client, is: &str, is_not: &str) -> Result<Answer> {
        let named = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        (owner.if_match, owner.if_none_match) = (named(is), named(is_not));
        let answer = owner.call(self.method, &self.path, Some(&self.body)).await;
        (owner.if_match, owner.if_none_match) = (None, None);
        answer
    }

    async fn check(&self, owner: &mut Client) -> Result<()> {
        let path = &self.path;
        let first = if self.is_made {
            ensure!(self.send(owner, "*", "").await?.status == 412, "{path}: nothing is there");
            self.send(owner, "", "*").await?
        } else {
            self.send(owner, "*", "").await?
        };
        ensure!(first.status == 200, "{path}: {first:?}");
        let mut version = told(&first)?;
        for (is, is_not, holds) in CASES {
            let named = |text: &str| text.replace("{}", &version);
            let answer = self.send(owner, &named(is), &named(is_not)).await?;
            let expected = if holds { 200 } else { self.refusal };
            ensure!(answer.status == expected, "{path} {version}: {is} / {is_not}: {answer:?}");
            if holds {
                version = told(&answer)?;
            }
        }
        let unnamed = self.send(owner, "", "").await?;
        ensure!(unnamed.status == self.unnamed, "{path}: {unnamed:?}");
        Ok(())
    }
}

/// The version of the saved resource.
fn told(answer: &Answer) -> Result<String> {
    let (tag, body) = (answer.header("etag").trim_matches('"'), answer.json());
    let word = ["standing", "version"].into_iter().find_map(|name| body[name].as_str());
    Ok(Some(tag).filter(|tag| !tag.is_empty()).or(word).context("no version")?.to_owned())
}

async fn open(app: &App) -> Result<(Client, String)> {
    let mut owner = app.owner().await?;
    let website = app.website("juniper").await?;
    owner.website = Some(website.clone());
    Ok((owner, format!("/api/v1/websites/{website}")))
}

/// Creates something in a list; returns its path.
async fn made(owner: &mut Client, list: &str, body: &Value) -> Result<String> {
    let made = owner.post(list, body).await?.expect(201)?;
    Ok(format!("{list}/{}", made["id"].as_str().context("no id")?))
}

fn discount() -> Value {
    json!({"label": "Spare", "code": "SPARE", "kind": "amount", "amountCents": 100, "appliesTo": "order",
        "enabled": true})
}

async fn of_the_shop(app: &App, owner: &mut Client, base: &str) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for (noun, body) in [
        ("discounts", discount()),
        ("price-lists", json!({"name": "Spare", "enabled": false, "audience": "signed-in", "rateBasisPoints": 100})),
        ("taxes", json!({"label": "GST", "country": "NZ", "rateBasisPoints": 1500})),
        (
            "shipping-zones",
            json!({"name": "New Zealand", "places": [{"country": "NZ"}],
                "options": [{"label": "Post", "kind": "flat", "priceCents": 3000}]}),
        ),
    ] {
        changes.push(Change::guarded(made(owner, &format!("{base}/{noun}"), &body).await?, body));
    }
    for noun in ["store-settings", "payment-settings"] {
        let path = format!("{base}/{noun}");
        let body = owner.get(&path).await?.expect(200)?;
        changes.push(Change::guarded(path, body));
    }
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let variant = mug["variants"][0]["id"].as_str().context("no variant")?;
    let level = json!({"unlimited": false, "qtyInStock": 20});
    changes.push(Change::guarded(format!("{base}/inventory/{variant}"), level));
    let letter = json!({"subject": "Thanks", "heading": "Thanks", "opening": "", "closing": ""});
    let texts = Change::guarded(format!("{base}/mail/texts/order-confirmed/en"), letter);
    changes.push(Change { is_made: true, ..texts });
    let preferences = Change::open("/api/v1/commerce-preferences/spare-list".to_owned(), json!({"columns": ["total"]}));
    changes.push(Change { is_made: true, ..preferences });
    Ok(changes)
}

async fn of_the_pages(owner: &mut Client, base: &str) -> Result<Vec<Change>> {
    let list = format!("{base}/pages");
    let pages = owner.get(&list).await?.expect(200)?;
    let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["fullUrl"] == "/journal");
    let blog = blog.and_then(|blog| blog["id"].as_str()).context("no blog")?;
    let item = made(owner, &format!("{base}/collections/{blog}/items"), &json!({"title": "Frost"})).await?;
    let item = format!("{base}/items/{}", item.rsplit('/').next().context("no id")?);
    let page = made(owner, &list, &json!({"title": "Hours"})).await?;
    let mut changes = Vec::new();
    for path in [item, format!("{page}/settings"), page.clone()] {
        let body = owner.get(&path).await?.expect(200)?;
        changes.push(Change::guarded(path, body));
    }
    changes.push(Change::open(format!("{page}/status"), json!({"status": "needs-review"})));
    let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>Since 1998</p>"}});
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
    let settings = json!({"tone": "dark", "width": "wide", "padding": "large"});
    let section = json!({"name": "Ours", "section": {"id": "s", "settings": settings, "rows": rows}});
    let section = made(owner, &format!("{base}/saved-sections"), &section).await?;
    changes.push(Change::open(section, json!({"name": "Ours"})));
    let redirect = json!({"source": "/former", "target": "/shop", "permanent": false});
    changes.push(Change::guarded(made(owner, &format!("{base}/redirects"), &redirect).await?, redirect));
    Ok(changes)
}

async fn of_the_site(owner: &mut Client, base: &str) -> Result<Vec<Change>> {
    let call = "/api/site-header-footer".to_owned();
    let arranged = owner.get(&call).await?.expect(200)?;
    let mut draft = arranged.clone();
    draft["header"]["announcementBar"] = json!({"enabled": true, "text": "Open on Sundays", "link": null});
    let picture = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    let picture = format!("{base}/assets/{}", picture["id"].as_str().context("no id")?);
    let file = Change::guarded(format!("{base}/template-files/sunday.block"), json!({"text": "<p>Closed</p>"}));
    let links = json!({"fieldName": "mainNav", "navigation": {"items": []}});
    let navigation = Change::open("/api/widget/UpdateNavigation".to_owned(), links);
    Ok(vec![
        Change::open(call, arranged),
        Change::guarded(format!("{base}/header-footer/draft"), draft),
        Change::guarded(format!("{base}/design"), json!({"theme": "linen", "css": ".a { color: tomato }"})),
        Change::open(picture, json!({"altText": "Vases", "focalPoint": {"x": 0.5, "y": 0.5}})),
        Change { is_made: true, ..file },
        Change { method: "POST", refusal: 409, ..navigation },
        Change::open(format!("{base}/site-lock"), json!({"password": null})),
    ])
}

// spec: content.editor-persistence.open
#[tokio::test(flavor = "multi_thread")]
async fn changes_are_made_over_the_versions_that_are_named() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = open(app).await?;
        let mut changes = of_the_shop(app, &mut owner, &base).await?;
        changes.extend(of_the_pages(&mut owner, &base).await?);
        changes.extend(of_the_site(&mut owner, &base).await?);
        for change in changes {
            change.check(&mut owner).await?;
        }

        // Provider settings have revisions of their own, which the response does not contain.
        let path = format!("{base}/payment-providers/stoa.manual");
        let settings = json!({"transferText": "Please transfer the total", "accountNumber": "DE02 1203 0000"});
        let provider = Change::guarded(path, json!({"settings": settings}));
        for (is, is_not, status) in [("*", "", 412), ("", "*", 200), ("", "*", 412), ("*", "", 200), ("", "", 428)] {
            let answer = provider.send(&mut owner, is, is_not).await?;
            ensure!(answer.status == status, "{is} / {is_not}: {answer:?}");
        }

        let mut body = discount();
        body["code"] = json!("OTHER");
        let path = made(&mut owner, &format!("{base}/discounts"), &body).await?;
        let removal = Change { method: "DELETE", ..Change::guarded(path, Value::Null) };
        for (is, status) in [("W/\"1\"", 412), ("\"2\"", 412), ("", 428), ("\"2\", \"1\"", 204), ("*", 404)] {
            let answer = removal.send(&mut owner, is, "").await?;
            ensure!(answer.status == status, "{is}: {answer:?}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_are_sent_what_they_do_not_have() -> Result<()> {
    const LONG_AGO: (&str, &str) = ("If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT");
    const TO_COME: (&str, &str) = ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT");
    on_postgres(async |app| {
        let (mut owner, _) = open(app).await?;
        let picture = owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
        let picture = picture["url"].as_str().context("no url")?;
        for path in ["/shop", picture] {
            let etag = app.juniper().get(path).await?.header("etag").to_owned();
            ensure!(etag.starts_with('"'), "{path}: {etag}");
            for (is, is_not, since, status) in [
                ("", "{}", LONG_AGO, 304),
                ("", "W/{}", LONG_AGO, 304),
                ("", "\"other\", {}", LONG_AGO, 304),
                ("", "\"other\"\nW/{}", LONG_AGO, 304),
                ("", "*", LONG_AGO, 304),
                ("", "\"other\"", TO_COME, 200),
                ("", "\"other", TO_COME, 200),
                ("{}", "", LONG_AGO, 200),
                ("*", "", LONG_AGO, 200),
                ("W/{}", "", LONG_AGO, 412),
                ("\"other\"", "{}", LONG_AGO, 412),
            ] {
                let named = |text: &str| Some(text.replace("{}", &etag)).filter(|text| !text.is_empty());
                let mut visitor = app.juniper();
                (visitor.if_match, visitor.if_none_match) = (named(is), named(is_not));
                let (answer, bytes) = visitor.get_with(path, since).await?;
                ensure!(answer.status == status, "{path}: {is} / {is_not}: {answer:?}");
                ensure!(status != 304 || (bytes.is_empty() && answer.header("etag") == etag), "{answer:?}");
                ensure!(status != 412 || answer.header("cache-control") == "no-store", "{answer:?}");
            }
        }
        // A missing page is sent in full despite `If-None-Match: *`.
        let mut visitor = app.juniper();
        visitor.if_none_match = Some("*".to_owned());
        let missing = visitor.get("/no-such-page").await?;
        ensure!(missing.status == 404 && missing.text.contains("<html"), "{missing:?}");
        Ok(())
    })
    .await
}
