//! A formatter that counted by the minute and counts by the hour, and a block with opening hours in one text that became
//! a list: both take over the settings of their first versions.

use stoa_plugin_sdk::block_migration::BlockMigration;
use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::json::{self, json};
use stoa_plugin_sdk::migration::Migration;
use stoa_plugin_sdk::{Error, SiteContext, Value, config, escape_html, invalid_input, setting};

struct Paced;

impl Formatters for Paced {
    fn apply(_name: String, _input: Value, _args: Vec<Value>) -> Result<Value, Error> {
        let pace = setting("pace").and_then(|pace| pace.as_i64());
        Ok(Value::Text(pace.map_or_else(|| "unknown".to_owned(), |pace| format!("{pace} an hour"))))
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        inputs.into_iter().map(|input| Self::apply(name.clone(), input, args.clone())).collect()
    }
}

impl Migration for Paced {
    fn settings(from_version: u32, settings: String) -> Result<String, Error> {
        let settings: json::Value = json::from_str(&settings).map_err(|_| invalid_input("settings"))?;
        let words = settings["wordsPerMinute"].as_i64().unwrap_or_default();
        match words {
            111 => Err(invalid_input("111 words a minute is too odd to be converted")),
            112 => Ok("[]".to_owned()),
            113 => panic!("told to stop"),
            114 => loop {
                std::hint::black_box(words);
            },
            // What the site has is not told meanwhile, and nobody else's address is granted.
            _ => Ok(json!({
                "pace": words * 60,
                "unit": format!("hour, from {from_version}, {}", config::all()),
                "address": "https://evil.example",
            })
            .to_string()),
        }
    }
}

impl Blocks for Paced {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        let html = format!("<p>{}</p>", escape_html(&input.settings));
        Ok(Output { html, head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() })
    }
}

impl BlockMigration for Paced {
    fn settings(kind: String, from_version: u32, settings: String) -> Result<String, Error> {
        let mut settings: json::Value = json::from_str(&settings).map_err(|_| invalid_input("settings"))?;
        match settings["hours"].as_str() {
            Some("odd") => Err(invalid_input("odd hours cannot be converted")),
            Some("list") => Ok("[]".to_owned()),
            Some("stop") => panic!("told to stop"),
            Some("of the plugin") => Ok(json!({ "days": [], "made": config::all() }).to_string()),
            Some("unsaved") => Ok(json!({ "days": [{ "text": "a\u{0}b" }] }).to_string()),
            Some("deep") => Ok(format!("{{\"days\": {}{}}}", "[".repeat(100), "]".repeat(100))),
            _ => {
                let text = settings["hours"].take();
                Ok(json!({ "days": [{ "text": text }], "made": format!("{kind} of {from_version}") }).to_string())
            }
        }
    }
}

stoa_plugin_sdk::plugin!(formatters: Paced, migration: Paced, blocks: Paced, block_migration: Paced);
