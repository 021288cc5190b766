//! Conditional requests: changes with `If-Match` and `If-None-Match`.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::{Client, TestResponse};
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
    /// Sent in turn, for operations that do not accept the same change twice.
    bodies: Vec<Value>,
    /// Whether the first request creates it.
    is_made: bool,
    /// Status of a change that is made.
    done: u16,
    /// Status when the version does not match.
    refusal: u16,
    /// Status without a version.
    unnamed: u16,
    /// Address and member with the new version, where the response does not contain it.
    version_at: Option<(String, &'static str)>,
}

impl Change {
    fn guarded(path: String, body: Value) -> Self {
        let bodies = vec![body];
        let (method, is_made, version_at) = ("PUT", false, None);
        Self { method, path, bodies, is_made, done: 200, refusal: 412, unnamed: 428, version_at }
    }

    fn open(path: String, body: Value) -> Self {
        Self { unnamed: 200, ..Self::guarded(path, body) }
    }

    async fn send(&self, owner: &mut Client, turn: usize, is: &str, is_not: &str) -> Result<TestResponse> {
        let body = self.bodies.iter().cycle().nth(turn).context("no body")?;
        call_if(owner, Call { method: self.method, path: &self.path, body }, is, is_not).await
    }

    async fn version(&self, owner: &mut Client, answer: &TestResponse) -> Result<String> {
        let Some((path, member)) = &self.version_at else { return saved_version(answer) };
        let read = owner.get(path).await?.expect(200)?;
        Ok(read[*member].as_str().context("no version")?.to_owned())
    }

    async fn check(&self, owner: &mut Client) -> Result<()> {
        let path = &self.path;
        let first = if self.is_made {
            ensure!(self.send(owner, 0, "*", "").await?.status == 412, "{path}: nothing is there");
            self.send(owner, 0, "", "*").await?
        } else {
            self.send(owner, 0, "*", "").await?
        };
        ensure!(first.status == self.done, "{path}: {first:?}");
        let (mut version, mut turn) = (self.version(owner, &first).await?, 1);
        for (is, is_not, holds) in CASES {
            let named = |text: &str| text.replace("{}", &version);
            let answer = self.send(owner, turn, &named(is), &named(is_not)).await?;
            let expected = if holds { self.done } else { self.refusal };
            ensure!(answer.status == expected, "{path} {version}: {is} / {is_not}: {answer:?}");
            if holds {
                version = self.version(owner, &answer).await?;
                turn += 1;
            }
        }
        let unnamed = self.send(owner, turn, "", "").await?;
        ensure!(unnamed.status == self.unnamed, "{path}: {unnamed:?}");
        Ok(())
    }
}

/// Something to delete, created again for each deletion.
struct Removal {
    /// Where it is created, by POST; or its own path, for a file that is created by PUT.
    list: String,
    body: Value,
    is_file: bool,
    /// Member of the response that contains its version.
    version: &'static str,
    /// Status without a version.
    unnamed: u16,
}

impl Removal {
    fn guarded(list: String, body: Value) -> Self {
        Self { list, body, is_file: false, version: "revision", unnamed: 428 }
    }

    /// Creates it; returns its path and version.
    async fn create(&self, owner: &mut Client) -> Result<(String, String)> {
        let (path, made) = if self.is_file {
            let made = call_if(owner, Call { method: "PUT", path: &self.list, body: &self.body }, "", "*")
                .await?
                .expect(200)?;
            (self.list.clone(), made)
        } else {
            let made = owner.post(&self.list, &self.body).await?.expect(201)?;
            (format!("{}/{}", self.list, made["id"].as_str().context("no id")?), made)
        };
        let version = made[self.version].as_str().map_or_else(|| made[self.version].to_string(), str::to_owned);
        Ok((path, version))
    }

    async fn check(&self, owner: &mut Client) -> Result<()> {
        let mut kept = self.create(owner).await?;
        for (is, is_not, holds) in CASES {
            let (path, version) = &kept;
            let named = |text: &str| text.replace("{}", version);
            let answer = call_if(owner, Call::delete(path), &named(is), &named(is_not)).await?;
            let expected = if holds { 204 } else { 412 };
            ensure!(answer.status == expected, "{path} {version}: {is} / {is_not}: {answer:?}");
            if holds {
                let again = call_if(owner, Call::delete(path), "*", "").await?;
                ensure!(again.status == 404, "{path} was deleted: {again:?}");
                kept = self.create(owner).await?;
            }
        }
        let unnamed = call_if(owner, Call::delete(&kept.0), "", "").await?;
        ensure!(unnamed.status == self.unnamed, "{}: {unnamed:?}", kept.0);
        if self.unnamed == 428 {
            call_if(owner, Call::delete(&kept.0), "*", "").await?.expect(204)?;
        }
        Ok(())
    }
}

/// A request, without its preconditions.
#[derive(Clone, Copy)]
struct Call<'a> {
    method: &'a str,
    path: &'a str,
    body: &'a Value,
}

impl<'a> Call<'a> {
    fn delete(path: &'a str) -> Self {
        Self { method: "DELETE", path, body: &Value::Null }
    }
}

async fn call_if(owner: &mut Client, call: Call<'_>, is: &str, is_not: &str) -> Result<TestResponse> {
    let named = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    (owner.if_match, owner.if_none_match) = (named(is), named(is_not));
    let answer = owner.call(call.method, call.path, Some(call.body)).await;
    (owner.if_match, owner.if_none_match) = (None, None);
    answer
}

/// Operations of the API document that read `If-Match`, by method and path.
fn documented() -> Result<Vec<(String, String)>> {
    let document = serde_json::to_value(stoa_http::document())?;
    let reads_it = |operation: &Value| {
        let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
        parameters.iter().any(|parameter| parameter["name"] == "If-Match")
    };
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().context("no paths")? {
        for (method, _) in methods.as_object().context("no methods")?.iter().filter(|(_, call)| reads_it(call)) {
            found.push((method.to_uppercase(), path.clone()));
        }
    }
    Ok(found)
}

/// Whether a path is one of those that a path of the document stands for.
fn is_at(documented: &str, path: &str) -> bool {
    let (known, own): (Vec<&str>, Vec<&str>) = (documented.split('/').collect(), path.split('/').collect());
    known.len() == own.len() && known.iter().zip(own).all(|(known, own)| known.starts_with('{') || *known == own)
}

/// The version of the saved resource.
fn saved_version(answer: &TestResponse) -> Result<String> {
    let (tag, body) = (answer.header("etag").trim_matches('"'), answer.json());
    let word = ["standing", "version"].into_iter().find_map(|name| body[name].as_str());
    Ok(Some(tag).filter(|tag| !tag.is_empty()).or(word).context("no version")?.to_owned())
}

async fn open(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
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

fn price_list() -> Value {
    json!({"name": "Spare", "enabled": false, "audience": "signed-in", "rateBasisPoints": 100})
}

fn tax() -> Value {
    json!({"label": "GST", "country": "NZ", "rateBasisPoints": 1500})
}

fn shipping_zone() -> Value {
    json!({"name": "New Zealand", "places": [{"country": "NZ"}],
        "options": [{"label": "Post", "kind": "flat", "priceCents": 3000}]})
}

fn saved_section() -> Value {
    let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>Since 1998</p>"}});
    let rows = json!([{"id": "r", "columns": [{"span": 12, "blocks": [block]}]}]);
    let settings = json!({"tone": "dark", "width": "wide", "padding": "large"});
    json!({"name": "Ours", "section": {"id": "s", "settings": settings, "rows": rows}})
}

async fn of_the_shop(app: &App, owner: &mut Client, base: &str) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for (noun, body) in [
        ("discounts", discount()),
        ("price-lists", price_list()),
        ("taxes", tax()),
        ("shipping-zones", shipping_zone()),
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
    let message = json!({"subject": "Thanks", "heading": "Thanks", "opening": "", "closing": ""});
    let texts = Change::guarded(format!("{base}/mail/texts/order-confirmed/en"), message);
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
    let tagged = changes.first_mut().and_then(|item| item.bodies.first_mut()).context("no item")?;
    tagged["tags"] = json!(["Frost"]);
    let renamed = |name: &str| json!({"kind": "tag", "name": "frost", "newName": name});
    let labels = Change::open(format!("{base}/collections/{blog}/labels"), Value::Null);
    changes.push(Change { method: "POST", bodies: vec![renamed("frost"), renamed("Frost")], ..labels });
    changes.push(item_order(owner, base).await?);
    changes.push(Change::open(format!("{page}/status"), json!({"status": "needs-review"})));
    let section = made(owner, &format!("{base}/saved-sections"), &saved_section()).await?;
    changes.push(Change::open(section, json!({"name": "Ours"})));
    let redirect = json!({"source": "/former", "target": "/shop", "permanent": false});
    changes.push(Change::guarded(made(owner, &format!("{base}/redirects"), &redirect).await?, redirect));
    let front = made(owner, &list, &json!({"title": "Front"})).await?;
    owner.post(&format!("{front}/publish"), &json!({"revision": 1})).await?.expect(200)?;
    let id = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let experiment = json!({"name": "front", "target": "page", "page": id(&front), "goal": "purchase", "variants": [
        {"name": "original", "weight": 50}, {"name": "b", "weight": 50, "sourcePage": id(&page)}]});
    changes.push(Change::guarded(made(owner, &format!("{base}/experiments"), &experiment).await?, experiment));
    changes.push(Change { method: "POST", ..Change::open(format!("{front}/home"), Value::Null) });
    Ok(changes)
}

/// The manual order of a portfolio with two works.
async fn item_order(owner: &mut Client, base: &str) -> Result<Change> {
    let works = made(owner, &format!("{base}/pages"), &json!({"kind": "portfolio", "title": "Works"})).await?;
    let works = works.replace("/pages/", "/collections/");
    let mut ids = Vec::new();
    for title in ["Amphora", "Beaker"] {
        let work = owner.post(&format!("{works}/items"), &json!({"title": title})).await?.expect(201)?;
        ids.push(work["id"].clone());
    }
    let [one, other] = ids.as_slice() else { anyhow::bail!("two works") };
    let bodies = vec![json!({"items": [one, other]}), json!({"items": [other, one]})];
    let version_at = Some((format!("{works}/items"), "orderVersion"));
    let order = Change::open(format!("{works}/item-order"), Value::Null);
    Ok(Change { bodies, version_at, done: 204, unnamed: 204, ..order })
}

fn removals(base: &str) -> Vec<Removal> {
    let guarded = |noun: &str, body: Value| Removal::guarded(format!("{base}/{noun}"), body);
    let open = |noun: &str, body: Value, version| Removal { unnamed: 204, version, ..guarded(noun, body) };
    let file = guarded("template-files/monday.block", json!({"text": "<p>Open</p>"}));
    vec![
        guarded("discounts", discount()),
        guarded("price-lists", price_list()),
        guarded("taxes", tax()),
        guarded("shipping-zones", shipping_zone()),
        Removal { is_file: true, ..file },
        open("saved-sections", saved_section(), "version"),
        open("pages", json!({"title": "Spare"}), "standing"),
    ]
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
    let plugin = format!("{base}/plugins/stoa.callout");
    owner.call("PATCH", &plugin, Some(&json!({"enabled": true}))).await?.expect(200)?;
    let navigation = Change::open("/api/widget/UpdateNavigation".to_owned(), links);
    let no_load_tests = json!({"allowedUntil": null, "maxCallsPerSecond": 20});
    Ok(vec![
        Change::open(call, arranged),
        Change::guarded(format!("{base}/header-footer/draft"), draft),
        Change::guarded(format!("{base}/design"), json!({"theme": "linen", "css": ".a { color: tomato }"})),
        Change::open(picture, json!({"altText": "Vases", "focalPoint": {"x": 0.5, "y": 0.5}})),
        Change { is_made: true, ..file },
        Change { method: "POST", refusal: 409, ..navigation },
        Change::open(format!("{base}/site-lock"), json!({"password": null})),
        Change::open(format!("{base}/load-tests"), no_load_tests),
        Change { method: "PATCH", ..Change::open(plugin, json!({"enabled": true})) },
    ])
}

// spec: content.editor-persistence.open
#[tokio::test(flavor = "multi_thread")]
async fn writes_check_if_match() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = open(app).await?;
        let mut without_case = documented()?;
        for removal in removals(&base) {
            removal.check(&mut owner).await?;
            let path = if removal.is_file { removal.list } else { format!("{}/id", removal.list) };
            without_case.retain(|(method, known)| method != "DELETE" || !is_at(known, &path));
        }
        let mut changes = of_the_shop(app, &mut owner, &base).await?;
        changes.extend(of_the_pages(&mut owner, &base).await?);
        changes.extend(of_the_site(&mut owner, &base).await?);
        for change in changes {
            change.check(&mut owner).await?;
            without_case.retain(|(method, known)| method != change.method || !is_at(known, &change.path));
        }

        // Provider settings have revisions of their own, which the response does not contain.
        let path = format!("{base}/payment-providers/stoa.manual");
        let settings = json!({"transferText": "Please transfer the total", "accountNumber": "DE02 1203 0000"});
        let provider = Change::guarded(path, json!({"settings": settings}));
        for (is, is_not, status) in [("*", "", 412), ("", "*", 200), ("", "*", 412), ("*", "", 200), ("", "", 428)] {
            let answer = provider.send(&mut owner, 0, is, is_not).await?;
            ensure!(answer.status == status, "{is} / {is_not}: {answer:?}");
        }
        without_case.retain(|(_, known)| !is_at(known, &provider.path));
        // It starts once (`analytics/experiments.rs`).
        without_case.retain(|(_, known)| !known.ends_with("/experiments/{experimentId}/start"));
        // A version is that of a package (`site_plugins.rs`).
        without_case.retain(|(_, known)| !known.ends_with("/plugins/{pluginId}/version"));
        ensure!(without_case.is_empty(), "no case for {without_case:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_check_if_none_match() -> Result<()> {
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
                let (answer, bytes) = visitor.get_with(path, since.0, since.1).await?;
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
