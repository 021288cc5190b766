//! Indexes of plugins in the settings of a running server.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use stoa_plugin_author::{SigningKey, create_index, publish};

use crate::plugin_package::{Packed, packed};
use crate::process::{PROGRAM, TestDeployment, juniper_website_id};

const CALLOUT: Packed<'static> = Packed { built: "plugins/stoa.callout", id: "acme.callout", version: "1.0.0" };
const OTHER: Packed<'static> = Packed { built: "plugins/stoa.callout", id: "evil.callout", version: "1.0.0" };

/// What the index lists can be chosen; an index that another key signed is not read.
#[tokio::test(flavor = "multi_thread")]
async fn owners_choose_plugins_of_an_index() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let key = |name: &str| SigningKey::create(&folder.path().join(name));
    let (publisher, keeper, stranger) = (key("acme.key")?, key("keeper.key")?, key("stranger.key")?);
    let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
    create_index(&good, "Acme", &keeper)?;
    publish(&packed(folder.path(), CALLOUT, &publisher)?, &good, &keeper)?;
    create_index(&bad, "Evil", &stranger)?;
    publish(&packed(folder.path(), OTHER, &publisher)?, &bad, &stranger)?;
    let index = |folder: &std::path::Path| {
        format!("[[plugins.indexes]]\nfolder = {:?}\nkey = \"{}\"\n", folder.display().to_string(), keeper.public())
    };
    let settings = format!("[plugins.compile]\nseconds = 600\n{}{}", index(&bad), index(&good));
    let deployment = TestDeployment::with(false, &settings).await?;
    let server = deployment.server().await?;
    let begun = Instant::now();
    loop {
        let listed =
            Command::new(PROGRAM).arg("--config").arg(&deployment.config).args(["plugin", "packages"]).output()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        ensure!(!listed.contains("evil.callout"), "{listed}");
        if listed.contains("acme.callout 1.0.0") {
            break;
        }
        if begun.elapsed() > Duration::from_secs(300) {
            bail!("the package of the index is not there: {listed}");
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let mut owner = server.owner().await?;
    let website = juniper_website_id(&mut owner).await?;
    let path = format!("/api/v1/websites/{website}/plugins/catalogue");
    let catalogue = owner.get(&path).await?.expect(200)?;
    let entry = catalogue["entries"].as_array().and_then(|all| all.iter().find(|entry| entry["id"] == "acme.callout"));
    ensure!(entry.is_some_and(|entry| entry["source"] == "index"), "{catalogue}");
    Ok(())
}
