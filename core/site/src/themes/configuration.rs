//! The configuration file of a theme: `theme.conf`, or `template.conf` with the `collections/*.conf` of the original
//! form.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::problem::{Problem, TextPosition};
use super::setting::{self, Palette, Setting};
use super::{Files, Form, text_of};

/// Template of the whole document around every page, in themes of Stoa's own form.
pub const REGION: &str = "site.region";
/// Configuration file of a theme of Stoa's own form.
pub const THEME_CONF: &str = "theme.conf";
/// Configuration file of a theme of the original form.
pub const TEMPLATE_CONF: &str = "template.conf";

/// Configuration of a theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Display name; may be empty.
    pub title: String,
    /// Style sheets in order, as paths in the folder.
    pub styles: Vec<String>,
    /// One-sentence description; may be empty.
    pub description: String,
    /// Preview image, as a path in the folder; may be empty.
    pub preview: String,
    /// Settings with their defaults.
    pub settings: Vec<Setting>,
    /// JSON Schema of the settings, for forms and validation; null when there are none.
    pub schema: Value,
    /// Sets of values that go well together.
    pub palettes: Vec<Palette>,
    /// Regions of each layout in order, by name of the layout.
    pub layouts: BTreeMap<String, Vec<String>>,
    /// Layout of pages without a layout of their own.
    pub default_layout: String,
    /// Names of the navigations that its templates use, in order.
    pub navigations: Vec<String>,
    /// Template names that differ from the page kind: `journal.list` for `blog.list`.
    pub pages: BTreeMap<String, String>,
    /// Layouts of page kinds that do not use the default.
    pub page_layouts: BTreeMap<String, String>,
}

/// Known keys of `theme.conf`.
const KNOWN_KEYS: [&str; 11] = [
    "name",
    "version",
    "author",
    "license",
    "description",
    "preview",
    "assets",
    "settings",
    "palettes",
    "homepage",
    "$schema",
];
/// Known keys of `template.conf`.
const ORIGINAL: [&str; 11] = [
    "name",
    "version",
    "author",
    "license",
    "description",
    "preview",
    "layouts",
    "navigations",
    "stylesheets",
    "settings",
    "homepage",
];
/// Keys of a collection that only concern editors.
const COLLECTION_LABELS: [&str; 8] =
    ["title", "acceptTypes", "regionName", "addText", "icon", "ordering", "description", "fullWidth"];

pub(super) fn read(form: Form, files: &Files, problems: &mut Vec<Problem>) -> Configuration {
    match form {
        Form::Own => own(files, problems),
        Form::Original => original(files, problems),
    }
}

fn own(files: &Files, problems: &mut Vec<Problem>) -> Configuration {
    let described = object(files, THEME_CONF, problems);
    let (source, conf) = described.unwrap_or_default();
    unknown_names(THEME_CONF, &source, &conf, &KNOWN_KEYS, problems);
    let named = strings(&conf, "assets");
    for path in named.iter().filter(|path| !files.contains_key(*path)) {
        let message = format!("The file '{path}' is not in the folder.");
        problems.push(Problem::error("missing-file", THEME_CONF, message).at(TextPosition::of_name(&source, path)));
    }
    let styles: Vec<String> = named.into_iter().filter(|path| path.ends_with(".css")).collect();
    Configuration {
        title: text(&conf, "name"),
        description: text(&conf, "description"),
        preview: text(&conf, "preview"),
        styles: if styles.is_empty() { vec!["assets/site.css".to_owned()] } else { styles },
        settings: setting::read(&conf, THEME_CONF, &source, problems),
        schema: setting::schema(&conf, THEME_CONF, &source, problems),
        palettes: setting::palettes(&conf, THEME_CONF, &source, problems),
        layouts: BTreeMap::from([("default".to_owned(), vec![REGION.to_owned()])]),
        default_layout: "default".to_owned(),
        ..Configuration::default()
    }
}

fn original(files: &Files, problems: &mut Vec<Problem>) -> Configuration {
    let (source, conf) = object(files, TEMPLATE_CONF, problems).unwrap_or_default();
    unknown_names(TEMPLATE_CONF, &source, &conf, &ORIGINAL, problems);
    let layouts = layouts(&conf, &source, files, problems);
    let first = layouts.keys().next().cloned().unwrap_or_default();
    let default_layout = if layouts.contains_key("default") { "default".to_owned() } else { first };
    let mut configuration = Configuration {
        title: text(&conf, "name"),
        description: text(&conf, "description"),
        preview: text(&conf, "preview"),
        styles: stylesheets(&conf, &source, files, problems),
        settings: setting::read(&conf, TEMPLATE_CONF, &source, problems),
        schema: setting::schema(&conf, TEMPLATE_CONF, &source, problems),
        navigations: navigations(&conf, &source, problems),
        layouts,
        default_layout,
        ..Configuration::default()
    };
    collections(files, &mut configuration, problems);
    unused_layouts(&configuration, &source, problems);
    configuration
}

fn object(files: &Files, path: &str, problems: &mut Vec<Problem>) -> Option<(String, Map<String, Value>)> {
    let Some(bytes) = files.get(path) else {
        problems.push(Problem::error("missing-file", path, format!("The folder has no '{path}'.")));
        return None;
    };
    let source = text_of(path, bytes, problems)?;
    match serde_json::from_str(&source) {
        Ok(Value::Object(object)) => Some((source, object)),
        Ok(_) => {
            problems.push(Problem::error("invalid-json", path, "The file must contain a JSON object."));
            None
        }
        Err(error) => {
            let place = TextPosition {
                line: u32::try_from(error.line()).unwrap_or(0),
                column: u32::try_from(error.column()).unwrap_or(0),
            };
            let text = error.to_string();
            let message = text.split(" at line ").next().unwrap_or_default();
            problems.push(Problem::error("invalid-json", path, format!("This is invalid JSON: {message}.")).at(place));
            None
        }
    }
}

fn unknown_names(file: &str, source: &str, conf: &Map<String, Value>, known: &[&str], problems: &mut Vec<Problem>) {
    for name in conf.keys().filter(|name| !known.contains(&name.as_str())) {
        let message = format!("The setting '{name}' has no effect.");
        problems.push(Problem::warning("unsupported-setting", file, message).at(TextPosition::of_name(source, name)));
    }
}

fn text(conf: &Map<String, Value>, name: &str) -> String {
    conf.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn strings(conf: &Map<String, Value>, name: &str) -> Vec<String> {
    let list = conf.get(name).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn layouts(
    conf: &Map<String, Value>,
    source: &str,
    files: &Files,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, Vec<String>> {
    let named = conf.get("layouts").and_then(Value::as_object);
    let mut layouts = BTreeMap::new();
    for (name, layout) in named.into_iter().flatten() {
        let regions = layout.as_object().map(|layout| strings(layout, "regions")).unwrap_or_default();
        if regions.is_empty() {
            let message = format!("The layout '{name}' has no regions.");
            problems
                .push(Problem::error("empty-layout", TEMPLATE_CONF, message).at(TextPosition::of_name(source, name)));
        }
        for region in regions.iter().filter(|region| !files.contains_key(&format!("{region}.region"))) {
            let message = format!("The layout '{name}' uses the region '{region}', but there is no '{region}.region'.");
            problems.push(
                Problem::error("missing-region", TEMPLATE_CONF, message).at(TextPosition::of_name(source, region)),
            );
        }
        layouts.insert(name.clone(), regions.into_iter().map(|region| format!("{region}.region")).collect());
    }
    if layouts.is_empty() {
        let message = "There are no layouts: a layout lists the regions that make up the document around a page.";
        let help = "Add \"layouts\": {\"default\": {\"name\": \"Default\", \"regions\": [\"site\"]}}.";
        problems.push(Problem::error("missing-layout", TEMPLATE_CONF, message).help(help));
        layouts.insert("default".to_owned(), vec![REGION.to_owned()]);
    }
    layouts
}

fn stylesheets(conf: &Map<String, Value>, source: &str, files: &Files, problems: &mut Vec<Problem>) -> Vec<String> {
    let mut styles = Vec::new();
    for name in strings(conf, "stylesheets") {
        let path = format!("styles/{name}");
        if files.contains_key(&path) {
            styles.push(path);
        } else {
            let message = format!("The style sheet '{path}' is not in the folder.");
            problems
                .push(Problem::error("missing-file", TEMPLATE_CONF, message).at(TextPosition::of_name(source, &name)));
        }
    }
    styles
}

fn navigations(conf: &Map<String, Value>, source: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let list = conf.get("navigations").and_then(Value::as_array).into_iter().flatten();
    let names: Vec<String> = list.filter_map(|entry| Some(entry.get("name")?.as_str()?.to_owned())).collect();
    for name in names.iter().skip(2) {
        let message = format!("A site has two navigations; the third, '{name}', stays empty.");
        let problem = Problem::error("unsupported-navigation", TEMPLATE_CONF, message);
        problems.push(problem.at(TextPosition::of_name(source, name)).help("Put its links into a partial."));
    }
    names
}

/// The two page kinds that list items, with the item kinds of the original form.
const LISTS: [(&str, &[&str]); 2] =
    [("products", &["store-item", "product", "products"]), ("blog", &["text", "blog", "post"])];

fn collections(files: &Files, configuration: &mut Configuration, problems: &mut Vec<Problem>) {
    let paths = files.keys().filter(|path| path.starts_with("collections/") && path.ends_with(".conf"));
    let mut paths: Vec<&String> = paths.collect();
    // A collection with the name of the page kind takes precedence.
    paths.sort_by_key(|path| !matches!(path.as_str(), "collections/blog.conf" | "collections/products.conf"));
    for path in paths {
        let Some((source, conf)) = object(files, path, problems) else { continue };
        let name = path.trim_start_matches("collections/").trim_end_matches(".conf");
        check_collection(path, &source, &conf, problems);
        let accepted = strings(&conf, "acceptTypes");
        let page = LISTS
            .iter()
            .find(|(page, kinds)| *page == name || accepted.iter().any(|accepted| kinds.contains(&accepted.as_str())));
        let place = TextPosition::of_name(&source, "acceptTypes");
        let Some((page, _)) = page else {
            let holds = if accepted.is_empty() { "other pages".to_owned() } else { accepted.join(", ") };
            let message = format!("The collection '{name}' holds {holds}; a site has pages, a blog and a store.");
            let help = "Accept \"text\" for posts or \"store-item\" for products; show the rest with blocks of a page.";
            problems.push(Problem::error("unsupported-collection", path, message).at(place).help(help));
            continue;
        };
        if configuration.pages.contains_key(&format!("{page}.list")) {
            let message = format!("Another collection already shows the {page} of the site; this one is not used.");
            problems.push(Problem::error("unsupported-collection", path, message).at(place));
            continue;
        }
        for kind in ["list", "item"] {
            configuration.pages.insert(format!("{page}.{kind}"), format!("{name}.{kind}"));
            if let Some(layout) = layout_named(&conf, configuration) {
                configuration.page_layouts.insert(format!("{page}.{kind}"), layout);
            }
        }
    }
}

/// `regionName` of a collection: a layout, or a region for which a layout with only this region is created.
fn layout_named(conf: &Map<String, Value>, configuration: &mut Configuration) -> Option<String> {
    let name = conf.get("regionName").and_then(Value::as_str)?;
    if !configuration.layouts.contains_key(name) {
        configuration.layouts.insert(name.to_owned(), vec![format!("{name}.region")]);
    }
    Some(name.to_owned())
}

fn check_collection(path: &str, source: &str, conf: &Map<String, Value>, problems: &mut Vec<Problem>) {
    for (name, value) in conf {
        let place = TextPosition::of_name(source, name);
        let switched_on = value.as_bool() != Some(false);
        match name.as_str() {
            "folder" | "index" if switched_on => {
                let message = format!("'{name}': pages cannot be collected below another page.");
                let help = "Build a page of blocks that links to the pages.";
                problems.push(Problem::error("unsupported-setting", path, message).at(place).help(help));
            }
            "customTypes" | "fields" | "customFields" => {
                let message = format!("'{name}': posts and products have no fields of their own.");
                let help = "Use the title, excerpt, tags and body, or blocks of the page.";
                problems.push(Problem::error("unsupported-setting", path, message).at(place).help(help));
            }
            "ordering" if value.as_str().is_some_and(|ordering| ordering != "chronological") => {
                let ordering = value.as_str().unwrap_or_default();
                let message = format!(
                    "'ordering': \"{ordering}\" has no effect; posts come newest first, products in the store's order."
                );
                problems.push(Problem::warning("unsupported-setting", path, message).at(place));
            }
            known if COLLECTION_LABELS.contains(&known) || !switched_on => {}
            _ => {
                let message = format!("The setting '{name}' has no effect.");
                problems.push(Problem::warning("unsupported-setting", path, message).at(place));
            }
        }
    }
}

fn unused_layouts(configuration: &Configuration, source: &str, problems: &mut Vec<Problem>) {
    let used = |name: &String| {
        *name == configuration.default_layout || configuration.page_layouts.values().any(|layout| layout == name)
    };
    for name in configuration.layouts.keys().filter(|name| !used(name)) {
        let message = format!("No page uses the layout '{name}': pages do not choose layouts.");
        let help = "Name it as \"regionName\" in the .conf of a collection, or test {page.type} in the region.";
        problems.push(
            Problem::warning("unsupported-layout", TEMPLATE_CONF, message)
                .at(TextPosition::of_name(source, name))
                .help(help),
        );
    }
}
