//! Blocks and formatters of pages.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use stoa_plugin_host::PluginErrorKind;
use stoa_plugin_host::model::{BlockInput, Value as PluginValue};

use super::super::plugins::{home, message, part, preview, publish, with_blocks};
use super::document::Row;
use super::{Run, stop_of, words_of};
use crate::client::Client;
use crate::design::template_files::Templates;

const BLOCKS: [(&str, &str); 5] = [
    ("an endless loop", "hostile-loop"),
    ("more and more memory", "hostile-memory"),
    ("endless recursion", "hostile-stack"),
    ("1 MiB and a byte of HTML", "hostile-flood"),
    ("a panic", "hostile-trap"),
];
/// Formatter calls of a page.
const CALLS: i64 = 10_000;
/// A busy machine stops calls before their time is over; then they are made again.
const TRIES: usize = 5;
const HONEST: &str = "<p>Kiln day is Friday</p>";

/// A block behind the other.
pub(super) fn honest() -> Value {
    json!({"id": "honest", "kind": "text", "settings": {"html": HONEST}})
}

/// What people see of a block.
struct BlockViews {
    owner: String,
    visitor: String,
}

impl Run<'_> {
    /// What the same steps cost a neighbour with a block that behaves.
    pub(super) async fn honest_block(&mut self) -> Result<()> {
        let settings = json!({"title": "Studio sale", "text": "Saturday from ten."});
        let block = json!({"id": "callout", "kind": "callout", "settings": &settings});
        self.neighbour.take()?;
        let begun = Instant::now();
        let shown = self.show("callout", &block).await?;
        let took = begun.elapsed();
        let row = Row {
            threat: "nothing wrong, for comparison",
            stopped_by: "nothing".to_owned(),
            visitor: shown.visitor,
            owner: "nothing".to_owned(),
        };
        ensure!(shown.owner.is_empty(), "{}", shown.owner);
        self.beside = self.measure(async || self.call_block("callout", &settings).await).await?;
        self.seen(row, Some(took))
    }

    pub(super) async fn hostile_blocks(&mut self) -> Result<()> {
        for (threat, kind) in BLOCKS {
            let (stop, took) = self.stop_block(kind).await?;
            let shown = self.show(kind, &json!({"id": kind, "kind": kind})).await?;
            ensure!(!shown.owner.is_empty(), "the owner is not told of {kind}");
            let row = Row { threat, stopped_by: stop_of(&stop), visitor: shown.visitor, owner: shown.owner };
            self.beside = self.measure(async || self.call_block(kind, &json!({})).await).await?;
            self.seen(row, Some(took))?;
        }
        Ok(())
    }

    /// Calls a block once more, however that ends.
    async fn call_block(&self, kind: &str, settings: &Value) -> Result<()> {
        let (sites, site) = self.site().await?;
        let input = BlockInput {
            kind: kind.to_owned(),
            instance_id: kind.to_owned(),
            settings: settings.clone(),
            ..BlockInput::default()
        };
        let _ended = tokio::task::block_in_place(|| sites.host.render_session(site).render_block(&input));
        Ok(())
    }

    /// Why and when a block is stopped.
    async fn stop_block(&self, kind: &str) -> Result<(PluginErrorKind, Duration)> {
        let (sites, site) = self.site().await?;
        let input = BlockInput {
            kind: kind.to_owned(),
            instance_id: kind.to_owned(),
            settings: json!({}),
            ..BlockInput::default()
        };
        for _ in 0..TRIES {
            let begun = Instant::now();
            let render = || sites.host.render_session(Arc::clone(&site)).render_block(&input);
            let rendered = tokio::task::block_in_place(render);
            let took = begun.elapsed();
            match rendered {
                Ok(_) => bail!("{kind} was not stopped"),
                Err(error) if error.kind == PluginErrorKind::Starved => {}
                Err(error) => return Ok((error.kind, took)),
            }
        }
        bail!("the machine is too busy to run {kind}")
    }

    /// Puts a block on the home page, looks at it as owner and as visitor, and takes it away.
    async fn show(&mut self, id: &str, block: &Value) -> Result<BlockViews> {
        let path = home(&mut self.owner, &self.website).await?;
        let original = self.owner.get(&path).await?.expect(200)?["document"].clone();
        let mut page = with_blocks(&mut self.owner, &path, &[block.clone(), honest()]).await?;
        let owner = read_by_owner(&mut self.owner, &path, &page, id).await?;
        publish(&mut self.owner, &path, &page).await?;
        let seen = self.app.juniper().get("/").await?;
        assert_eq!(seen.status, 200);
        ensure!(seen.text.trim_end().ends_with("</html>"), "the page is whole");
        ensure!(part(&seen.text, "honest")?.contains(HONEST), "the rest of the page is there");
        let words = part(&seen.text, id).map(words_of).unwrap_or_default();
        let visitor = if words.is_empty() {
            "nothing in its place, and the rest of the page".to_owned()
        } else {
            format!("“{words}”, and the rest of the page")
        };
        page["revision"] = self.owner.get(&path).await?.expect(200)?["revision"].clone();
        page["document"] = original;
        publish(&mut self.owner, &path, &page).await?;
        Ok(BlockViews { owner, visitor })
    }

    /// A template that calls a slow formatter ten thousand times.
    pub(super) async fn many_calls(&mut self) -> Result<()> {
        let (stop, took) = self.stop_calls().await?;
        let calls: String = (0..CALLS).map(|number| format!("{{title|spend {number}}}\n")).collect();
        let mut templates = Templates::owned(self.app).await?;
        templates.save("page.item", &format!("<p>Before.</p>\n{calls}<p>After.</p>\n")).await?;
        templates.publish().await?.expect(200)?;
        let preview = templates.preview("/", json!({})).await?;
        let problems = preview["problems"].as_array().context("no problems")?;
        let mut said = problems.iter().filter_map(|problem| problem["message"].as_str());
        let said = said.find(|message| message.contains("took too long")).context("the owner is not told")?;
        // Without the call that was the first to fail.
        let said = said.rsplit_once(": ").map_or(said, |(_, why)| why);
        let seen = self.app.juniper().get("/").await?;
        assert_eq!(seen.status, 200);
        let whole = seen.text.contains("<p>Before.</p>") && seen.text.contains("<p>After.</p>");
        ensure!(whole, "the rest of the page is there");
        let row = Row {
            threat: "10,000 slow calls of a formatter in a page",
            stopped_by: stop_of(&stop),
            visitor: "the rest of the page".to_owned(),
            owner: said.to_owned(),
        };
        self.beside = self.measure(async || self.stop_calls().await.map(|_| ())).await?;
        self.seen(row, Some(took))
    }

    async fn stop_calls(&self) -> Result<(PluginErrorKind, Duration)> {
        let (sites, site) = self.site().await?;
        let begun = Instant::now();
        let call_all = || {
            let session = sites.host.render_session(site);
            let calls = (0..CALLS).map(|number| {
                session
                    .format("spend", &PluginValue::None, &[PluginValue::Integer(number)])
                    .err()
                    .map(|error| error.kind)
            });
            calls.flatten().find(|kind| *kind != PluginErrorKind::Starved)
        };
        let stop = tokio::task::block_in_place(call_all).context("all calls were served")?;
        Ok((stop, begun.elapsed()))
    }
}

/// What the editor says of a block; empty if nothing is wrong.
async fn read_by_owner(owner: &mut Client, path: &str, page: &Value, id: &str) -> Result<String> {
    for _ in 0..TRIES {
        let edited = preview(owner, path, page).await?;
        let said = message(&edited, id).to_owned();
        if !said.contains("too busy") {
            return Ok(said);
        }
    }
    bail!("the machine is too busy to show {id}")
}
