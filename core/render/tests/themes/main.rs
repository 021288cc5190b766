//! Theme folders in the original form: one that renders completely, one with unsupported parts that must all be
//! reported.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use stoa_render::plugin::NoPlugins;
use stoa_render::theme::{DrawnSamplePage, Samples, ThemeEnvironment, check};
use stoa_site::themes::{Files, Form, Problem, Severity, Theme, ThemeLibrary, read_folder};

fn environment() -> ThemeEnvironment {
    ThemeEnvironment::new(ThemeLibrary::embedded(), Arc::new(NoPlugins)).unwrap()
}

fn theme(bench: &ThemeEnvironment, name: &str) -> (Theme, Samples) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/themes").join(name);
    let files = read_folder(&folder).unwrap();
    let samples = Samples::new(&Samples::parts_of(&files).unwrap()).unwrap();
    (bench.library().inherit_from_base(Theme::read(name, &files)), samples)
}

fn page(bench: &ThemeEnvironment, theme: &Theme, samples: &Samples, path: &str) -> DrawnSamplePage {
    let found = samples.page(path).unwrap_or_else(|| panic!("no sample page {path}"));
    bench.page(theme, samples, found)
}

fn expect(page: &DrawnSamplePage, parts: &[&str]) {
    assert_eq!(page.problems, [], "{}", page.html);
    for part in parts {
        assert!(page.html.contains(part), "no {part} in\n{}", page.html);
    }
}

#[test]
fn original_form_theme_has_no_problems() {
    let bench = environment();
    let (theme, samples) = theme(&bench, "fieldnotes");
    assert_eq!(theme.form, Form::Original);
    assert_eq!(check(&bench, &theme, &samples), []);
}

#[test]
fn layout_regions_in_order() {
    let bench = environment();
    let (theme, samples) = theme(&bench, "fieldnotes");
    let home = page(&bench, &theme, &samples, "/");
    expect(
        &home,
        &[
            "<!doctype html>\n<html lang=\"en-US\">",
            "<title>Stoneware for everyday tables — Field Notes</title>",
            "<body id=\"page-sample-home\" class=\"stoa-page-page stoa-type-2 collection-home\">",
            "<p>What grows along the path</p>",
            "<img src=\"/themes/fieldnotes/assets/leaf.svg?v=",
            "stoa-block-hero",
            "<li><a href=\"/journal/why-the-foot-is-bare\">",
            "<time datetime=\"2026-10-14\">October 14, 2026</time>",
            "<script src=\"/themes/fieldnotes/scripts/menu.js?v=",
            "<style>:root{--ink:#22301f;--leaf:#3f6b35;}</style>",
            "<ul class=\"categories\"><li><a href=\"/shop?category=home-goods\">Home</a></li>",
            "<p class=\"foot__before\">A month in the life of a mug</p>",
            "<a class=\"foot__visit\" href=\"/contact\">",
            "<div class=\"stoa-area\" data-area-id=\"footerBlocks\">\n<section class=\"stoa-section\"",
            "<p>Open on Saturdays</p>",
            "id=\"stoa-context\"",
        ],
    );
    assert_eq!(home.html.matches("<!doctype html>").count(), 1);
    assert!(!home.html.contains("foot__featured"), "nothing is featured: {}", home.html);
    assert!(home.html.ends_with("</html>\n"), "{}", home.html);
    assert!(!home.html.contains("squarespace"), "{}", home.html);
}

#[test]
fn collection_layouts() {
    let bench = environment();
    let (theme, samples) = theme(&bench, "fieldnotes");
    let list = page(&bench, &theme, &samples, "/journal");
    expect(
        &list,
        &[
            "<main id=\"page\" class=\"page page--narrow\"",
            "<article class=\"entry\">",
            "<a class=\"entry__picture\"",
            "<hr>",
        ],
    );
    assert!(!list.html.contains("From the journal"), "the reading layout has no list below");
    assert!(list.html.contains("<li class=\"is-active\"><a href=\"/journal\" aria-current=\"page\">"), "{}", list.html);
    let entry = page(&bench, &theme, &samples, "/journal/why-the-foot-is-bare");
    expect(
        &entry,
        &["<article class=\"entry entry--whole\">", "Filed under <a href=\"/journal?tag=", "stoa-block-text"],
    );
    let shop = page(&bench, &theme, &samples, "/shop");
    expect(&shop, &["<ul class=\"shelf\">", "product-price", "From the journal"]);
    let product = page(&bench, &theme, &samples, "/shop/hearth-mug");
    expect(&product, &["<article class=\"product\">", "data-stoa-island=\"product-form\""]);
    // Templates missing in the folder come from the base theme.
    expect(&page(&bench, &theme, &samples, "/cart"), &["id=\"cart-root\"", "class=\"masthead\""]);
}

#[test]
fn style_sheets_compiled_together() {
    let bench = environment();
    let (theme, _) = theme(&bench, "fieldnotes");
    let sheet = |path: &str| String::from_utf8(theme.files[path].bytes.to_vec()).unwrap();
    assert_eq!(theme.files["styles/base.less"].mime_type, "text/css");
    let base = sheet("styles/base.less");
    assert!(base.contains("font: 1.0625rem/1.6 Georgia, \"Times New Roman\", serif"), "{base}");
    assert!(base.contains("@media (min-width: 48rem) {") && !base.contains("//"), "{base}");
    let pages = sheet("styles/pages.less");
    assert!(pages.contains("gap: 1.5rem;") && pages.contains("minmax(14rem, 1fr)"), "{pages}");
    // A guarded mixin of the other sheet, and a rule of an imported file with its extension.
    assert!(base.contains(".masthead {\n  display: grid;\n  gap: 1.5rem;\n  padding: 1.5rem;"), "{base}");
    assert!(pages.contains(".plain-list,\n.links,\n.shelf {\n  padding: 0;"), "{pages}");
    assert!(!theme.files.contains_key("styles/lists.less"), "it is there to be imported");
    assert!(pages.contains("url(/themes/fieldnotes/assets/leaf.svg?v="), "{pages}");
}

fn describe(problem: &Problem) -> String {
    let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
    format!("{}:{}:{} {severity} {}", problem.file, problem.line, problem.column, problem.code)
}

#[test]
fn unsupported_theme_parts_are_reported_with_position() {
    let bench = environment();
    let (theme, samples) = theme(&bench, "unsupported");
    let problems = check(&bench, &theme, &samples);
    let described: Vec<String> = problems.iter().map(describe).collect();
    let expected = [
        "blocks/footer.block:0:0 warning unused-template",
        "blocks/footer.block:1:9 error eof-in-block",
        "collections/blog.conf:4:3 warning unsupported-setting",
        "collections/blog.conf:5:3 error unsupported-setting",
        "collections/blog.conf:6:3 error unsupported-setting",
        "collections/pictures.conf:1:24 error unsupported-collection",
        "collections/pictures.list:0:0 warning unused-template",
        "pages/about.page:0:0 error unsupported-page",
        "site.region:3:28 warning external-script",
        "site.region:6:1 error unknown-navigation",
        "site.region:9:1 error unsupported-tag",
        "site.region:10:1 error unsupported-variable",
        "site.region:11:1 error missing-partial",
        "site.region:12:1 error formatter-unknown",
        "site.region:13:1 error predicate-unknown",
        "site.region:14:1 warning inline-script",
        "styles/site.less:7:11 error invalid-style",
        "template.conf:5:5 warning unsupported-layout",
        "template.conf:6:5 error missing-region",
        "template.conf:6:5 warning unsupported-layout",
        "template.conf:11:33 error unsupported-navigation",
        "template.conf:13:32 error missing-file",
        "template.conf:14:3 warning unsupported-setting",
    ];
    assert_eq!(described, expected, "{problems:#?}");
    let partial = problems.iter().find(|problem| problem.code == "missing-partial").unwrap();
    assert_eq!(partial.help.as_deref(), Some("Did you mean 'footer.block'?"));
    assert_eq!(partial.source.as_deref(), Some("{@|apply fotter.block}"));
    // The parts without errors are rendered.
    let home = page(&bench, &theme, &samples, "/");
    assert!(home.html.contains("stoa-block-hero") && home.html.contains("<ul><li>Shop</li>"), "{}", home.html);
}

#[test]
fn missing_texts_are_reported_with_position() {
    let bench = environment();
    let (mut theme, samples) = theme(&bench, "fieldnotes");
    let file = theme.templates.get_mut("masthead.block").unwrap();
    let lines = file.written.lines().count();
    for text in [&mut file.written, &mut file.source] {
        text.push_str("{localizedStrings.productSaleText|html} {localizedStrings.productSaleTxt|html}\n");
    }
    let found: Vec<Problem> =
        check(&bench, &theme, &samples).into_iter().filter(|problem| problem.code == "unknown-text").collect();
    let described: Vec<String> = found.iter().map(describe).collect();
    assert_eq!(described, [format!("blocks/masthead.block:{}:42 warning unknown-text", lines + 1)]);
    assert_eq!(found.first().unwrap().message, "There is no text 'productSaleTxt', so nothing is printed.");
}

#[test]
fn bundled_themes_have_no_findings() {
    let bench = environment();
    let samples = Samples::new(&BTreeMap::new()).unwrap();
    for name in bench.library().names() {
        let theme = bench.library().get(name).unwrap().clone();
        assert_eq!(check(&bench, &theme, &samples), [], "{name}");
    }
}

#[test]
fn theme_overrides_parts_of_base_pages() {
    let bench = environment();
    let samples = Samples::new(&BTreeMap::new()).unwrap();
    let files = [
        ("theme.conf", r#"{"name": "Meadow"}"#),
        (
            "site.region",
            "<!doctype html><html><head>{stoa.headers}</head><body>{stoa.main-content}{stoa.footers}</body></html>",
        ),
        ("blocks/product-head.block", "<h1 class=\"meadow\">{@.title|html}</h1>"),
        ("blocks/page-frame.block", "<section class=\"meadow\"><h2>{@title|html}</h2>{@main}</section>"),
    ];
    let files: Files = files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned().into())).collect();
    let theme = bench.library().inherit_from_base(Theme::read("meadow", &files));
    assert_eq!(check(&bench, &theme, &samples), []);
    let parts = ["<h1 class=\"meadow\">", "stoa-crumbs", "stoa-product-gallery", "data-stoa-island=\"product-form\""];
    expect(&page(&bench, &theme, &samples, "/shop/hearth-mug"), &parts);
    let cart = ["<section class=\"meadow\"><h2>", "data-stoa-island=\"cart\"", "stoa-cart-line"];
    expect(&page(&bench, &theme, &samples, "/cart"), &cart);
    expect(
        &page(&bench, &theme, &samples, "/checkout"),
        &["<section class=\"meadow\">", "data-stoa-island=\"checkout\""],
    );
}

#[test]
fn parts_of_base_pages_in_every_bundled_theme() {
    let bench = environment();
    let samples = Samples::new(&BTreeMap::new()).unwrap();
    for name in bench.library().names() {
        let theme = bench.library().get(name).unwrap().clone();
        let slots = ["product-crumbs", "product-detail", "product-more", "product-list", "order-notes", "cart-root"];
        for slot in slots {
            assert!(theme.templates.get(&format!("{slot}.block")).unwrap().from_base, "{name}: {slot}");
        }
        for (path, part) in [
            ("/shop/hearth-mug", "data-stoa-island=\"wishlist\""),
            ("/shop", "stoa-product-list"),
            ("/cart", "id=\"cart-root\""),
            ("/checkout", "id=\"checkout-root\""),
            ("/checkout/test-card/sample", "stoa-payment"),
            ("/checkout/order-confirmed", "stoa-order-line"),
            ("/checkout/order-status/sample", "stoa-order-line"),
        ] {
            let drawn = page(&bench, &theme, &samples, path);
            expect(&drawn, &[part]);
            assert_eq!(drawn.html.matches("<h1").count(), 1, "{name}: {path}");
        }
    }
}

#[test]
fn theme_sample_data_overrides_bundled() {
    let parts = serde_json::json!({
        "site": {"website": {"siteTitle": "Mine"}},
        "extra": {"path": "/extra", "template": "page.item", "page": {"title": "Extra"}},
    });
    let parts: BTreeMap<String, serde_json::Value> = serde_json::from_value(parts).unwrap();
    let samples = Samples::new(&parts).unwrap();
    let bench = environment();
    let linen = bench.library().get("linen").unwrap().clone();
    let extra = page(&bench, &linen, &samples, "/extra");
    assert!(extra.html.contains("<title>Extra — Mine</title>"), "{}", extra.html);
    let wrong = BTreeMap::from([("odd".to_owned(), serde_json::json!({"path": "/odd", "template": "odd.item"}))]);
    assert!(Samples::new(&wrong).unwrap_err().to_string().starts_with("odd.json: 'template' is 'odd.item'"));
}
