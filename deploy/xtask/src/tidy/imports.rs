//! Finds imports out of order: those of other crates stand before those of the own crate.

use super::{Findings, SourceFile};

/// Where it holds.
const CHECKED: [&str; 4] = ["core/", "tenancy/", "plugins/", "deploy/xtask/src/"];

/// Checks the imports at the beginning of each file.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    let is_checked = |path: &str| path.ends_with(".rs") && CHECKED.iter().any(|folder| path.starts_with(folder));
    for source in sources.iter().filter(|source| is_checked(&source.path)) {
        for (number, import) in late(&source.text) {
            findings
                .errors
                .push(format!("{}:{number}: `{import}` stands before the imports of the crate", source.path));
        }
    }
}

/// Imports of crates of the workspace after one of the own crate, with their lines.
fn late(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut is_own, mut is_within) = (false, false);
    for (number, line) in (1..).zip(text.lines()).skip_while(|(_, line)| !line.starts_with("use ")) {
        let begins = line.starts_with("use ");
        if !begins && !is_within && !line.is_empty() {
            break;
        }
        if begins && is_own && line.starts_with("use stoa_") {
            found.push((number, line));
        }
        is_own |= line.starts_with("use crate::") || line.starts_with("use super::");
        is_within = (begins || is_within) && !line.ends_with(';');
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_other_crates_come_first() {
        let text = "//! About.\n\nuse std::fmt;\n\nuse stoa_kernel::{\n    Failure,\n};\n\nuse crate::a;\nuse stoa_entity::b;\n\n\
                    const C: u8 = 1;\nuse stoa_site::d;\n";
        assert_eq!(late(text), [(10, "use stoa_entity::b;")]);
        assert_eq!(late("use stoa_entity::b;\n\nuse super::c;\n"), []);
    }
}
