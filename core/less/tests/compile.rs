//! Compiles style sheets as themes contain them: output, rejected input, and endless input stopped by limits.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use stoa_less::{CSS_BYTES, Css, ErrorKind, LessError, Sheet, compile};

fn files(files: &[(&str, &str)]) -> BTreeMap<String, Bytes> {
    files.iter().map(|(path, text)| ((*path).to_owned(), Bytes::from((*text).to_owned()))).collect()
}

fn compiled(texts: &[(&str, &str)], sheets: &[&str]) -> Result<Css, LessError> {
    let sheet = |path: &&str| Sheet { path: (*path).to_owned(), as_written: path.ends_with(".css") };
    compile(&files(texts), &sheets.iter().map(sheet).collect::<Vec<_>>())
}

fn one(text: &str) -> Result<String, LessError> {
    compiled(&[("styles/site.less", text)], &["styles/site.less"]).map(|css| css.sheets.concat())
}

/// Compares regardless of whitespace in the output.
fn check(text: &str, expected: &str) {
    let words = |css: &str| css.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert_eq!(words(&one(text).unwrap()), words(expected), "{text}");
}

fn refused(text: &str, line: u32, column: u32, message: &str) {
    let error = one(text).unwrap_err();
    let expected = (ErrorKind::Source, "styles/site.less", line, column, message);
    assert_eq!((error.kind, error.file.as_str(), error.line, error.column, error.message.as_str()), expected, "{text}");
}

#[test]
fn mixins_with_arguments_and_guards() {
    check(
        ".round(@r: 4px) { border-radius: @r; } a { .round(); } b { .round(8px); }",
        "a { border-radius: 4px; } b { border-radius: 8px; }",
    );
    check(
        ".tint(@c) when (lightness(@c) > 50%) { color: black; } .tint(@c) when (default()) { color: white; } \
           a { .tint(#eee); } b { .tint(#111); }",
        "a { color: black; } b { color: white; }",
    );
    check(
        ".plain { margin: 0; } #ns { .pad(@n) { padding: @n * 2; } } a { .plain; #ns > .pad(3px); }",
        ".plain { margin: 0; } a { margin: 0; padding: 6px; }",
    );
    check(
        ".column(@n) when (@n > 0) { .w-@{n} { width: (100% / @n); } .column(@n - 1); } .column(2);",
        ".w-2 { width: 50%; } .w-1 { width: 100%; }",
    );
}

#[test]
fn selector_extend_and_suffixes() {
    check(".a { color: red; } .b { &:extend(.a); margin: 0; }", ".a, .b { color: red; } .b { margin: 0; }");
    check(".a .x { color: red; } .b:extend(.a all) {}", ".a .x, .b .x { color: red; }");
    check(
        ".card { &-title { margin: 0; } &:hover { top: 1px; } .in & { left: 0; } }",
        ".card-title { margin: 0; } .card:hover { top: 1px; } .in .card { left: 0; }",
    );
}

#[test]
fn color_and_number_arithmetic_keeps_css_slashes() {
    check(
        "@c: #3366cc; a { color: darken(@c, 10%); width: 10px/2; top: @n - 1; @n: 3px; }",
        "a { color: #2952a3; width: 5px; top: 2px; }",
    );
    check(
        "a { font: 12px/1.5 serif; aspect-ratio: 16 / 9; grid-area: 1 / 2 / 3 / 4; background: url(x.png) 0 0 / 100% 50%; \
           color: rgb(0 0 0 / 50%); width: calc(100% - 2px * 3); }",
        "a { font: 12px/1.5 serif; aspect-ratio: 16 / 9; grid-area: 1 / 2 / 3 / 4; background: url(x.png) 0 0 / 100% 50%; \
           color: rgba(0, 0, 0, 0.5); width: calc(100% - 2px * 3); }",
    );
    check(
        "@h: 30px; a { border-radius: @h/2; grid-row: @n + 1 / span 2; @n: 2; } b { border-radius: 10px / 50%; }",
        "a { border-radius: 15px; grid-row: 3 / span 2; } b { border-radius: 10px / 50%; }",
    );
}

#[test]
fn modern_css_is_kept() {
    check(
        "@layer base { a { inset: 0 auto; } } @container (min-width: 40em) { a:has(> b) { color: color-mix(in srgb, red 50%, blue); } }",
        "@layer base { a { inset: 0 auto; } } @container (min-width: 40em) { a:has(> b) { color: color-mix(in srgb, red 50%, blue); } }",
    );
}

#[test]
fn sheets_compiled_together_and_split() {
    let texts = [
        ("styles/reset.css", "a { // as written\n  color: @ink; }"),
        ("styles/base.less", "@ink: #222;\n.box() { border: 1px solid @edge; }"),
        ("styles/pages.less", "@edge: red;\n@import url(\"print.css\");\nb { .box(); color: @ink; }"),
    ];
    let css = compiled(&texts, &["styles/reset.css", "styles/base.less", "styles/pages.less"]).unwrap();
    let [reset, base, pages] = <[String; 3]>::try_from(css.sheets).unwrap();
    assert!(
        reset.contains("a { // as written\n  color: @ink; }") && reset.starts_with("@import url(\"print.css\");"),
        "{reset}"
    );
    assert_eq!(base, "");
    assert_eq!(pages, "b {\n  border: 1px solid red;\n  color: #222;\n}\n");
}

#[test]
fn only_theme_files_imported_and_embedded() {
    let texts = [
        (
            "styles/site.less",
            "@import \"parts/mixins\"; @import (reference) \"/styles/parts/rules.less\";\n\
          a { .pad(); .rule; background: data-uri(\"../assets/dot.svg\"); } b { background: data-uri('/assets/dot.png'); }",
        ),
        ("styles/parts/mixins.less", "@import \"sizes\"; .pad() { padding: @gap; }"),
        ("styles/parts/sizes.less", "@gap: 7px;"),
        ("styles/parts/rules.less", ".rule { margin: 1px; } .other { margin: 2px; }"),
        ("assets/dot.svg", "<svg/>"),
        ("assets/dot.png", "\u{1}\u{2}"),
    ];
    let css = compiled(&texts, &["styles/site.less"]).unwrap().sheets.concat();
    for part in [
        "padding: 7px;",
        "margin: 1px;",
        "url(\"data:image/svg+xml,%3Csvg%2F%3E\")",
        "url(\"data:image/png;base64,AQI=\")",
    ] {
        assert!(css.contains(part), "no {part} in\n{css}");
    }
    assert!(!css.contains(".other"), "{css}");
    refused("a { b: c }\n  @import \"../../etc/passwd\";", 2, 3, "There is no file '../../etc/passwd' in the theme.");
    refused("@import (inline) \"/etc/passwd\";", 1, 1, "There is no file '/etc/passwd' in the theme.");
    refused("@import \"nowhere\";", 1, 1, "There is no file 'nowhere' in the theme.");
    assert!(!one("a { background: data-uri(\"../../../etc/hostname\"); }").unwrap().contains("data:"));
}

#[test]
fn remote_imports_omitted_and_reported() {
    let text = "a { b: c }\n@import url(//fonts.example.com/css?family=X);";
    let css = compiled(&[("styles/site.less", text)], &["styles/site.less"]).unwrap();
    assert_eq!(css.sheets.concat(), "a {\n  b: c;\n}\n");
    let left_out = css.left_out.first().unwrap();
    assert_eq!(
        (left_out.address.as_str(), left_out.file.as_str(), left_out.line, left_out.column),
        ("//fonts.example.com/css?family=X", "styles/site.less", 2, 1)
    );
}

#[test]
fn javascript_in_less_rejected() {
    refused("@plugin \"grid\";", 1, 1, "'@plugin' is not run; style sheets run no scripts.");
    refused("a {\n  width: ~`1 + 1`;\n}", 2, 10, "A script between backticks is not run; style sheets run no scripts.");
    refused(
        "@w: `process.exit()`; a { width: @w; }",
        1,
        5,
        "A script between backticks is not run; style sheets run no scripts.",
    );
}

#[test]
fn errors_have_position() {
    refused("a { color: red;\n  .nope(); }", 2, 3, ".nope is undefined.");
    refused("a { color: @nope; }", 1, 12, "Variable @nope is undefined.");
    let texts = [("styles/site.less", "@import 'part';"), ("styles/part.less", "a {\n  b: c")];
    let error = compiled(&texts, &["styles/site.less"]).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("styles/part.less", 2));
}

/// The limit that ends an endless run, and the source position.
fn ended(text: &str) -> LessError {
    let begun = Instant::now();
    let error = one(text).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(60), "{error:?}");
    error
}

#[test]
fn endless_recursion_is_stopped() {
    // Each call takes stack and copies its scope to the heap: either limit may be reached first.
    for (text, lines) in
        [(".a() { .b(); }\n.b() { .a(); }\nc { .a(); }", 1..=3), (".l(@n) { .l(@n + 1); }\nc { .l(0); }", 1..=2)]
    {
        let error = ended(text);
        assert!(matches!(error.kind, ErrorKind::Depth | ErrorKind::Memory), "{error:?}");
        assert!(error.file == "styles/site.less" && lines.contains(&error.line), "{error:?}");
        assert!(error.message.contains("call itself"), "{error:?}");
    }
    check(".l(@n) when (@n > 0) { .l(@n - 1); } .l(@n) when (@n = 0) { a: b; } c { .l(100); }", "c { a: b; }");
}

#[test]
fn time_and_memory_limits() {
    let doubled: String = (0..40).map(|n| format!(".m{n}() {{ .m{next}(); .m{next}(); }}\n", next = n + 1)).collect();
    let error = ended(&format!("{doubled}.m40() {{ }}\na {{ .m0(); }}"));
    assert_eq!((error.kind, error.file.as_str()), (ErrorKind::Time, "styles/site.less"), "{error:?}");
    assert!(error.message.starts_with("The style sheets take more than 5 seconds to compile."), "{error:?}");
    assert!(error.line > 0, "{error:?}");
    let error = ended("@list: range(100000000); a { b: @list; }");
    assert_eq!(error.kind, ErrorKind::Memory, "{error:?}");
    assert!(error.message.starts_with("The style sheets take more than 64 MiB to compile."), "{error:?}");
}

#[test]
fn oversized_css_rejected() {
    let rules = format!("each(range(30), {{ .r-@{{value}} {{ content: \"{}\"; }} }});", "x".repeat(150_000));
    let error = ended(&rules);
    assert_eq!(error.kind, ErrorKind::Size, "{error:?}");
    let file = format!("a {{ content: \"{}\"; }}", "y".repeat(CSS_BYTES));
    let error = compiled(&[("styles/site.css", file.as_str())], &["styles/site.css"]).unwrap_err();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::Size, "The style sheets produce more than 4 MiB of CSS.")
    );
}
