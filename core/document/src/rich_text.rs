//! Formatted text as a tree of nodes with marks, in the JSON format of ProseMirror-like editors: a node of type `doc`
//! with blocks in it. Only the nodes and marks listed here can get into a page, and no text of a tree is ever
//! interpreted as markup.

use serde_json::Value;

use crate::escape::escape_html;
use crate::link::is_link;

/// Format of settings that hold such a tree, or HTML from before there were trees.
pub const FORMAT: &str = "richtext";
/// Maximum nesting of nodes; deeper ones are left out.
const DEEPEST: usize = 32;

/// Elements of nodes with content, except headings, whose element depends on the level.
const ELEMENTS: [(&str, &str); 7] = [
    ("paragraph", "p"),
    ("heading", "h2"),
    ("bulletList", "ul"),
    ("orderedList", "ol"),
    ("listItem", "li"),
    ("blockquote", "blockquote"),
    ("codeBlock", "pre"),
];
const HEADINGS: [&str; 4] = ["h1", "h2", "h3", "h4"];
const MARKS: [(&str, &str); 6] =
    [("bold", "strong"), ("italic", "em"), ("strike", "s"), ("underline", "u"), ("code", "code"), ("link", "a")];

fn among(table: &'static [(&str, &str)], node: &Value) -> Option<&'static str> {
    let kind = kind(node);
    table.iter().find(|(name, _)| *name == kind).map(|(_, element)| *element)
}

/// The element of a node; none if only its content is rendered.
fn element(node: &Value) -> Option<&'static str> {
    let element = among(&ELEMENTS, node)?;
    let level = attribute(node, "level").and_then(Value::as_u64).filter(|_| element == "h2");
    let heading = level.and_then(|level| HEADINGS.get(usize::try_from(level).ok()?.wrapping_sub(1)));
    Some(heading.copied().unwrap_or(element))
}

fn mark_element(mark: &Value) -> Option<&'static str> {
    among(&MARKS, mark).filter(|element| *element != "a" || href(mark).is_some())
}

fn kind(node: &Value) -> &str {
    node.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn attribute<'a>(node: &'a Value, name: &str) -> Option<&'a Value> {
    node.get("attrs")?.get(name)
}

fn children<'a>(node: &'a Value, name: &str) -> &'a [Value] {
    node.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn href(mark: &Value) -> Option<&str> {
    attribute(mark, "href").and_then(Value::as_str).filter(|address| is_link(address))
}

fn alignment(node: &Value) -> Option<&'static str> {
    let wanted = attribute(node, "textAlign").and_then(Value::as_str)?;
    ["left", "center", "right", "justify"].into_iter().find(|known| *known == wanted)
}

/// Whether a value is a rich text tree.
pub fn is_tree(value: &Value) -> bool {
    kind(value) == "doc"
}

/// Whether a tree has no text.
pub fn is_blank(tree: &Value) -> bool {
    let text = tree.get("text").and_then(Value::as_str).unwrap_or_default();
    text.trim().is_empty() && children(tree, "content").iter().all(is_blank)
}

/// Whether texts of a format are HTML. In rich text settings, they are from before there were trees.
pub fn holds_html(format: &str) -> bool {
    format == "html" || format == FORMAT
}

/// Replaces the trees in settings by their HTML.
pub fn draw_all(settings: &mut Value) {
    if is_tree(settings) {
        *settings = Value::String(to_html(settings));
        return;
    }
    match settings {
        Value::Array(list) => list.iter_mut().for_each(draw_all),
        Value::Object(object) => object.values_mut().for_each(draw_all),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A tree as HTML. Unknown nodes are left out, their content is kept.
pub fn to_html(tree: &Value) -> String {
    let mut out = String::new();
    for node in children(tree, "content") {
        draw(node, DEEPEST, &mut out);
    }
    out
}

fn draw(node: &Value, depth: usize, out: &mut String) {
    if depth == 0 {
        return;
    }
    match kind(node) {
        "text" => return text(node, out),
        "hardBreak" => return out.push_str("<br>"),
        "horizontalRule" => return out.push_str("<hr>"),
        _ => {}
    }
    let element = element(node);
    if let Some(name) = element {
        out.push('<');
        out.push_str(name);
        if let Some(alignment) = alignment(node) {
            out.push_str(" style=\"text-align:");
            out.push_str(alignment);
            out.push('"');
        }
        if let Some(start) =
            attribute(node, "start").and_then(Value::as_u64).filter(|start| name == "ol" && *start != 1)
        {
            out.push_str(" start=\"");
            out.push_str(&start.to_string());
            out.push('"');
        }
        out.push_str(if name == "pre" { "><code>" } else { ">" });
    }
    for child in children(node, "content") {
        draw(child, depth - 1, out);
    }
    if let Some(name) = element {
        out.push_str(if name == "pre" { "</code></" } else { "</" });
        out.push_str(name);
        out.push('>');
    }
}

fn text(node: &Value, out: &mut String) {
    let marks = children(node, "marks").get(..DEEPEST).unwrap_or_else(|| children(node, "marks"));
    for mark in marks {
        let Some(name) = mark_element(mark) else { continue };
        out.push('<');
        out.push_str(name);
        if let ("a", Some(address)) = (name, href(mark)) {
            out.push_str(" href=\"");
            out.push_str(&escape_html(address));
            out.push('"');
            if attribute(mark, "target").and_then(Value::as_str) == Some("_blank") {
                out.push_str(" target=\"_blank\"");
            }
            out.push_str(" rel=\"noopener noreferrer\"");
        }
        out.push('>');
    }
    out.push_str(&escape_html(node.get("text").and_then(Value::as_str).unwrap_or_default()));
    for mark in marks.iter().rev() {
        if let Some(name) = mark_element(mark) {
            out.push_str("</");
            out.push_str(name);
            out.push('>');
        }
    }
}

/// Validates a tree and returns the number of characters in it.
///
/// # Errors
/// A message about content that is not allowed in a page.
pub fn check(tree: &Value) -> Result<usize, String> {
    if !is_tree(tree) {
        return Err("This must be formatted text.".to_owned());
    }
    children(tree, "content").iter().try_fold(0, |length, node| Ok(length + check_node(node, DEEPEST)?))
}

fn check_node(node: &Value, depth: usize) -> Result<usize, String> {
    if depth == 0 {
        return Err("This text is nested too deeply.".to_owned());
    }
    match kind(node) {
        "text" => {
            for mark in children(node, "marks") {
                check_mark(mark)?;
            }
            return Ok(node.get("text").and_then(Value::as_str).unwrap_or_default().chars().count());
        }
        "hardBreak" | "horizontalRule" => return Ok(1),
        _ if element(node).is_some() => {}
        other => return Err(format!("Formatted text cannot contain '{other}'.")),
    }
    children(node, "content").iter().try_fold(0, |length, child| Ok(length + check_node(child, depth - 1)?))
}

fn check_mark(mark: &Value) -> Result<(), String> {
    match kind(mark) {
        _ if mark_element(mark).is_some() => Ok(()),
        "link" => Err("Enter a link such as /shop or https://domain.com.".to_owned()),
        other => Err(format!("Formatted text cannot have the mark '{other}'.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, json};

    fn doc(content: Value) -> Value {
        json!({"type": "doc", "content": content})
    }

    #[test]
    fn rich_text_to_html() {
        let tree = doc(json!([
            {"type": "heading", "attrs": {"level": 3, "textAlign": "center"}, "content": [{"type": "text", "text": "Clay & <ash>"}]},
            {"type": "paragraph", "content": [
                {"type": "text", "text": "a", "marks": [{"type": "bold"}, {"type": "link", "attrs": {"href": "/shop?a=1&b=2"}}]},
                {"type": "hardBreak"}, {"type": "text", "text": "b"}]},
            {"type": "orderedList", "attrs": {"start": 4}, "content": [{"type": "listItem", "content": [{"type": "paragraph"}]}]},
            {"type": "codeBlock", "content": [{"type": "text", "text": "x < y"}]},
            {"type": "horizontalRule"},
            {"type": "paragraph", "attrs": {"textAlign": "left"}},
            {"type": "paragraph", "attrs": {"textAlign": "left;color:red"}},
        ]));
        assert_eq!(
            to_html(&tree),
            "<h3 style=\"text-align:center\">Clay &amp; &lt;ash&gt;</h3>\
             <p><strong><a href=\"/shop?a=1&amp;b=2\" rel=\"noopener noreferrer\">a</a></strong><br>b</p>\
             <ol start=\"4\"><li><p></p></li></ol><pre><code>x &lt; y</code></pre><hr><p style=\"text-align:left\"></p><p></p>"
        );
        assert_eq!(check(&tree), Ok("Clay & <ash>".len() + 3 + "x < y".len() + 1));
    }

    #[test]
    fn unsupported_nodes_reported_and_removed() {
        let script = doc(json!([{"type": "script", "content": [{"type": "text", "text": "x()"}]}]));
        assert!(check(&script).unwrap_err().contains("'script'"));
        assert_eq!(to_html(&script), "x()");
        let link = doc(json!([{"type": "paragraph", "content": [
            {"type": "text", "text": "x", "marks": [{"type": "link", "attrs": {"href": "javascript:x()"}}]}]}]));
        assert!(check(&link).unwrap_err().contains("Enter a link"));
        assert_eq!(to_html(&link), "<p>x</p>");
        assert!(check(&json!("text")).is_err());
    }

    #[test]
    fn rich_text_depth_limit() {
        let mut node = json!({"type": "text", "text": "deep"});
        for _ in 0..100 {
            node = json!({"type": "blockquote", "content": [node]});
        }
        let tree = doc(json!([node]));
        assert!(check(&tree).is_err());
        assert!(!to_html(&tree).contains("deep"));
    }

    /// Vocabulary of trees, so that random values resemble them.
    fn word() -> impl Strategy<Value = String> {
        prop_oneof![
            prop::sample::select(vec![
                "doc",
                "text",
                "paragraph",
                "heading",
                "orderedList",
                "codeBlock",
                "link",
                "bold",
                "hardBreak",
                "script",
                "javascript:x()",
                "https://a.test/\"><img src=x>",
                "center",
                "_blank",
                "</p><script>x()</script>",
            ])
            .prop_map(str::to_owned),
            "[<>&\"'a-z/= ]{0,12}",
        ]
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let names = prop::sample::select(vec![
            "type",
            "content",
            "marks",
            "attrs",
            "text",
            "href",
            "textAlign",
            "start",
            "level",
        ]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            word().prop_map(Value::from)
        ];
        leaf.prop_recursive(6, 64, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::vec((names.clone(), inner), 0..6).prop_map(|members| Value::Object(
                    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>()
                )),
            ]
        })
    }

    /// The text between each `<` and `>` in the HTML, all written by this module.
    fn tags(html: &str) -> Vec<&str> {
        html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()).collect()
    }

    proptest! {
        #[test]
        fn rich_text_escapes_markup(content in prop::collection::vec(any_json(), 0..4)) {
            let html = to_html(&doc(Value::Array(content)));
            let known = [
                "p", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "strong", "em", "s", "u", "a", "br", "hr",
            ];
            let mut open = Vec::new();
            for tag in tags(&html) {
                if let Some(closed) = tag.strip_prefix('/') {
                    prop_assert_eq!(open.pop(), Some(closed));
                    continue;
                }
                let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
                prop_assert!(known.contains(&name), "{}", html);
                for attribute in attributes.split_terminator("\" ") {
                    let plain = ["href=\"", "target=\"_blank", "rel=\"noopener noreferrer", "style=\"text-align:", "start=\""];
                    prop_assert!(attribute.is_empty() || plain.iter().any(|start| attribute.starts_with(start)), "{}", html);
                    prop_assert!(!attribute.contains("javascript"), "{}", html);
                }
                if name != "br" && name != "hr" {
                    open.push(name);
                }
            }
            prop_assert!(open.is_empty(), "{}", html);
        }
    }
}
