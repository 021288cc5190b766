use stoa_page::SanitizedPluginOutput;
use stoa_site::sanitise_plugin_html;

use crate::plugin::PluginBlockOutput;

/// What could make a style sheet load external resources and so reveal the visitor to third parties. Escapes could
/// encode the others, so plugin styles must not contain them.
const FETCHING: [&str; 5] = ["@import", "url(", "src(", "image-set(", "\\"];

/// Limits for one block.
const BLOCK: Allowance = Allowance { bytes: 64 * 1024, tags: 1_000 };
/// Limits for all plugin blocks of a page.
const PAGE: Allowance = Allowance { bytes: 512 * 1024, tags: 5_000 };
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

    /// Sanitizes a block and allows only style elements in the head.
    ///
    /// # Errors
    /// Why the block cannot be shown on the page, for the editor.
    pub(super) fn admit(&mut self, drawn: PluginBlockOutput) -> Result<SanitizedPluginOutput, String> {
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
        let offered = drawn.head.len();
        let head: Vec<String> = drawn.head.into_iter().filter(|line| is_style(line)).collect();
        Ok(SanitizedPluginOutput { html, refused: offered - head.len(), head })
    }
}

/// Whether a line is exactly one style element without attributes that loads nothing.
fn is_style(line: &str) -> bool {
    let Some(css) = line.strip_prefix("<style>").and_then(|rest| rest.strip_suffix("</style>")) else { return false };
    let css = css.to_ascii_lowercase();
    !css.contains("</") && !FETCHING.iter().any(|fetching| css.contains(fetching))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugin_styles_without_urls_only() {
        let good = ["<style>.card{color:red}.card>p{margin:0}</style>", "<style></style>"];
        let bad = [
            "<script>f()</script>",
            "<meta http-equiv=\"refresh\" content=\"0;url=//x\">",
            "<base href=\"//x\">",
            "<link rel=\"stylesheet\" href=\"//x\">",
            "<style onload=\"f()\">p{}</style>",
            "<style>p{}</style><script>f()</script><style></style>",
            "<style>p{}</STYLE ><script>f()</script></style>",
            "<style>@IMPORT '//x';</style>",
            "<style>p{background:url(//x)}</style>",
            "<style>p{background:u\\72l(//x)}</style>",
            "<style>p{}",
            "",
        ];
        let lines = good.iter().chain(&bad).map(|line| (*line).to_owned()).collect();
        let admitted =
            Allowance::of_page().admit(PluginBlockOutput { head: lines, ..PluginBlockOutput::default() }).unwrap();
        assert_eq!(admitted.head, good);
        assert_eq!(admitted.refused, bad.len());
    }

    fn block(html: String) -> PluginBlockOutput {
        PluginBlockOutput { html, ..PluginBlockOutput::default() }
    }

    #[test]
    fn expensive_html_repair_is_rejected() {
        let bold = (0..500).map(|turn| format!("<b class=\"{turn}\">")).collect::<String>();
        let repeated = format!("<p>{bold}</p>{}", "<p>x".repeat(400));
        let dear = ["<div>".repeat(1_001), "x".repeat(64 * 1024 + 1), repeated];
        let reasons = dear.map(|html| Allowance::of_page().admit(block(html)).unwrap_err());
        assert!(reasons[0].contains("1000 tags") && reasons[1].contains("65536 bytes"), "{reasons:?}");
        assert!(reasons[2].contains("not closed in order"), "{reasons:?}");
        assert!(Allowance::of_page().admit(block("<div>".repeat(1_000))).is_ok());
    }

    #[test]
    fn plugin_blocks_share_the_page_limit() {
        let mut allowance = Allowance::of_page();
        for _ in 0..5 {
            allowance.admit(block("<p>a</p>".repeat(500))).unwrap();
        }
        assert!(allowance.admit(block("<p>a</p>".to_owned())).unwrap_err().contains("5000 tags"));
        assert!(allowance.admit(block("words".to_owned())).is_ok(), "rejected output does not count");
    }
}
