//! Limits of plugins by plans of sites, and by operators while the server runs.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};

use super::plugins::{home, message, preview, with_blocks};
use crate::app::on_both_with;
use crate::client::Client;
use crate::process::{PROGRAM, TestDeployment, juniper_website_id};

const PLANS: &str = "[plans.offered.small]\ntitle = 'Small shop'\n[plans.offered.small.plugins]\npage_calls = 1\n\
                     storage_megabytes = 1\ninterpreted_memory_megabytes = 32\n";

/// What the editor says of the second of two blocks of one plugin.
async fn said_of_second(owner: &mut Client, website: &str) -> Result<String> {
    let block = |id: &str| json!({"id": id, "kind": "callout", "settings": {"title": "Sale", "text": "From ten."}});
    let path = home(owner, website).await?;
    let page = with_blocks(owner, &path, &[block("first"), block("second")]).await?;
    Ok(message(&preview(owner, &path, &page).await?, "second").to_owned())
}

// spec: plugins.limits.plan
#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_site_decides_and_its_owner_sees_what_applies() -> Result<()> {
    on_both_with(PLANS, async |app| {
        let (small, other) = (app.website("juniper").await?, app.website("kissaten").await?);
        app.stoa.foundation.tenancy.tenants.set_plan("juniper", Some("small")).await?;
        let mut owner = app.owner().await?;
        let path = |website: &str, plugin: &str| format!("/api/v1/websites/{website}/plugins/{plugin}");
        // What is known of the site is read anew after a change.
        let own = path(&small, "stoa.callout");
        let changed = owner.call("PATCH", &own, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let limits = &changed["limits"];
        assert_eq!([&limits["plan"], &limits["interpreted"]], [&json!("Small shop"), &json!(false)]);
        assert_eq!([&limits["pageCalls"], &limits["pageMs"], &limits["memoryBytes"]], [1, 100, 16 * 1024 * 1024]);
        assert_eq!(limits["storageBytes"], 0, "it stores nothing");
        let said = said_of_second(&mut owner, &small).await?;
        ensure!(said.contains("was called too often for this page"), "{said}");

        let general = owner.get(&path(&other, "stoa.callout")).await?.expect(200)?;
        assert_eq!([&general["limits"]["plan"], &general["limits"]["pageCalls"]], [&json!(null), &json!(20_000)]);
        assert_eq!(said_of_second(&mut owner, &other).await?, "");
        Ok(())
    })
    .await
}

/// Runs a command of operators, and checks what it says.
fn stoa(config: &Path, arguments: &[&str], succeeds: bool, words: &str) -> Result<()> {
    let output = Command::new(PROGRAM).arg("--config").arg(config).args(arguments).output()?;
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    ensure!(output.status.success() == succeeds && said.contains(words), "{words} is missing: {said}");
    Ok(())
}

/// Waits until a limit of a plugin has a value, and returns all its limits.
async fn until_limit(owner: &mut Client, path: &str, name: &str, value: i64) -> Result<Value> {
    let begun = Instant::now();
    // What the operator decides is at most ten seconds old.
    while begun.elapsed() < Duration::from_secs(40) {
        let limits = owner.get(path).await?.expect(200)?["limits"].clone();
        if limits[name] == value {
            return Ok(limits);
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    bail!("{name} is not {value}")
}

// spec: plugins.limits.plan
#[tokio::test(flavor = "multi_thread")]
async fn operators_set_limits_without_a_restart() -> Result<()> {
    let deployment = TestDeployment::with(false, PLANS).await?;
    let config = deployment.config.as_path();
    stoa(config, &["tenant", "plan", "juniper", "small"], true, "is now small")?;
    let server = deployment.server().await?;
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let path = format!("/api/v1/websites/{website}/plugins/stoa.callout");
    let limits = until_limit(&mut owner, &path, "pageCalls", 1).await?;
    assert_eq!([&limits["plan"], &limits["pageMs"]], [&json!("Small shop"), &json!(100)]);
    let too_many = "was called too often for this page";
    let said = said_of_second(&mut owner, &website).await?;
    ensure!(said.contains(too_many), "{said}");

    // For all sites, where the plan says nothing.
    stoa(config, &["plugin", "limit", "page_milliseconds", "40"], true, "page_milliseconds is 40 for all sites")?;
    let limits = until_limit(&mut owner, &path, "pageMs", 40).await?;
    assert_eq!(limits["pageCalls"], 1);
    // For the sites of a plan, over its settings.
    stoa(config, &["plugin", "limit", "page_calls", "50", "--plan", "small"], true, "for sites of the plan small")?;
    stoa(config, &["plugin", "rules"], true, "limit  small/page_calls  50")?;
    until_limit(&mut owner, &path, "pageCalls", 50).await?;
    assert_eq!(said_of_second(&mut owner, &website).await?, "");

    // Back to the settings.
    stoa(config, &["plugin", "limit", "page_calls", "--plan", "small"], true, "is that of the settings again")?;
    until_limit(&mut owner, &path, "pageCalls", 1).await?;
    let said = said_of_second(&mut owner, &website).await?;
    ensure!(said.contains(too_many), "{said}");
    for (arguments, words) in [
        (&["page_calls"][..], "page_calls was not set for all sites"),
        (&["page_calls", "0"][..], "page_calls: should be at least 1"),
        (&["pages", "5"][..], "pages: unknown field `pages`, expected one of"),
        (&["memory_megabytes", "512"][..], "memory_megabytes: servers have room for 64 MB"),
        (&["page_calls", "5", "--plan", "gold"][..], "--plan: There is no plan 'gold'. Available: small."),
    ] {
        stoa(config, &[&["plugin", "limit"][..], arguments].concat(), false, words)?;
    }
    server.kill();
    Ok(())
}
