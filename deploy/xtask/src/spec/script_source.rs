//! Finds `spec:` comments in TypeScript and JavaScript sources and the test calls they belong to.

use super::rust_source::ids;
use super::{Claim, Test};

/// All claims of a file.
pub(crate) fn claims(text: &str, _path: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut pending: Vec<(String, usize)> = Vec::new();
    // The test whose call was just read, and whether its body has begun.
    let mut head: Option<(Test, bool)> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let (number, trimmed) = (index + 1, line.trim());
        if trimmed.starts_with("//") {
            let test = head.as_ref().filter(|(_, body)| *body).map(|(test, _)| test.clone());
            for id in ids(trimmed).into_iter().flatten() {
                match &test {
                    Some(test) => claims.push(Claim { id: id.to_owned(), line: number, test: Some(test.clone()) }),
                    None => pending.push((id.to_owned(), number)),
                }
            }
        } else if is_test_call(trimmed) {
            let test = Test { name: title(lines.iter().skip(index).copied()), line: number };
            claims.extend(pending.drain(..).map(|(id, line)| Claim { id, line, test: Some(test.clone()) }));
            head = Some((test, trimmed.ends_with('{')));
        } else {
            claims.extend(pending.drain(..).map(|(id, line)| Claim { id, line, test: None }));
            head = match head {
                Some((test, false)) if !trimmed.is_empty() => Some((test, trimmed.ends_with('{'))),
                _ => None,
            };
        }
    }
    claims.extend(pending.into_iter().map(|(id, line)| Claim { id, line, test: None }));
    claims
}

fn is_test_call(trimmed: &str) -> bool {
    ["test", "it"].iter().any(|word| {
        trimmed.strip_prefix(word).is_some_and(|rest| {
            rest.starts_with('(')
                || [".each", ".only", ".skip", ".fails", ".concurrent"].iter().any(|call| rest.starts_with(call))
        })
    })
}

/// The first string literal of the call without its quotation marks; placeholders are kept.
fn title<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut depth = 0_usize;
    for line in lines.take(40) {
        for (position, character) in line.char_indices() {
            match character {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                '\'' | '"' | '`' if depth == 0 => {
                    let rest = line.get(position + 1..).unwrap_or_default();
                    return until_quote(rest, character);
                }
                _ => {}
            }
        }
    }
    String::new()
}

fn until_quote(rest: &str, quote: char) -> String {
    let mut title = String::new();
    let mut escaped = false;
    for character in rest.chars() {
        match character {
            '\\' if !escaped => escaped = true,
            _ if character == quote && !escaped => break,
            _ => {
                title.push(character);
                escaped = false;
            }
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Option<(&str, usize)>)]) {
        let found = claims(text, "x.test.ts");
        let found: Vec<(&str, Option<(&str, usize)>)> = found
            .iter()
            .map(|claim| (claim.id.as_str(), claim.test.as_ref().map(|test| (test.name.as_str(), test.line))))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn above_a_call() {
        let text = "describe('cart', () => {\n  // spec: a.one, a.two\n  it('it\\'s shown', () => {\n  });\n});\n";
        check(text, &[("a.one", Some(("it's shown", 3))), ("a.two", Some(("it's shown", 3)))]);
    }

    #[test]
    fn in_the_first_lines_of_the_callback() {
        let text =
            "test(\"shows\", async ({ page }) => {\n  // spec: a.one\n  await page.goto('/');\n  // spec: a.two\n});\n";
        check(text, &[("a.one", Some(("shows", 1))), ("a.two", None)]);
    }

    #[test]
    fn call_over_several_lines() {
        let text = "// spec: a.one\ntest.each([\n  ['a', 1],\n])(\n  'adds %s',\n  (name) => {\n    // spec: a.two\n    run(name);\n  },\n);\n";
        check(text, &[("a.one", Some(("adds %s", 2))), ("a.two", Some(("adds %s", 2)))]);
    }

    #[test]
    fn comment_on_other_code_is_ignored() {
        check("// spec: a.one\nconst x = 1;\ntest('a', () => {});\n", &[("a.one", None)]);
    }
}
