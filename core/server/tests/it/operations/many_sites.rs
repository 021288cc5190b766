//! Creation of many sites by an operator.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Result, ensure};

use crate::app::{App, settings};
use crate::demo_database;
use crate::process::PROGRAM;

fn create_many(data: &Path, list: &Path, more: &[&str]) -> Result<Output> {
    let mut command = Command::new(PROGRAM);
    command.env("STOA_DATA_DIR", data).env("STOA_SECRETS__KEY", settings(data, "").secrets.key.expose());
    command.args(["tenant", "create-many", "--owner", "owner@stoa.example"]);
    Ok(command.args(more).arg(list).output()?)
}

#[tokio::test(flavor = "multi_thread")]
async fn site_list_creation_is_idempotent() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (data, list) = (folder.path().join("data"), folder.path().join("sites.jsonl"));
    demo_database::sqlite(&data).await?;
    std::fs::write(
        &list,
        "{\"identifier\": \"mill-house\", \"title\": \"Mill House\", \"hosts\": [\"mill.example\"], \"theme\": \"gazette\"}\n\
         \n\
         {\"identifier\": \"Mill\", \"title\": \"Wrong letters\"}\n\
         {\"identifier\": \"weir-house\", \"title\": \"Weir House\"}\n\
         {\"identifier\": \"third-one\", \"title\": \"Taken\", \"hosts\": [\"mill.example\"]}\n\
         {\"identifier\": \"fourth-one\", \"tittle\": \"No title\"}\n",
    )?;
    let first = create_many(&data, &list, &[])?;
    let (said, error_messages) = (String::from_utf8(first.stdout)?, String::from_utf8(first.stderr)?);
    ensure!(
        !first.status.success() && said.contains("Created: 2. Already existing: 0. Failed: 3."),
        "{said} {error_messages}"
    );
    for error_message in [
        "line 3: identifier: Use 3 to 40 lower-case letters",
        "line 5: hosts: 'mill.example' is already taken",
        "line 6: the line does not describe a site",
        "some sites could not",
    ] {
        ensure!(error_messages.contains(error_message), "{error_message}: {error_messages}");
    }
    let before = std::fs::read_dir(data.join("db/sites"))?.count();
    std::fs::write(
        &list,
        "{\"identifier\": \"mill-house\", \"title\": \"Mill House\"}\n{\"identifier\": \"last-one\", \"title\": \"Last\"}\n",
    )?;
    let second = create_many(&data, &list, &[])?;
    let said = String::from_utf8(second.stdout)?;
    ensure!(second.status.success() && said.contains("Created: 1. Already existing: 1. Failed: 0."), "{said}");
    assert_eq!(std::fs::read_dir(data.join("db/sites"))?.count(), before + 1, "what was not made has left no file");
    let refused = create_many(&data, &list, &["--theme", "none-such"])?;
    ensure!(refused.status.success(), "a site that is there needs no theme");

    let app = App::start(settings(&data, "")).await?;
    let mut visitor = app.juniper();
    for (host, title) in
        [("mill.example", "Mill House"), ("mill-house.localhost", "Mill House"), ("weir-house.localhost", "Weir House")]
    {
        visitor.host = host.to_owned();
        let page = visitor.get("/").await?;
        ensure!(page.status == 200 && page.text.contains(title), "{host}: {}", page.text);
    }
    let names: Vec<String> =
        app.stoa.foundation.tenancy.tenants.list().await?.into_iter().map(|site| site.identifier).collect();
    assert_eq!(names, ["juniper", "kissaten", "last-one", "mill-house", "weir-house"]);
    app.stop().await
}
