//! Finds `spec:` comments in Rust sources and the tests they belong to. Works on lines and braces instead of a syntax
//! tree, since comments are not part of one, and tests inside macro calls count as well.

use super::{Claim, Test};

/// All claims of a file. `path` is relative to the repository's root and gives the first part of test names.
pub(crate) fn claims(text: &str, path: &str) -> Vec<Claim> {
    let mut scan = Scan { modules: file_modules(path), ..Scan::default() };
    let file_depth = scan.modules.len();
    let mut masker = Masker::default();
    for (index, line) in text.lines().enumerate() {
        let (code, comment) = masker.mask(line);
        scan.line(index + 1, &code, comment.as_deref(), file_depth);
    }
    scan.settle();
    scan.claims
}

/// The ids of a comment such as `spec: cart.get, cart.entries.post`.
pub(crate) fn ids(comment: &str) -> Option<impl Iterator<Item = &str>> {
    let list = comment.trim_start_matches('/').trim().strip_prefix("spec:")?;
    Some(list.split(',').map(str::trim).filter(|id| !id.is_empty()))
}

/// Module path of a file: its path below `src` or `tests`, without `mod`, `lib` and `main`.
fn file_modules(path: &str) -> Vec<String> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    let folder = |name: &str| parts.iter().rposition(|part| *part == name);
    let (Some(start), is_integration) = (match folder("src") {
        Some(start) => (Some(start), false),
        None => (parts.iter().rposition(|part| *part == "tests"), true),
    }) else {
        return Vec::new();
    };
    parts.drain(..=start);
    // tests/<target>/<module>.rs and tests/<target>.rs: the target is not part of the name.
    if is_integration && !parts.is_empty() {
        parts.remove(0);
    }
    if matches!(parts.last(), Some(&("lib" | "main" | "mod"))) {
        parts.pop();
    }
    parts.into_iter().map(str::to_owned).collect()
}

#[derive(Default)]
struct Scan {
    modules: Vec<String>,
    /// Brace depth outside each inline module.
    module_depths: Vec<i32>,
    depth: i32,
    attribute_depth: i32,
    /// Claims seen above the next item.
    pending: Vec<(String, usize)>,
    test_attribute: bool,
    head: Option<Head>,
    claims: Vec<Claim>,
}

/// A test whose signature is being read.
struct Head {
    test: Test,
    body_open: bool,
}

impl Scan {
    fn line(&mut self, number: usize, code: &str, comment: Option<&str>, file_depth: usize) {
        let trimmed = code.trim();
        if trimmed.is_empty() {
            self.comment_line(number, comment);
            return;
        }
        if self.attribute_depth > 0 || trimmed.starts_with("#[") {
            self.attribute(trimmed);
        } else if self.head.as_ref().is_some_and(|head| head.body_open) {
            self.head = None;
            self.item(number, trimmed);
        } else if self.head.is_none() {
            self.item(number, trimmed);
        }
        if let Some(ids) = comment.and_then(ids) {
            self.pending.extend(ids.map(|id| (id.to_owned(), number)));
        }
        let opens = code.matches('{').count();
        self.depth += i32::try_from(opens).unwrap_or(0) - i32::try_from(code.matches('}').count()).unwrap_or(0);
        if let Some(head) = &mut self.head
            && opens > 0
        {
            head.body_open = true;
        }
        while self.module_depths.last().is_some_and(|outside| self.depth <= *outside) && self.modules.len() > file_depth
        {
            self.module_depths.pop();
            self.modules.pop();
        }
    }

    fn comment_line(&mut self, number: usize, comment: Option<&str>) {
        let Some(comment) = comment else {
            // A blank line separates a comment from the next item.
            self.settle();
            return;
        };
        let Some(ids) = ids(comment) else { return };
        let test = self.head.as_ref().filter(|head| head.body_open).map(|head| head.test.clone());
        for id in ids {
            match &test {
                Some(test) => self.claims.push(Claim { id: id.to_owned(), line: number, test: Some(test.clone()) }),
                None => self.pending.push((id.to_owned(), number)),
            }
        }
    }

    fn attribute(&mut self, code: &str) {
        if self.attribute_depth == 0 {
            let path = code.trim_start_matches("#[").split(['(', ']', ' ']).next().unwrap_or_default();
            self.test_attribute |= path == "test" || path.ends_with("::test");
        }
        let opens = i32::try_from(code.matches('[').count()).unwrap_or(0);
        self.attribute_depth += opens - i32::try_from(code.matches(']').count()).unwrap_or(0);
        // `#[test] fn name() {` on one line.
        if self.attribute_depth == 0
            && let Some((_, rest)) = code.rsplit_once(']')
            && rest.contains("fn ")
        {
            self.item(0, rest);
        }
    }

    fn item(&mut self, number: usize, code: &str) {
        let words: Vec<&str> = code.split_whitespace().collect();
        let after = |keyword: &str| {
            let position = words.iter().position(|word| *word == keyword)?;
            words.get(position + 1).map(|word| word.split(['(', '<', '{', ';']).next().unwrap_or_default().to_owned())
        };
        if let Some(name) = after("fn")
            && self.test_attribute
        {
            let mut path = self.modules.clone();
            path.push(name);
            let test = Test { name: path.join("::"), line: number };
            for (id, line) in std::mem::take(&mut self.pending) {
                self.claims.push(Claim { id, line, test: Some(test.clone()) });
            }
            self.head = Some(Head { test, body_open: false });
            self.test_attribute = false;
            return;
        }
        if let Some(name) = after("mod")
            && code.contains('{')
        {
            self.modules.push(name);
            self.module_depths.push(self.depth);
        }
        self.test_attribute = false;
        self.settle();
    }

    /// Records pending claims that belong to no test.
    fn settle(&mut self) {
        for (id, line) in std::mem::take(&mut self.pending) {
            self.claims.push(Claim { id, line, test: None });
        }
    }
}

/// Blanks out literals and separates code from comments; keeps state across lines.
#[derive(Default)]
struct Masker {
    block_comments: u32,
    string: Option<Open>,
}

#[derive(Clone, Copy)]
enum Open {
    Plain,
    Raw(usize),
}

impl Masker {
    fn mask(&mut self, line: &str) -> (String, Option<String>) {
        let characters: Vec<char> = line.chars().collect();
        let at = |index: usize| characters.get(index).copied();
        let mut code = String::with_capacity(line.len());
        let mut index = 0;
        while let Some(character) = at(index) {
            if self.block_comments > 0 {
                match (character, at(index + 1)) {
                    ('*', Some('/')) => (self.block_comments, index) = (self.block_comments - 1, index + 2),
                    ('/', Some('*')) => (self.block_comments, index) = (self.block_comments + 1, index + 2),
                    _ => index += 1,
                }
                continue;
            }
            if let Some(open) = self.string {
                index = self.inside_string(open, &characters, index);
                continue;
            }
            match (character, at(index + 1)) {
                ('/', Some('/')) => return (code, Some(characters.iter().skip(index).collect())),
                ('/', Some('*')) => (self.block_comments, index) = (1, index + 2),
                ('"', _) => (self.string, index) = (Some(Open::Plain), index + 1),
                ('r', Some('"' | '#')) if !code.ends_with(|last: char| last.is_alphanumeric() && last != 'b') => {
                    let hashes = characters.iter().skip(index + 1).take_while(|next| **next == '#').count();
                    if at(index + 1 + hashes) == Some('"') {
                        (self.string, index) = (Some(Open::Raw(hashes)), index + 2 + hashes);
                    } else {
                        code.push(character);
                        index += 1;
                    }
                }
                ('\'', Some('\\')) => {
                    let end = characters.iter().skip(index + 3).position(|next| *next == '\'');
                    index = end.map_or(characters.len(), |end| index + 4 + end);
                }
                ('\'', Some(_)) if at(index + 2) == Some('\'') => index += 3,
                _ => {
                    code.push(character);
                    index += 1;
                }
            }
        }
        (code, None)
    }

    fn inside_string(&mut self, open: Open, characters: &[char], index: usize) -> usize {
        let character = characters.get(index);
        match open {
            Open::Plain if character == Some(&'\\') => index + 2,
            Open::Plain if character == Some(&'"') => {
                self.string = None;
                index + 1
            }
            Open::Raw(hashes)
                if character == Some(&'"')
                    && characters.iter().skip(index + 1).take_while(|next| **next == '#').count() >= hashes =>
            {
                self.string = None;
                index + 1 + hashes
            }
            _ => index + 1,
        }
    }
}

#[cfg(test)]
#[path = "rust_source_tests.rs"]
mod tests;
