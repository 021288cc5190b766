//! The commands of operators about packages of plugins, on a running server, and the compile process.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use stoa_entity::json_column::JsonOf;
use stoa_entity::platform::plugin_package;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::plugin::PackageOrigin;
use stoa_plugin_author::{INDEX_FILE, SigningKey, create_index, publish, withdraw};

use crate::app::on_postgres;
use crate::client::Client;
use crate::plugin_package::{Packed, packed, publisher};
use crate::process::{PROGRAM, TestDeployment, juniper_website_id};

/// Unoptimised, compiling takes long when the machine is busy.
const PATIENT: &str = "[plugins.compile]\nseconds = 600\n";
const CALLOUT: Packed<'static> = Packed { built: "plugins/stoa.callout", id: "acme.callout", version: "1.0.0" };
const KIND: &str = "acme-callout--callout";

fn plugin(config: &Path, arguments: &[&str]) -> Result<Output> {
    Ok(Command::new(PROGRAM).arg("--config").arg(config).arg("plugin").args(arguments).output()?)
}

fn says(output: &Output, succeeds: bool, words: &[&str]) -> Result<String> {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    ensure!(output.status.success() == succeeds, "{said}");
    for words in words {
        ensure!(said.contains(words), "{words} is missing: {said}");
    }
    Ok(said)
}

/// The errors of a preview of the home page with a block of the package.
async fn preview(owner: &mut Client, website: &str) -> Result<Value> {
    let base = format!("/api/v1/websites/{website}/pages");
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    let path = format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?);
    let mut page = owner.get(&path).await?.expect(200)?;
    let block = json!({"id": "plugged", "kind": KIND, "settings": {"title": "Kiln day", "text": "Friday."}});
    let column = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    column.context("no blocks")?.push(block);
    owner.post(&format!("{path}/preview"), &json!({"document": page["document"]})).await?.expect(200)
}

/// Waits until the block is shown, or is not.
async fn until_shown(owner: &mut Client, website: &str, shown: bool) -> Result<()> {
    let begun = Instant::now();
    // The rules are at most ten seconds old.
    while begun.elapsed() < Duration::from_secs(40) {
        let preview = preview(owner, website).await?;
        let html = preview["html"].as_str().context("no html")?;
        if html.contains("<p class=\"stoa-callout__title\">Kiln day</p>") == shown {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    bail!("the block is shown: {}", !shown)
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_install_and_stop_plugins_without_a_restart() -> Result<()> {
    let deployment = TestDeployment::with(false, PATIENT).await?;
    let (folder, key) = publisher()?;
    let package = packed(folder.path(), CALLOUT, &key)?;
    let package = package.to_str().context("path")?;
    let server = deployment.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let config = deployment.config.as_path();
    says(&plugin(config, &["packages"])?, true, &["There are no packages."])?;
    until_shown(&mut owner, &website, false).await?;

    let installed = plugin(config, &["install", package, "--all-sites"])?;
    let said =
        says(&installed, true, &["acme.callout 1.0.0 is installed", "It runs on all sites.", "signed by ed25519:"])?;
    let digest = said.lines().find_map(|line| line.trim().strip_prefix("digest ")).context("no digest")?.to_owned();
    until_shown(&mut owner, &website, true).await?;
    let kinds = owner.get(&format!("/api/v1/websites/{website}/block-kinds")).await?.expect(200)?;
    ensure!(kinds.to_string().contains(KIND), "the block is offered: {kinds}");

    says(&plugin(config, &["stop", "acme.callout"])?, true, &["stops on all sites"])?;
    says(
        &plugin(config, &["packages"])?,
        true,
        &["runs on all sites", "does not run: the operator of this server has stopped"],
    )?;
    until_shown(&mut owner, &website, false).await?;
    says(&plugin(config, &["resume", "acme.callout"])?, true, &["runs again"])?;
    says(&plugin(config, &["resume", "acme.callout"])?, false, &["was not stopped"])?;
    until_shown(&mut owner, &website, true).await?;

    // Another publisher cannot take the plugin over, and a forbidden one cannot install anything.
    let thief = SigningKey::create(&folder.path().join("thief.key"))?;
    let stolen = packed(folder.path(), Packed { version: "9.0.0", ..CALLOUT }, &thief)?;
    let stolen = stolen.to_str().context("path")?;
    says(&plugin(config, &["install", stolen])?, false, &["acme.callout is published by ed25519:"])?;
    says(&plugin(config, &["forbid", "--digest", &digest])?, true, &["is forbidden"])?;
    until_shown(&mut owner, &website, false).await?;
    says(
        &plugin(config, &["rules"])?,
        true,
        &[&format!("forbidden package  {digest}"), "plugin of all sites  acme.callout"],
    )?;
    says(&plugin(config, &["forget", "--digest", &digest])?, true, &["neither allowed nor forbidden"])?;
    until_shown(&mut owner, &website, true).await?;

    // With a list of those that are allowed, others stop; what the operator runs on all sites is allowed by that.
    says(&plugin(config, &["allow", "--publisher", &thief.public().to_string()])?, true, &["is allowed"])?;
    until_shown(&mut owner, &website, true).await?;
    says(&plugin(config, &["uninstall", &digest])?, true, &["acme.callout 1.0.0 is uninstalled"])?;
    until_shown(&mut owner, &website, false).await?;
    says(&plugin(config, &["uninstall", &digest])?, false, &["no package with the digest"])?;
    says(&plugin(config, &["allow", "--digest", "12"])?, false, &["64 hexadecimal digits"])?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_that_are_no_plugins_are_refused_in_words() -> Result<()> {
    let deployment = TestDeployment::with(false, PATIENT).await?;
    let folder = tempfile::tempdir()?;
    let config = deployment.config.as_path();
    let noise = folder.path().join("noise.stoaplugin");
    std::fs::write(&noise, "no package")?;
    let noise = noise.to_str().context("path")?;
    says(&plugin(config, &["install", noise])?, false, &["The package is refused: the file is no plugin package"])?;

    let key = SigningKey::create(&folder.path().join("acme.key"))?;
    let import = Packed { built: "plugins-hostile/hostile.import", id: "acme.import", version: "1.0.0" };
    let import = packed(folder.path(), import, &key)?;
    let said = plugin(config, &["install", import.to_str().context("path")?])?;
    says(&said, false, &["hostile:wish/clock", "is not part of the plugin interface"])?;
    says(&plugin(config, &["packages"])?, true, &["There are no packages."])?;
    Ok(())
}

/// A program in place of the one that compiles.
fn script(folder: &Path, name: &str, text: &str) -> Result<String> {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n"))?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path.to_str().context("path")?.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compiler_that_crashes_or_hangs_is_a_refusal() -> Result<()> {
    let (folder, key) = publisher()?;
    let package = packed(folder.path(), CALLOUT, &key)?;
    let package = package.to_str().context("path")?;
    let leak = folder.path().join("environment");
    let crash = format!("/usr/bin/env > {}; kill -SEGV $$", leak.display());
    let crash = script(folder.path(), "crash", &crash)?;
    let hang = script(folder.path(), "hang", "exec /bin/sleep 60")?;
    let nothing = folder.path().join("nothing").display().to_string();
    for (program, words) in [
        (crash, "the compiler ended without a result"),
        (hang, "compiling it took longer than 2 seconds"),
        (nothing, "could not be started"),
    ] {
        let settings = format!("[plugins.compile]\nseconds = 2\nprogram = {program:?}\n");
        let deployment = TestDeployment::with(false, &settings).await?;
        let mut command = Command::new(PROGRAM);
        command.env("STOA_TEST_SECRET", "a secret of the server").arg("--config").arg(&deployment.config);
        // No code of another package with the same component.
        command.env("STOA_PLUGINS__CACHE", folder.path().join("cache"));
        let output = command.args(["plugin", "install", package]).output()?;
        says(&output, false, &[words])?;
    }
    let environment = std::fs::read_to_string(leak)?;
    ensure!(environment.contains("RAYON_NUM_THREADS") && !environment.contains("secret"), "{environment}");
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn the_compile_process_limits_its_memory() -> Result<()> {
    let mut command = Command::new(PROGRAM);
    // As the server starts it: the allocator reserves memory before the limit is set.
    command.env("MIMALLOC_ARENA_RESERVE", "8M").args(["plugin-compile", "--memory-megabytes=1", "--seconds=20"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // It may have ended before it reads this.
        let _ = std::io::Write::write_all(&mut input, &vec![b' '; 60 * 1024 * 1024]);
    }
    let output = child.wait_with_output()?;
    ensure!(!output.status.success() && output.stdout.is_empty(), "{:?}", output.status);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_of_a_site_go_with_it_and_an_index_never_goes_back() -> Result<()> {
    on_postgres(async |app| {
        let tenancy = &app.stoa.foundation.tenancy;
        let (databases, now) = (&tenancy.databases, tenancy.now());
        let website: WebsiteId = app.website("kissaten").await?.parse()?;
        let row = |owner: &str| plugin_package::Model {
            digest: "d1".to_owned(),
            owner: owner.to_owned(),
            plugin_id: "acme.hours".to_owned(),
            version: "1.0.0".to_owned(),
            name: "Hours".to_owned(),
            summary: String::new(),
            publisher_key: "ed25519:key".to_owned(),
            bytes: 1,
            component_digest: "c1".to_owned(),
            kinds: JsonOf(vec!["block".to_owned()]),
            permissions: json!({}),
            face: JsonOf::default(),
            report: json!({}),
            origin: PackageOrigin::Upload,
            created_on: now,
            withdrawn: None,
        };
        for _ in 0..2 {
            ensure!(databases.store_plugin_package(row(website.as_str()), 1).await?.is_some(), "once for each owner");
        }
        let second = plugin_package::Model { digest: "d2".to_owned(), ..row(website.as_str()) };
        ensure!(databases.store_plugin_package(second, 1).await?.is_none(), "the site has one already");
        ensure!(databases.store_plugin_package(row(plugin_package::SHARED), 9).await?.is_some());
        assert_eq!(databases.plugin_packages_of(&website).await?.len(), 2);
        let other: WebsiteId = app.website("juniper").await?.parse()?;
        assert_eq!(databases.plugin_packages_of(&other).await?.len(), 1, "without the upload of another site");
        tenancy.tenants.delete("kissaten").await?;
        let owners: Vec<String> = databases.plugin_package("d1").await?.into_iter().map(|row| row.owner).collect();
        assert_eq!(owners, [plugin_package::SHARED]);

        let index = "https://plugins.example/index.json";
        assert_eq!(databases.plugin_index_serial(index).await?, None);
        for (serial, accepted) in [(3, true), (3, true), (2, false), (4, true), (3, false)] {
            assert_eq!(databases.accept_plugin_index(index, serial, now).await?, accepted, "{serial}");
        }
        assert_eq!(databases.plugin_index_serial(index).await?, Some(4));
        Ok(())
    })
    .await
}

// spec: plugins.index.withdrawn
#[tokio::test(flavor = "multi_thread")]
async fn indexes_are_read_and_never_an_older_one() -> Result<()> {
    let (folder, key) = publisher()?;
    let list_key = SigningKey::create(&folder.path().join("index.key"))?;
    let package = packed(folder.path(), CALLOUT, &key)?;
    let index = folder.path().join("index");
    create_index(&index, "Acme plugins", &list_key)?;
    let empty = std::fs::read(index.join(INDEX_FILE))?;
    publish(&package, &index, &list_key)?;
    let source = index.to_str().context("path")?;
    let settings = |key: &SigningKey| format!("[[plugins.indexes]]\nsource = {source:?}\nkey = \"{}\"\n", key.public());
    let deployment = TestDeployment::with(false, &format!("{PATIENT}{}", settings(&list_key))).await?;
    let config = deployment.config.as_path();
    let words = ["Acme plugins", "serial number 2", "installed acme.callout 1.0.0"];
    says(&plugin(config, &["update"])?, true, &words)?;
    says(&plugin(config, &["packages"])?, true, &["acme.callout 1.0.0  can be chosen by all sites"])?;
    let again = says(&plugin(config, &["update"])?, true, &["serial number 2"])?;
    ensure!(!again.contains("installed"), "it is there already: {again}");

    let server = deployment.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let path = format!("/api/v1/websites/{website}/plugins/acme.callout");
    let offered = owner.get(&path).await?.expect(200)?;
    assert_eq!(offered["versions"][0]["withdrawn"], Value::Null);
    let choice = json!({"digest": offered["digest"]});
    owner.post(&format!("{path}/version"), &choice).await?.expect(200)?;

    withdraw(&index, "acme.callout", "1.0.0", "it counts wrongly", &list_key)?;
    says(&plugin(config, &["update"])?, true, &["acme.callout 1.0.0 was withdrawn: it counts wrongly"])?;
    says(&plugin(config, &["packages"])?, true, &["withdrawn by its publisher: it counts wrongly"])?;
    let told = owner.get(&path).await?.expect(200)?;
    assert_eq!(
        [&told["versions"][0]["isCurrent"], &told["versions"][0]["withdrawn"]],
        [&json!(true), &json!("it counts wrongly")]
    );
    let account = owner.get("/api/v1/account").await?.expect(200)?;
    let sites = account["websites"].as_array().context("no sites")?;
    let other = sites.iter().find(|site| site["id"] != website.as_str()).context("no other site")?;
    let other = other["id"].as_str().context("no id")?;
    let elsewhere = format!("/api/v1/websites/{other}/plugins");
    let catalogue = owner.get(&format!("{elsewhere}/catalogue")).await?.expect(200)?;
    ensure!(!catalogue.to_string().contains("acme.callout"), "it is offered to nobody else: {catalogue}");
    owner.post(&format!("{elsewhere}/acme.callout/version"), &choice).await?.problem(409)?;
    server.kill();
    std::fs::write(index.join(INDEX_FILE), empty)?;
    says(&plugin(config, &["update"])?, false, &["an old one was put in its place"])?;

    let other = TestDeployment::with(false, &format!("{PATIENT}{}", settings(&key))).await?;
    says(&plugin(&other.config, &["update"])?, false, &["the index was signed by ed25519:"])?;
    Ok(())
}

/// The same signed files in another zip, which has another digest.
fn packed_again(package: &Path) -> Result<std::path::PathBuf> {
    // A zip may have bytes before its first entry, but then its places are wrong; a comment at its end is allowed.
    let mut bytes = std::fs::read(package)?;
    let end = bytes.len().checked_sub(2).context("no zip")?;
    ensure!(bytes[end..] == [0, 0], "the zip has a comment already");
    bytes[end..].copy_from_slice(&[5, 0]);
    bytes.extend_from_slice(b"again");
    let again = package.with_extension("again");
    std::fs::write(&again, bytes)?;
    Ok(again)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forbidden_version_does_not_come_back_in_another_zip() -> Result<()> {
    let deployment = TestDeployment::with(false, PATIENT).await?;
    let (folder, key) = publisher()?;
    let package = packed(folder.path(), CALLOUT, &key)?;
    let again = packed_again(&package)?;
    let (package, again) = (package.to_str().context("path")?, again.to_str().context("path")?);
    let config = deployment.config.as_path();
    let said = says(&plugin(config, &["install", package])?, true, &["acme.callout 1.0.0 is installed"])?;
    let digest = said.lines().find_map(|line| line.trim().strip_prefix("digest ")).context("no digest")?.to_owned();
    says(&plugin(config, &["forbid", "--digest", &digest])?, true, &["is forbidden"])?;
    let refusal = "the operator of this server does not allow this version";
    says(&plugin(config, &["install", package])?, false, &[refusal])?;
    says(&plugin(config, &["install", again])?, false, &[refusal])?;
    says(&plugin(config, &["forget", "--digest", &digest])?, true, &["neither allowed nor forbidden"])?;
    says(&plugin(config, &["install", again])?, true, &["acme.callout 1.0.0 is installed"])?;
    Ok(())
}
