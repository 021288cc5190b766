//! HTML that contributors write is sanitised when it is saved, so that pages can print it unchanged.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;
use stoa_document::{BlockKinds, Document, rich_text};

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = profile();
    builder.add_generic_attributes(["class", "id"]);
    builder
});

/// With the alignment of paragraphs and headings: originals that are trees have it.
static TRANSLATION_CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = profile();
    builder.add_generic_attributes(["class", "id", "style"]).filter_style_properties(HashSet::from(["text-align"]));
    builder
});

/// Without `id` and `data-`: the program finds its own elements by these. With microdata, so that search engines read
/// structured data of blocks without a script, and with pictures of the site or that the plugin has drawn: those of other
/// hosts would tell these who visits the page.
static PLUGIN_CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = profile();
    builder
        .add_tags(["section"])
        .add_generic_attributes(["class", "role", "dir", "itemprop", "itemscope", "itemtype"])
        .add_generic_attribute_prefixes(["aria-"])
        .add_tag_attributes("data", ["value"])
        .add_tag_attributes("details", ["open"])
        .add_tag_attributes("img", ["loading"])
        .add_tag_attributes("time", ["datetime"])
        .add_url_schemes(["data"])
        .attribute_filter(plugin_attribute);
    builder
});

/// Pictures that a plugin may put into an `img` as a whole. Not SVG, which is a document.
const DRAWN_PICTURES: [&str; 4] =
    ["data:image/png;base64,", "data:image/gif;base64,", "data:image/jpeg;base64,", "data:image/webp;base64,"];
const VOCABULARY: &str = "https://schema.org/";

fn plugin_attribute<'u>(element: &str, attribute: &str, value: &'u str) -> Option<Cow<'u, str>> {
    let allowed = match attribute {
        "itemtype" => value.split_ascii_whitespace().all(|address| address.starts_with(VOCABULARY)),
        "src" if !is_data_address(value) => is_of_site(value),
        "href" | "src" | "cite" if is_data_address(value) => {
            element == "img" && DRAWN_PICTURES.iter().any(|start| value.starts_with(start))
        }
        _ => true,
    };
    allowed.then_some(Cow::Borrowed(value))
}

/// Whether an address is a path of the site. Browsers ignore spaces and control characters in it, and read `\` as `/`.
fn is_of_site(value: &str) -> bool {
    let letters = value.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control());
    let mut letters = letters.map(|letter| if letter == '\\' { '/' } else { letter });
    letters.next() == Some('/') && letters.next() != Some('/')
}

/// As browsers read it: they ignore spaces and control characters, and the case of the scheme.
fn is_data_address(value: &str) -> bool {
    let mut letters = value.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control());
    "data:".chars().all(|wanted| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted)))
}

fn profile() -> Builder<'static> {
    let mut builder = Builder::default();
    builder
        .link_rel(Some("noopener noreferrer"))
        .add_tag_attributes("a", ["target"])
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "sms"]))
        .rm_tags(["map", "area", "dialog"]);
    builder
}

/// Keeps content in HTML: headings, text, lists, tables, links, images. Removes scripts, styles, event handlers and
/// links with other schemes.
pub fn sanitise(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// The same for a translation, which keeps the alignment of its texts.
pub(crate) fn sanitise_translation(html: &str) -> String {
    TRANSLATION_CLEANER.clean(html).to_string()
}

/// Sanitises HTML that a plugin has rendered. Keeps classes and attributes for screen readers; elements are balanced,
/// so that the result cannot close an element around it.
pub fn sanitise_plugin_html(html: &str) -> String {
    PLUGIN_CLEANER.clean(html).to_string()
}

/// Sanitises all settings of a document that hold HTML.
pub fn sanitise_document(document: &mut Document, kinds: &dyn BlockKinds) {
    sanitise_blocks(document, kinds, &|_| true);
}

/// The same, for the blocks whose ids `chosen` accepts.
pub(crate) fn sanitise_blocks(document: &mut Document, kinds: &dyn BlockKinds, chosen: &dyn Fn(&str) -> bool) {
    for block in document.blocks_mut().filter(|block| chosen(&block.id)) {
        let Some(schema) = kinds.schema(&block.kind) else { continue };
        schema.for_each_formatted(&mut block.settings, &mut |format, text| {
            if rich_text::holds_html(format) {
                *text = sanitise(text);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{sanitise, sanitise_plugin_html, sanitise_translation};

    #[test]
    fn html_sanitizing() {
        assert_eq!(sanitise("<h2>Clay</h2><p>from <em>here</em></p>"), "<h2>Clay</h2><p>from <em>here</em></p>");
        assert_eq!(sanitise("<p onclick=\"x()\">a<script>x()</script></p>"), "<p>a</p>");
        assert_eq!(sanitise("<img src=x onerror=alert(1)>"), "<img src=\"x\">");
        assert!(!sanitise("<a href=\"javascript:alert(1)\">x</a>").contains("javascript"));
        assert!(!sanitise("<a href=\"data:text/html,x\">x</a>").contains("data:"));
        assert!(!sanitise("<svg><script>x</script></svg>").contains("script"));
        assert!(!sanitise("<style>p{}</style>").contains("style"));
    }

    #[test]
    fn translations_keep_alignment_alone() {
        let styled = "<h2 style=\"text-align: center; position: fixed\" onclick=\"x()\">Clay</h2>";
        let kept = sanitise_translation(styled);
        assert!(kept.contains("text-align") && !kept.contains("position") && !kept.contains("onclick"), "{kept}");
        assert_eq!(sanitise(styled), "<h2>Clay</h2>");
    }

    #[test]
    fn plugin_html_keeps_classes_and_roles() {
        let card = "<aside class=\"card\" role=\"note\" aria-label=\"Sale\"><p>One<br>two</p></aside>";
        assert_eq!(sanitise_plugin_html(card), card);
        assert_eq!(sanitise_plugin_html("<p>a</p></div></main><b>b"), "<p>a</p><b>b</b>");
        assert_eq!(
            sanitise_plugin_html("<p id=\"x\" data-y=\"z\" style=\"color:red\" onclick=\"f()\">a</p>"),
            "<p>a</p>"
        );
        assert!(!sanitise_plugin_html("<a href=\"javascript:f()\">a</a>").contains("javascript"));
        assert!(!sanitise_plugin_html("<style>p{}</style><script>f()</script><!-- f -->").contains(['{', 'f']));
        let hours = "<section><time datetime=\"2027-05-31\">May 31</time><details open=\"\">x</details></section>";
        assert_eq!(sanitise_plugin_html(hours), hours);
    }

    #[test]
    fn plugin_html_keeps_structured_data_of_schema_org() {
        let question =
            "<div itemscope=\"\" itemtype=\"https://schema.org/Question\"><p itemprop=\"name\">Why?</p></div>";
        assert_eq!(sanitise_plugin_html(question), question);
        let foreign = "<div itemscope=\"\" itemtype=\"https://schema.org/Thing https://evil.example/\">a</div>";
        assert_eq!(sanitise_plugin_html(foreign), "<div itemscope=\"\">a</div>");
        assert_eq!(sanitise_plugin_html("<p itemid=\"x\" itemref=\"y\">a</p>"), "<p>a</p>");
    }

    #[test]
    fn plugin_html_keeps_drawn_pictures() {
        // spec: plugins.blocks.contained
        for address in [
            "https://else.example/a.png",
            "//else.example/a.png",
            " /\t/else.example/a.png",
            "/\\else.example",
            "a.png",
        ] {
            let html = sanitise_plugin_html(&format!("<img src=\"{address}\" alt=\"A\">"));
            assert_eq!(html, "<img alt=\"A\">", "{address}");
        }
        let own = "<img src=\"/assets/ast_1/a.png?format=750w\" alt=\"A\">";
        assert_eq!(sanitise_plugin_html(own), own);
        let drawn = "<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"Code\">";
        assert_eq!(sanitise_plugin_html(drawn), drawn);
        for refused in [
            "<img src=\"data:image/svg+xml;base64,PHN2Zz4=\">",
            "<img src=\"DATA:text/html,x\">",
            "<img src=\" da\nta:text/html,x\">",
            "<a href=\"data:image/png;base64,iVBORw0KGgo=\">a</a>",
            "<a href=\"\tData:text/html,x\">a</a>",
            "<blockquote cite=\"data:text/html,x\">a</blockquote>",
        ] {
            let kept = sanitise_plugin_html(refused).to_ascii_lowercase();
            assert!(!kept.contains("data:") && !kept.contains("ta:text"), "{refused}: {kept}");
        }
    }
}
