//! A folder holds at most 30 files; more of them are grouped in subfolders by area.

use std::collections::BTreeMap;

use super::{Findings, SourceFile};

const MAX_FILES: usize = 30;

/// Folders with one file per step of a history, which stay in order of time.
const CHRONOLOGICAL: [&str; 2] = ["core/migration/src/tenant", "core/migration/src/platform"];

/// Checks the number of text files per folder.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *files.entry(folder).or_default() += 1;
    }
    for (folder, count) in files {
        if count > MAX_FILES && !CHRONOLOGICAL.contains(&folder) {
            findings
                .errors
                .push(format!("{folder}: {count} files, more than {MAX_FILES}; group them in folders by area"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHRONOLOGICAL, Findings, MAX_FILES, SourceFile, check};

    fn findings(folder: &str, count: usize) -> Vec<String> {
        let file = |number| SourceFile { path: format!("{folder}/file{number}.rs"), text: String::new() };
        let sources: Vec<SourceFile> = (0..count).map(file).collect();
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        findings.errors
    }

    #[test]
    fn folder_size_limit() {
        assert_eq!(findings("core/a", MAX_FILES), Vec::<String>::new());
        let found = findings("core/a", MAX_FILES + 1);
        assert!(found.iter().any(|error| error.starts_with("core/a: 31 files")), "{found:?}");
        assert_eq!(findings(CHRONOLOGICAL[0], MAX_FILES + 1), Vec::<String>::new());
    }
}
