//! Components of scripts, kept by what they are made of: a build of code that was built before is a copy.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use crate::AuthorError;
use crate::files::{create_folder, read};

/// In the project.
const FOLDER: &str = "target/scripts";
/// Version of the build procedure; it changes when the same code gives another component.
const RECIPE: &str = "1";
/// A component has 12 MB. Those that were not used for the longest time are deleted beyond this number.
const MAX_COMPONENTS: usize = 24;
const COMPONENT: &str = "wasm";
/// Beginning of the names of folders in which builds run.
const WORKSHOP: &str = "making-";
/// A build that began so long ago was ended before it could clean up.
const MAX_BUILD_TIME: Duration = Duration::from_secs(60 * 60);
/// Endings of the files that code can be made of: modules are imported from anywhere in a project, texts are in
/// `locales`, and `package-lock.json` names the versions of the compiler and of imported packages.
const ENDINGS: [&str; 5] = ["js", "mjs", "cjs", "json", "wit"];
/// What builds, npm and git write.
const BUILD_OUTPUTS: [&str; 5] = ["target", "dist", "node_modules", ".git", "sdk/js/texts.js"];

/// A folder for one build.
pub(crate) struct Workshop(PathBuf);

impl Workshop {
    /// Creates it below the folder of a project.
    pub(crate) fn open(project: &Path) -> Result<Self, AuthorError> {
        static BUILDS: AtomicU32 = AtomicU32::new(0);
        let number = BUILDS.fetch_add(1, Ordering::Relaxed);
        let folder = project.join(FOLDER).join(format!("{WORKSHOP}{}-{number}", std::process::id()));
        create_folder(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // What is left is deleted by a later build.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The place of a component.
#[derive(PartialEq, Eq)]
pub(crate) struct Place {
    folder: PathBuf,
    file: PathBuf,
}

impl Place {
    /// That of the component of a project, compiled with a world by tools of these versions.
    pub(crate) fn of(project: &Path, world: &[u8], tools: &[&str]) -> Result<Self, AuthorError> {
        Ok(Self::named(project, &digest(project, world, tools)?))
    }

    /// That of a component that is made of these parts alone.
    pub(crate) fn made_of(project: &Path, parts: &[String]) -> Self {
        let mut digest = Sha256::new();
        add(&mut digest, RECIPE.as_bytes());
        parts.iter().for_each(|part| add(&mut digest, part.as_bytes()));
        Self::named(project, &hex::encode(digest.finalize()))
    }

    fn named(project: &Path, name: &str) -> Self {
        let folder = project.join(FOLDER);
        let file = folder.join(format!("{name}.{COMPONENT}"));
        Self { folder, file }
    }

    /// The component, if it was made before.
    pub(crate) fn find(&self) -> Option<Vec<u8>> {
        let component = fs::read(&self.file).ok()?;
        // The time of use decides what is deleted. Without it, it is only made again.
        if let Ok(handle) = fs::File::options().append(true).open(&self.file) {
            let _ = handle.set_modified(SystemTime::now());
        }
        Some(component)
    }

    /// Keeps a component and returns it.
    pub(crate) fn keep(&self, made: &Path) -> Result<Vec<u8>, AuthorError> {
        // Moved, so that no other build finds a part of it.
        fs::rename(made, &self.file).map_err(|error| AuthorError::file(&self.file, error))?;
        prune(&self.folder);
        read(&self.file)
    }
}

fn digest(project: &Path, world: &[u8], tools: &[&str]) -> Result<String, AuthorError> {
    let made = BUILD_OUTPUTS.map(|path| project.join(path));
    let mut files = Vec::new();
    collect(project, &made, &mut files)?;
    files.sort();
    let mut digest = Sha256::new();
    add(&mut digest, RECIPE.as_bytes());
    tools.iter().for_each(|tool| add(&mut digest, tool.as_bytes()));
    add(&mut digest, world);
    for path in files {
        add(&mut digest, path.strip_prefix(project).unwrap_or(&path).to_string_lossy().as_bytes());
        add(&mut digest, &read(&path)?);
    }
    Ok(hex::encode(digest.finalize()))
}

/// With its length, so that no two lists of parts are read as the same.
fn add(digest: &mut Sha256, part: &[u8]) {
    digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
    digest.update(part);
}

fn collect(folder: &Path, made: &[PathBuf], files: &mut Vec<PathBuf>) -> Result<(), AuthorError> {
    let fault = |error: std::io::Error| AuthorError::file(folder, error);
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if made.contains(&path) {
            continue;
        }
        if path.is_dir() {
            collect(&path, made, files)?;
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Deletes what was not used for the longest time, and what builds left that were ended.
fn prune(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut components = Vec::new();
    for entry in entries.flatten() {
        let Some(used) = entry.metadata().ok().and_then(|about| about.modified().ok()) else { continue };
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == COMPONENT) {
            components.push((used, path));
        } else if entry.file_name().to_string_lossy().starts_with(WORKSHOP)
            && used.elapsed().is_ok_and(|age| age > MAX_BUILD_TIME)
        {
            let _ = fs::remove_dir_all(path);
        }
    }
    components.sort_unstable_by(|one, other| other.cmp(one));
    for (_, path) in components.into_iter().skip(MAX_COMPONENTS) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write;

    fn place(project: &Path, world: &str) -> Place {
        Place::of(project, world.as_bytes(), &["v24.1.0"]).unwrap()
    }

    fn make(project: &Path, world: &str, component: &[u8]) {
        let workshop = Workshop::open(project).unwrap();
        let made = workshop.path("plugin.wasm");
        write(&made, component).unwrap();
        assert_eq!(place(project, world).keep(&made).unwrap(), component);
    }

    #[test]
    fn what_was_made_of_the_same_code_is_found() {
        let desk = tempfile::tempdir().unwrap();
        let project = desk.path();
        let file = |path: &str, text: &str| write(&project.join(path), text.as_bytes()).unwrap();
        file("src/plugin.js", "one");
        file("lib/part.mjs", "one");
        file("locales/en.json", "{}");
        assert!(place(project, "world").find().is_none());
        make(project, "world", b"first");
        file("README.md", "words");
        file("sdk/js/texts.js", "written by builds");
        file("node_modules/x/index.js", "named by the lock file");
        assert_eq!(place(project, "world").find().unwrap(), b"first");
        assert!(place(project, "another").find().is_none(), "another world");
        assert!(Place::of(project, b"world", &["v22.0.0"]).unwrap().find().is_none(), "another compiler");
        for path in ["src/plugin.js", "lib/part.mjs", "locales/en.json", "src/texts.js", "package-lock.json"] {
            let before = fs::read_to_string(project.join(path)).ok();
            file(path, "another");
            assert!(place(project, "world").find().is_none(), "{path}");
            match before {
                Some(text) => file(path, &text),
                None => fs::remove_file(project.join(path)).unwrap(),
            }
        }
        assert_eq!(place(project, "world").find().unwrap(), b"first");
    }

    #[test]
    fn a_component_of_parts_does_not_depend_on_the_project() {
        let desk = tempfile::tempdir().unwrap();
        let parts = |text: &str| Place::made_of(desk.path(), &["loader".to_owned(), text.to_owned()]);
        let workshop = Workshop::open(desk.path()).unwrap();
        let made = workshop.path("plugin.wasm");
        write(&made, b"loader").unwrap();
        parts("world").keep(&made).unwrap();
        write(&desk.path().join("src/plugin.js"), b"changed").unwrap();
        assert_eq!(parts("world").find().unwrap(), b"loader");
        assert!(parts("another").find().is_none());
    }

    #[test]
    fn a_number_of_components_is_kept_and_no_workshop() {
        let desk = tempfile::tempdir().unwrap();
        for number in 0..MAX_COMPONENTS + 3 {
            make(desk.path(), &number.to_string(), b"component");
        }
        let kept: Vec<_> = fs::read_dir(desk.path().join(FOLDER)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(kept.len(), MAX_COMPONENTS, "{kept:?}");
        assert!(place(desk.path(), &(MAX_COMPONENTS + 2).to_string()).find().is_some(), "the last one");
    }
}
