//! The disk fills up while databases are created. The same command succeeds once there is space: nothing incomplete is
//! left.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, ensure};

use super::places;
use super::shim::{ENOSPC, SYNC, Shim, TRUNCATE, WRITE};
use crate::process::PROGRAM;

fn make_site(data: &Path, name: &str, shim: Option<&Shim>) -> Result<Output> {
    let mut command = Command::new(PROGRAM);
    command.args(["tenant", "create", name, "--title", name, "--owner", &format!("{name}@stoa.example")]);
    command.args(["--password", "a kiln full of blue bowls"]).env("STOA_DATA_DIR", data);
    if let Some(shim) = shim {
        shim.preload_into(&mut command);
    }
    Ok(command.output()?)
}

fn succeeded(output: &Output) -> Result<()> {
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn database_creation_is_atomic_under_faults() -> Result<()> {
    let tools = tempfile::tempdir()?;
    let folder = tools.path().join("data");
    let shim = Shim::build(tools.path(), &folder)?;
    let kinds = WRITE | SYNC | TRUNCATE;
    shim.fail(kinds, ENOSPC, u64::MAX, 0)?;
    succeeded(&make_site(&folder, "pottery", Some(&shim))?)?;
    let migrate = |data: &Path| Command::new(PROGRAM).arg("migrate").env("STOA_DATA_DIR", data).output();
    for place in places(shim.rest()?) {
        std::fs::remove_dir_all(&folder)?;
        // From here on all writes fail, until the process has ended.
        shim.fail(kinds, ENOSPC, place, u64::MAX - place)?;
        make_site(&folder, "pottery", Some(&shim))?;
        shim.rest()?;
        let after = || format!("after the disk was full at {place}");
        succeeded(&migrate(&folder)?).with_context(after)?;
        // The template file that new sites are copied from is complete, too.
        succeeded(&make_site(&folder, "weaving", None)?).with_context(after)?;
        let mut limits = Command::new(PROGRAM);
        limits.args(["tenant", "limits", "weaving", "--site-megabytes", "1"]).env("STOA_DATA_DIR", &folder);
        succeeded(&limits.output()?).with_context(after)?;
    }
    Ok(())
}
