//! Limits the styles of plugin blocks to these blocks. A parser of CSS would know more than is needed here: where rules,
//! selectors and texts begin and end.

/// What could make a style sheet load external resources and so reveal the visitor to third parties. Escapes could
/// encode the others, so plugin styles must not contain them.
const FETCHING: [&str; 5] = ["@import", "url(", "src(", "image-set(", "\\"];
/// Rules with rules in them, which are limited as well.
const GROUPS: [&str; 3] = ["media", "supports", "container"];
/// Rules without selectors of the page.
const FRAMES: [&str; 2] = ["keyframes", "-webkit-keyframes"];
/// Groups in groups.
const DEEPEST: usize = 8;

/// A style element whose selectors apply within blocks of a kind only; none for a line that is not exactly one style
/// element without attributes that loads nothing.
pub(super) fn scoped_style(line: &str, kind: &str) -> Option<String> {
    let css = line.strip_prefix("<style>").and_then(|rest| rest.strip_suffix("</style>"))?;
    let lower = css.to_ascii_lowercase();
    if lower.contains("</") || FETCHING.iter().any(|fetching| lower.contains(fetching)) {
        return None;
    }
    // `:where` adds no weight, so that themes can change what plugins look like.
    let scope = format!(":where(.stoa-block-{kind}) ");
    let scoped = rules(&without_comments(css)?, &scope, 0)?;
    Some(format!("<style>{scoped}</style>"))
}

/// Styles without comments; none if one does not end. Texts in quotes stay.
fn without_comments(css: &str) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(css.len()), css);
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(comment) = from.strip_prefix("/*") {
            out.push(' ');
            rest = comment.split_once("*/")?.1;
        } else {
            let length = if from.starts_with('/') { 1 } else { text_length(from)? };
            let (kept, after) = from.split_at_checked(length)?;
            out.push_str(kept);
            rest = after;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Length of a text in quotes at the beginning of `from`. A text does not go on in the next line.
fn text_length(from: &str) -> Option<usize> {
    let quote = from.chars().next()?;
    let inner = from.get(1..)?;
    let end = inner.find([quote, '\n', '\r', '\u{c}'])?;
    inner.get(end..)?.starts_with(quote).then_some(end + 2)
}

/// Position of the first of `wanted` that is in no text and no brackets; none also if brackets or texts do not match.
fn find_outside(css: &str, wanted: &[char]) -> Option<usize> {
    let mut closing = Vec::new();
    let mut at = 0;
    while let Some(letter) = css.get(at..)?.chars().next() {
        if closing.is_empty() && wanted.contains(&letter) {
            return Some(at);
        }
        match letter {
            '"' | '\'' => {
                at += text_length(css.get(at..)?)?;
                continue;
            }
            '(' => closing.push(')'),
            '[' => closing.push(']'),
            '{' => closing.push('}'),
            ')' | ']' | '}' if closing.pop() != Some(letter) => return None,
            _ => {}
        }
        at += letter.len_utf8();
    }
    None
}

fn rules(css: &str, scope: &str, depth: usize) -> Option<String> {
    let (mut out, mut rest) = (String::new(), css.trim());
    while !rest.is_empty() {
        let open = find_outside(rest, &['{', ';', '}'])?;
        let (prelude, from) = rest.split_at(open);
        let block = from.strip_prefix('{')?;
        let close = find_outside(block, &['}'])?;
        let (body, after) = block.split_at(close);
        out.push_str(&rule(prelude.trim(), body, scope, depth)?);
        rest = after.get(1..)?.trim();
    }
    Some(out)
}

fn rule(prelude: &str, body: &str, scope: &str, depth: usize) -> Option<String> {
    if let Some(at_rule) = prelude.strip_prefix('@') {
        let name = name_of(at_rule);
        let is_one = |known: &&str| name.eq_ignore_ascii_case(known);
        if GROUPS.iter().any(is_one) && depth < DEEPEST {
            let inner = rules(body, scope, depth + 1)?;
            return Some(format!("{prelude}{{{inner}}}"));
        }
        return FRAMES.iter().any(is_one).then(|| format!("{prelude}{{{body}}}"));
    }
    if !stays_within(body) {
        return None;
    }
    let (mut selectors, mut rest) = (Vec::new(), Some(prelude));
    while let Some(list) = rest {
        let end = find_outside(list, &[',']);
        let selector = list.get(..end.unwrap_or(list.len()))?.trim();
        // One that begins with a combinator would apply to what follows the block.
        if selector.is_empty() || selector.starts_with(['>', '+', '~', '|']) || !is_whole(selector) {
            return None;
        }
        selectors.push(format!("{scope}{selector}"));
        rest = end.and_then(|end| list.get(end + 1..));
    }
    Some(format!("{}{{{body}}}", selectors.join(",")))
}

fn name_of(at_rule: &str) -> &str {
    let end = at_rule.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    at_rule.get(..end.unwrap_or(at_rule.len())).unwrap_or_default()
}

/// Whether brackets and texts match.
fn is_whole(selector: &str) -> bool {
    // Found only if everything before it matches.
    find_outside(&format!("{selector},"), &[',']) == Some(selector.len())
}

/// Whether what is nested in a rule applies within what the rule applies to: it does not name the parent, and has
/// groups alone.
fn stays_within(body: &str) -> bool {
    let is_group = |after: &str| GROUPS.iter().any(|known| name_of(after).eq_ignore_ascii_case(known));
    !body.contains('{') || (!body.contains('&') && body.split('@').skip(1).all(is_group))
}

#[cfg(test)]
mod tests {
    use super::scoped_style;

    fn scoped(css: &str) -> Option<String> {
        let style = scoped_style(&format!("<style>{css}</style>"), "callout")?;
        let css = style.strip_prefix("<style>").and_then(|rest| rest.strip_suffix("</style>"))?;
        Some(css.replace(":where(.stoa-block-callout)", "HERE"))
    }

    // spec: plugins.blocks.contained
    #[test]
    fn styles_apply_to_blocks_of_their_kind_alone() {
        for (css, expected) in [
            ("", ""),
            (".card{color:red}.card>p{margin:0}", "HERE .card{color:red}HERE .card>p{margin:0}"),
            ("body, :is(a, .b) , [title=\"{,\"]{x:y}", "HERE body,HERE :is(a, .b),HERE [title=\"{,\"]{x:y}"),
            ("/* } */a{b:'/* no comment */'}", "HERE a{b:'/* no comment */'}"),
            ("@media (width>40rem),print{a{b:c} d{e:f}}", "@media (width>40rem),print{HERE a{b:c}HERE d{e:f}}"),
            ("@keyframes spin{from{rotate:0}to{rotate:1turn}}", "@keyframes spin{from{rotate:0}to{rotate:1turn}}"),
            ("a{b:c;@media print{d:e} f{g:h}}", "HERE a{b:c;@media print{d:e} f{g:h}}"),
        ] {
            assert_eq!(scoped(css).as_deref(), Some(expected), "{css}");
        }
    }

    #[test]
    fn styles_cannot_leave_their_block() {
        for css in [
            "}body{color:red}",
            "a{b:c}}body{d:e}",
            "a{b:c",
            "a{b:'c}body{d:e}",
            "a{b:'\n'}body{d:'}",
            "a{b:(c}body{d:e)}",
            "/* a",
            "+ section{display:none}",
            "a,~ section{display:none}",
            "a,,b{c:d}",
            ":is(a{b:c}",
            "a{:is(&, body){b:c}}",
            "a{@scope (body){p{b:c}}}",
            "@layer x;a{b:c}",
            "@font-face{font-family:x}",
            "@property --x{syntax:'*'}",
            "@scope (body){p{b:c}}",
            "@media print{}}body{b:c}",
            "a",
        ] {
            assert_eq!(scoped(css), None, "{css}");
        }
    }

    #[test]
    fn styles_load_nothing() {
        let good = ["<style>.card{color:red}.card>p{margin:0}</style>", "<style></style>"];
        let bad = [
            "<script>f()</script>",
            "<meta http-equiv=\"refresh\" content=\"0;url=//x\">",
            "<base href=\"//x\">",
            "<link rel=\"stylesheet\" href=\"//x\">",
            "<style onload=\"f()\">p{}</style>",
            "<style>p{}</style><script>f()</script><style></style>",
            "<style>p{}</STYLE ><script>f()</script></style>",
            "<style>@IMPORT '//x';</style>",
            "<style>p{background:url(//x)}</style>",
            "<style>p{background:u\\72l(//x)}</style>",
            "<style>p{}",
            "",
        ];
        assert!(good.iter().all(|line| scoped_style(line, "callout").is_some()));
        let kept: Vec<&&str> = bad.iter().filter(|line| scoped_style(line, "callout").is_some()).collect();
        assert!(kept.is_empty(), "{kept:?}");
    }
}
