//! The commands of `stoa plugin` for authors, by the program. What they do is tested in `plugins/author`.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;
use stoa_plugin_author::{Kind, Language, create};
use stoa_testkit::free_port;

use crate::process::PROGRAM;

fn stoa(folder: &Path, arguments: &[&str]) -> Result<Output> {
    Ok(Command::new(PROGRAM).current_dir(folder).arg("plugin").args(arguments).output()?)
}

fn says(output: &Output, succeeds: bool, words: &str) -> Result<()> {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    ensure!(output.status.success() == succeeds && said.contains(words), "{words} is missing: {said}");
    Ok(())
}

#[test]
fn authors_get_a_project_and_a_key() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block"])?, true, "stoa plugin build")?;
    let project = folder.join("hours");
    ensure!(project.join("sdk/rust/src/lib.rs").is_file() && project.join("src/lib.rs").is_file());
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block"])?, false, "exists already")?;
    says(&stoa(folder, &["new", "hours", "--kind", "block"])?, false, "publisher.name")?;
    says(&stoa(folder, &["new", "acme.other", "--kind", "magic"])?, false, "none of block, formatter")?;
    says(&stoa(folder, &["new", "acme.clock", "--kind", "block", "--client"])?, true, "stoa plugin build")?;
    ensure!(folder.join("clock/client/block.js").is_file());
    says(&stoa(folder, &["new", "acme.words", "--kind", "formatter", "--client"])?, false, "only a block")?;
    says(&stoa(&project, &["check"])?, false, "plugin.wasm: error: is not built: run `stoa plugin build`")?;
    says(&stoa(folder, &["test"])?, false, "there is no plugin.toml")?;
    says(&stoa(folder, &["dev"])?, false, "there is no plugin.toml")?;
    says(&stoa(folder, &["key", "new", "acme.key"])?, true, "Your public key is ed25519:")?;
    says(&stoa(folder, &["key", "show", "acme.key"])?, true, "ed25519:")?;
    says(&stoa(folder, &["pack", "hours", "--key", "acme.key"])?, false, "is not built")?;
    std::fs::write(folder.join("a.stoaplugin"), "no package")?;
    says(&stoa(folder, &["inspect", "a.stoaplugin"])?, false, "the file is no plugin package")
}

#[test]
fn authors_get_a_project_in_javascript_and_an_index() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    says(&stoa(folder, &["new", "acme.hours", "--kind", "block", "--lang", "js"])?, true, "stoa plugin build")?;
    let project = folder.join("hours");
    ensure!(project.join("src/plugin.js").is_file() && project.join("sdk/js/contract.d.ts").is_file());
    ensure!(!project.join("Cargo.toml").exists());
    ensure!(std::fs::read_to_string(project.join("plugin.toml"))?.contains("class = \"interpreted\""));
    says(&stoa(folder, &["key", "new", "index.key"])?, true, "Your public key is ed25519:")?;
    let new = ["index", "new", "public", "--name", "Acme", "--key", "index.key"];
    says(&stoa(folder, &new)?, true, "Operators of servers enter the public key ed25519:")?;
    says(&stoa(folder, &new)?, false, "exists already")?;
    says(&stoa(folder, &["index", "check", "public"])?, true, "serial number 1")?;
    std::fs::write(folder.join("a.stoaplugin"), "no package")?;
    let publish = ["publish", "a.stoaplugin", "--index", "public", "--key", "index.key"];
    says(&stoa(folder, &publish)?, false, "the file is no plugin package")?;
    let withdraw = ["index", "withdraw", "public", "acme.hours", "1.0.0", "--reason", "wrong", "--key", "index.key"];
    says(&stoa(folder, &withdraw)?, false, "the index has no acme.hours 1.0.0")?;
    says(&stoa(folder, &["bench", "hours"])?, false, "is not built")
}

/// `stoa plugin dev`, ended with the test.
struct Dev(Child);

impl Drop for Dev {
    fn drop(&mut self) {
        // The demo site is a process of its own, which is told to stop by the same signal.
        let _ = Command::new("kill").arg("-TERM").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// What the pages show, when it is as expected.
async fn shown(port: u16, dev: &mut Dev, expected: impl Fn(&Value) -> bool) -> Result<Value> {
    let (client, begin) = (reqwest::Client::new(), Instant::now());
    let mut last = Value::Null;
    while begin.elapsed() < Duration::from_secs(600) {
        if let Some(status) = dev.0.try_wait()? {
            bail!("the command has ended: {status}");
        }
        if let Ok(answer) = client.get(format!("http://127.0.0.1:{port}/__stoa-dev/status")).send().await {
            last = answer.json().await?;
            if expected(&last) {
                return Ok(last);
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    bail!("the pages show {last}")
}

// spec: plugins.authors.dev
#[tokio::test(flavor = "multi_thread")]
async fn dev_runs_what_is_saved_and_shows_mistakes_on_pages() -> Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir()?;
    let project = create(folder.path(), "acme.hours", Kind::Block, Language::Rust)?;
    // The builds share the libraries of the bundled plugins.
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/wasm");
    std::fs::create_dir_all(&shared)?;
    std::os::unix::fs::symlink(shared.canonicalize()?, project.join("target"))?;
    let port = free_port()?;
    let mut dev = Command::new(PROGRAM);
    dev.args(["plugin", "dev", "--port", &port.to_string(), "--data-dir"]).arg(folder.path().join("site"));
    let mut dev = Dev(dev.arg(&project).stdout(Stdio::null()).spawn()?);
    shown(port, &mut dev, |status| status["generation"] == 1).await?;
    let page = reqwest::Client::new().get(format!("http://127.0.0.1:{port}/"));
    let page = page.header("host", format!("juniper.localhost:{port}")).send().await?;
    ensure!(page.text().await?.contains("/__stoa-dev/overlay.js"), "the page has no script");

    let source = project.join("src/lib.rs");
    let good = std::fs::read_to_string(&source)?;
    std::fs::write(&source, good.replacen("let ", "let let ", 1))?;
    let broken = shown(port, &mut dev, |status| status["problem"].is_object()).await?;
    let text = broken["problem"]["text"].as_str().context("no text")?;
    ensure!(text.contains("src/lib.rs:"), "no place in {text}");
    assert_eq!(broken["generation"], 1);

    std::fs::write(&source, format!("{good}\n"))?;
    let mended = shown(port, &mut dev, |status| status["generation"] == 2).await?;
    assert_eq!(mended["problem"], Value::Null);

    // What works, but is better mended, and what is no manifest.
    let manifest = project.join("plugin.toml");
    let good = std::fs::read_to_string(&manifest)?;
    std::fs::write(&manifest, good.replacen("example = ", "clients = \"client/block.js\"\nexample = ", 1))?;
    let told = shown(port, &mut dev, |status| status["findings"][0].is_string()).await?;
    let finding = told["findings"][0].as_str().context("no text")?;
    ensure!(finding.contains("provides.clients is ignored") && finding.contains("did you mean `client`?"), "{finding}");
    std::fs::write(&manifest, good.replacen("settings_version", "= ", 1))?;
    let broken = shown(port, &mut dev, |status| status["problem"].is_object()).await?;
    assert_eq!(broken["problem"]["title"], "plugin.toml cannot be read");
    Ok(())
}
