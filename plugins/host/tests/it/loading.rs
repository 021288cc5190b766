//! Loading of plugins, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use stoa_plugin_host::model::{BlockInput, Value};
use stoa_plugin_host::{CompileCache, HostConfig, PluginErrorKind, PluginHost, Provision};

use crate::fixtures::{bundled, bundled_folder, config, hostile, hostile_folder, site};
use crate::on_demand::Workshop;

#[test]
fn bundled_plugins_pass_all_checks() {
    let host = bundled();
    assert_eq!(host.rejected(), []);
    let mut ids: Vec<&str> = host.plugins().map(|info| info.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(
        ids,
        [
            "stoa.callout",
            "stoa.conditions",
            "stoa.countdown",
            "stoa.euvat",
            "stoa.giftmessage",
            "stoa.manual",
            "stoa.markdowntable",
            "stoa.merchantfeed",
            "stoa.openinghours",
            "stoa.phone",
            "stoa.qrcode",
            "stoa.quantitydiscounts",
            "stoa.quarters",
            "stoa.readingtime",
            "stoa.sales-by-tag",
            "stoa.stocknotices",
            "stoa.storeimport",
            "stoa.tablerates",
            "stoa.testcard",
            "stoa.thirds",
            "stoa.webhooks",
        ]
    );
    for info in host.plugins() {
        assert_eq!(info.warnings, Vec::<String>::new(), "{} makes each start of a server noisy", info.id);
    }
    let card = host.plugin("stoa.testcard").expect("loaded");
    assert!(matches!(&card.provides[..], [Provision::PaymentProvider { methods, .. }] if methods == &["card"]));
    assert_eq!(card.digest.len(), 64);
    let callout = host.plugin("stoa.callout").expect("loaded");
    assert_eq!(callout.blocks.len(), 1);
    assert!(callout.blocks[0].example.is_some());
}

#[test]
fn component_with_extra_imports_is_skipped() {
    let host = hostile(config());
    let rejected: Vec<String> = host.rejected().iter().map(ToString::to_string).collect();
    assert_eq!(rejected.len(), 3, "{rejected:?}");
    assert!(rejected[0].contains("hostile.import"), "{rejected:?}");
    assert!(rejected[0].contains("hostile:wish/clock"), "{rejected:?}");
    assert!(rejected[1].contains("hostile.impure"), "{rejected:?}");
    assert!(rejected[2].contains("hostile.types"), "{rejected:?}");
    assert!(host.plugin("hostile.formatters").is_some(), "its neighbours are loaded");
}

#[test]
fn missing_folder_is_named() {
    let error = PluginHost::load_dir(Path::new("/nowhere/plugins"), config()).expect_err("no folder");
    assert!(matches!(&error.kind, PluginErrorKind::Host(reason) if reason.contains("/nowhere/plugins")), "{error}");
}

/// Loads a bundled plugin whose files were changed, and returns why it was rejected.
fn refusal(plugin: &str, change: impl Fn(&Path)) -> String {
    let folder = tempfile::tempdir().expect("temporary folder");
    let copy = folder.path().join("plugin");
    copy_folder(&bundled_folder().join(plugin), &copy);
    change(&copy);
    let host = PluginHost::load_dir(folder.path(), config()).expect("host");
    assert_eq!(host.plugins().count(), 0, "the changed plugin was accepted");
    host.rejected()[0].to_string()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("folder");
    for entry in fs::read_dir(from).expect("listing") {
        let entry = entry.expect("entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copy");
        }
    }
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("plugin.toml");
    let text = fs::read_to_string(&path).expect("manifest");
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replace(from, to)).expect("manifest");
}

// spec: plugins.unstable
#[test]
fn plugins_of_others_warn_of_what_may_still_change() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let copy = folder.path().join("plugin");
    copy_folder(&bundled_folder().join("stoa.storeimport"), &copy);
    edit(&copy, "id = \"stoa.storeimport\"", "id = \"acme.storeimport\"");
    let host = PluginHost::load_dir(folder.path(), config()).expect("host");
    let warnings = &host.plugin("acme.storeimport").expect("loaded").warnings;
    assert!(matches!(&warnings[..], [one] if one.contains("uses `streams`, which may still change")), "{warnings:?}");
}

#[test]
fn manifest_must_match_component() {
    let undeclared = refusal("stoa.testcard", |folder| edit(folder, "secrets = [\"webhook_secret\"]", ""));
    assert!(undeclared.contains("without the permission `secrets`"), "{undeclared}");
    let unmentioned = refusal("stoa.readingtime", |folder| edit(folder, "\"formatter\"", "\"predicate\""));
    assert!(unmentioned.contains("stoa:plugin/formatters@0.1.0, which plugin.toml does not mention"), "{unmentioned}");
    let missing = refusal("stoa.readingtime", |folder| {
        let both = "[[provides]]\nkind = \"predicate\"\nnames = [\"short\"]\n\n[[provides]]\nkind = \"formatter\"";
        edit(folder, "[[provides]]\nkind = \"formatter\"", both);
    });
    assert!(missing.contains("declares predicates"), "{missing}");
    let newer = refusal("stoa.readingtime", |folder| edit(folder, "api = \"0.1\"", "api = \"7.0\""));
    assert!(newer.contains("this host serves `0.1`"), "{newer}");
}

#[test]
fn files_outside_folder_rejected() {
    let escape = refusal("stoa.callout", |folder| edit(folder, "schema/callout.json", "../../callout.json"));
    assert!(escape.contains("inside the plugin's folder"), "{escape}");
    let link = refusal("stoa.callout", |folder| {
        fs::remove_file(folder.join("schema/callout.json")).expect("remove");
        std::os::unix::fs::symlink("/etc/hostname", folder.join("schema/callout.json")).expect("link");
    });
    assert!(link.contains("not a regular file"), "{link}");
}

#[test]
fn example_must_render() {
    let with_example = |example: &str| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let copy = folder.path().join("plugin");
        copy_folder(&hostile_folder().join("hostile.formatters"), &copy);
        fs::write(copy.join("schema/example.json"), example).expect("example");
        let schema = "settings_schema = \"schema/block.json\"";
        edit(&copy, schema, &format!("{schema}\nexample = \"schema/example.json\""));
        let host = PluginHost::load_dir(folder.path(), config()).expect("host");
        host.rejected().first().map(ToString::to_string)
    };
    assert_eq!(with_example("{}"), None);
    let fault = with_example("{ \"mood\": \"panic\" }").expect("left out");
    assert!(fault.contains("example of hostile") && fault.contains("told to stop by a setting"), "{fault}");
}

#[test]
fn non_component_file_rejected() {
    let noise = refusal("stoa.callout", |folder| fs::write(folder.join("plugin.wasm"), b"\0asm").expect("write"));
    assert!(noise.contains("component:"), "{noise}");
    let gone = refusal("stoa.callout", |folder| fs::remove_file(folder.join("plugin.wasm")).expect("remove"));
    assert!(gone.contains("plugin.wasm"), "{gone}");
}

#[test]
fn built_plugin_folders_exist() {
    assert_ne!(bundled_folder(), hostile_folder());
}

#[test]
fn second_plugin_with_the_same_id_is_named() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for copy in ["first", "second"] {
        copy_folder(&bundled_folder().join("stoa.callout"), &folder.path().join(copy));
    }
    let host = PluginHost::load_dir(folder.path(), config()).expect("host");
    assert_eq!(host.plugins().count(), 1);
    let rejected: Vec<String> = host.rejected().iter().map(ToString::to_string).collect();
    assert_eq!(rejected.len(), 1);
    assert!(rejected[0].contains("stoa.callout") && rejected[0].contains("second is left out"), "{rejected:?}");
}

#[test]
fn blocks_of_the_same_name_are_told_apart() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for copy in ["a", "b"] {
        copy_folder(&bundled_folder().join("stoa.callout"), &folder.path().join(copy));
    }
    edit(&folder.path().join("b"), "id = \"stoa.callout\"", "id = \"acme.note\"");
    edit(&folder.path().join("b"), "name = \"callout\"", "name = \"callout\"\ntitle = \"Note\"");
    let host = PluginHost::load_dir(folder.path(), config()).expect("host");
    assert_eq!(host.rejected(), []);
    let first = &host.plugin("stoa.callout").expect("loaded").blocks[0];
    assert_eq!((&*first.kind, &*first.title), ("callout", "Callout"));
    let second = host.plugin("acme.note").expect("loaded");
    assert_eq!((&*second.blocks[0].kind, &*second.blocks[0].title), ("acme-note--callout", "Note"));
    assert!(second.warnings[0].contains("acme-note--callout in documents"), "{:?}", second.warnings);
    // With the first plugin off, its blocks are not drawn by the other one.
    let session = host.render_session(site("acme.note", json!({})));
    assert!(session.has_block("acme-note--callout") && !session.has_block("callout"));
    let block = BlockInput {
        kind: "acme-note--callout".to_owned(),
        settings: json!({ "title": "Mind", "text": "the step" }),
        ..BlockInput::default()
    };
    assert!(session.render_block(&block).expect("drawn").html.contains("the step"));
}

#[test]
fn keys_of_a_later_host_are_a_warning() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let copy = folder.path().join("plugin");
    copy_folder(&bundled_folder().join("stoa.callout"), &copy);
    edit(&copy, "settings_version = 1", "settings_version = 1\nsounds = true");
    let host = PluginHost::load_dir(folder.path(), config()).expect("host");
    let info = host.plugin("stoa.callout").expect("loaded");
    assert_eq!(info.warnings.len(), 1, "{:?}", info.warnings);
    assert!(info.warnings[0].contains("provides.sounds is ignored"), "{:?}", info.warnings);
}

#[test]
fn compiled_code_of_another_plugin_is_not_run() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    PluginHost::load_dir(&plugins, config.clone()).expect("host");
    let files = compiled(&ground.path().join("cache"));
    assert_eq!(files.len(), 2);
    // Without a check, the formatter's code would now run as the block.
    let (first, second) = (fs::read(&files[0]).expect("code"), fs::read(&files[1]).expect("code"));
    fs::write(&files[0], &second).expect("exchange");
    fs::write(&files[1], &first).expect("exchange");
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    assert_eq!(show_both(&host), (true, true), "compiled again");
    assert_eq!(host.rejected(), []);
    assert_eq!(fs::read(&files[0]).expect("code").len(), first.len());
}

/// The files of a cache with compiled code.
fn compiled(cache: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(cache).expect("cache").map(|entry| entry.expect("entry").path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "fcwasm")).collect()
}

/// Whether the block of one plugin and the formatter of another one work.
fn show_both(host: &PluginHost) -> (bool, bool) {
    let block = BlockInput {
        kind: "callout".to_owned(),
        settings: json!({ "title": "Mind", "text": "the step" }),
        ..BlockInput::default()
    };
    let session = host.render_session(site("stoa.callout", json!({})));
    let is_shown = session.render_block(&block).is_ok_and(|output| output.html.contains("the step"));
    let session = host.render_session(site("stoa.readingtime", json!({})));
    (is_shown, session.format("reading_time", &Value::Text("word ".repeat(40)), &[]).is_ok())
}

/// A folder with two plugins, and a configuration with a cache of its own.
fn two_plugins(ground: &Path) -> (PathBuf, HostConfig) {
    let plugins = ground.join("plugins");
    for plugin in ["stoa.callout", "stoa.readingtime"] {
        copy_folder(&bundled_folder().join(plugin), &plugins.join(plugin));
    }
    let cache = CompileCache { folder: ground.join("cache"), key: b"key".to_vec() };
    (plugins, HostConfig { compile_cache: Some(cache), ..config() })
}

// spec: plugins.first-use
#[test]
fn code_is_loaded_by_the_first_call() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    // The first start compiles and tries them, the second one finds what was noted.
    for start in ["first", "second"] {
        let host = PluginHost::load_dir(&plugins, config.clone()).expect("host");
        assert_eq!((host.plugins().count(), host.loaded_plugins()), (2, 0), "{start}");
        let imports = &host.plugin("stoa.readingtime").expect("listed").imports;
        assert!(imports.iter().any(|name| name.starts_with("stoa:plugin/")), "{start}: {imports:?}");
        let threads = [(); 4].map(|()| {
            let host = host.clone();
            std::thread::spawn(move || show_both(&host))
        });
        assert!(threads.into_iter().all(|thread| thread.join().expect("ended") == (true, true)), "{start}");
        assert_eq!(host.loaded_plugins(), 2, "{start}");
    }
    // What the checks depend on has changed, so that they are made again.
    let block = plugins.join("stoa.callout/plugin.wasm");
    fs::copy(plugins.join("stoa.readingtime/plugin.wasm"), &block).expect("exchange");
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    assert!(host.rejected()[0].to_string().contains("which plugin.toml does not mention"), "{:?}", host.rejected());
}

// spec: plugins.first-use
#[test]
fn code_that_cannot_be_loaded_by_the_first_call_is_refused() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    // Nobody has the code any more, and the component is another one than that which was checked.
    compiled(&ground.path().join("cache")).iter().for_each(|file| fs::remove_file(file).expect("remove"));
    fs::write(plugins.join("stoa.callout/plugin.wasm"), b"noise").expect("change");
    assert_eq!(host.rejected(), [], "nobody has called it");
    assert_eq!(show_both(&host), (false, true), "the other one is compiled again");
    let ids: Vec<&str> = host.plugins().map(|info| info.id.as_str()).collect();
    assert_eq!(ids, ["stoa.readingtime"]);
    let rejected: Vec<String> = host.rejected().iter().map(ToString::to_string).collect();
    assert_eq!(rejected.len(), 1);
    assert!(rejected[0].contains("plugin stoa.callout") && rejected[0].contains("was changed after"), "{rejected:?}");
    let site = site("stoa.callout", json!({}));
    assert_eq!(host.active(&site).count(), 0);
    // What it listens to is not taken for what it does not listen to any more.
    assert_eq!(host.refused_on(&site).collect::<Vec<_>>(), ["stoa.callout"]);
}

// spec: plugins.first-use
#[tokio::test(flavor = "multi_thread")]
async fn code_that_was_lost_is_compiled_elsewhere_and_refused_until_then() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    let workshop = Arc::new(Workshop::default());
    let config = HostConfig { compiler: Some(Arc::clone(&workshop) as _), ..config };
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    let files = compiled(&ground.path().join("cache"));
    fs::write(&files[0], b"noise").expect("damage");
    fs::remove_file(&files[1]).expect("remove");
    assert_eq!(show_both(&host), (false, false), "pages do not wait for a compiler");
    let settled = async {
        while host.loaded_plugins() < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), settled).await.expect("compiled");
    assert_eq!((show_both(&host), host.rejected()), ((true, true), Vec::new()));
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 2, "once each, in the compile process");
    assert!(files.iter().all(|file| fs::read(file).is_ok_and(|code| code.len() > 1_000)), "kept again");
}

// spec: plugins.first-use
#[tokio::test(flavor = "multi_thread")]
async fn plugins_that_the_host_was_too_busy_to_try_are_tried_again() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    let workshop = Arc::new(Workshop::default());
    // No instance is ever free in this process.
    let config = HostConfig { compiler: Some(Arc::clone(&workshop) as _), pool_instances: 0, ..config };
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    assert_eq!((host.plugins().count(), host.described().count()), (0, 2));
    let reasons = || host.rejected().iter().map(ToString::to_string).collect::<Vec<String>>();
    assert!(
        reasons().len() == 2 && reasons().iter().all(|said| said.contains("too busy to try it")),
        "{:?}",
        reasons()
    );
    let pause = host.try_put_off().expect("there is something to try");
    assert!(pause <= Duration::from_secs(10), "{pause:?}");
    assert_eq!(workshop.calls.load(Ordering::SeqCst), 0, "not at once: the host is still busy");

    // What the trial of one says is its own fault.
    fs::write(plugins.join("stoa.callout/plugin.wasm"), b"noise").expect("change");
    let tried = async {
        while host.try_put_off().is_some() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), tried).await.expect("tried");
    let ids: Vec<&str> = host.plugins().map(|info| info.id.as_str()).collect();
    assert_eq!((ids, workshop.calls.load(Ordering::SeqCst)), (vec!["stoa.readingtime"], 1));
    assert!(reasons().len() == 1 && reasons()[0].contains("was changed after"), "{:?}", reasons());
    assert_eq!(host.try_put_off(), None, "it is not tried again");
}

// spec: plugins.first-use
#[test]
fn a_plugin_that_is_refused_for_a_reason_of_its_own_is_not_tried_again() {
    let ground = tempfile::tempdir().expect("temporary folder");
    let (plugins, config) = two_plugins(ground.path());
    edit(&plugins.join("stoa.callout"), "api = \"0.1\"", "api = \"7.0\"");
    let config = HostConfig { compiler: Some(Arc::new(Workshop::default()) as _), ..config };
    let host = PluginHost::load_dir(&plugins, config).expect("host");
    assert_eq!((host.described().count(), host.rejected().len(), host.try_put_off()), (1, 1, None));
}
