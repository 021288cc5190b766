//! A block that prints the data that it gets.

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::{Error, SiteContext, escape_html};

struct Shown;

impl Blocks for Shown {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        let html = format!("<pre>{}</pre>", escape_html(&input.data));
        Ok(Output { html, head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() })
    }
}

stoa_plugin_sdk::plugin!(blocks: Shown);
