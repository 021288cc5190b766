//! Blocks: the example is shown, always the same way, whatever owners enter.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{BlockInput, BlockOutput};
use stoa_plugin_host::{PluginError, PluginErrorKind, RenderSession, check_settings};

use super::values::{MARKUP, UNESCAPED, json_values, marked, spoiled};
use super::workbench::Shop;
use super::{TestReport, Workbench, shorten, without_faults};

/// What a page shows of one block.
const MAX_HTML: usize = 64 * 1024;
const MAX_TAGS: usize = 1000;
/// A tenth of what the calls of a plugin may take in a page.
const MAX_TIME: Duration = Duration::from_millis(10);
const RUNS: usize = 15;
/// The most products or entries that a block gets.
const MAX_ENTRIES: usize = 50;
/// What a plugin has stored, as `data` of a manifest names it.
const STORED: &str = "stored";
const LOCALES: [&str; 6] = ["en-US", "de-AT", "pt-BR", "ja", "ar", "zh-Hans"];

struct Subject<'a> {
    bench: &'a Workbench,
    kind: &'a str,
}

impl Subject<'_> {
    fn render(&self, settings: &Json, shop: &Shop<'_>) -> Result<BlockOutput, PluginError> {
        self.render_with(settings, Json::Null, shop)
    }

    fn render_with(&self, settings: &Json, data: Json, shop: &Shop<'_>) -> Result<BlockOutput, PluginError> {
        let input = BlockInput {
            kind: self.kind.to_owned(),
            instance_id: "block-1".to_owned(),
            settings: settings.clone(),
            data,
        };
        shown(&self.bench.session(shop), &input)
    }
}

/// Renders a block. What a site would ignore of its answer is a fault here.
pub(super) fn shown(session: &RenderSession, input: &BlockInput) -> Result<BlockOutput, PluginError> {
    let output = session.render_block(input)?;
    let Some(name) = output.ignored.first() else { return Ok(output) };
    let name = shorten(name);
    let fault = format!("vary-on names `{name}`, which no block knows: a page is the same for all visitors");
    let plugin = session.plugin_of_block(&input.kind).unwrap_or_default();
    Err(PluginError { plugin, version: Arc::default(), kind: PluginErrorKind::Invalid(fault) })
}

pub(super) fn run(bench: &Workbench, kind: &str, report: &mut TestReport) {
    let subject = Subject { bench, kind };
    let Ok(info) = bench.plugin() else { return };
    let Some(block) = info.blocks.iter().find(|block| block.kind == kind) else { return };
    let defaults = check_settings(&block.settings_schema, &json!({})).unwrap_or_else(|_| json!({}));
    let example = block
        .example
        .as_ref()
        .map(|example| check_settings(&block.settings_schema, example).unwrap_or_else(|_| example.clone()));
    let name = |test: &str| format!("block {kind}: {test}");
    let shop = Shop::default();
    if let Some(example) = &example {
        let shown = subject.render(example, &shop).map_err(|error| error.kind.to_string());
        report.add(name("the example is shown"), shown.and_then(|output| check_page(&output, block.client.is_some())));
        let (one, other) = (subject.render(example, &shop), subject.render(example, &shop));
        let same = one == other;
        let message = "two calls with the same input gave different HTML: pages are cached".to_owned();
        report.add(name("the same input gives the same HTML"), if same { Ok(()) } else { Err(message) });
    }
    let settings = example.as_ref().unwrap_or(&defaults);
    report.add(
        name("a new block with the defaults"),
        without_faults([("the defaults".to_owned(), subject.render(&defaults, &shop))]),
    );
    let languages = LOCALES.map(|locale| {
        (format!("on a page in {locale}"), subject.render(settings, &Shop { locale, ..Shop::default() }))
    });
    report.add(name("pages in any language"), without_faults(languages));
    let bad = spoiled(settings).into_iter().map(|(input, settings)| {
        let answer = subject.render(&settings, &shop);
        (input, answer)
    });
    report.add(name("settings of the wrong kind"), without_faults(bad));
    let unescaped = subject.render(&marked(settings), &shop).is_ok_and(|output| output.html.contains(UNESCAPED));
    let advice = "a text of the settings is not escaped: use `escape_html`, unless owners enter HTML here";
    report.advise(name("texts are escaped"), unescaped.then(|| advice.to_owned()));
    if !block.data.is_empty() {
        let odd = odd_data(&block.data).into_iter().map(|(input, data)| {
            let answer = subject.render_with(settings, data, &shop);
            (input, answer)
        });
        report.add(name("data that nobody expects"), without_faults(odd));
        let hostile = subject.render_with(settings, json!({"items": [item(MARKUP)], (STORED): MARKUP}), &shop);
        let unescaped = hostile.is_ok_and(|output| output.html.contains(UNESCAPED));
        let advice = "a text of the data is not escaped: use `escape_html`";
        report.advise(name("texts of the data are escaped"), unescaped.then(|| advice.to_owned()));
    }
    let times = (0..RUNS).map(|_| {
        let begin = Instant::now();
        let _ = subject.render(settings, &shop);
        begin.elapsed()
    });
    report.add_time(&format!("block {kind}"), times.collect(), bench.allowance(MAX_TIME));
}

/// Nothing, as much as there may be, and values of every type, of the data that a block asks for.
fn odd_data(asked: &[String]) -> Vec<(String, Json)> {
    let mut found = vec![("no data".to_owned(), json!({}))];
    let values = |what: &str, data: fn(Json) -> Json| -> Vec<(String, Json)> {
        let named = |value: Json| (format!("{what} {}", shorten(&value.to_string())), data(value));
        json_values().into_iter().map(named).collect()
    };
    if asked.iter().any(|data| data != STORED) {
        found.push((format!("{MAX_ENTRIES} items"), json!({ "items": vec![item("Hearth mug"); MAX_ENTRIES] })));
        found.extend(values("the item", |value| json!({ "items": [value] })));
        found.extend(values("items", |value| json!({ "items": value })));
    }
    if asked.iter().any(|data| data == STORED) {
        found.extend(values("stored", |value| json!({ (STORED): value })));
    }
    found
}

/// A product and an entry in one, whose texts are all the same.
fn item(text: &str) -> Json {
    let (html, money) = ("<p>Holds 300 ml.</p>", json!({"value": "24.00", "currency": "USD"}));
    json!({
        "id": "item-1", "title": text, "fullUrl": "/shop/mug", "excerpt": html, "body": html, "tags": [text],
        "categories": [text], "soldOut": false, "author": {"displayName": text}, "publishOn": 1_790_000_000_000_i64,
        "startDate": 1_790_000_000_000_i64, "endDate": null, "past": false, "location": null,
        "mainImage": {"assetUrl": "/assets/mug.webp", "altText": text, "width": 1500, "height": 1000},
        "structuredContent": {"priceMoney": money, "salePriceMoney": money, "onSale": true, "variants": []},
    })
}

fn data_in(line: &str) -> Option<&str> {
    line.strip_prefix("<script type=\"application/json\">")?.strip_suffix("</script>")
}

/// The data for the script of a block.
pub(super) fn client_data(output: &BlockOutput) -> Option<&str> {
    output.head.iter().find_map(|line| data_in(line))
}

/// Whether a page shows all of it.
fn check_page(output: &BlockOutput, has_script: bool) -> Result<(), String> {
    let tags = output.html.matches('<').count();
    if output.html.len() > MAX_HTML || tags > MAX_TAGS {
        let found = format!("{} bytes and {tags} tags", output.html.len());
        return Err(format!("the HTML has {found}: a page shows at most {MAX_HTML} bytes and {MAX_TAGS} tags"));
    }
    let lower = output.html.to_ascii_lowercase();
    if let Some(part) =
        ["<script", "<form", "<iframe", " style=", " onclick=", "javascript:", " src=\"http", " src=\"//"]
            .iter()
            .find(|part| lower.contains(**part))
    {
        return Err(format!("the HTML contains `{}`, which pages remove", part.trim()));
    }
    if let Some(data) = client_data(output) {
        serde_json::from_str::<Json>(data).map_err(|error| format!("the data for the script is not JSON: {error}"))?;
    }
    let is_style = |line: &str| line.starts_with("<style>") && line.ends_with("</style>");
    let is_data = |line: &str| has_script && data_in(line).is_some();
    match output.head.iter().find(|line| !is_style(line) && !is_data(line)) {
        Some(line) => Err(format!("the head has `{}`: only <style>…</style> is kept", super::shorten(line))),
        None => Ok(()),
    }
}
