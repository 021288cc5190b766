//! Files in the data folder are accessible to the user of the program only.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::{GLANCE, PATIENCE, settings};
use crate::process::{Server, TestDeployment, juniper_website_id};
use crate::requests::PICTURE;

/// A folder and everything below it.
fn all(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => found.extend(all(&entry.path())?),
            false => found.push(entry.path()),
        }
    }
    Ok(found)
}

fn mode(path: &Path) -> Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o777)
}

fn ensure_private(folder: &Path) -> Result<Vec<PathBuf>> {
    let found = all(folder)?;
    for path in &found {
        let others = mode(path)? & 0o077;
        ensure!(others == 0, "others may do {others:o} with {}", path.display());
    }
    Ok(found)
}

fn has(found: &[PathBuf], place: &str) -> bool {
    found.iter().any(|path| path.to_string_lossy().contains(place))
}

#[tokio::test(flavor = "multi_thread")]
async fn data_folder_permissions_fixed_at_start() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    // The default place of compiled plugins; the tests share another one.
    fs::create_dir_all(ground.data.join("plugin-cache/modules"))?;
    fs::write(ground.data.join("plugin-cache/modules/compiled"), "machine code")?;
    for path in all(&ground.data)? {
        let wide = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(wide))?;
    }
    let server = ground.server().await?;
    ensure_private(&ground.data)?;
    let mut member = server.browser("juniper.localhost");
    member.join("ada@example.com").await?;
    let mut owner = server.owner().await?;
    owner.website = Some(juniper_website_id(&mut owner).await?);
    owner.upload("/api/assets", "vases.webp", PICTURE).await?.expect(201)?;
    let begun = Instant::now();
    while !has(&all(&ground.data)?, ".eml") && begun.elapsed() < PATIENCE {
        tokio::time::sleep(GLANCE).await;
    }
    let found = ensure_private(&ground.data)?;
    for place in [".eml", "/files/", "/db/", "-wal", "server.lock", "/plugin-cache/modules/"] {
        ensure!(has(&found, place), "nothing at {place}: {found:?}");
    }
    server.stop().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn new_data_folder_is_private() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    settings(&data, "");
    fs::remove_dir(&data)?;
    // Compiled plugins are in the data folder by default; compiling one of them is enough.
    let plugins = folder.path().join("plugins");
    fs::create_dir(&plugins)?;
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins/stoa.readingtime");
    symlink(bundled, plugins.join("stoa.readingtime"))?;
    let config = data.with_extension("toml");
    let text = fs::read_to_string(&config)?;
    let is_default = |line: &str| ["key = ", "dir = ", "cache = ", "[secrets]"].iter().any(|own| line.starts_with(own));
    let text = text.lines().filter(|line| !is_default(line)).collect::<Vec<_>>().join("\n");
    let text = text.replace("[plugins]", &format!("[plugins]\ndir = {:?}", plugins.display().to_string()));
    fs::write(&config, text)?;
    let made = Command::new(env!("CARGO_BIN_EXE_stoa")).arg("--config").arg(&config).arg("migrate").output()?;
    ensure!(made.status.success(), "{made:?}");
    let server = Server::start(&config, "").await?;
    server.browser("localhost").post("/api/auth/session", &json!({"email": "a", "password": "b"})).await?;
    let found = ensure_private(&data)?;
    for place in ["secret.key", "/db/", "/plugin-cache/"] {
        ensure!(has(&found, place), "nothing at {place}: {found:?}");
    }
    server.stop().await?;
    Ok(())
}
