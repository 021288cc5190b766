//! Names of the host that every scope can read.

use serde_json::json;
use stoa_template::{ParseOptions, PartialSet, RenderContext, Template, render};

#[test]
fn every_scope_reads_globals_below_the_data() {
    let partials: PartialSet = [("card.block", "<{texts.add}{price}>")].into_iter().collect();
    let globals = json!({"texts": {"add": "Add", "items": "{n plural one {# item} other {# items}}"}, "price": "none"});
    let context = RenderContext { partials: Some(&partials), globals: Some(&globals), ..RenderContext::default() };
    let source = "{texts.add|html} {.repeated section rows}{texts.items|message n:n} {@|apply card.block private}{.end}\
        {.if texts.nothing}{.or} {texts.nothing}{texts}{.end}";
    let template = Template::parse(source, &ParseOptions::default()).unwrap();
    let shown = |data| {
        let outcome = render(&template, &data, &context);
        assert_eq!(outcome.errors, []);
        outcome.output
    };
    assert_eq!(shown(json!({"rows": [{"n": 1, "price": 5}, {"n": 2}]})), "Add 1 item <Add5>2 items <Addnone> ");
    assert_eq!(shown(json!({"rows": [{"n": 1}], "texts": {"add": "Own"}})), "Own  <Addnone> ", "the data come first");
}
