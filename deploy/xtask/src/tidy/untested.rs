//! A library with `test = false` has no unit tests, as they would never run.

use super::{Findings, SourceFile};

/// Marks of unit tests.
const MARKS: [&str; 3] = ["#[cfg(test)]", "#[test]", "#[tokio::test"];

/// Checks the sources of libraries whose manifest switches their tests off.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let manifests = sources.iter().filter_map(|source| Some((source.path.strip_suffix("Cargo.toml")?, source)));
    let untested: Vec<String> = manifests
        .filter(|(_, manifest)| is_untested(&manifest.text))
        .map(|(folder, _)| format!("{folder}src/"))
        .collect();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        if !untested.iter().any(|folder| source.path.starts_with(folder)) {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            if MARKS.iter().any(|mark| line.trim_start().starts_with(mark)) {
                findings.errors.push(format!(
                    "{}:{}: this test never runs, as the library has `test = false`; test the rule in a crate below, \
                     what is public in the tests of this one, or the behaviour in core/server/tests",
                    source.path,
                    number + 1
                ));
            }
        }
    }
}

/// Whether the section `[lib]` of a manifest has `test = false`.
fn is_untested(manifest: &str) -> bool {
    let lines = manifest.lines().map(str::trim);
    let of_library = lines.skip_while(|line| *line != "[lib]").skip(1).take_while(|line| !line.starts_with('['));
    of_library.map(|line| line.replace(' ', "")).any(|line| line.split('#').next() == Some("test=false"))
}

#[cfg(test)]
mod tests {
    use super::{Findings, SourceFile, check};

    fn findings(manifest: &str, path: &str, text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let mut findings = Findings::default();
        check(&[file("core/a/Cargo.toml", manifest), file(path, text)], &mut findings);
        findings.errors
    }

    #[test]
    fn tests_that_never_run_are_refused() {
        let untested = "[package]\nname = \"a\"\n\n[lib]\ndoctest = false\ntest = false\n\n[dependencies]\n";
        let tested = "[lib]\ndoctest = false\n\n[[bench]]\nname = \"b\"\ntest = false\n";
        let text = "//! A.\n\nfn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n";
        let found = findings(untested, "core/a/src/b/c.rs", text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|error| error.starts_with("core/a/src/b/c.rs:5: ")), "{found:?}");
        assert_eq!(findings(untested, "core/a/src/b/c.rs", "fn a() {}\n"), Vec::<String>::new());
        assert_eq!(findings(untested, "core/a/tests/b.rs", text), Vec::<String>::new());
        assert_eq!(findings(untested, "core/ab/src/b.rs", text), Vec::<String>::new());
        assert_eq!(findings(tested, "core/a/src/b.rs", text), Vec::<String>::new());
        assert_eq!(findings("[package]\n", "core/a/src/b.rs", text), Vec::<String>::new());
    }
}
