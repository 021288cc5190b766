//! A block that prints the data that it gets, and a job that stores some for it.

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::jobs::Jobs;
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, SiteContext, error, escape_html, storage2};

struct Shown;

impl Blocks for Shown {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        let html = format!("<pre>{}</pre>", escape_html(&input.data));
        Ok(Output { html, head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() })
    }
}

impl Jobs for Shown {
    fn run(_name: String, _scheduled_ms: u64, _ctx: CallContext) -> Result<(), Error> {
        let kept = br#"{"note": "kept by the job"}"#;
        storage2::set("page/shown-products", kept, None).map_err(|_| error(ErrorCode::Internal, "no room"))
    }
}

stoa_plugin_sdk::plugin!(blocks: Shown, jobs: Shown);
