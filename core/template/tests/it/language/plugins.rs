//! Formatters by plugins.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use stoa_template::{ParseOptions, Plugins, RenderContext, Template, render};

/// Has one formatter, and records what loops announce.
#[derive(Default)]
struct Shouting {
    announced: Mutex<Vec<(Vec<Value>, Vec<String>)>>,
}

impl Plugins for Shouting {
    fn has_formatter(&self, name: &str) -> bool {
        name == "shout"
    }

    fn has_predicate(&self, _: &str) -> bool {
        false
    }

    fn format(&self, _: &str, values: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        Ok(values.first().and_then(|value| value.as_str()).map(|text| json!(text.to_uppercase())))
    }

    fn format_ahead(&self, _: &str, values: &[&Value], arguments: &[&str]) {
        let values = values.iter().map(|value| (*value).clone()).collect();
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        self.announced.lock().unwrap().push((values, arguments));
    }

    fn test(&self, name: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        Err(name.to_owned())
    }
}

#[test]
fn loops_announce_values_of_plugin_formatters() {
    let plugins = Arc::new(Shouting::default());
    let options = ParseOptions { plugins: Some(plugins.clone()), ..ParseOptions::default() };
    let context = RenderContext { options: options.clone(), ..RenderContext::default() };
    let run = |source: &str, data: &Value| render(&Template::parse(source, &options).unwrap(), data, &context);
    let data = json!({"items": [{"a": "x"}, {"a": "y", "b": "z"}, {}], "one": [{"a": "x"}], "a": "top"});
    let source = "{.repeated section items}{a|shout 2}{.section b}{@|shout}{.end}{a|html}{.alternates with}-{.end}";
    let outcome = run(source, &data);
    assert_eq!((outcome.output.as_str(), outcome.errors.as_slice()), ("Xx-YZy-TOPtop", [].as_slice()));
    // The block within the loop may not run, so its formatter is not announced.
    let announced = std::mem::take(&mut *plugins.announced.lock().unwrap());
    assert_eq!(announced, [(vec![json!("x"), json!("y"), json!("top")], vec!["2".to_owned()])]);
    assert_eq!(run("{.repeated section one}{a|shout}{.end}{a|shout}", &data).output, "XTOP");
    assert!(plugins.announced.lock().unwrap().is_empty());
}
