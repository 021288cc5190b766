//! Style sheets of the original form: the part of LESS that CSS does not have by itself is worked
//! out, what cannot be is told. Nested rules stay: browsers know them.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Place, Problem};

/// How deep variables may stand for one another.
const MOST_TURNS: usize = 16;
/// At-rules of CSS, which look like variables.
const AT_RULES: [&str; 16] = [
    "media",
    "import",
    "font-face",
    "supports",
    "charset",
    "namespace",
    "page",
    "layer",
    "container",
    "property",
    "counter-style",
    "font-feature-values",
    "scope",
    "starting-style",
    "viewport",
    "keyframes",
];
/// Functions that LESS computes and browsers do not know.
const FUNCTIONS: [&str; 28] = [
    "darken",
    "lighten",
    "fade",
    "fadein",
    "fadeout",
    "saturate",
    "desaturate",
    "spin",
    "mix",
    "tint",
    "shade",
    "greyscale",
    "contrast",
    "multiply",
    "screen",
    "overlay",
    "percentage",
    "unit",
    "ceil",
    "floor",
    "luma",
    "hue",
    "lightness",
    "e",
    "data-uri",
    "extract",
    "length",
    "if",
];

/// Variables of all style sheets of a theme: one scope, as they are one style sheet.
pub(super) type Variables = BTreeMap<String, String>;

/// Text without `//` comments and with the lines it had.
fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut letters = source.chars().peekable();
    let mut quote: Option<char> = None;
    let mut in_address = false;
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', _) => {
                out.push(letter);
                out.extend(letters.next());
                continue;
            }
            ('"' | '\'', None) => quote = Some(letter),
            (end, Some(begun)) if end == begun || end == '\n' => quote = None,
            ('(', None) if out.ends_with("url") => in_address = true,
            (')', None) => in_address = false,
            ('/', None) if !in_address && letters.peek() == Some(&'/') => {
                while letters.peek().is_some_and(|next| *next != '\n') {
                    letters.next();
                }
                continue;
            }
            ('/', None) if letters.peek() == Some(&'*') => {
                let mut before = ' ';
                for inner in letters.by_ref() {
                    if inner == '\n' {
                        out.push('\n');
                    }
                    if before == '*' && inner == '/' {
                        break;
                    }
                    before = inner;
                }
                continue;
            }
            _ => {}
        }
        out.push(letter);
    }
    out
}

/// A statement at the top: `@name: value;` with its place and length in the text.
fn declarations(text: &str) -> Vec<(std::ops::Range<usize>, String, String)> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut in_name) = (0_i32, 0, false);
    for (index, letter) in text.char_indices() {
        match letter {
            '{' if text.get(..index).is_some_and(|before| before.ends_with('@')) => in_name = true,
            '}' if in_name => in_name = false,
            '{' => depth += 1,
            '}' => {
                depth = (depth - 1).max(0);
                start = index + 1;
            }
            ';' => {
                let statement = text.get(start..index).unwrap_or_default();
                if depth == 0
                    && let Some((name, value)) = declaration(statement)
                {
                    found.push((start..index + 1, name, value));
                }
                start = index + 1;
            }
            _ => {}
        }
    }
    found
}

fn declaration(statement: &str) -> Option<(String, String)> {
    let (name, value) = statement.trim().strip_prefix('@')?.split_once(':')?;
    let name = name.trim();
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (plain && !name.is_empty()).then(|| (name.to_owned(), value.trim().to_owned()))
}

/// Adds the variables of a style sheet; later ones win, as in LESS.
pub(super) fn collect(source: &str, variables: &mut Variables) {
    variables.extend(declarations(&without_comments(source)).into_iter().map(|(_, name, value)| (name, value)));
}

/// Makes CSS of a style sheet.
pub(super) fn compile(path: &str, source: &str, variables: &Variables, problems: &mut Vec<Problem>) -> String {
    let text = without_comments(source);
    let mut css = text.clone();
    for (range, ..) in declarations(&text) {
        let blank: String =
            text.get(range.clone()).unwrap_or_default().chars().filter(|letter| *letter == '\n').collect();
        let padding = " ".repeat(range.len() - blank.len());
        css.replace_range(range, &format!("{blank}{padding}"));
    }
    let mut sheet = Sheet { path, variables, problems, told: BTreeSet::new() };
    sheet.look_for_rest(&css);
    sheet.filled(&css)
}

struct Sheet<'a> {
    path: &'a str,
    variables: &'a Variables,
    problems: &'a mut Vec<Problem>,
    told: BTreeSet<(u32, String)>,
}

impl Sheet<'_> {
    fn report(&mut self, code: &str, place: Place, message: String, help: &str) {
        if self.told.insert((place.line, message.clone())) {
            self.problems.push(Problem::error(code, self.path, message).at(place).help(help));
        }
    }

    /// Tells, line for line, what stays that no browser understands.
    fn look_for_rest(&mut self, css: &str) {
        for (index, line) in css.lines().enumerate() {
            let statement = line.trim();
            let column = line.chars().take_while(|letter| letter.is_whitespace()).count() + 1;
            let place = Place {
                line: u32::try_from(index + 1).unwrap_or(u32::MAX),
                column: u32::try_from(column).unwrap_or(u32::MAX),
            };
            if let Some((message, help)) = unsupported(statement) {
                self.report("unsupported-style", place, message, help);
            }
            if let Some(message) = arithmetic(statement) {
                self.report("unsupported-style", place, message, "Write calc(…) around it.");
            }
        }
    }

    /// The text with the values of its variables.
    fn filled(&mut self, css: &str) -> String {
        let mut out = String::with_capacity(css.len());
        let mut rest = css;
        let mut at = 0;
        while let Some(found) = rest.find(['@', '~']) {
            out.push_str(rest.get(..found).unwrap_or_default());
            let here = rest.get(found..).unwrap_or_default();
            let (text, length) = match escape(here) {
                Some((text, length)) => (text.to_owned(), length),
                None => self.reference(css, at + found, here),
            };
            out.push_str(&text);
            rest = here.get(length..).unwrap_or_default();
            at += found + length;
        }
        out.push_str(rest);
        out
    }

    fn reference(&mut self, css: &str, offset: usize, here: &str) -> (String, usize) {
        let Some(after) = here.strip_prefix('@') else { return ("~".to_owned(), 1) };
        let (name, length) = match after.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((name, _)) => (name, name.len() + 3),
            None => {
                let end = after.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')));
                let name = after.get(..end.unwrap_or(after.len())).unwrap_or_default();
                (name, name.len() + 1)
            }
        };
        if let Some(value) = self.value(name) {
            return (value, length);
        }
        let known = AT_RULES.iter().any(|rule| name == *rule || name.ends_with(&format!("-{rule}")));
        if !known {
            let message = format!("There is no variable '@{name}'.");
            let help = "Give it a value at the top of a style sheet: @name: value;";
            self.report("unknown-style-variable", Place::of(css, offset), message, help);
        }
        (here.get(..length).unwrap_or("@").to_owned(), length)
    }

    /// The value of a variable, which may stand for another.
    fn value(&self, name: &str) -> Option<String> {
        let mut value = self.variables.get(name)?.clone();
        for _ in 0..MOST_TURNS {
            if let Some((text, length)) = escape(&value).map(|(text, length)| (text.to_owned(), length)) {
                value.replace_range(..length, &text);
            }
            let Some(at) = value.find('@') else { break };
            let after = value.get(at + 1..).unwrap_or_default();
            let inner = after.strip_prefix('{').and_then(|inner| inner.split_once('}')).map(|(name, _)| name);
            let end = after.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')));
            let (name, length) = match inner {
                Some(name) => (name, name.len() + 3),
                None => {
                    let name = after.get(..end.unwrap_or(after.len())).unwrap_or_default();
                    (name, name.len() + 1)
                }
            };
            let inner = self.variables.get(name)?.clone();
            value.replace_range(at..at + length, &inner);
        }
        (!value.contains('@')).then_some(value)
    }
}

/// `~"text"`: the text as it is.
fn escape(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('~')?;
    let quote = inner.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let body = inner.get(1..)?;
    let end = body.find(quote)?;
    Some((body.get(..end)?, end + 3))
}

fn unsupported(statement: &str) -> Option<(String, &'static str)> {
    let head = statement.split(['{', ';']).next().unwrap_or_default().trim();
    let is_class = head.starts_with(['.', '#']) && !head.contains(':');
    if head.contains(" when ") {
        return Some(("Guards ('when') are not worked out.".to_owned(), "Write the rule that applies."));
    }
    if is_class && statement.ends_with(';') && !statement.contains('{') {
        return Some((format!("The mixin '{head}' is not mixed in."), "Write its declarations out."));
    }
    if is_class && head.ends_with(')') && head.contains('(') && statement.contains('{') {
        return Some((format!("The mixin '{head}' with arguments is no rule."), "Write a rule of its own instead."));
    }
    if statement.contains(":extend(") {
        return Some(("':extend()' has no effect.".to_owned(), "Name both selectors before the rule."));
    }
    if head.starts_with("&-") || head.starts_with("&_") {
        return Some((format!("'{head}' does not make a longer name."), "Write the whole class name."));
    }
    if statement.starts_with("@import") && statement.contains('(') && !statement.contains("url(") {
        return Some(("Options of '@import' have no effect.".to_owned(), "Name the file in \"stylesheets\"."));
    }
    if statement.starts_with("@plugin") || statement.starts_with("@arguments") {
        return Some((format!("'{head}' has no effect."), "Leave it out."));
    }
    let value = head.split_once(':').map(|(_, value)| value)?;
    let called = FUNCTIONS.iter().find(|name| calls(value, name))?;
    Some((format!("The function '{called}()' is not worked out."), "Write the result, or CSS such as color-mix()."))
}

fn calls(value: &str, name: &str) -> bool {
    value.match_indices(&format!("{name}(")).any(|(start, _)| {
        let before = value.get(..start).and_then(|text| text.chars().next_back());
        before.is_none_or(|letter| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')))
    })
}

/// A computation with a variable outside of `calc`.
fn arithmetic(statement: &str) -> Option<String> {
    let (name, value) = statement.split_once(':')?;
    if value.contains("calc(") || value.contains('{') || name.starts_with('@') {
        return None;
    }
    let words: Vec<&str> = value.split_whitespace().map(|word| word.trim_end_matches(';')).collect();
    let computes = words.windows(3).any(|around| match around {
        [left, operator, right] => {
            matches!(*operator, "+" | "-" | "*" | "/") && (left.contains('@') || right.contains('@'))
        }
        _ => false,
    });
    let tight = words.iter().any(|word| word.contains('@') && word.contains(['*', '+']));
    (computes || tight).then(|| format!("'{}' is not computed.", value.trim().trim_end_matches(';')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(source: &str) -> (String, Vec<String>) {
        let (mut variables, mut problems) = (Variables::new(), Vec::new());
        collect(source, &mut variables);
        let css = compile("styles/site.less", source, &variables, &mut problems);
        let problems =
            problems.iter().map(|problem| format!("{}:{} {}", problem.line, problem.column, problem.message));
        (css, problems.collect())
    }

    #[test]
    fn variables_are_filled_in_and_nested_rules_stay() {
        let source = "// tone\n@ink: #222;\n@link: @ink; @wide: ~\"(min-width: 40em)\";\n@side: left;\n\
            a { color: @link; &:hover { color: red; } // why\n}\n@media @wide { p { margin-@{side}: 0; background: url(//x/y.png); } }\n\
            @font-face { src: url('a//b') }\n@-webkit-keyframes x { }\n.a { .b { margin: 0; } }";
        let (css, problems) = compiled(source);
        assert_eq!(problems, [""; 0]);
        for part in [
            "a { color: #222; &:hover { color: red; } \n}",
            "@media (min-width: 40em) { p { margin-left: 0; background: url(//x/y.png); } }",
            "@font-face { src: url('a//b') }",
            "@-webkit-keyframes x { }",
        ] {
            assert!(css.contains(part), "no {part} in\n{css}");
        }
        assert!(!css.contains("tone") && !css.contains("@ink"));
        assert_eq!(css.lines().count(), source.lines().count(), "places stay");
    }

    #[test]
    fn what_is_not_worked_out_is_told_with_its_place() {
        let source = "@ink: #222;\n.round(@r) { border-radius: @r; }\na {\n  .round;\n  color: darken(@ink, 10%);\n  \
            width: @ink * 2;\n  &-big { margin: 0; }\n  &:extend(.b);\n  top: @nowhere;\n  height: calc(@ink * 2);\n}\n.m() when (@a) { }";
        let (_, problems) = compiled(source);
        let expected = [
            "2:1 The mixin '.round(@r)' with arguments is no rule.",
            "4:3 The mixin '.round' is not mixed in.",
            "5:3 The function 'darken()' is not worked out.",
            "6:3 '@ink * 2' is not computed.",
            "7:3 '&-big' does not make a longer name.",
            "8:3 ':extend()' has no effect.",
            "12:1 Guards ('when') are not worked out.",
            "2:8 There is no variable '@r'.",
            "9:8 There is no variable '@nowhere'.",
            "12:12 There is no variable '@a'.",
        ];
        let mut sorted: Vec<&str> = problems.iter().map(String::as_str).collect();
        let mut wanted = expected.to_vec();
        sorted.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(sorted, wanted);
    }
}
