//! The secret key that encrypts data: the program does not open data with another key.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, ensure};
use stoa_testkit::Postgres;

use crate::app::plugin_cache;
use crate::process::{PROGRAM, Server};

const KEY: &str = "secret.key";

fn stoa(data: &Path, url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .env("STOA_DATA_DIR", data)
        .env("STOA_DATABASE__URL", url)
        .env("STOA_SERVER__BIND", "127.0.0.1:0")
        .env("STOA_PLUGINS__CACHE", plugin_cache())
        .env("STOA_DISK__RESERVE_MEGABYTES", "0");
    command
}

fn refused(output: &Output, reason: &str) -> Result<()> {
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(!output.status.success() && said.contains(reason) && said.contains("stoa secret-key accept"), "{said}");
    Ok(())
}

async fn check_key_required(url: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let key = data.join(KEY);
    let starts = async || Server::of(stoa(&data, url, &["serve"])).await;
    starts().await?.stop().await?;
    let right = std::fs::read(&key).context("no key was made")?;

    // Missing: no new key is created.
    std::fs::remove_file(&key)?;
    refused(&stoa(&data, url, &["serve"]).output()?, "the secret key is missing")?;
    ensure!(!key.exists(), "another key was made beside data that lies under the lost one");

    // Another key, in the file and in the settings.
    std::fs::write(&key, "bm90IHRoZSByaWdodCBrZXksIGJ1dCBsb25nIGVub3VnaA==")?;
    refused(&stoa(&data, url, &["serve"]).output()?, "is not the one that encrypted this data")?;
    let other = stoa(&data, url, &["migrate"])
        .env("STOA_SECRETS__KEY", "another key of more than thirty-two characters")
        .output()?;
    refused(&other, "is not the one that encrypted this data")?;

    // An empty file, as left by a full disk; and an incomplete key.
    for part in [&b""[..], &b"\n"[..], right.get(..20).unwrap_or_default(), &[0xff; 40][..]] {
        std::fs::write(&key, part)?;
        let output = stoa(&data, url, &["serve"]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(!output.status.success() && said.contains("Restore the file from your backup"), "{part:?}: {said}");
    }

    // The right key, restored.
    std::fs::write(&key, &right)?;
    starts().await?.stop().await?;

    // Lost permanently.
    std::fs::remove_file(&key)?;
    let accepted = stoa(&data, url, &["secret-key", "accept"]).output()?;
    ensure!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
    ensure!(std::fs::read(&key)? != right, "the lost key came back");
    starts().await?.stop().await?;
    std::fs::write(&key, &right)?;
    refused(&stoa(&data, url, &["serve"]).output()?, "is not the one that encrypted this data")
}

#[tokio::test(flavor = "multi_thread")]
async fn start_requires_matching_key_on_sqlite() -> Result<()> {
    check_key_required("").await
}

#[tokio::test(flavor = "multi_thread")]
async fn start_requires_matching_key_on_postgres() -> Result<()> {
    let server = Postgres::start()?;
    check_key_required(&server.database()?).await
}
