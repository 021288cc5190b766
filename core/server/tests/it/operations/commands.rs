//! Operator commands: their error messages, and that each does everything or nothing.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, ensure};
use sea_orm::{ConnectionTrait as _, Database};
use serde_json::json;

use crate::app::{App, on_sqlite, settings};
use crate::demo_database;
use crate::process::{PROGRAM, Server, TestDeployment};

fn stoa(data: &Path, arguments: &[&str]) -> Result<Output> {
    let mut command = Command::new(PROGRAM);
    command.env("STOA_DATA_DIR", data).env("STOA_SECRETS__KEY", settings(data, "").secrets.key.expose());
    Ok(command.args(arguments).output()?)
}

pub(crate) fn succeeds(data: &Path, arguments: &[&str]) -> Result<String> {
    let output = stoa(data, arguments)?;
    ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

pub(crate) fn refused(data: &Path, arguments: &[&str], error_messages: &[&str]) -> Result<()> {
    let output = stoa(data, arguments)?;
    let said = String::from_utf8(output.stderr)?;
    ensure!(!output.status.success(), "{arguments:?} was done");
    for error_message in error_messages {
        ensure!(said.contains(error_message), "{error_message} is missing: {said}");
    }
    Ok(())
}

/// The id of a site.
fn id_of(data: &Path, identifier: &str) -> Result<String> {
    let listed = succeeds(data, &["tenant", "list"])?;
    let row = listed.lines().find(|row| row.split('\t').nth(1) == Some(identifier)).context("no such site")?;
    Ok(row.split('\t').next().context("no id")?.to_owned())
}

/// Runs a statement on a database file.
async fn execute(file: &Path, statement: &str) -> Result<()> {
    let connection = Database::connect(format!("sqlite://{}", file.display())).await?;
    connection.execute_unprepared(statement).await?;
    Ok(connection.close().await?)
}

/// The list of sites, and the files and folders of sites, without the files that several sites show.
fn sites_and_files(data: &Path) -> Result<(String, BTreeSet<PathBuf>)> {
    let mut paths = BTreeSet::new();
    for folder in ["db/sites", "files"] {
        for entry in std::fs::read_dir(data.join(folder))? {
            paths.insert(entry?.path());
        }
    }
    paths.remove(&data.join("files/shared"));
    Ok((succeeds(data, &["tenant", "list"])?, paths))
}

/// Creates a site with a new account while a table accepts no rows: one of the site, then those of the platform in the
/// order in which they are written. If anything was left, the next attempt would fail with another message.
async fn check_failed_creation(data: &Path, create: &[&str]) -> Result<()> {
    let before = sites_and_files(data)?;
    let databases = data.join("db");
    let is_template = |name: &str| name.starts_with("new-site-") && name.ends_with(".sqlite");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&databases)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    let template = names.iter().find(|name| is_template(name)).context("no file that new sites are copied from")?;
    for (file, table) in [
        (template.as_str(), "collection"),
        ("platform.sqlite", "account"),
        ("platform.sqlite", "website"),
        ("platform.sqlite", "host"),
        ("platform.sqlite", "membership"),
    ] {
        let file = databases.join(file);
        let message = format!("{table} accepts no rows");
        let trigger =
            format!("CREATE TRIGGER refuse BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END");
        execute(&file, &trigger).await?;
        refused(data, create, &[&message])?;
        execute(&file, "DROP TRIGGER refuse").await?;
    }
    assert_eq!(sites_and_files(data)?, before, "a failed creation left something");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn site_creation_atomic_and_deletion_with_files() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
    let make = |identifier, owner, password| {
        ["tenant", "create", identifier, "--title", "Mill", "--owner", owner, "--password", password]
    };
    let wrong = [&make("Mi", "nobody", "short")[..], &["--host", "juniper.localhost"]].concat();
    let error_messages = [
        "stoa: IDENTIFIER: Use 3 to 40 lower-case letters",
        "stoa: --host: 'juniper.localhost' is already taken",
        "stoa: --owner: Please enter a valid email",
        "stoa: --password: Please choose a password of 10 to 256 characters",
    ];
    refused(&data, &wrong, &error_messages)?;
    let (owner, password) = ("mill@stoa.example", "a kiln full of blue bowls");
    refused(&data, &make("mill", owner, "password1234"), &["stoa: --password: This password is easy to guess"])?;
    refused(&data, &make("juniper", owner, password), &["stoa: IDENTIFIER: 'juniper' is already taken"])?;
    check_failed_creation(&data, &make("mill", owner, password)).await?;
    let klingon = [&make("mill", owner, password)[..], &["--language", "tlh"]].concat();
    refused(&data, &klingon, &["stoa: --language: 'tlh' is no language that sites can have"])?;
    succeeds(&data, &make("mill", owner, password))?;
    let taken =
        ["stoa: IDENTIFIER: 'mill' is already taken", "stoa: --owner: mill@stoa.example already has an account"];
    refused(&data, &make("mill", owner, password), &taken)?;
    let help = succeeds(&data, &["tenant", "create", "--help"])?.split_whitespace().collect::<Vec<_>>().join(" ");
    ensure!(help.contains("3 to 40 lower-case letters") && help.contains("10 to 256 characters"), "{help}");

    let (id, files) = (id_of(&data, "mill")?, data.join("files"));
    let own = files.join(&id).join("asset");
    std::fs::create_dir_all(&own)?;
    std::fs::write(own.join("original"), "a picture")?;
    succeeds(&data, &["tenant", "delete", "mill", "--confirm", "mill"])?;
    ensure!(!files.join(&id).exists() && !data.join("db/sites").join(format!("{id}.sqlite")).exists());
    ensure!(files.join("shared").exists(), "what other sites show has gone with it");
    refused(&data, &["tenant", "delete", "mill", "--confirm", "mill"], &["'mill' could not be removed: no such site"])
}

/// The columns of a site in `stoa tenant list` from its status on.
fn status_and_plan(data: &Path, identifier: &str) -> Result<(String, String)> {
    let listed = succeeds(data, &["tenant", "list"])?;
    let mut rows = listed.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row.get(1) == Some(&identifier)).context("no such site")?;
    let [_, _, _, status, plan, _] = row.as_slice() else { anyhow::bail!("{row:?}") };
    Ok(((*status).to_owned(), (*plan).to_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_name_each_invalid_value() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (data, offers) = (folder.path().join("data"), folder.path().join("offers.toml"));
    demo_database::sqlite(&data).await?;
    let plans = "[plans.offered.large]\ntitle = 'Large'\n[plans.offered.small]\ntitle = 'Small'\n";
    std::fs::write(&offers, plans)?;
    let offers = offers.display().to_string();
    let before = status_and_plan(&data, "juniper")?;

    let no_site = "stoa: IDENTIFIER: There is no site 'nobody'.\n";
    let with_plans = |arguments: &[&'static str]| [&["--config", &*offers, "tenant"][..], arguments].concat();
    refused(
        &data,
        &with_plans(&["plan", "nobody", "gold"]),
        &[no_site, "stoa: PLAN: There is no plan 'gold'. Available: large, small.\n"],
    )?;
    let none_offered = "stoa: PLAN: There is no plan 'gold': plans.offered in the settings is empty.\n";
    refused(&data, &["tenant", "plan", "juniper", "gold"], &[none_offered])?;
    let no_status = ["stoa: STATUS: There is no status 'gone'. Available: expired, pastdue, trial, ", no_site];
    refused(&data, &["tenant", "status", "nobody", "gone"], &no_status)?;
    refused(&data, &["tenant", "limits", "nobody", "--site-megabytes", "5"], &[no_site])?;
    let no_size = ["tenant", "limits", "juniper", "--picture-megabytes", "0"];
    refused(&data, &no_size, &["'0' for '--picture-megabytes <PICTURE_MEGABYTES>'", "0 is not in 1.."])?;
    let create = "create mill --title Mill --owner owner@stoa.example --plan gold --theme x";
    let create: Vec<&str> = create.split(' ').collect();
    let error_messages =
        ["stoa: --plan: There is no plan 'gold'.", "stoa: --theme: There is no theme 'x'. Available: "];
    refused(&data, &with_plans(&create), &error_messages)?;
    refused(&data, &["tenant", "delete", "juniper", "--confirm", "kissaten"], &["stoa: --confirm: Repeat"])?;
    let nobody = "stoa: EMAIL: There is no account with this address.";
    for command in ["end-sessions", "drop-second-factor"] {
        refused(&data, &["account", command, "nobody@stoa.example"], &[nobody])?;
    }
    let no_site = "stoa: there is no site 'nobody'; `stoa tenant list` lists the sites\n";
    refused(&data, &["load", "allow", "juniper", "nobody"], &[no_site])?;
    refused(&data, &["load", "clean", "night", "--site", "nobody"], &["stoa: --site: There is no site 'nobody'.\n"])?;
    refused(&data, &["load", "clean", "night"], &["stoa: there is no run 'night', or nothing of it is left"])?;
    assert_eq!(status_and_plan(&data, "juniper")?, before, "a refused command changed the site");

    let said = succeeds(&data, &with_plans(&["plan", "juniper", "small"]))?;
    assert_eq!(said, "The plan of juniper is now small.\n");
    assert_eq!(status_and_plan(&data, "juniper")?, (before.0, "small".to_owned()));
    assert_eq!(succeeds(&data, &["tenant", "plan", "juniper"])?, "juniper has no plan now.\n");
    assert_eq!(succeeds(&data, &["tenant", "status", "juniper", "trial"])?, "The status of juniper is now trial.\n");
    assert_eq!(status_and_plan(&data, "juniper")?, ("trial".to_owned(), "-".to_owned()));
    let limits = ["tenant", "limits", "juniper", "--site-megabytes", "5"];
    assert_eq!(succeeds(&data, &limits)?, "The limits of juniper were changed.\n");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_site_removal_is_completed() -> Result<()> {
    on_sqlite(async |app| {
        let tenancy = &app.stoa.foundation.tenancy;
        let own = app.data.join("files").join(app.website("kissaten").await?);
        std::fs::create_dir_all(own.join("asset"))?;
        // State of a process that ends after the rows were deleted.
        let removed = tenancy.tenants.delete("kissaten").await?;
        ensure!(own.exists());
        tenancy.databases.due_work().wake(&removed, tenancy.now()).await?;
        app.until(async || Ok(!own.exists())).await
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn corrupt_site_file_is_restored_from_copy() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    demo_database::sqlite(&data).await?;
    let (id, other) = (id_of(&data, "juniper")?, id_of(&data, "kissaten")?);
    let file_of = |id: &str| data.join("db/sites").join(format!("{id}.sqlite"));
    let foreign = folder.path().join("foreign.sqlite");
    std::fs::copy(file_of(&id), &copy)?;
    std::fs::copy(file_of(&other), &foreign)?;
    std::fs::write(file_of(&id), vec![b'x'; 8_192])?;
    let app = App::start(settings(&data, "")).await?;
    let page = app.juniper().get("/").await?;
    ensure!(page.status == 503 && !page.header("retry-after").is_empty(), "{page:?}");
    ensure!(page.header("content-type").starts_with("text/html"), "{page:?}");
    ensure!(page.text.contains("<h1>We will be back soon</h1>") && !page.text.contains("stoa tenant"), "{page:?}");
    let call = app.juniper().get("/api/commerce/shopping-cart").await?;
    ensure!(!call.header("retry-after").is_empty(), "{call:?}");
    call.problem(503)?;
    assert_eq!(app.kissaten().get("/").await?.status, 200);

    let way_back = format!("stoa tenant restore {id} --copy FILE");
    let limits = ["tenant", "limits", "juniper", "--site-megabytes", "5"];
    refused(&data, &limits, &[&way_back])?;
    std::fs::remove_file(file_of(&id))?;
    refused(&data, &limits, &["is missing or empty", &way_back])?;
    ensure!(!file_of(&id).exists(), "an empty site was created in place of a lost one");
    let text = |path: &Path| path.display().to_string();
    let restore = |name: &str, copy: &str| ["tenant", "restore", name, "--copy", copy].map(str::to_owned);
    let no_copy = restore("juniper", &text(&foreign));
    let no_copy: Vec<&str> = no_copy.iter().map(String::as_str).collect();
    refused(&data, &no_copy, &["stoa: --copy: This is not a copy of that site."])?;
    let right = restore(&id, &text(&copy));
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    let journal = folder.path().join("copy.sqlite-journal");
    std::fs::write(&journal, b"changes under way")?;
    refused(&data, &right, &["stoa: --copy: There is a journal next to the copy"])?;
    std::fs::remove_file(&journal)?;
    let is_draft = |name: &str| name.starts_with(".draft-");
    for entry in std::fs::read_dir(data.join("db/sites"))? {
        let name = entry?.file_name();
        ensure!(!is_draft(&name.to_string_lossy()), "{} was left behind", name.display());
    }
    succeeds(&data, &right)?;
    assert_eq!(app.juniper().get("/").await?.status, 200);

    // Also while the site is open.
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{id}/website-settings");
    let mut flags = owner.get(&path).await?.expect(200)?;
    let before = flags["cloneable"].clone();
    flags["cloneable"] = json!(before != json!(true));
    owner.put(&path, &flags).await?.expect(200)?;
    succeeds(&data, &right)?;
    app.until(async || {
        let mut owner = app.owner().await?;
        Ok(owner.get(&path).await?.expect(200)?["cloneable"] == before)
    })
    .await?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn server_log_names_command_that_restores_site() -> Result<()> {
    let deployment = TestDeployment::new(false).await?;
    let id = id_of(&deployment.data, "juniper")?;
    std::fs::write(deployment.data.join("db/sites").join(format!("{id}.sqlite")), vec![b'x'; 8_192])?;
    let log = deployment.data.with_extension("log");
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&deployment.config).arg("serve").stderr(File::create(&log)?);
    let server = Server::of(command).await?;
    let page = server.browser("juniper.localhost").get("/").await?;
    ensure!(page.status == 503 && page.header("content-type").starts_with("text/html"), "{page:?}");
    let said = std::fs::read_to_string(&log)?;
    let way_back = format!("Replace it with a copy: stoa tenant restore {id} --copy FILE");
    let is_named = |line: &str| line.contains(" ERROR ") && line.contains(&way_back);
    ensure!(said.lines().any(is_named), "the log does not name the command: {said}");
    assert_eq!(server.browser("kissaten.localhost").get("/").await?.status, 200);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn newer_data_names_required_version() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
    for statement in [
        "UPDATE platform_migration SET version = 'm99991231_000001_tomorrow' WHERE version LIKE '%foundation'",
        "PRAGMA application_id = 7002000",
    ] {
        execute(&data.join("db/platform.sqlite"), statement).await?;
    }
    let told = ["last migrated by Stoa 7.2.0", "Install Stoa 7.2.0 or a later version, or restore the copy"];
    refused(&data, &["migrate"], &told)?;
    refused(&data, &["serve", "--port", "0"], &told)
}

#[test]
fn plugin_list_names_what_is_refused() -> Result<()> {
    let ground = tempfile::tempdir()?;
    let plugins = ground.path().join("plugins");
    std::fs::create_dir(&plugins)?;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target").canonicalize()?;
    symlink(built.join("plugins/stoa.readingtime"), plugins.join("stoa.readingtime"))?;
    symlink(built.join("plugins/stoa.readingtime"), plugins.join("the-same"))?;
    symlink(built.join("plugins-hostile/hostile.import"), plugins.join("hostile.import"))?;
    let output = Command::new(PROGRAM)
        .env("STOA_PLUGINS__DIR", &plugins)
        .env("STOA_DATA_DIR", ground.path().join("data"))
        .args(["plugin", "list"])
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout)?;
    let lines: Vec<&str> = listed.lines().collect();
    let [loaded, import, twice] = lines[..] else { anyhow::bail!("{listed}") };
    ensure!(loaded.starts_with("loaded   stoa.readingtime ") && loaded.ends_with("(formatter)"), "{loaded}");
    ensure!(import.starts_with("refused  hostile.import ") && import.contains("hostile:wish/clock"), "{import}");
    ensure!(twice.starts_with("refused  stoa.readingtime ") && twice.contains("the-same"), "{twice}");
    Ok(())
}
