//! The fast path for common tags.

use serde_json::{Value, json};
use stoa_template::{Limits, ParseOptions, PartialSet, RenderContext, Template, render};

use super::{output, run_with};

/// The minimum number of steps with which a template runs to its end.
fn count_steps(template: &str, data: &Value, partials: &PartialSet) -> u64 {
    let parsed = Template::parse(template, &ParseOptions::default()).unwrap();
    let ends = |steps: &u64| {
        let limits = Limits { steps: *steps, ..Limits::default() };
        let context = RenderContext { partials: Some(partials), limits, ..RenderContext::default() };
        render(&parsed, data, &context).errors.is_empty()
    };
    (1..100).find(ends).unwrap()
}

#[test]
fn short_tags_equal_long_forms() {
    let partials: PartialSet = [("p", "<{@}>{a}")].into_iter().collect();
    let pairs = [
        ("x{a|html}", "x{a|html }"),
        ("x{a|htmlattr}", "x{a|htmlattr/}"),
        ("{a|htmltag}", "{a|htmlattr }"),
        ("x{a|apply p}", "x{a|apply:p}"),
        ("{@|apply p}", "{@|apply p }"),
    ];
    for value in [json!("<\"&'>"), json!(1.5), json!(true), json!(null), json!(["<", 1]), json!({ "a": 1 })] {
        let data = json!({ "a": value });
        for (short, other) in pairs {
            let context = RenderContext { partials: Some(&partials), ..RenderContext::default() };
            let outcome = run_with(short, &data, &context);
            assert_eq!(outcome, run_with(other, &data, &context), "{short} {data}");
            assert_eq!(outcome.errors, [], "{short}");
            let steps = [short, other].map(|template| count_steps(template, &data, &partials));
            assert_eq!(steps[0], steps[1], "{short} {data}");
        }
    }
    let long = json!({ "a": "<\"&".repeat(300) });
    assert_eq!(count_steps("{a|html}", &long, &partials), count_steps("{a|html }", &long, &partials));
    let several = json!({ "a": "<", "b": ">" });
    assert_eq!(output("{a,b|html}{b, a|htmlattr}", &several), "&lt;&gt;");
    for wrong in ["{a|htmlx}", "{a|html|nope}", "{a|applyp}"] {
        let outcome = run_with(wrong, &several, &RenderContext::default());
        assert_eq!((outcome.output.as_str(), outcome.errors.len()), (wrong, 1), "{wrong}");
    }
}
