//! Values of product forms in order summaries.

use serde_json::Value;

use super::localised;
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::markup::{html, html_of};
use crate::run::{Machine, Stop};
use crate::value::Node;

const LIKERT: [(&str, &str, &str); 5] = [
    ("-2", "productSummaryFormStronglyDisagree", "Strongly Disagree"),
    ("-1", "productSummaryFormDisagree", "Disagree"),
    ("0", "productSummaryFormNeutral", "Neutral"),
    ("1", "productSummaryFormAgree", "Agree"),
    ("2", "productSummaryFormStronglyAgree", "Strongly Agree"),
];

/// The non-empty texts of some members.
fn present(values: Node<'_>, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| html_of(values.member(name))).filter(|text| !text.trim().is_empty()).collect()
}

fn indented(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  <div>{line}</div>\n")).collect();
    format!("<div style=\"padding-left:5px;\">\n{lines}</div>")
}

fn address(values: Node<'_>) -> Option<String> {
    let mut lines = present(values, &["Line1"]);
    lines.extend(present(values, &["Line2"]));
    let place = present(values, &["State", "Zip", "Country"]).join(" ");
    let mut city = present(values, &["City"]);
    if !place.is_empty() {
        city.push(place);
    }
    if !city.is_empty() {
        lines.push(city.join(", "));
    }
    (!lines.is_empty()).then(|| indented(&lines))
}

fn likert(machine: &Machine<'_>, values: Node<'_>) -> Option<String> {
    let Node::Json(Value::Object(answers)) = values else { return None };
    let lines: Vec<String> = answers
        .iter()
        .map(|(question, answer)| {
            let code = Node::Json(answer).to_plain_text();
            let answer = LIKERT
                .iter()
                .find(|(known, _, _)| *known == code)
                .map_or(String::new(), |(_, key, default)| localised(machine, key, default));
            format!("<span style=\"font-weight:bold;\">{}:</span> {}", html(question), html(&answer))
        })
        .collect();
    (!lines.is_empty()).then(|| indented(&lines))
}

fn phone(values: Node<'_>) -> Option<String> {
    let number = present(values, &["Areacode", "Prefix", "Line"]).join("-");
    let country = present(values, &["Country"]).pop().map(|code| format!("+{code}"));
    let parts: Vec<String> = country.into_iter().chain((!number.is_empty()).then_some(number)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn joined(values: Node<'_>, names: &[&str], separator: &str) -> Option<String> {
    let parts = present(values, names);
    (!parts.is_empty()).then(|| parts.join(separator))
}

/// Missing parts of the time are `00`.
fn time(values: Node<'_>) -> Option<String> {
    const CLOCK: [&str; 3] = ["Hour", "Minute", "Second"];
    if present(values, &CLOCK).is_empty() {
        return None;
    }
    let part = |name| joined(values, &[name], "").unwrap_or_else(|| "00".to_owned());
    let clock = CLOCK.map(part).join(":");
    Some(match joined(values, &["Ampm"], "") {
        Some(half) => format!("{clock} {half}"),
        None => clock,
    })
}

fn checkbox(values: Node<'_>) -> Option<String> {
    let words: Vec<String> = values.values().into_iter().map(html_of).collect();
    (!words.is_empty()).then(|| format!("{}\n", words.join(", ")))
}

fn answer(machine: &Machine<'_>, field: Node<'_>) -> Option<String> {
    let values = field.member("values");
    let by_type = match &*field.member("type").to_plain_text() {
        "address" => address(values),
        "checkbox" => checkbox(values),
        "date" => joined(values, &["Month", "Day", "Year"], "/"),
        "likert" => likert(machine, values),
        "name" => joined(values, &["First", "Last"], " "),
        "phone" => phone(values),
        "time" => time(values),
        _ => None,
    };
    let plain = field.member("value");
    by_type.or_else(|| plain.is_truthy().then(|| html_of(plain)))
}

pub(super) fn summary<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<Node<'r>, Stop> {
    let field = first(values);
    let answer =
        answer(machine, field).unwrap_or_else(|| html(&localised(machine, "productSummaryFormNoAnswerText", "N/A")));
    let title = html_of(field.member("rawTitle"));
    machine.text(format!(
        "<div style=\"font-size:11px; margin-top:3px\">\n  \
         <span style=\"font-weight:bold;\">{title}:</span> {answer}\n</div>"
    ))
}
