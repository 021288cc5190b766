//! The demo as a new server makes it: made once, and copied for each server of the checks. Without optimisation, making it
//! takes longer than most of what is done with it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::repository::Repository;
use crate::server::{DemoServer, LOG, Setup, Storage};

/// The demo has posts and orders of the last days.
const MAX_AGE: Duration = Duration::from_secs(3 * 3_600);

/// Copies the demo into a data folder. Processes that need it at the same time wait for the first one.
pub(crate) fn copy_to(repository: &Repository, data: &Path) -> Result<()> {
    let folder = repository.target("demo-template");
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let lock = File::create(folder.join("lock")).context("the demo cannot be locked")?;
    lock.lock().context("the demo cannot be locked")?;
    let template = folder.join(format!("of-{}", version_of(&repository.server_program(false))?));
    if !is_recent(&template) {
        remove_all(&folder)?;
        make(repository, &template)?;
    }
    copy(&template, data)
}

/// Changes with each build of the program.
fn version_of(program: &Path) -> Result<u128> {
    let built = fs::metadata(program).and_then(|file| file.modified());
    let built = built.with_context(|| format!("{} is not built", program.display()))?;
    Ok(built.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos())
}

fn is_recent(template: &Path) -> bool {
    let made = fs::metadata(template).and_then(|folder| folder.modified()).ok();
    made.and_then(|made| SystemTime::now().duration_since(made).ok()).is_some_and(|age| age < MAX_AGE)
}

/// Removes the demos of earlier builds, and what an interrupted command has left.
fn remove_all(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).context("the earlier demos cannot be listed")? {
        let path = entry.context("the earlier demos cannot be listed")?.path();
        if path.is_dir() {
            fs::remove_dir_all(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

fn make(repository: &Repository, template: &Path) -> Result<()> {
    let mut server = DemoServer::start_empty(repository, Setup::new(false, &Storage::Sqlite)?)?;
    // Its databases are complete once it has ended.
    server.stop();
    let unfinished: PathBuf = template.with_extension("unfinished");
    copy(server.data(), &unfinished)?;
    fs::rename(&unfinished, template).context("the demo cannot be renamed")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("{} cannot be created", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("{} cannot be listed", from.display()))? {
        let entry = entry.with_context(|| format!("{} cannot be listed", from.display()))?;
        let target = to.join(entry.file_name());
        if entry.file_type().context("a file of the demo has no type")?.is_dir() {
            copy(&entry.path(), &target)?;
        } else if entry.file_name() != LOG {
            fs::copy(entry.path(), &target).with_context(|| format!("{} cannot be written", target.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_all_files_but_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("db/sites")).unwrap();
        for name in ["db/sites/a.sqlite", "db/platform.sqlite", LOG] {
            fs::write(from.join(name), name).unwrap();
        }
        copy(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("db/sites/a.sqlite")).unwrap(), "db/sites/a.sqlite");
        assert!(to.join("db/platform.sqlite").is_file() && !to.join(LOG).exists());
        assert!(is_recent(&to) && !is_recent(&to.join("nothing")));
    }
}
