//! What the worst plugins cost: each of them on a page or in a checkout of one site, while the other site is visited. The
//! table of `docs/plugins/safety.md` is what this test sees.

mod calls;
mod document;
mod neighbour;
mod pages;

use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_plugin_author::SigningKey;
use stoa_plugin_host::{PluginErrorKind, Site};
use stoa_server::plugin_ports::PluginSites;

use self::document::{Row, Times};
use self::neighbour::Neighbour;
use super::plugins::{home, part, publish, with_blocks};
use super::site_plugins;
use crate::app::{App, settings_with};
use crate::client::Client;
use crate::demo_database;

/// The guests of `plugins/tests` that take part.
const GUESTS: [&str; 6] =
    ["hostile.blocks", "hostile.formatters", "hostile.import", "hostile.reach", "hostile.types", "test.quotes"];

/// Pages of the other site that are measured, in a run that writes the document.
const PAGES: usize = 200;
/// Between two calls of a plugin that is measured.
const BETWEEN: Duration = Duration::from_millis(5);

/// The run with what it has seen so far.
struct Run<'a> {
    app: &'a App,
    owner: Client,
    website: String,
    neighbour: Neighbour,
    /// Pages of the other site before anything was done.
    quiet: Vec<Duration>,
    /// Pages of the other site while the present plugin was called again and again.
    beside: Option<Vec<Duration>>,
    rows: Vec<Row>,
    times: Vec<Times>,
}

impl Run<'_> {
    /// The plugins of the server, and the site that has the worst of them.
    async fn site(&self) -> Result<(Arc<PluginSites>, Arc<Site>)> {
        let sites = Arc::clone(&self.app.stoa.jobs().plugins);
        let site = sites.site(&self.website.parse()?).await?;
        Ok((sites, site))
    }

    /// Writes down what was seen since the last row.
    fn seen(&mut self, row: Row, stopped_after: Option<Duration>) -> Result<()> {
        let (pages, is_repeated) = match self.beside.take() {
            Some(pages) => (pages, true),
            None => (self.neighbour.take()?, false),
        };
        self.times.push(Times { threat: row.threat, stopped_after, pages, is_repeated });
        self.neighbour.take()?;
        self.rows.push(row);
        Ok(())
    }

    /// The pages of the other site while something is done again and again, in a run that writes the document. A part of a
    /// plugin that has failed five times is suspended, which is part of what stops it.
    async fn measure(&self, repeated: impl AsyncFn() -> Result<()>) -> Result<Option<Vec<Duration>>> {
        if !document::is_written() {
            return Ok(None);
        }
        self.neighbour.take()?;
        while self.neighbour.count() < PAGES {
            repeated().await?;
            tokio::time::sleep(BETWEEN).await;
        }
        self.neighbour.take().map(Some)
    }

    /// What the list of plugins says of one.
    async fn listed(&mut self, list: &str, plugin: &str) -> Result<Value> {
        let listed = self.owner.get(&format!("/api/v1/websites/{}/plugins", self.website)).await?.expect(200)?;
        let found = listed[list].as_array().and_then(|all| all.iter().find(|one| one["id"] == plugin));
        Ok(found.with_context(|| format!("{plugin} is not listed: {listed}"))?.clone())
    }

    /// Plugins that are not even started.
    async fn refuse(&mut self) -> Result<()> {
        for (threat, plugin) in
            [("an import that no plugin may have", "hostile.import"), ("functions of other types", "hostile.types")]
        {
            let refused = self.listed("refused", plugin).await?;
            let reason = refused["reason"].as_str().context("no reason")?.to_owned();
            let kinds = self.owner.get(&format!("/api/v1/websites/{}/block-kinds", self.website)).await?.expect(200)?;
            ensure!(!kinds.to_string().contains(plugin), "{plugin} is offered");
            let row = Row {
                threat,
                stopped_by: "the checks when it is loaded or installed".to_owned(),
                visitor: "nothing of it".to_owned(),
                owner: reason,
            };
            self.seen(row, None)?;
        }
        Ok(())
    }

    /// A version that fails takes the place of one that works.
    async fn upgrade(&mut self, folder: &Path) -> Result<()> {
        let key = SigningKey::create(&folder.join("acme.key"))?;
        let path = format!("/api/v1/websites/{}/plugins/acme.blocks", self.website);
        let (owner, website) = (&mut self.owner, self.website.as_str());
        let page = home(owner, website).await?;
        let first = site_plugins::upload(owner, website, folder, site_plugins::CALLOUT, &key).await?;
        site_plugins::install(owner, &path, &first, None).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let block = json!({"id": "plugged", "kind": "acme-blocks--callout",
            "settings": {"title": "Kiln day", "text": "Friday."}});
        let draft = with_blocks(owner, &page, &[block, pages::honest()]).await?;
        publish(owner, &page, &draft).await?;

        let second = site_plugins::upload(owner, website, folder, site_plugins::HOSTILE, &key).await?;
        self.neighbour.take()?;
        let begun = std::time::Instant::now();
        site_plugins::install(owner, &path, &second, None).await?.expect(200)?;
        for _ in 0..5 {
            site_plugins::preview(owner, &page, "acme-blocks--hostile-trap").await?;
        }
        site_plugins::until_version(owner, website, "1.0.0").await?;
        let took = begun.elapsed();
        let activity = owner.get(&format!("{path}/activity")).await?.expect(200)?;
        let change = &activity["events"][0];
        assert_eq!(change["kind"], "went-back-by-itself");
        let reason = change["reason"].as_str().context("no reason")?.to_owned();
        let shown = self.app.juniper().get("/").await?;
        assert_eq!(shown.status, 200);
        let words = words_of(part(&shown.text, "plugged")?);
        let row = Row {
            threat: "an upgrade that fails",
            stopped_by: "the version before, which comes back by itself".to_owned(),
            visitor: format!("the block of the version before: “{words}”"),
            owner: reason,
        };
        self.seen(row, Some(took))
    }
}

/// What stopped a call, without times that differ from run to run.
fn stop_of(kind: &PluginErrorKind) -> String {
    match kind {
        PluginErrorKind::Timeout(_) => "the time of a call".to_owned(),
        PluginErrorKind::Exhausted(limit) => format!("the {} ms of a plugin for a page", limit.as_millis()),
        PluginErrorKind::Memory(limit) => format!("the {} MiB of memory of an instance", limit / 1024 / 1024),
        PluginErrorKind::Oversize { what, limit } => format!("the limit of {} KiB for {what}", limit / 1024),
        // Without the place in the guest's code.
        PluginErrorKind::Trap(reason) => format!("the sandbox: {}", reason.split(" (").next().unwrap_or_default()),
        PluginErrorKind::Invalid(reason) => format!("the check of the answer: {reason}"),
        other => other.to_string(),
    }
}

/// The text of HTML.
fn words_of(html: &str) -> String {
    let parts = html.split('<').enumerate().map(|(number, part)| match number {
        0 => part,
        _ => part.split_once('>').map_or("", |(_, text)| text),
    });
    parts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

async fn start(folder: &Path) -> Result<App> {
    let data = folder.join("data");
    demo_database::sqlite(&data).await?;
    let mut config = settings_with(&data, "", &site_plugins::compiler());
    let bundled = Path::new(&config.plugins.dir).canonicalize()?;
    let plugins = folder.join("plugins");
    std::fs::create_dir(&plugins)?;
    for plugin in std::fs::read_dir(&bundled)? {
        let plugin = plugin?;
        symlink(plugin.path(), plugins.join(plugin.file_name()))?;
    }
    for guest in GUESTS {
        let built = bundled.with_file_name("plugins-hostile").join(guest);
        ensure!(built.is_dir(), "there is no {}; run `cargo xtask plugins` first", built.display());
        symlink(built, plugins.join(guest))?;
    }
    config.plugins.dir = plugins.display().to_string();
    App::start(config).await
}

// spec: plugins.safety
#[tokio::test(flavor = "multi_thread")]
async fn the_worst_plugins_cost_a_neighbour_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    let (owner, website) = (app.owner().await?, app.website("juniper").await?);
    let neighbour = Neighbour::begin(&app);
    let mut run = Run {
        app: &app,
        owner,
        website,
        neighbour,
        quiet: Vec::new(),
        beside: None,
        rows: Vec::new(),
        times: Vec::new(),
    };
    run.quiet = run.measure(async || Ok(())).await?.unwrap_or_default();
    run.honest_block().await?;
    run.hostile_blocks().await?;
    run.refuse().await?;
    run.reach(folder.path()).await?;
    run.upgrade(folder.path()).await?;
    run.many_calls().await?;
    let Run { rows, times, quiet, neighbour, .. } = run;
    drop(neighbour);
    document::check(&rows, quiet, times)?;
    app.stop().await
}
