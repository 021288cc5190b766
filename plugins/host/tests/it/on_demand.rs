//! Versions of plugins that are loaded from packages when a site needs them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use serde_json::json;
use stoa_plugin_host::model::BlockInput;
use stoa_plugin_host::{
    Activation, CompileCache, CompileFailure, CompileProcess, HostConfig, LoadedPlugin, PackageFiles, PackageSource,
    PluginErrorKind, PluginHost, Site, compile, describe_package,
};

use crate::fixtures::{bundled_folder, config, context, hostile_folder};

/// Packages in memory, and how often someone asked for one.
#[derive(Default)]
struct Shelf {
    packages: BTreeMap<String, PackageFiles>,
    asked: AtomicUsize,
}

#[async_trait]
impl PackageSource for Shelf {
    async fn files(&self, digest: &str) -> Result<Option<PackageFiles>, String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(self.packages.get(digest).cloned())
    }
}

/// Compiles in this process.
#[derive(Default)]
pub(crate) struct Workshop {
    pub(crate) calls: AtomicUsize,
    breaks: Option<CompileFailure>,
}

#[async_trait]
impl CompileProcess for Workshop {
    async fn run(&self, request: Vec<u8>) -> Result<Vec<u8>, CompileFailure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.breaks.clone().map_or_else(|| Ok(compile(&request)), Err)
    }
}

/// The files of a bundled plugin with another version in its manifest.
fn package(plugin: &str, version: &str) -> PackageFiles {
    let folder = bundled_folder().join(plugin);
    let mut files = Vec::new();
    read_into(&folder, "", &mut files);
    let renamed = |(path, content): (String, Vec<u8>)| {
        if path != "plugin.toml" {
            return (path, content);
        }
        let text = String::from_utf8(content).expect("manifest");
        (path, text.replace("version = \"0.1.0\"", &format!("version = \"{version}\"")).into_bytes())
    };
    files.into_iter().map(renamed).collect()
}

fn read_into(folder: &Path, before: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("folder") {
        let entry = entry.expect("entry");
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read_into(&entry.path(), &format!("{name}/"), files);
        } else {
            files.push((name, fs::read(entry.path()).expect("file")));
        }
    }
}

fn host(cache: &Path, shelf: &Arc<Shelf>, workshop: &Arc<Workshop>) -> PluginHost {
    host_that_keeps(Duration::from_millis(50), cache, shelf, workshop)
}

/// A host that keeps versions for this long after they were used.
fn host_that_keeps(idle: Duration, cache: &Path, shelf: &Arc<Shelf>, workshop: &Arc<Workshop>) -> PluginHost {
    PluginHost::without_plugins(HostConfig { loaded_idle: idle, ..settings(cache, shelf, workshop) }).expect("host")
}

fn settings(cache: &Path, shelf: &Arc<Shelf>, workshop: &Arc<Workshop>) -> HostConfig {
    HostConfig {
        packages: Some(Arc::clone(shelf) as _),
        compiler: Some(Arc::clone(workshop) as _),
        compile_cache: Some(CompileCache { folder: cache.to_owned(), key: b"tests".to_vec() }),
        ..config()
    }
}

fn shelf(packages: &[(&str, PackageFiles)]) -> Arc<Shelf> {
    let packages = packages.iter().map(|(digest, files)| ((*digest).to_owned(), files.clone())).collect();
    Arc::new(Shelf { packages, asked: AtomicUsize::new(0) })
}

/// A site with a version of the callout.
fn site_with(loaded: LoadedPlugin) -> Arc<Site> {
    let activation =
        Activation { plugin_id: "stoa.callout".to_owned(), version: Some(loaded), ..Activation::default() };
    Arc::new(Site { context: context("site-1"), activations: vec![activation].into() })
}

fn callout() -> BlockInput {
    BlockInput {
        kind: "stoa-callout--callout".to_owned(),
        instance_id: "block-1".to_owned(),
        settings: json!({ "title": "Closed" }),
        ..BlockInput::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_run_side_by_side_and_are_dropped_when_nobody_asks() {
    let cache = tempfile::tempdir().expect("folder");
    let shelf = shelf(&[("one", package("stoa.callout", "1.0.0")), ("two", package("stoa.callout", "2.0.0"))]);
    let workshop = Arc::new(Workshop::default());
    let host = host(&cache.path().join("cache"), &shelf, &workshop);
    assert_eq!((host.loaded_versions().await, shelf.asked.load(Ordering::SeqCst)), (0, 0), "nothing is held at start");

    for (digest, version) in [("one", "1.0.0"), ("two", "2.0.0")] {
        let loaded = host.ensure("stoa.callout", digest).await.expect("loaded");
        assert_eq!((loaded.digest(), loaded.info().version.as_str()), (digest, version));
        let site = site_with(loaded);
        assert_eq!(host.active(&site).map(|info| info.version.as_str()).collect::<Vec<_>>(), [version]);
        let output = host.render_session(site).render_block(&callout()).expect("output");
        assert!(output.html.contains("Closed"), "{}", output.html);
    }
    // The component of both is the same, so it is compiled once, and never in the process that shows pages.
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 1);
    host.ensure("stoa.callout", "one").await.expect("loaded");
    tokio::time::sleep(Duration::from_millis(120)).await;
    assert_eq!(host.loaded_versions().await, 0);

    let other = host.ensure("stoa.other", "one").await.expect_err("the package of another plugin");
    assert_eq!(other.kind, PluginErrorKind::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn examining_reports_what_compiling_took_and_what_is_imported() {
    let cache = tempfile::tempdir().expect("folder");
    let workshop = Arc::new(Workshop::default());
    let host = host(&cache.path().join("cache"), &shelf(&[]), &workshop);
    let files = package("stoa.testcard", "1.0.0");
    let described = describe_package(&files).expect("described");
    let (version, report) = host.examine("card", files).await.expect("examined");
    assert_eq!(described.digest, version.info().digest);
    assert!(report.code_bytes > 10_000, "{report:?}");
    assert!(report.imports.iter().any(|name| name.starts_with("stoa:plugin/crypto@")), "{report:?}");
    assert!(report.exports.iter().any(|name| name.starts_with("stoa:plugin/payments@")), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_is_compiled_once_and_tried_with_the_examples_of_each_package() {
    let cache = tempfile::tempdir().expect("folder");
    let (workshop, shelf) = (Arc::new(Workshop::default()), shelf(&[]));
    let host = host_that_keeps(Duration::from_secs(600), &cache.path().join("cache"), &shelf, &workshop);
    let (_, first) = host.examine("one", package("stoa.callout", "1.0.0")).await.expect("examined");
    let (version, report) = host.examine("two", package("stoa.callout", "2.0.0")).await.expect("examined");
    assert_eq!((version.info().version.as_str(), report.compile_ms), ("2.0.0", 0));
    assert_eq!((&report.imports, &report.exports), (&first.imports, &first.exports));
    assert!(report.code_bytes > 10_000, "{report:?}");
    // Each of these characters has five in HTML, together more than a block may have.
    let long = json!({ "title": "'".repeat(240_000) }).to_string();
    let changed = |(path, content): (&str, &[u8])| {
        let content = if path.starts_with("examples/") { long.clone().into_bytes() } else { content.to_vec() };
        (path.to_owned(), content)
    };
    let broken: PackageFiles = package("stoa.callout", "3.0.0").iter().map(changed).collect();
    let refused = host.examine("three", broken).await.expect_err("its example is too long");
    assert!(matches!(&refused.kind, PluginErrorKind::Invalid(reason) if reason.contains("example of")), "{refused}");
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 1);
    // Who brings a package uses it next: it is not read once more.
    host.ensure("stoa.callout", "two").await.expect("loaded");
    assert_eq!(shelf.asked.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn examples_that_take_long_are_left_to_the_compile_process() {
    let cache = tempfile::tempdir().expect("folder");
    let workshop = Arc::new(Workshop::default());
    let host = host(&cache.path().join("cache"), &shelf(&[]), &workshop);
    let mut files = Vec::new();
    read_into(&hostile_folder().join("hostile.blocks"), "", &mut files);
    host.examine("one", files.clone().into_iter().collect()).await.expect("no block has an example");
    for (path, content) in &mut files {
        if path == "plugin.toml" {
            let text = String::from_utf8(std::mem::take(content)).expect("manifest");
            let named = "name = \"hostile-loop\"\n";
            *content = text.replace(named, &format!("{named}example = \"examples/loop.json\"\n")).into_bytes();
        }
    }
    files.push(("examples/loop.json".to_owned(), b"{}".to_vec()));
    let refused = host.examine("two", files.into_iter().collect()).await.expect_err("its example never ends");
    assert!(matches!(&refused.kind, PluginErrorKind::Invalid(reason) if reason.contains("timed out")), "{refused}");
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_stops_the_compiler_is_refused_and_not_tried_at_once_again() {
    let cache = tempfile::tempdir().expect("folder");
    let stopped = CompileFailure::Stopped("it needed more than 1024 MB of memory to compile".to_owned());
    let workshop = Arc::new(Workshop { breaks: Some(stopped), ..Workshop::default() });
    let host = host(&cache.path().join("cache"), &shelf(&[("one", package("stoa.callout", "1.0.0"))]), &workshop);
    for _ in 0..3 {
        let error = host.ensure("stoa.callout", "one").await.expect_err("refused");
        assert!(matches!(&error.kind, PluginErrorKind::Invalid(reason) if reason.contains("1024 MB")), "{error}");
    }
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_is_not_refused_because_no_instance_is_free() {
    let cache = tempfile::tempdir().expect("folder");
    let shelf = shelf(&[("one", package("stoa.callout", "1.0.0")), ("two", package("stoa.callout", "2.0.0"))]);
    let own = settings(&cache.path().join("cache"), &shelf, &Arc::default());
    let host = PluginHost::without_plugins(HostConfig { pool_instances: 1, ..own }).expect("host");
    let site = site_with(host.ensure("stoa.callout", "one").await.expect("loaded"));
    let page = || {
        let session = host.render_session(Arc::clone(&site));
        session.render_block(&callout()).expect("output");
        session
    };
    let shown = page();
    let busy = host.ensure("stoa.callout", "two").await.expect_err("the page has the only instance");
    assert!(busy.is_busy() && !busy.kind.is_fault(), "{busy}");
    let busy = host.examine("three", package("stoa.callout", "3.0.0")).await.expect_err("nor can a new one be tried");
    assert!(busy.is_busy(), "{busy}");
    drop(shown);
    let (shown, held) = (page(), Duration::from_millis(100));
    let ending = std::thread::spawn(move || {
        std::thread::sleep(held);
        drop(shown);
    });
    let loaded = host.ensure("stoa.callout", "two").await.expect("it waits for the end of the page");
    assert_eq!(loaded.info().version, "2.0.0");
    ending.join().expect("ended");
}
