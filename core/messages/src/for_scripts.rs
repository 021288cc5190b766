//! Messages in the form that scripts of pages read: what is only text is a string, anything else the list of its parts.
//!
//! `["Reserved until ", ["time"]]`, `[["count", "cardinal", {"one": [0, " item"], "other": [0, " items"]}]]`: an
//! argument is a list that begins with its name, `0` the number of the plural around it. Scripts format it with
//! `storefront-ui/islands/src/shared/text/`.

use serde_json::{Map, Value, json};
use stoa_locale::{ChoiceKind, Message, MessageNode};

/// A message as scripts read it; none if it uses what scripts cannot format.
pub(crate) fn sent(message: &Message) -> Option<Value> {
    Some(sent_nodes(&message.nodes()?))
}

fn sent_nodes(nodes: &[MessageNode<'_>]) -> Value {
    match nodes {
        [] => Value::String(String::new()),
        [MessageNode::Text(text)] => Value::String((*text).to_owned()),
        several => Value::Array(several.iter().map(sent_node).collect()),
    }
}

fn sent_node(node: &MessageNode<'_>) -> Value {
    match node {
        MessageNode::Text(text) => Value::String((*text).to_owned()),
        MessageNode::Count => json!(0),
        MessageNode::Argument(name) => json!([name]),
        MessageNode::Choice { name, kind, choices } => {
            let kind = match kind {
                ChoiceKind::Select => "select",
                ChoiceKind::Cardinal => "cardinal",
                ChoiceKind::Ordinal => "ordinal",
            };
            let choices: Map<String, Value> =
                choices.iter().map(|(key, choice)| ((*key).to_owned(), sent_nodes(choice))).collect();
            json!([name, kind, choices])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Option<Value> {
        sent(&Message::parse_icu(source).unwrap())
    }

    #[test]
    fn messages_are_strings_or_lists_of_parts() {
        let cases = [
            ("Cart is empty", json!("Cart is empty")),
            ("Remove {name}", json!(["Remove ", ["name"]])),
            (
                "{count, plural, =0 {none} one {# item} other {# items}}",
                json!([["count", "cardinal", {"=0": "none", "one": [0, " item"], "other": [0, " items"]}]]),
            ),
            ("{step, select, pay {Pay} other {Go}}", json!([["step", "select", {"pay": "Pay", "other": "Go"}]])),
        ];
        for (source, expected) in cases {
            assert_eq!(read(source), Some(expected), "{source}");
        }
        assert_eq!(read("{count, plural, offset:1 other {# others}}"), None);
    }
}
