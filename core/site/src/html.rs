//! HTML that contributors write is cleaned when it is saved, so that pages can print it as it is.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;
use stoa_document::{BlockKinds, Document};

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .link_rel(Some("noopener noreferrer"))
        .add_tag_attributes("a", ["target"])
        .add_generic_attributes(["class", "id"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "sms"]))
        .rm_tags(["map", "area", "dialog"]);
    builder
});

/// Leaves of an HTML text what is content: headings, text, lists, tables, links, pictures. Scripts,
/// styles, event handlers and links with other schemes are gone.
pub fn sanitise(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// Cleans all settings of a document that hold HTML.
pub fn sanitise_document(document: &mut Document, kinds: &dyn BlockKinds) {
    for block in document.blocks_mut() {
        let Some(schema) = kinds.schema(&block.kind) else { continue };
        schema.for_each_formatted(&mut block.settings, &mut |format, text| {
            if format == "html" {
                *text = sanitise(text);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::sanitise;

    #[test]
    fn content_stays_and_scripts_go() {
        assert_eq!(sanitise("<h2>Clay</h2><p>from <em>here</em></p>"), "<h2>Clay</h2><p>from <em>here</em></p>");
        assert_eq!(sanitise("<p onclick=\"x()\">a<script>x()</script></p>"), "<p>a</p>");
        assert_eq!(sanitise("<img src=x onerror=alert(1)>"), "<img src=\"x\">");
        assert!(!sanitise("<a href=\"javascript:alert(1)\">x</a>").contains("javascript"));
        assert!(!sanitise("<a href=\"data:text/html,x\">x</a>").contains("data:"));
        assert!(!sanitise("<svg><script>x</script></svg>").contains("script"));
        assert!(!sanitise("<style>p{}</style>").contains("style"));
    }
}
