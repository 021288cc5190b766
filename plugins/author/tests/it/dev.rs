//! Builds of `stoa plugin dev`: scripts run as they do in a component of their own, without one being compiled for them.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use serde_json::json;
use stoa_plugin_author::{
    Built, Kind, SigningKey, WithoutCompiler, build, build_for_dev, check_for_dev, open, pack, pack_for_dev,
};
use stoa_plugin_host::model::BlockInput;
use stoa_plugin_host::{Activation, CompileCache, HostConfig, PluginHost, Site, SiteContext};

use crate::project::{Desk, SCRIPTS, edit, findings};

const ENTRY: &str = "src/plugin.js";

fn made(project: &Path) -> Built {
    build_for_dev(project, &|step| println!("{step}")).expect("it builds")
}

/// The HTML of the plugin's block on a site, or why the host refuses the plugin.
fn shown(project: &Path, built: &Built) -> Result<String, String> {
    // That of `stoa plugin test`: a component is compiled once for all tests.
    let cache = CompileCache { folder: project.join("target/compiled"), key: b"stoa plugin".to_vec() };
    let config = HostConfig { compile_cache: Some(cache), ..HostConfig::default() };
    let host = PluginHost::load_dir(built.folder.parent().expect("a folder"), config).expect("a host");
    if let Some(error) = host.rejected().first() {
        return Err(error.kind.to_string());
    }
    let info = host.plugins().next().expect("a plugin");
    let context = SiteContext {
        site_id: "site".to_owned(),
        locale: "de-DE".to_owned(),
        currency: "EUR".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: false,
        preview: false,
        now_ms: 0,
    };
    let activation = Activation { plugin_id: info.id.clone(), ..Activation::default() };
    let site = Arc::new(Site { context, activations: vec![activation].into() });
    let input = BlockInput {
        kind: info.blocks[0].kind.clone(),
        instance_id: "block".to_owned(),
        settings: json!({ "hours": [{ "day": "Montag" }] }),
        ..BlockInput::default()
    };
    host.render_session(site).render_block(&input).map(|output| output.html).map_err(|error| error.kind.to_string())
}

// spec: plugins.authors.dev
#[test]
fn a_change_of_a_script_needs_no_other_component() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.quick", Kind::Block);
    let component = |built: &Built| fs::read(built.folder.join("plugin.wasm")).expect("a component");
    let first = made(&project);
    let loader = component(&first);
    let html = shown(&project, &first).expect("HTML");
    assert!(html.contains("geschlossen") && html.contains("<table>"), "{html}");
    assert_eq!(findings(&check_for_dev(&project, &first).expect("a report")), Vec::<String>::new());

    edit(&project.join(ENTRY), "<table>", "<table class=\"new\">");
    edit(&project.join("locales/de.json"), "geschlossen", "zu");
    let second = made(&project);
    let html = shown(&project, &second).expect("HTML");
    assert!(html.contains("<table class=\"new\">") && html.contains(">zu<"), "{html}");
    assert_eq!(component(&second), loader, "it was compiled once");

    // Neither an own place nor another one is shifted by what stands above.
    edit(
        &project.join(ENTRY),
        "import { block, escapeHtml, text } from",
        "import {\n  block,\n  escapeHtml,\n  text,\n} from",
    );
    edit(&project.join(ENTRY), "const from = member(day, \"from\");", "const from = day.opening.from;");
    let failed = shown(&project, &made(&project)).expect_err("a mistake");
    assert!(failed.contains("TypeError") && failed.contains("at src/plugin.js:29:16"), "{failed}");
    edit(&project.join(ENTRY), "const ONE_HOUR = 3600;", "const ONE_HOUR = hours.one;");
    let failed = shown(&project, &made(&project)).expect_err("a mistake");
    assert!(failed.contains("hours is not defined at src/plugin.js:9:18"), "{failed}");
    // Nor is what stands in the first line, where the loader has code of its own.
    edit(&project.join(ENTRY), "// The block", "const soon = hours.two; // The block");
    let failed = shown(&project, &made(&project)).expect_err("a mistake");
    assert!(failed.contains("hours is not defined at src/plugin.js:1:14"), "{failed}");
    edit(&project.join(ENTRY), "const ONE_HOUR = hours.one;", "const ONE_HOUR = 3600;");
    edit(&project.join(ENTRY), "const soon = hours.two;", "const soon = () => hours.two;");
    edit(&project.join(ENTRY), "const from = day.opening.from;", "const from = soon();");
    let failed = shown(&project, &made(&project)).expect_err("a mistake");
    assert!(failed.contains("hours is not defined at src/plugin.js:1:20"), "{failed}");
    edit(&project.join(ENTRY), "const from = soon();", "const from = day.opening.from;");
    edit(&project.join(ENTRY), "const from = day.opening.from;", "const = 1;");
    let error = build_for_dev(&project, &|_| {}).expect_err("a mistake");
    assert!(error.to_string().contains("src/plugin.js:29:9: SyntaxError"), "{error}");
}

#[test]
fn what_is_made_for_a_demo_site_is_never_published() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.apart", Kind::Block);
    let key = SigningKey::create(&project.with_extension("key")).expect("a key");
    let built = made(&project);
    let package = open(&pack_for_dev(&built, &key).expect("a package"), Some(&key.public())).expect("it is whole");
    assert_eq!((package.id.as_str(), package.files.len()), ("acme.apart", 9));
    let refused = pack(&project, &key).expect_err("it is not built");
    assert!(refused.to_string().contains("is not built"), "{refused}");
    build(&project, WithoutCompiler::Fail, &|_| {}).expect("it builds");
    made(&project);
    let packed = fs::read(pack(&project, &key).expect("a package")).expect("bytes");
    let package = open(&packed, None).expect("a package");
    let texts = package.files.iter().find(|file| file.path == "locales/en.json").expect("texts");
    assert!(!String::from_utf8_lossy(&texts.content).contains("stoa-dev:"));
}

const FORMS: &[(&str, &str)] = &[
    (
        ENTRY,
        "import { block, escapeHtml as escape } from '../sdk/js/index.js';
import one, { two, three as third, 'number seven' as seven, nine, eleven } from './forms.js';
import * as all from \"./forms.js\"; import Class from './class.mjs'; import { even } from './parts/even.js';
import './aside.js'; import { get } from 'stoa:plugin/config@0.1.0'; import * as host from 'stoa:plugin/log@0.1.0';
export const blocks = block({ forms: () => {
  const found = { one: one(), two: two(), third, seven, nine: nine(), eleven, five: all.five, names: Object.keys(all) };
  Object.assign(found, { six: new all.Six().value, more: Object.keys(all.more), twelve: new Class().value });
  Object.assign(found, { even: even(4), odd: even(3), aside, get: get('nothing') ?? null, host: typeof host.write });
  Object.assign(found, { self: (function () { return this; })() === undefined, tag: all.tag`a${1}b` });
  return `<pre>${escape(JSON.stringify(found))}</pre>`;
} });
",
    ),
    (
        "src/forms.js",
        "export const three = 3, { four, five: [five] } = { four: 4, five: [5] };
export function two() { return later() + 1; }
export class Six { value = 6 }
export default () => 1
const seven = 7, later = () => 1;
export { seven as 'number seven', seven as eight, seven as __proto__ }
;[seven].forEach(() => {});
export { default as nine, ten } from './more.js'; export * from './more.js';
export * as more from './more.js';
export async function* many() {}
export const tag = (parts, value) => parts.raw.join(value);
",
    ),
    (
        "src/more.js",
        "export default function () { return 9; }
(() => {})();
export const ten = 10, eleven = 11;
",
    ),
    ("src/class.mjs", "export default class {\n  value = 12;\n}\n[13].forEach(() => {});\n"),
    ("src/aside.js", "globalThis.aside = 'ran';\n"),
    (
        "src/parts/even.js",
        "const first = 1
import { odd } from './odd.js'
(first);
export function even(n) { return n === 0 || odd(n - 1); }\n",
    ),
    (
        "src/parts/odd.js",
        "import { even } from './even.js';\nexport function odd(n) { return n !== 0 && even(n - 1); }\n",
    ),
];

#[test]
fn modules_do_what_they_do_in_a_component_of_their_own() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.forms", Kind::Block);
    for (path, text) in FORMS {
        let path = project.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a script");
    }
    let loaded = shown(&project, &made(&project)).expect("HTML");
    assert!(loaded.contains("&quot;nine&quot;:9") && loaded.contains("&quot;odd&quot;:false"), "{loaded}");
    let compiled = build(&project, WithoutCompiler::Fail, &|_| {}).expect("it builds");
    assert_eq!(loaded, shown(&project, &compiled).expect("HTML"));
}

/// What the script of the SDK says of the sources, and how it ends.
fn said(project: &Path) -> (Option<i32>, String) {
    let world = "world plugin {\n  import stoa:plugin/config@0.1.0;\n  import stoa:plugin/log@0.1.0;\n  \
                 import stoa:plugin/texts@0.2.0;\n  export stoa:plugin/blocks@0.1.0;\n}\n";
    fs::create_dir_all(project.join("wit"))
        .and_then(|()| fs::write(project.join("wit/world.wit"), world))
        .expect("wit");
    let mut node = Command::new("node");
    node.current_dir(project).args(["sdk/js/dev.mjs", "wit", "scripts.json", "dev-loader.js"]);
    let output = node.output().expect("node");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

#[test]
fn what_the_loader_cannot_do_is_left_to_the_compiler() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.left", Kind::Block);
    made(&project);
    let good = fs::read_to_string(project.join(ENTRY)).expect("a script");
    let file = |path: &str, text: &str| fs::write(project.join(path), text).expect("a file");
    let begins = |line: &str| file(ENTRY, &format!("{line}\n{good}"));
    assert_eq!(said(&project), (Some(0), String::new()));
    file("src/count.js", "export let count = 0;\nexport const more = () => count++;\n");
    file("src/kept.js", "export function kept() {}\nexport const swap = () => { const kept = 1; return kept; };\n");
    file(
        "src/changed.js",
        "export function changed() {}\nchanged = 1;\nexport class Changed {}\n[Changed] = [1];\n\
         export default function () {}\n",
    );
    file("src/early.js", "import { blocks } from './plugin.js';\nexport const early = () => blocks;\n");
    file("src/near.js", "import { far } from './plugin.js';\nexport const near = () => far();\n");
    file("src/far.js", "export function far() {}\n");
    for (line, reason) in [
        (
            "import { near } from './near.js'; export { far } from './far.js';",
            "src/plugin.js and modules that it imports",
        ),
        ("import { near } from './near.js'; export * from './far.js';", "src/plugin.js and modules that it imports"),
        ("const now = await Promise.resolve(1);", "src/plugin.js waits outside of functions"),
        ("for await (const one of []) {}", "src/plugin.js waits outside of functions"),
        ("const here = import.meta;", "src/plugin.js uses import.meta"),
        ("const more = () => import('./count.js');", "src/plugin.js imports a module while it runs"),
        ("import _ from 'lodash';", "src/plugin.js imports lodash, which is no script of the project"),
        ("import { count } from './count.js';", "which is a variable of src/count.js"),
        ("import { changed } from './changed.js';", "which is a variable of src/changed.js"),
        ("import { Changed } from './changed.js';", "which is a variable of src/changed.js"),
        ("import { early } from './early.js';", "src/early.js and src/plugin.js import each other"),
        ("const stoa_0 = 1;", "src/plugin.js has a name such as stoa_d"),
        ("export default async /* so */ function () {}", "src/plugin.js has a comment in a function's head"),
        ("export default function /* so */ * () {}", "src/plugin.js has a comment in a function's head"),
        ("#!/usr/bin/env node", "src/plugin.js begins with #!"),
        ("export * from 'stoa:plugin/log@0.1.0';", "all names of stoa:plugin/log@0.1.0 are exported"),
    ] {
        begins(line);
        let (code, text) = said(&project);
        assert!(code == Some(3) && text.contains(reason), "{line}: {code:?} {text}");
    }
    for (line, reason) in [
        (
            "import { texts } from '../sdk/js/index.js';",
            "src/plugin.js:1:10: SyntaxError: sdk/js/index.js does not export",
        ),
        ("import { more, } from './count.js'; let x; let x;", "src/plugin.js:1:48: SyntaxError: "),
        ("const\nconst = 1;", "src/plugin.js:2:1: SyntaxError: "),
    ] {
        begins(line);
        let (code, text) = said(&project);
        assert!(code == Some(1) && text.starts_with(reason), "{line}: {code:?} {text}");
    }
    // A module that passes a variable on, or takes all of another one, reads it whenever it is used.
    for line in [
        "export { changed } from './changed.js';",
        "import * as all from './changed.js';",
        "import one from './changed.js';",
        "import { kept, swap } from './kept.js';",
    ] {
        begins(line);
        assert_eq!(said(&project), (Some(0), String::new()), "{line}");
    }
    begins("");
    file("src/unused.js", "}");
    assert!(said(&project).1.starts_with("src/unused.js:1:1: SyntaxError: "));
    fs::remove_file(project.join("src/unused.js")).expect("a file");
    file("locales/de.json", "{");
    assert!(said(&project).1.starts_with("locales/de.json: is not JSON: "));
}

#[test]
fn code_that_only_the_compiler_knows_runs_all_the_same() {
    let desk = Desk::new(SCRIPTS);
    let project = desk.script("acme.waits", Kind::Block);
    edit(&project.join(ENTRY), "const ONE_HOUR = 3600;", "const ONE_HOUR = await Promise.resolve(3600);");
    let told = RefCell::new(Vec::new());
    let built = build_for_dev(&project, &|step| told.borrow_mut().push(step.to_owned())).expect("it builds");
    assert!(told.borrow().iter().any(|step| step.contains("waits outside of functions")), "{told:?}");
    assert!(shown(&project, &built).expect("HTML").contains("geschlossen"));
}
