//! `stoa plugin dev`: a demo site of its own with the plugin on it. What is saved is compiled and installed as owners do
//! it, while the site runs, and errors are shown on its pages.

mod demo_site;
mod overlay;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use stoa_plugin_author::{self as author, Built, SigningKey};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use self::demo_site::DemoSite;
use crate::cli::{in_runtime, say, serve};

/// How often the sources are checked for changes.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// After how many of these checks the site is asked for the plugin's log.
const LOG_POLLS: u32 = 10;
const KEY: &str = "publisher.key";

#[derive(Debug, Args)]
pub(crate) struct DevOptions {
    /// Folder of the plugin.
    #[arg(default_value = ".")]
    project: PathBuf,
    /// Port of the demo site.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// Keep the demo site in this folder. Without it, it is new every time.
    #[arg(long)]
    data_dir: Option<PathBuf>,
}

/// What the pages show.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    /// Changes when another build runs: pages are loaded again.
    generation: u64,
    building: bool,
    problem: Option<Problem>,
    /// Errors that the plugin logged since then.
    log: Vec<String>,
    /// Warnings of `stoa plugin check`.
    findings: Vec<String>,
}

/// Why the last build does not run.
#[derive(Debug, Clone, Serialize)]
struct Problem {
    title: &'static str,
    text: String,
}

/// The status, for the loop that changes it and the pages that read it.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Status>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Status> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn run(options: DevOptions) -> anyhow::Result<ExitCode> {
    in_runtime(dev(options))
}

async fn dev(options: DevOptions) -> anyhow::Result<()> {
    let project = std::path::absolute(&options.project).context("the folder of the plugin has no path")?;
    author::require_project(&project)?;
    let listener = TcpListener::bind(("127.0.0.1", options.port))
        .await
        .with_context(|| format!("cannot listen on port {}; choose another one with --port", options.port))?;
    let temporary = options.data_dir.is_none();
    let folder = options
        .data_dir
        .unwrap_or_else(|| std::env::temp_dir().join(format!("stoa-plugin-dev-{}", std::process::id())));
    say("starting a demo site");
    let mut site = DemoSite::start(&folder, options.port).await?;
    let result = serve_site(&project, &folder, listener, &mut site).await;
    site.stop().await;
    if temporary {
        let removed = std::fs::remove_dir_all(&folder);
        removed.with_context(|| format!("{} could not be removed", folder.display()))?;
    }
    result
}

async fn serve_site(project: &Path, folder: &Path, listener: TcpListener, site: &mut DemoSite) -> anyhow::Result<()> {
    let shared = Shared::default();
    let pages = overlay::router(shared.clone(), site.upstream());
    let server = tokio::spawn(async move { axum::serve(listener, pages).await });
    say(&site.addresses());
    let key = folder.join(KEY);
    if !key.is_file() {
        SigningKey::create(&key)?;
    }
    let result = tokio::select! {
        result = watch(project, &key, site, &shared) => result,
        () = serve::stop_signal() => Ok(()),
    };
    server.abort();
    result
}

/// Builds and installs whenever a source changes.
async fn watch(project: &Path, key: &Path, site: &mut DemoSite, shared: &Shared) -> anyhow::Result<()> {
    let mut seen = None;
    let mut check: Option<JoinHandle<Vec<String>>> = None;
    for poll in 0_u32.. {
        site.check_running()?;
        let found = author::dev::fingerprint(project);
        if seen != Some(found) {
            seen = Some(found);
            shared.lock().building = true;
            let begin = Instant::now();
            let result = renew(project, key, site).await;
            // That of the build before has nothing to say any more.
            check = result.as_ref().ok().map(|running| start_check(project, &running.built));
            report(shared, result, begin.elapsed());
        } else if let Some(done) = check.take_if(|check| check.is_finished()) {
            show_findings(shared, done.await.unwrap_or_default());
        } else if poll % LOG_POLLS == 0 {
            let log = site.errors().await;
            shared.lock().log = log;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

/// Looks for what `check` finds in a plugin that runs, such as a misspelt key or an invalid script. What is saved
/// meanwhile does not wait for it.
fn start_check(project: &Path, built: &Built) -> JoinHandle<Vec<String>> {
    let (folder, built) = (project.to_owned(), built.clone());
    tokio::task::spawn_blocking(move || {
        let found = author::check_for_dev(&folder, &built).map(|report| report.findings).unwrap_or_default();
        found.iter().map(ToString::to_string).collect()
    })
}

fn show_findings(shared: &Shared, found: Vec<String>) {
    found.iter().for_each(|line| say(line));
    shared.lock().findings = found;
}

fn report(shared: &Shared, result: Result<Running, Problem>, took: Duration) {
    let mut status = shared.lock();
    status.building = false;
    status.log.clear();
    status.findings.clear();
    match result {
        Ok(Running { plugin, build, package, .. }) => {
            let site = took.saturating_sub(build).saturating_sub(package);
            let [took, build, package, site] = [took, build, package, site].map(|time| time.as_millis());
            say(&format!("{plugin} runs, {took} ms after the change (build {build}, package {package}, site {site})"));
            status.generation += 1;
            status.problem = None;
        }
        Err(problem) => {
            say(&format!("{}\n{}", problem.title, problem.text));
            status.problem = Some(problem);
        }
    }
}

/// What runs on the site.
struct Running {
    /// Its name and version.
    plugin: String,
    built: Built,
    /// What the build took.
    build: Duration,
    /// What packing took.
    package: Duration,
}

/// Builds the plugin and puts it on the site; what runs there stays if that fails.
async fn renew(project: &Path, key: &Path, site: &mut DemoSite) -> Result<Running, Problem> {
    let (folder, key) = (project.to_owned(), key.to_owned());
    let packed = tokio::task::spawn_blocking(move || packed(&folder, &key)).await;
    let Packed { bytes, built, build, package } =
        packed.unwrap_or_else(|error| Err(Problem { title: "The build was ended", text: error.to_string() }))?;
    let plugin = site.install(bytes).await.map_err(|text| Problem { title: "The plugin is refused", text })?;
    Ok(Running { plugin, built, build, package })
}

/// A build and its package.
struct Packed {
    bytes: Vec<u8>,
    built: Built,
    build: Duration,
    package: Duration,
}

/// The package of the plugin as it is now.
fn packed(project: &Path, key: &Path) -> Result<Packed, Problem> {
    let begin = Instant::now();
    let built = author::build_for_dev(project, &say).map_err(|error| {
        let title = match &error {
            author::AuthorError::File { path, .. } if path.ends_with("plugin.toml") => "plugin.toml cannot be read",
            _ => "The plugin does not compile",
        };
        Problem { title, text: error.to_string() }
    })?;
    let build = begin.elapsed();
    let packed = SigningKey::read(key).and_then(|key| author::pack_for_dev(&built, &key));
    let bytes = packed.map_err(|error| Problem { title: "The plugin is not complete", text: error.to_string() })?;
    Ok(Packed { bytes, built, build, package: begin.elapsed().saturating_sub(build) })
}
