//! The image component.

use serde_json::{Value, json};

use super::{output, run};

fn image(changes: Value) -> Value {
    let mut image = json!({ "src": "/a.jpg", "width": 300, "height": 200, "alt": "A", "sizes": "100vw" });
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(image.as_object_mut().unwrap().remove(name)),
            value => image[name] = value.clone(),
        }
    }
    image
}

#[track_caller]
fn refused(changes: Value, message: &str) {
    let outcome = run("{@|image-component}", &image(changes));
    assert_eq!(outcome.output, "");
    assert_eq!(outcome.errors[0].message, message);
}

// spec: image.template.required, image.template.alt-required, image.template.sizes-sqs
#[test]
fn required_properties() {
    for name in ["src", "width", "height", "alt", "sizes"] {
        let mut changes = json!({});
        changes[name] = Value::Null;
        refused(changes, &format!("\"{name}\" is required."));
    }
    assert!(output("{@|image-component}", &image(json!({ "alt": "" }))).contains("alt=\"\""));
}

// spec: image.template.positive-integer, image.template.messages.open
#[test]
fn sizes_are_positive_integers() {
    let message = |name: &str, what: &str| {
        format!("Image template \"{name}\" requires a positive integer, but received a {what} value.")
    };
    refused(json!({ "width": -1 }), &message("width", "negative"));
    refused(json!({ "height": 1.5 }), &message("height", "non-integer"));
}

// spec: image.template.priority, image.template.loader, image.template.srcset-raw
#[test]
fn rejected_values() {
    refused(json!({ "priority": "middle" }), "\"priority\" must be high or low.");
    refused(json!({ "loader": "other" }), "\"loader\" must be sqs or raw.");
    refused(json!({ "srcset": "/a 1x" }), "\"srcset\" is only taken with the raw loader.");
    let raw = image(json!({ "loader": "raw", "srcset": "/a 1x", "sizes": null }));
    assert!(output("{@|image-component}", &raw).contains("srcset=\"/a 1x\""));
}

// spec: image.template.priority-effect
#[test]
fn priority_sets_loading() {
    let markup = |priority: Value| output("{@|image-component}", &image(json!({ "priority": priority })));
    assert!(markup(json!("high")).contains("loading=\"eager\" fetchpriority=\"high\""));
    assert!(markup(json!("low")).contains("loading=\"lazy\" fetchpriority=\"low\""));
    let plain = markup(Value::Null);
    assert!(plain.contains("loading=\"lazy\"") && !plain.contains("fetchpriority"));
}

// spec: image.loader.sqs-widths, image.template.loader-default.open
#[test]
fn default_loader_widths() {
    let widths: Vec<String> =
        [100, 300, 500, 750, 1000, 1500, 2500].iter().map(|width| format!("/a.jpg?format={width}w {width}w")).collect();
    let expected = format!("srcset=\"{}\"", widths.join(", "));
    assert!(output("{@|image-component}", &image(json!({}))).contains(&expected));
    assert!(output("{@|image-component}", &image(json!({ "loader": "sqs" }))).contains(&expected));
}

// spec: image.component.props
#[test]
fn all_properties_rendered() {
    let data = image(json!({
        "class": "c\"",
        "style": "color: red",
        "priority": "low",
        "loader": "raw",
        "srcset": "/b.jpg 2x",
        "onLoadingComplete": "shown",
        "passthrough": { "data-x": "<1>", "onclick": "evil()", "a b": 1 },
    }));
    assert_eq!(
        output("{@|image-component}", &data),
        "<img src=\"/a.jpg\" width=\"300\" height=\"200\" alt=\"A\" class=\"c&quot;\" style=\"color: red\" \
         sizes=\"100vw\" srcset=\"/b.jpg 2x\" loading=\"lazy\" fetchpriority=\"low\" \
         data-on-loading-complete=\"shown\" data-x=\"&lt;1&gt;\" />"
    );
}
