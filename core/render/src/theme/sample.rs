//! Sample data: page content without a site. The bundled set is made from the demo store; a theme can override it in
//! its folder `sample/`.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use stoa_document::Document;
use stoa_kernel::clock::Timestamp;
use stoa_site::themes::{Query, Source};

use crate::data::FIXED_PAGES;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/sample"]
struct Embedded;

/// Site data of every page.
const SITE: &str = "site";
/// Content of the areas of a theme, by id.
const AREAS: &str = "areas";
/// Templates of pages, and their HTTP status; those of [`FIXED_PAGES`] are listed there.
const TEMPLATES: [(&str, u16); 25] = [
    ("page.item", 200),
    ("blog.list", 200),
    ("blog.item", 200),
    ("products.list", 200),
    ("products.item", 200),
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
    ("folder.item", 200),
    ("splash.item", 200),
    ("popup-overlay.item", 200),
    ("lock-screen.item", 401),
    ("protected.item", 401),
    ("access-denied.item", 403),
    ("not-found.item", 404),
    ("error.item", 500),
];

/// All templates that the program uses, and their HTTP status.
pub(super) fn page_templates() -> impl Iterator<Item = (&'static str, u16)> {
    FIXED_PAGES.iter().map(|page| (page.template(), 200)).chain(TEMPLATES)
}

/// Invalid sample data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct SampleError {
    /// The file.
    pub file: String,
    /// The problem.
    pub message: String,
}

/// A page with all its data.
#[derive(Clone, Debug)]
pub struct SamplePage {
    /// Its file name without the extension.
    pub name: String,
    /// Its path on the site.
    pub path: String,
    /// HTTP status of its response.
    pub status: u16,
    pub(super) template: &'static str,
    pub(super) page: Map<String, Value>,
    pub(super) data: Map<String, Value>,
    pub(super) document: Option<Document>,
    pub(super) blocks: HashMap<String, Value>,
}

/// A sample site with one page of each type.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) site: Map<String, Value>,
    pub(super) areas: HashMap<String, Document>,
    pages: Vec<SamplePage>,
}

impl Samples {
    /// The bundled set, overridden by the files of a theme's folder `sample/`, by name without extension.
    ///
    /// # Errors
    /// The first invalid file.
    pub fn new(own: &BTreeMap<String, Value>) -> Result<Self, SampleError> {
        let mut parts = bundled()?;
        for (name, part) in own {
            let Value::Object(part) = part else {
                return Err(SampleError { file: name.clone(), message: "should contain a JSON object".to_owned() });
            };
            overlay(parts.entry(name.clone()).or_default(), part);
        }
        let site = parts.remove(SITE).unwrap_or_default();
        let areas = parts.remove(AREAS).unwrap_or_default().into_iter().map(|(id, document)| {
            let file = format!("{AREAS}.json");
            match Document::from_json(&document) {
                Ok(document) => Ok((id, document)),
                Err(message) => Err(SampleError { file, message: format!("'{id}': {message}") }),
            }
        });
        let areas = areas.collect::<Result<_, _>>()?;
        let pages = parts.into_iter().map(|(name, part)| SamplePage::read(&name, part)).collect::<Result<_, _>>()?;
        Ok(Self { site, areas, pages })
    }

    /// The contents of the JSON files in `sample/` of a theme's folder.
    ///
    /// # Errors
    /// The first file that is not valid JSON.
    pub fn parts_of<'a>(
        files: impl IntoIterator<Item = (&'a String, &'a Bytes)>,
    ) -> Result<BTreeMap<String, Value>, SampleError> {
        let mut parts = BTreeMap::new();
        for (path, bytes) in files {
            let Some(name) = path.strip_prefix("sample/").and_then(|path| path.strip_suffix(".json")) else { continue };
            let part = serde_json::from_slice(bytes)
                .map_err(|error| SampleError { file: path.clone(), message: format!("is not JSON: {error}") })?;
            parts.insert(name.to_owned(), part);
        }
        Ok(parts)
    }

    /// All pages, by name.
    pub fn pages(&self) -> &[SamplePage] {
        &self.pages
    }

    /// The page of a URL; one page represents all of its type.
    pub fn page(&self, path: &str) -> Option<&SamplePage> {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let exact = self.pages.iter().find(|page| page.path == path);
        let above = |page: &&SamplePage| {
            let parent = |path: &str| path.rsplit_once('/').map(|(parent, _)| parent.to_owned());
            page.template != "page.item" && parent(&page.path) == parent(path) && parent(path) != Some(String::new())
        };
        exact.or_else(|| self.pages.iter().find(above))
    }

    /// The page for unknown URLs.
    pub fn not_found(&self) -> Option<&SamplePage> {
        self.pages.iter().find(|page| page.status == 404)
    }

    /// The current time on the sample site.
    pub fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.site.get("now").and_then(Value::as_i64).unwrap_or(0))
    }

    /// A page's data for templates, without rendered parts.
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

    /// The result of a query on a page: the items or categories of the list at that URL, or the pages of the folder.
    pub(super) fn found(&self, query: &Query, page: &SamplePage) -> Value {
        let shown = page.data.get("collection").and_then(|collection| collection.get("urlId")).and_then(Value::as_str);
        let url_id = match &query.source {
            Source::Named(url_id) => Some(url_id.as_str()),
            Source::Shown => shown,
        };
        let list = url_id.and_then(|url_id| {
            let is_list = |page: &&SamplePage| page.template.ends_with(".list") || page.template == "folder.item";
            self.pages.iter().filter(is_list).find(|page| page.path.trim_start_matches('/') == url_id)
        });
        let Some(list) = list else { return json!({"items": [], "categories": []}) };
        let collection = list.data.get("collection");
        if query.wants_categories {
            return json!({"collection": collection, "categories": categories(list)});
        }
        let fits = |item: &&Value| {
            bears(item, "tags", &query.tags)
                && bears(item, "categories", &query.categories)
                && (!query.featured || item.get("starred").and_then(Value::as_bool).unwrap_or(false))
                && query.folder.as_deref().is_none_or(|folder| self.belongs_to(list, folder))
        };
        let items = members(&list.data, "items").filter(fits).skip(query.skip).take(query.limit);
        json!({"collection": collection, "items": items.map(with_address).collect::<Vec<Value>>()})
    }

    /// Whether a list belongs to the folder with this slug.
    fn belongs_to(&self, list: &SamplePage, folder: &str) -> bool {
        let is_folder = |page: &&SamplePage| page.path.trim_start_matches('/') == folder;
        let folder = self.pages.iter().filter(|page| page.template == "folder.item").find(is_folder);
        let leads_there = |link: &Value| link.get("url").is_some_and(|url| *url == *list.path);
        folder.is_some_and(|folder| members(&folder.data, "items").any(leads_there))
    }
}

fn members<'a>(data: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    data.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// Whether an item has one of the names; true if no names are given.
fn bears(item: &Value, name: &str, wanted: &[String]) -> bool {
    let own = || item.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    wanted.is_empty() || own().any(|own| wanted.iter().any(|wanted| own.eq_ignore_ascii_case(wanted)))
}

/// The categories of a store, or those of a blog's posts.
fn categories(list: &SamplePage) -> Vec<Value> {
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let of_shop = list.data.get("collection").and_then(|collection| collection.get("categories"));
    let of_shop = of_shop.and_then(Value::as_array).into_iter().flatten();
    let mut named: BTreeMap<String, String> =
        of_shop.map(|category| (text(category, "urlId"), text(category, "name"))).collect();
    for item in members(&list.data, "items").filter(|_| list.template == "blog.list") {
        let names = item.get("categories").and_then(Value::as_array).into_iter().flatten();
        named.extend(names.filter_map(Value::as_str).map(|name| (name.to_owned(), name.to_owned())));
    }
    let category = |(url_id, name): (String, String)| {
        let address = format!("{}?category={url_id}", list.path);
        json!({"name": name, "urlId": url_id, "fullUrl": address, "active": false})
    };
    named.into_iter().map(category).collect()
}

/// Links of folders have their URL in another field.
fn with_address(item: &Value) -> Value {
    let mut item = item.clone();
    let address = item.get("fullUrl").or(item.get("url")).cloned();
    if let Some((item, address)) = item.as_object_mut().zip(address) {
        item.insert("fullUrl".to_owned(), address);
    }
    item
}

/// Merges two levels deep; deeper values are replaced.
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

/// The bundled set by file name without extension; folders only group the files.
fn bundled() -> Result<BTreeMap<String, Map<String, Value>>, SampleError> {
    let mut parts = BTreeMap::new();
    for path in Embedded::iter() {
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".json"));
        let Some((name, file)) = name.zip(Embedded::get(&path)) else { continue };
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
        let path = path.ok_or_else(|| wrong("'path' should be the path of the page, such as \"/about\"".to_owned()))?;
        let template = text("template").unwrap_or_default();
        let (template, status) = page_templates()
            .find(|(known, _)| *known == template)
            .ok_or_else(|| wrong(format!("'template' is '{template}', which renders no page")))?;
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
