//! Finds parameters that are tuples. Each gets a parameter of its own, or they are a struct: the members of a tuple have no
//! names where a function is called, and two of a type can be exchanged.

use super::{Findings, SourceFile};

/// Where it holds.
const CHECKED: [&str; 4] = ["core/", "tenancy/", "plugins/", "deploy/xtask/src/"];

/// The test below has such functions in texts.
const THIS_FILE: &str = "deploy/xtask/src/tidy/parameters.rs";

/// Checks that no function, of tests either, has a tuple as a parameter. Closures may, since iterators hand tuples to
/// them.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) {
    for source in sources.iter().filter(|source| is_checked(&source.path)) {
        for (number, parameter) in tuples(&source.text) {
            findings.errors.push(format!(
                "{}:{number}: `{parameter}` is a tuple; pass its members one by one, or a struct",
                source.path
            ));
        }
    }
}

fn is_checked(path: &str) -> bool {
    path.ends_with(".rs") && path != THIS_FILE && CHECKED.iter().any(|folder| path.starts_with(folder))
}

/// The parameters that are tuples, with the lines of their functions.
fn tuples(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (place, _) in code.match_indices("fn ") {
        let before = code.get(..place).unwrap_or_default();
        let is_word = before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let is_comment = before.get(line_start..).is_some_and(|line| line.trim_start().starts_with("//"));
        if is_word || is_comment {
            continue;
        }
        let number = before.matches('\n').count() + 1;
        let parameters = parameters(code.get(place..).unwrap_or_default());
        found.extend(parameters.into_iter().filter(|parameter| is_tuple(parameter)).map(|tuple| (number, tuple)));
    }
    found
}

/// The parameters of a function, whose text begins with `fn`.
fn parameters(text: &str) -> Vec<String> {
    let (mut parameters, mut current) = (Vec::new(), String::new());
    let (mut depth, mut generics, mut last) = (0_usize, 0_usize, ' ');
    for letter in text.chars() {
        let is_inside = depth > 0;
        match letter {
            '(' | '[' | '{' if is_inside || (letter == '(' && generics == 0) => depth += 1,
            // The body, or the end of a declaration: it was no function.
            '{' | ';' if !is_inside => return Vec::new(),
            ')' | ']' | '}' if is_inside => {
                depth -= 1;
                if depth == 0 {
                    parameters.push(current);
                    break;
                }
            }
            '<' => generics += 1,
            '>' if last != '-' && last != '=' => generics = generics.saturating_sub(1),
            ',' if depth == 1 && generics == 0 => {
                parameters.push(std::mem::take(&mut current));
                last = letter;
                continue;
            }
            _ => {}
        }
        if is_inside {
            current.push(letter);
        }
        last = letter;
    }
    let shown = |parameter: String| parameter.split_whitespace().collect::<Vec<_>>().join(" ");
    parameters.into_iter().map(shown).collect()
}

/// Whether a pattern or its type is a tuple, such as `(from, until): (i64, i64)`.
fn is_tuple(parameter: &str) -> bool {
    let written = |part: &str| part.trim().starts_with('(') && part.contains(',');
    let own = parameter.split_once(": ").map_or(parameter, |(_, own)| own);
    written(own.trim_start_matches('&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_of_functions_are_found() {
        let code = "fn a((from, until): (i64, i64), b: &str) -> (u8, u8) {}\n\
                    /// fn b((x, y): (u8, u8)) {}\n\
                    pub async fn c<T: Fn(u8, u8) -> u8>(\n    call: T,\n    place: (&str, u8),\n) {}\n\
                    fn d(State(state): State<AppState>, Path((a, b)): Path<(u8, u8)>) {}\n\
                    let e = |(key, value): (u8, u8)| key;\n\
                    type F = fn(u8) -> u8;\n\
                    fn g(rows: Vec<(i16, Vec<u8>)>, last: Option<(u8, u8)>, each: impl Fn((u8, u8)) -> u8) {}\n\
                    fn h(pair: &(u8, u8)) {}";
        let found = tuples(code);
        let expected = [(1, "(from, until): (i64, i64)"), (3, "place: (&str, u8)"), (11, "pair: &(u8, u8)")];
        assert_eq!(found, expected.map(|(number, text)| (number, text.to_owned())));
    }

    #[test]
    fn tests_have_none() {
        let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
        let sources = [
            file("core/commerce/src/a.rs", "fn a(b: u8) {}\n#[cfg(test)]\nmod tests { fn c(d: (u8, u8)) {} }"),
            file("core/commerce/tests/b.rs", "fn a(b: (u8, u8)) {}"),
            file("load-tests/c.rs", "fn a(b: (u8, u8)) {}"),
            file(THIS_FILE, "fn a(b: (u8, u8)) {}"),
        ];
        let mut findings = Findings::default();
        check(&sources, &mut findings);
        let expected = [("core/commerce/src/a.rs:3", "d"), ("core/commerce/tests/b.rs:1", "b")].map(|(place, name)| {
            format!("{place}: `{name}: (u8, u8)` is a tuple; pass its members one by one, or a struct")
        });
        assert_eq!(findings.errors, expected);
    }
}
