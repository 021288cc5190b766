//! Texts of WooCommerce as HTML.

use stoa_plugin_sdk::escape_html;

/// The export writes ends of lines as `\n`, and texts without a tag are paragraphs only once they are shown.
pub(crate) fn of(cell: &str) -> String {
    let text = lines(cell);
    if text.contains('<') {
        return text;
    }
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>", inner(paragraph))).collect()
}

/// Entities of the text stay what they are.
fn inner(paragraph: &str) -> String {
    let escaped = if paragraph.contains('&') { paragraph.to_owned() } else { escape_html(paragraph) };
    escaped.replace('\n', "<br>")
}

/// `\n` becomes the end of a line, and `\\n` the two characters.
fn lines(cell: &str) -> String {
    let parts = cell.split("\\\\n").map(|part| part.replace("\\n", "\n"));
    parts.collect::<Vec<_>>().join("\\n").replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn texts_become_paragraphs() {
        assert_eq!(of("Soft.\\nWarm.\\n\\nRed > blue"), "<p>Soft.<br>Warm.</p><p>Red &gt; blue</p>");
        assert_eq!(of("<p>Soft &amp; warm</p>\\n<ul></ul>"), "<p>Soft &amp; warm</p>\n<ul></ul>");
        assert_eq!(of("Soft &amp; warm"), "<p>Soft &amp; warm</p>");
        assert_eq!(of("a\\\\nb"), "<p>a\\nb</p>");
        assert_eq!(of(""), "");
    }
}
