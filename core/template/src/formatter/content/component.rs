//! The image component: one `img` from a validated object of properties.

use super::image::WIDTHS;
use crate::compile::call::Arguments;
use crate::error::ErrorKind;
use crate::formatter::first;
use crate::formatter::markup::{attribute, attribute_of};
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node};

/// Validated properties.
struct Properties<'r> {
    all: Node<'r>,
    width: i64,
    height: i64,
    raw: bool,
}

fn side(all: Node<'_>, name: &str) -> Result<i64, String> {
    let wants =
        |what: &str| format!("Image template \"{name}\" requires a positive integer, but received a {what} value.");
    let node = all.member(name);
    if node.is_absent() {
        return Err(format!("\"{name}\" is required."));
    }
    match node.as_amount() {
        Some(Amount::Integer(size)) if size > 0 => Ok(size),
        Some(Amount::Integer(_)) => Err(wants("negative")),
        Some(Amount::Float(size)) if size < 0.0 => Err(wants("negative")),
        _ => Err(wants("non-integer")),
    }
}

fn one_of<'r>(all: Node<'r>, name: &str, allowed: [&str; 2]) -> Result<Option<&'r str>, String> {
    let node = all.member(name);
    match node.as_str() {
        _ if node.is_absent() => Ok(None),
        Some(text) if allowed.contains(&text) => Ok(Some(text)),
        _ => Err(format!("\"{name}\" must be {} or {}.", allowed[0], allowed[1])),
    }
}

fn checked(all: Node<'_>) -> Result<Properties<'_>, String> {
    if !all.member("src").is_truthy() {
        return Err("\"src\" is required.".to_owned());
    }
    let (width, height) = (side(all, "width")?, side(all, "height")?);
    if all.member("alt").as_str().is_none() {
        return Err("\"alt\" is required.".to_owned());
    }
    one_of(all, "priority", ["high", "low"])?;
    let raw = one_of(all, "loader", ["sqs", "raw"])? == Some("raw");
    if !raw && all.member("srcset").is_truthy() {
        return Err("\"srcset\" is only taken with the raw loader.".to_owned());
    }
    if !raw && !all.member("sizes").is_truthy() {
        return Err("\"sizes\" is required.".to_owned());
    }
    Ok(Properties { all, width, height, raw })
}

fn is_attribute_name(name: &str) -> bool {
    let plain = name.bytes().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_' | b':'));
    plain && name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !is_handler(name)
}

fn is_handler(name: &str) -> bool {
    name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"))
}

fn markup(properties: &Properties<'_>) -> String {
    let all = properties.all;
    let src = attribute_of(all.member("src"));
    let mut out = format!(
        "<img src=\"{src}\" width=\"{}\" height=\"{}\" alt=\"{}\"",
        properties.width,
        properties.height,
        attribute_of(all.member("alt"))
    );
    let mut push = |name: &str, value: &str| out.push_str(&format!(" {name}=\"{value}\""));
    for name in ["class", "style", "sizes"] {
        let node = all.member(name);
        if node.is_truthy() {
            push(name, &attribute_of(node));
        }
    }
    let srcset = all.member("srcset");
    if !properties.raw {
        let sources: Vec<String> = WIDTHS.iter().map(|width| format!("{src}?format={width}w {width}w")).collect();
        push("srcset", &sources.join(", "));
    } else if srcset.is_truthy() {
        push("srcset", &attribute_of(srcset));
    }
    let priority = all.member("priority").as_str();
    push("loading", if priority == Some("high") { "eager" } else { "lazy" });
    if let Some(priority) = priority {
        push("fetchpriority", priority);
    }
    let completed = all.member("onLoadingComplete");
    if completed.is_truthy() {
        push("data-on-loading-complete", &attribute_of(completed));
    }
    if let serde_json::Value::Object(more) = &*all.member("passthrough").to_json() {
        for (name, value) in more.iter().filter(|(name, _)| is_attribute_name(name)) {
            push(name, &attribute(&Node::Json(value).to_plain_text()));
        }
    }
    out.push_str(" />");
    out
}

/// Writes the image, or only reports an error if a property is invalid.
pub(super) fn image<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<Node<'r>, Stop> {
    match checked(first(values)) {
        Ok(properties) => machine.text(markup(&properties)),
        Err(problem) => machine.fail(ErrorKind::GeneralError, problem),
    }
}
