//! The messages that the scripts of a page show, in its language: those of the islands on the page.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};
use stoa_document::escape_html;

use crate::escape::script_json;

/// The groups of messages that each island needs; the scripts' tests compare it with their code.
const GROUPS: &str = include_str!("../../../storefront-ui/islands/src/app/message-groups.json");
/// What the end of a body has until the whole page is rendered.
pub(crate) const PLACE: &str = "<script type=\"application/json\" id=\"stoa-messages\"></script>";
/// The beginning of attributes that scripts look for.
const MARK: &str = "data-stoa-";

static NEEDED: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(GROUPS).unwrap_or_default());

/// The messages of all islands in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IslandMessages {
    /// BCP 47 tag of the language that they are in.
    pub language: String,
    /// By key: the group, a point and the name.
    pub messages: Map<String, Value>,
}

/// Puts the messages that a page needs in their place.
pub(crate) fn place_messages(html: &mut String, messages: &IslandMessages) {
    // The last one, because content comes before the end of the body.
    let Some((start, _)) = html.match_indices(PLACE).last() else { return };
    let groups = groups_in(html);
    let wanted = messages.messages.iter().filter(|(key, _)| {
        let group = key.split_once('.').map(|(group, _)| group);
        group.is_some_and(|group| groups.contains(&group))
    });
    let wanted: Map<String, Value> = wanted.map(|(key, message)| (key.clone(), message.clone())).collect();
    let block = format!(
        "<script type=\"application/json\" id=\"stoa-messages\" lang=\"{}\">{}</script>",
        escape_html(&messages.language),
        script_json(&Value::Object(wanted))
    );
    html.replace_range(start..start + PLACE.len(), &block);
}

/// The groups that the islands of a page need; a few can be named twice.
fn groups_in(html: &str) -> Vec<&'static str> {
    let needed: &'static Value = &NEEDED;
    let mut groups = Vec::new();
    let mut add = |list: Option<&'static Value>| {
        groups.extend(list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
    };
    add(needed.get("page"));
    for (at, _) in html.match_indices(MARK) {
        let Some(mark) = html.get(at..) else { continue };
        let (name, rest) = split_name(mark);
        // Themes may quote either way.
        let value = rest.strip_prefix('=').map(|value| value.trim_start_matches(['"', '\'']));
        match (name, value.map(split_name)) {
            ("data-stoa-island", Some((island, _))) => add(needed.get("islands").and_then(|all| all.get(island))),
            _ => add(needed.get("attributes").and_then(|all| all.get(name))),
        }
    }
    groups
}

/// The name at the beginning of a text, and the rest.
fn split_name(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn placed(html: &str) -> String {
        let messages = json!({
            "cartCount.empty": "Der Warenkorb ist leer",
            "common.retry": "Noch einmal versuchen",
            "lightbox.place": [["number"], " von ", ["count"]],
            "share.copy": "</script>",
        });
        let messages = messages.as_object().cloned().unwrap_or_default();
        let mut html = format!("{html}{PLACE}");
        place_messages(&mut html, &IslandMessages { language: "de".to_owned(), messages });
        html
    }

    #[test]
    fn a_page_has_the_messages_of_its_islands() {
        let opening = "<script type=\"application/json\" id=\"stoa-messages\" lang=\"de\">";
        let empty = placed("<p>Ton</p>");
        let known = "{\"cartCount.empty\":\"Der Warenkorb ist leer\"}";
        assert_eq!(empty, format!("<p>Ton</p>{opening}{known}</script>"));
        let gallery = placed("<a href=\"/i.jpg\" data-stoa-lightbox=\"dark\">");
        assert!(gallery.contains("[[\"number\"],\" von \",[\"count\"]]") && !gallery.contains("common."), "{gallery}");
        let shared = placed("<div data-stoa-island='share'></div><form data-stoa-island=donate>");
        assert!(shared.contains("\"common.retry\"") && shared.contains("\\u003c/script\\u003e"), "{shared}");
    }

    #[test]
    fn an_unknown_island_needs_nothing() {
        assert!(!placed("<i data-stoa-island=\"other\"></i><i data-stoa-island></i>").contains("common."));
        let mut without = "<p></p>".to_owned();
        place_messages(&mut without, &IslandMessages::default());
        assert_eq!(without, "<p></p>");
    }
}
