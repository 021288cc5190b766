//! Small pieces of HTML, with escaped text.

use crate::formatter::text::{escape_attribute, escape_html};
use crate::value::Node;

/// Text for use between tags.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_html(text, &mut out);
    out
}

/// Text for use in a double-quoted attribute.
pub(super) fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_attribute(text, &mut out);
    out
}

/// A value for use in a double-quoted attribute.
pub(super) fn attribute_of(node: Node<'_>) -> String {
    attribute(&node.to_plain_text())
}

/// A value for use between tags.
pub(super) fn html_of(node: Node<'_>) -> String {
    html(&node.to_plain_text())
}
