//! Sample data: what pages show before there is a site. The bundled set is made of the demo shop; a
//! theme lays its own over it in its folder `sample/`.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use stoa_document::Document;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/sample"]
struct Embedded;

/// What every page knows of its site.
const SITE: &str = "site";
/// Templates that pages are drawn with, and the status of their answers.
const TEMPLATES: [(&str, u16); 29] = [
    ("page.item", 200),
    ("blog.list", 200),
    ("blog.item", 200),
    ("products.list", 200),
    ("products.item", 200),
    ("cart.item", 200),
    ("cart-v2.item", 200),
    ("checkout.item", 200),
    ("payment-confirm.item", 200),
    ("donate.item", 200),
    ("contribution-confirmed.item", 200),
    ("order-confirmed.item", 200),
    ("subscription-confirmed.item", 200),
    ("order-received.item", 200),
    ("membership-confirmed.item", 200),
    ("order-status.item", 200),
    ("reviews-request.item", 200),
    ("newsletter-unsubscribe.item", 200),
    ("digital-preview.item", 200),
    ("account.item", 200),
    ("folder.item", 200),
    ("search.item", 200),
    ("splash.item", 200),
    ("popup-overlay.item", 200),
    ("lock-screen.item", 401),
    ("protected.item", 401),
    ("access-denied.item", 403),
    ("not-found.item", 404),
    ("error.item", 500),
];

/// Sample data that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct SampleError {
    /// Which file.
    pub file: String,
    /// What is wrong with it.
    pub message: String,
}

/// A page with everything it shows.
#[derive(Clone, Debug)]
pub struct SamplePage {
    /// Name of its file without the extension.
    pub name: String,
    /// Where it stands on the site.
    pub path: String,
    /// HTTP status of its answer.
    pub status: u16,
    pub(super) template: &'static str,
    pub(super) page: Map<String, Value>,
    pub(super) data: Map<String, Value>,
    pub(super) document: Option<Document>,
    pub(super) blocks: HashMap<String, Value>,
}

/// A site with one page of each kind.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) site: Map<String, Value>,
    pages: Vec<SamplePage>,
}

impl Samples {
    /// The bundled set, under the files of a theme's folder `sample/` by name without extension.
    ///
    /// # Errors
    /// The first file that cannot be used.
    pub fn new(own: &BTreeMap<String, Value>) -> Result<Self, SampleError> {
        let mut parts = bundled()?;
        for (name, part) in own {
            let Value::Object(part) = part else {
                return Err(SampleError { file: name.clone(), message: "should hold a JSON object".to_owned() });
            };
            overlay(parts.entry(name.clone()).or_default(), part);
        }
        let site = parts.remove(SITE).unwrap_or_default();
        let pages = parts.into_iter().map(|(name, part)| SamplePage::read(&name, part)).collect::<Result<_, _>>()?;
        Ok(Self { site, pages })
    }

    /// The parts in the JSON files below `sample/` of a theme's folder.
    ///
    /// # Errors
    /// The first file that is no JSON.
    pub fn parts_of<'a>(
        files: impl IntoIterator<Item = (&'a String, &'a Bytes)>,
    ) -> Result<BTreeMap<String, Value>, SampleError> {
        let mut parts = BTreeMap::new();
        for (path, bytes) in files {
            let Some(name) = path.strip_prefix("sample/").and_then(|path| path.strip_suffix(".json")) else { continue };
            let part = serde_json::from_slice(bytes)
                .map_err(|error| SampleError { file: path.clone(), message: format!("is no JSON: {error}") })?;
            parts.insert(name.to_owned(), part);
        }
        Ok(parts)
    }

    /// All pages, by name.
    pub fn pages(&self) -> &[SamplePage] {
        &self.pages
    }

    /// The page of an address; one of a kind stands for all of its kind.
    pub fn page(&self, path: &str) -> Option<&SamplePage> {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let exact = self.pages.iter().find(|page| page.path == path);
        let above = |page: &&SamplePage| {
            let parent = |path: &str| path.rsplit_once('/').map(|(parent, _)| parent.to_owned());
            page.template != "page.item" && parent(&page.path) == parent(path) && parent(path) != Some(String::new())
        };
        exact.or_else(|| self.pages.iter().find(above))
    }

    /// The page for addresses that lead nowhere.
    pub fn not_found(&self) -> Option<&SamplePage> {
        self.pages.iter().find(|page| page.status == 404)
    }

    /// The time on the sample site, UTC milliseconds.
    pub fn now_ms(&self) -> i64 {
        self.site.get("now").and_then(Value::as_i64).unwrap_or(0)
    }

    /// What a page's templates see, without what is drawn.
    pub(super) fn data_of(&self, page: &SamplePage) -> Map<String, Value> {
        let mut data = self.site.clone();
        data.extend(page.data.clone());
        data.insert("page".to_owned(), Value::Object(page.page.clone()));
        for navigation in ["mainNavigation", "footerNavigation"] {
            for link in data.get_mut(navigation).and_then(Value::as_array_mut).into_iter().flatten() {
                let active = link.get("url").and_then(Value::as_str).is_some_and(|url| {
                    url == page.path || (url.len() > 1 && page.path.starts_with(&format!("{url}/")))
                });
                if let Some(link) = link.as_object_mut() {
                    link.insert("active".to_owned(), active.into());
                }
            }
        }
        data
    }

    /// What a query finds: the items of the list at that address.
    pub(super) fn found(&self, query: &stoa_site::themes::Query) -> Value {
        let path = format!("/{}", query.collection);
        let list = self.pages.iter().find(|page| page.path == path && page.template.ends_with(".list"));
        let Some(list) = list else { return json!({"items": []}) };
        let has = |item: &Value, name: &str, wanted: &Option<String>| {
            let Some(wanted) = wanted else { return true };
            let own = item.get(name).and_then(Value::as_array).into_iter().flatten();
            own.filter_map(Value::as_str).any(|own| own.eq_ignore_ascii_case(wanted))
        };
        let items = list.data.get("items").and_then(Value::as_array).into_iter().flatten();
        let items = items.filter(|item| has(item, "tags", &query.tag) && has(item, "categories", &query.category));
        let items: Vec<Value> = items.take(query.limit).cloned().collect();
        json!({"collection": list.data.get("collection"), "items": items})
    }
}

/// Members of members are replaced one by one, everything deeper as a whole.
fn overlay(part: &mut Map<String, Value>, own: &Map<String, Value>) {
    for (name, value) in own {
        match (part.get_mut(name), value) {
            (Some(Value::Object(old)), Value::Object(new)) if name != "document" => old.extend(new.clone()),
            _ => {
                part.insert(name.clone(), value.clone());
            }
        }
    }
}

fn bundled() -> Result<BTreeMap<String, Map<String, Value>>, SampleError> {
    let mut parts = BTreeMap::new();
    for path in Embedded::iter() {
        let Some((name, file)) = path.strip_suffix(".json").zip(Embedded::get(&path)) else { continue };
        let part = serde_json::from_slice(&file.data)
            .map_err(|error| SampleError { file: path.to_string(), message: error.to_string() })?;
        parts.insert(name.to_owned(), part);
    }
    Ok(parts)
}

impl SamplePage {
    fn read(name: &str, mut part: Map<String, Value>) -> Result<Self, SampleError> {
        let wrong = |message: String| SampleError { file: format!("{name}.json"), message };
        let mut text = |name: &str| part.remove(name).and_then(|value| value.as_str().map(str::to_owned));
        let path = text("path").filter(|path| path.starts_with('/'));
        let path = path.ok_or_else(|| wrong("'path' should say where the page is, such as \"/about\"".to_owned()))?;
        let template = text("template").unwrap_or_default();
        let (template, status) = *TEMPLATES
            .iter()
            .find(|(known, _)| *known == template)
            .ok_or_else(|| wrong(format!("'template' is '{template}', which draws no page")))?;
        let mut object = |name: &str| match part.remove(name) {
            Some(Value::Object(object)) => object,
            _ => Map::new(),
        };
        let (page, data, blocks) = (object("page"), object("data"), object("blocks"));
        let document = part.remove("document").map(|document| Document::from_json(&document));
        let document = document.transpose().map_err(|message| wrong(format!("'document': {message}")))?;
        let blocks = blocks.into_iter().collect();
        Ok(Self { name: name.to_owned(), path, status, template, page, data, document, blocks })
    }
}
