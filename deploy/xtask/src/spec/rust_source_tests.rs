//! Tests of reading names of requirements from Rust tests.

use super::*;

fn check(path: &str, text: &str, expected: &[(&str, Option<&str>)]) {
    let found = claims(text, path);
    let found: Vec<(&str, Option<&str>)> =
        found.iter().map(|claim| (claim.id.as_str(), claim.test.as_ref().map(|test| test.name.as_str()))).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn comment_above_the_attribute_or_the_function() {
    check(
        "core/x/src/lib.rs",
        "// spec: a.one, a.two\n#[test]\nfn adds() {\n}\n",
        &[("a.one", Some("adds")), ("a.two", Some("adds"))],
    );
    check(
        "core/x/src/lib.rs",
        "#[tokio::test(flavor = \"multi_thread\")]\n// spec: a.one\nasync fn adds() {}\n",
        &[("a.one", Some("adds"))],
    );
}

#[test]
fn comment_in_the_first_lines_of_the_body() {
    let text =
        "#[test]\nfn adds() {\n    // spec: a.one\n    // spec: a.two\n    let x = 1;\n    // spec: a.three\n}\n";
    check("core/x/src/lib.rs", text, &[("a.one", Some("adds")), ("a.two", Some("adds")), ("a.three", None)]);
}

#[test]
fn several_comments_and_prose_above_one_test() {
    let text = "// spec: a.one\n// Why this matters.\n// spec: a.two\n#[test]\n#[cfg(\n  unix\n)]\nfn adds() {}\n";
    check("core/x/src/lib.rs", text, &[("a.one", Some("adds")), ("a.two", Some("adds"))]);
}

#[test]
fn blank_line_or_code_separates_comment_from_test() {
    check("core/x/src/lib.rs", "// spec: a.one\n\n#[test]\nfn adds() {}\n", &[("a.one", None)]);
    check("core/x/src/lib.rs", "// spec: a.one\nfn plain() {}\n#[test]\nfn adds() {}\n", &[("a.one", None)]);
}

#[test]
fn names_carry_inline_and_file_modules() {
    let text = "mod inner {\n    mod deep {\n        // spec: a.one\n        #[test]\n        fn adds() {}\n    }\n    // spec: a.two\n    #[test]\n    fn more() {}\n}\n// spec: a.three\n#[test]\nfn last() {}\n";
    check(
        "core/x/src/pricing/tests.rs",
        text,
        &[
            ("a.one", Some("pricing::tests::inner::deep::adds")),
            ("a.two", Some("pricing::tests::inner::more")),
            ("a.three", Some("pricing::tests::last")),
        ],
    );
}

#[test]
fn module_paths_of_files() {
    let cases = [
        ("core/x/src/lib.rs", ""),
        ("core/x/src/main.rs", ""),
        ("core/x/src/a/mod.rs", "a"),
        ("core/x/src/a/b.rs", "a::b"),
        ("core/x/tests/it/main.rs", ""),
        ("core/x/tests/it/orders.rs", "orders"),
        ("core/x/tests/whole.rs", ""),
        ("core/x/src/a/tests.rs", "a::tests"),
    ];
    for (path, expected) in cases {
        assert_eq!(file_modules(path).join("::"), expected, "{path}");
    }
}

#[test]
fn literals_do_not_confuse_braces_or_comments() {
    let text = "mod tests {\n    const A: &str = \"}} // spec: no.one\";\n    const B: &str = r#\"\n}\n\"#;\n    const C: char = '}';\n    /* } */\n    fn f<'a>(x: &'a str) {}\n    // spec: a.one\n    #[test]\n    fn adds() {}\n}\n";
    check("core/x/src/lib.rs", text, &[("a.one", Some("tests::adds"))]);
}
