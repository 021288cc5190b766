//! Tells whether files of a project have changed, by their times and sizes: there are few, and no library is needed.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

/// Files and folders that builds write.
const BUILD_OUTPUTS: [&str; 6] = ["target", "dist", "node_modules", "Cargo.lock", "package-lock.json", "texts.js"];

/// A number that differs after a file was changed, added or removed. What cannot be read counts as absent.
pub(super) fn fingerprint(project: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    add(project, &mut hasher);
    hasher.finish()
}

fn add(folder: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Editors write to hidden files first.
        if name.starts_with('.') || name.ends_with('~') || BUILD_OUTPUTS.contains(&name.as_str()) {
            continue;
        }
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if about.is_dir() {
            add(&path, hasher);
        } else {
            (path, about.len(), about.modified().ok()).hash(hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn changes_of_sources_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        file("src/plugin.js", "one");
        let before = fingerprint(folder.path());
        file("target/plugin.wasm", "made");
        file("src/.plugin.js.swp", "being typed");
        assert_eq!(fingerprint(folder.path()), before);
        file("src/plugin.js", "another");
        let after = fingerprint(folder.path());
        assert_ne!(after, before);
        file("locales/en.json", "{}");
        assert_ne!(fingerprint(folder.path()), after);
    }
}
