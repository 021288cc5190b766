//! Output of plugins: sanitized, and limited for each block and page.

use serde_json::{Value, json};
use stoa_page::SanitizedPluginOutput;
use stoa_site::sanitise_plugin_html;

use super::plugin_styles::scoped_style;
use crate::plugin::{PluginBlockClient, PluginBlockOutput};

/// Limits for one block.
const BLOCK: Allowance = Allowance { bytes: 64 * 1024, tags: 1_000 };
/// Limits for all plugin blocks of a page.
const PAGE: Allowance = Allowance { bytes: 512 * 1024, tags: 5_000 };
/// Largest data of a block for its script, bytes. A line for the head has at most 4 KiB.
const MAX_DATA_BYTES: usize = 4 * 1024;
/// Maximum growth of a block's size by HTML repair, as a factor.
const MAX_GROWTH: usize = 4;

/// How much plugin markup may still be added to a page. Repairing HTML takes far more time and memory than its length
/// suggests: open elements are traversed again for each that follows, and formatting elements are repeated in each
/// paragraph. No other limit covers this work, since it is done after the plugin has returned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    bytes: usize,
    /// Number of start and end tags.
    tags: usize,
}

impl Allowance {
    /// For a new page.
    pub(super) fn of_page() -> Self {
        PAGE
    }

    /// Sanitizes a block of a kind and allows only style elements in the head, which apply to blocks of this kind.
    ///
    /// # Errors
    /// Why the block cannot be shown on the page, for the editor.
    pub(super) fn admit(&mut self, kind: &str, drawn: PluginBlockOutput) -> Result<SanitizedPluginOutput, String> {
        let (bytes, tags) = (drawn.html.len(), drawn.html.matches('<').count());
        if bytes > BLOCK.bytes || tags > BLOCK.tags {
            let Allowance { bytes, tags } = BLOCK;
            return Err(format!("The plugin returned more than {bytes} bytes or {tags} tags."));
        }
        let (Some(bytes), Some(tags)) = (self.bytes.checked_sub(bytes), self.tags.checked_sub(tags)) else {
            let Allowance { bytes, tags } = PAGE;
            return Err(format!("The plugins' blocks on this page have more than {bytes} bytes or {tags} tags."));
        };
        *self = Self { bytes, tags };
        let html = sanitise_plugin_html(&drawn.html);
        if html.len() > BLOCK.bytes * MAX_GROWTH {
            return Err("The plugin returned elements that are not closed in order.".to_owned());
        }
        let head: Vec<String> = drawn.head.iter().filter_map(|line| scoped_style(line, kind)).collect();
        let client = match &drawn.client {
            Some(client) => client_of(client, kind, &drawn.head, &head)?,
            None => Value::Null,
        };
        let data = drawn.head.iter().filter(|line| drawn.client.is_some() && client_data(line).is_some()).count();
        let used = head.len() + data;
        Ok(SanitizedPluginOutput { html, refused: drawn.head.len().saturating_sub(used), head, client })
    }
}

/// The data of a block for its script, if this is what a line for the head is.
fn client_data(line: &str) -> Option<&str> {
    line.strip_prefix("<script type=\"application/json\">")?.strip_suffix("</script>")
}

/// What the script of the page gets to show a block in a frame.
///
/// # Errors
/// What is wrong with the data of the block, for the editor.
fn client_of(client: &PluginBlockClient, kind: &str, lines: &[String], styles: &[String]) -> Result<Value, String> {
    let mut found = lines.iter().filter_map(|line| client_data(line));
    let data = match found.next() {
        None => Value::Null,
        Some(text) if text.len() > MAX_DATA_BYTES => {
            return Err(format!("The plugin returned more than {MAX_DATA_BYTES} bytes of data for its script."));
        }
        Some(text) => serde_json::from_str(text)
            .map_err(|error| format!("The plugin returned data for its script that is not JSON: {error}."))?,
    };
    if found.next().is_some() {
        return Err("The plugin returned data for its script twice.".to_owned());
    }
    let css: String =
        styles.iter().filter_map(|style| style.strip_prefix("<style>")?.strip_suffix("</style>")).collect();
    Ok(json!({ "frame": client.address, "title": client.title, "kind": kind, "styles": css, "data": data }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_for_the_script_is_bounded_json() {
        let client = PluginBlockClient { address: "/static/plugin-clients/a".to_owned(), title: "Clock".to_owned() };
        let drawn = |lines: &[&str], client: Option<&PluginBlockClient>| {
            let head = lines.iter().map(|line| (*line).to_owned()).collect();
            let drawn = PluginBlockOutput { head, client: client.cloned(), ..PluginBlockOutput::default() };
            Allowance::of_page().admit("clock", drawn)
        };
        let data = "<script type=\"application/json\">{\"until\":5}</script>";
        let admitted = drawn(&[data, "<style>.a{b:c}</style>"], Some(&client)).unwrap();
        assert_eq!(admitted.client["data"]["until"], 5);
        assert_eq!(admitted.client["styles"], ":where(.stoa-block-clock) .a{b:c}");
        assert_eq!((admitted.head.len(), admitted.refused), (1, 0));
        let without = drawn(&[data], None).unwrap();
        assert!(without.client.is_null() && without.refused == 1, "a block without a script has no data");
        let large = format!("<script type=\"application/json\">\"{}\"</script>", "x".repeat(MAX_DATA_BYTES));
        let bad = ["<script type=\"application/json\">{</script>", large.as_str()];
        assert!(bad.iter().all(|line| drawn(&[*line], Some(&client)).is_err()));
        assert!(drawn(&[data, data], Some(&client)).is_err());
    }

    fn block(html: String) -> PluginBlockOutput {
        PluginBlockOutput { html, ..PluginBlockOutput::default() }
    }

    #[test]
    fn expensive_html_repair_is_rejected() {
        let bold = (0..500).map(|turn| format!("<b class=\"{turn}\">")).collect::<String>();
        let repeated = format!("<p>{bold}</p>{}", "<p>x".repeat(400));
        let dear = ["<div>".repeat(1_001), "x".repeat(64 * 1024 + 1), repeated];
        let reasons = dear.map(|html| Allowance::of_page().admit("card", block(html)).unwrap_err());
        assert!(reasons[0].contains("1000 tags") && reasons[1].contains("65536 bytes"), "{reasons:?}");
        assert!(reasons[2].contains("not closed in order"), "{reasons:?}");
        assert!(Allowance::of_page().admit("card", block("<div>".repeat(1_000))).is_ok());
    }

    #[test]
    fn plugin_blocks_share_the_page_limit() {
        let mut allowance = Allowance::of_page();
        for _ in 0..5 {
            allowance.admit("card", block("<p>a</p>".repeat(500))).unwrap();
        }
        assert!(allowance.admit("card", block("<p>a</p>".to_owned())).unwrap_err().contains("5000 tags"));
        assert!(allowance.admit("card", block("words".to_owned())).is_ok(), "rejected output does not count");
    }
}
