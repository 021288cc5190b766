//! Finds functions that are too long to be read at once. Rustfmt ends each with a brace in the column where it begins.

use super::{Findings, SourceFile};

/// Longest function, in lines, with its signature.
const MAX_LINES: usize = 60;

/// Where it holds.
const CHECKED: [&str; 4] = ["core/", "tenancy/", "plugins/", "deploy/xtask/src/"];

/// Checks the functions of all sources but tests, whose steps are one story.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    for source in sources.iter().filter(|source| is_checked(&source.path)) {
        let code = source.text.split("\n#[cfg(test)]").next().unwrap_or_default();
        for function in long_functions(code) {
            findings.errors.push(format!(
                "{}:{}: {} has {} lines, more than {MAX_LINES}: split it by what it does",
                source.path, function.line, function.name, function.length
            ));
        }
    }
}

fn is_checked(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.contains("/benches/") || path.ends_with("tests.rs");
    path.ends_with(".rs") && !is_test && CHECKED.iter().any(|folder| path.starts_with(folder))
}

/// A function that is too long.
#[derive(Debug, PartialEq, Eq)]
struct LongFunction<'a> {
    line: usize,
    name: &'a str,
    length: usize,
}

fn long_functions(code: &str) -> Vec<LongFunction<'_>> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let length = length(lines.get(index..).unwrap_or_default());
        if length > MAX_LINES {
            found.push(LongFunction { line: index + 1, name, length });
        }
    }
    found
}

/// The name of the function that begins on a line.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_modifier = |word: &str| {
        let is_visibility = word.starts_with("pub") || word == "in" || word.ends_with(')');
        is_visibility || ["const", "async", "unsafe", "extern", "default", "\"C\""].contains(&word)
    };
    let is_own_word = before.is_empty() || before.ends_with(' ');
    let name = after.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    (is_own_word && !name.is_empty() && before.split_whitespace().all(is_modifier)).then_some(name)
}

/// Number of lines of the function that begins with these lines: up to the first that ends it in its own column.
fn length(lines: &[&str]) -> usize {
    let first = lines.first().copied().unwrap_or_default();
    if first.ends_with('}') || first.ends_with(';') {
        return 1;
    }
    let column = first.len() - first.trim_start().len();
    let ends = |line: &&&str| {
        line.len() - line.trim_start().len() == column && (line.trim() == "}" || line.trim_end().ends_with(';'))
    };
    lines.iter().skip(1).take_while(|line| !ends(line)).count() + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<(usize, &str, usize)> {
        long_functions(code).iter().map(|function| (function.line, function.name, function.length)).collect()
    }

    #[test]
    fn functions_of_many_lines_are_found() {
        let of = |head: &str, lines: usize, end: &str| format!("{head}{}\n{end}\n", "\n        step();".repeat(lines));
        let longest = of("    pub(in crate::a) async fn longest(&self) {", MAX_LINES - 2, "    }");
        let longer = of("    pub(super) const fn longer(\n    ) -> u8 {", MAX_LINES - 2, "    }");
        let declared = format!("    fn declared(\n        &self,\n    ) -> u8;\n{}", "\n".repeat(MAX_LINES));
        assert!(found(&longest).is_empty());
        assert_eq!(found(&longer), [(1, "longer", MAX_LINES + 1)]);
        assert_eq!(found(&format!("{longest}{longer}")), [(MAX_LINES + 1, "longer", MAX_LINES + 1)]);
        assert!(found(&declared).is_empty());
        assert!(found(&of("    // a fn that is none {", MAX_LINES, "    }")).is_empty());
        assert!(found(&of("    let a = call_fn (", MAX_LINES, "    }")).is_empty());
    }

    #[test]
    fn tests_may_be_longer() {
        let long = format!("fn long() {{{}\n}}\n", "\n    step();".repeat(MAX_LINES));
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let sources = [
            file("core/site/src/a.rs", &long),
            file("core/site/src/b.rs", &format!("\n#[cfg(test)]\nmod tests {{\n{long}}}")),
            file("core/site/tests/c.rs", &long),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected = "core/site/src/a.rs:1: long has 62 lines, more than 60: split it by what it does".to_owned();
        assert_eq!(findings.errors, [expected]);
    }
}
