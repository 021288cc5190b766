//! Templates of the original form: its own tags are put into words of the template language.

use std::collections::BTreeMap;

use super::problem::{Place, Problem};
use super::source::{Rewriter, TemplateFile};

/// Beginning of the tags of the original form.
const TAG: &str = "<squarespace:";
/// Beginning of its variables.
const VARIABLE: &str = "{squarespace";
/// The variables a page has, as they are written.
const VARIABLES: [&str; 8] = [
    "squarespace-headers",
    "squarespace-footers",
    "squarespace.headers",
    "squarespace.footers",
    "squarespace.main-content",
    "squarespace.page-classes",
    "squarespace.page-id",
    "squarespace.template-id",
];
/// Where a page keeps the entries of navigations by name.
pub const NAVIGATIONS: &str = "stoa-navigations";
/// Where a page keeps the items of queries by number.
pub const QUERIES: &str = "stoa-queries";
/// Most items that a query may ask for.
const MOST_ITEMS: usize = 100;
const DEFAULT_ITEMS: usize = 20;

/// Items of a blog or a store that a template asks for on any page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Last part of the address of the blog or store.
    pub collection: String,
    /// How many at most.
    pub limit: usize,
    /// Only those with this tag.
    pub tag: Option<String>,
    /// Only those of this category.
    pub category: Option<String>,
}

/// What tags lead to: addresses of the files of the theme, by path, and the names of its navigations.
pub(super) struct Surroundings<'a> {
    pub(super) addresses: &'a BTreeMap<String, String>,
    pub(super) navigations: &'a [String],
}

/// A tag with its attributes.
struct Tag<'a> {
    name: &'a str,
    attributes: BTreeMap<&'a str, &'a str>,
    end: usize,
    closed: bool,
}

/// Puts a template of the original form into the language's own words.
pub(super) fn rewrite(
    path: &str,
    written: &str,
    around: &Surroundings<'_>,
    queries: &mut Vec<Query>,
    problems: &mut Vec<Problem>,
) -> TemplateFile {
    let mut rewriter = Rewriter::new(written);
    let mut writer = Writer { path, written, around, queries, problems, open: None };
    let mut at = 0;
    while let Some(rest) = written.get(at..) {
        let Some(found) = rest.find(['<', '{', '"', '\'', '(']).map(|found| at + found) else { break };
        let here = written.get(found..).unwrap_or_default();
        let skipped = [("{##", "##}"), ("<!--", "-->")].into_iter().find(|(opening, _)| here.starts_with(opening));
        at = if let Some((_, closing)) = skipped {
            here.find(closing).map_or(written.len(), |length| found + length + closing.len())
        } else if let Some((text, end)) = writer.replacement(found, here) {
            rewriter.copy_to(found);
            rewriter.put(&text, end);
            end
        } else {
            found + 1
        };
    }
    if let Some(start) = writer.open {
        writer.report("unclosed-tag", start, "The query is not closed.", Some("Add </squarespace:query>."));
    }
    rewriter.finish(path)
}

struct Writer<'a> {
    path: &'a str,
    written: &'a str,
    around: &'a Surroundings<'a>,
    queries: &'a mut Vec<Query>,
    problems: &'a mut Vec<Problem>,
    /// Where the query begins whose end has not come yet.
    open: Option<usize>,
}

impl Writer<'_> {
    fn report(&mut self, code: &str, offset: usize, message: &str, help: Option<&str>) {
        let mut problem = Problem::error(code, self.path, message).at(Place::of(self.written, offset));
        problem.help = help.map(str::to_owned);
        self.problems.push(problem);
    }

    /// What to write in place of what begins here, and where that ends.
    fn replacement(&mut self, found: usize, here: &str) -> Option<(String, usize)> {
        if starts_with(here, TAG) {
            let tag = tag(here)?;
            let end = found + tag.end;
            return Some((self.tag(found, &tag), end));
        }
        if starts_with(here, "</squarespace:") {
            let end = found + here.find('>')? + 1;
            return Some((self.closing(found, here), end));
        }
        if here.starts_with(VARIABLE) {
            self.variable(found, here);
            return None;
        }
        self.address(found, here)
    }

    fn variable(&mut self, found: usize, here: &str) {
        let inner = here.trim_start_matches('{');
        let name = inner.split(['|', '}', ' ']).next().unwrap_or_default();
        if !VARIABLES.contains(&name) {
            let message = format!("There is no variable {{{name}}} on pages.");
            let help = "Known are {squarespace-headers}, {squarespace-footers}, {squarespace.main-content}, \
                {squarespace.page-classes}, {squarespace.page-id}.";
            self.report("unsupported-variable", found, &message, Some(help));
        }
    }

    fn tag(&mut self, found: usize, tag: &Tag<'_>) -> String {
        match tag.name.to_ascii_lowercase().as_str() {
            "navigation" => self.navigation(found, tag),
            "script" => self.script(found, tag),
            "query" => self.query(found, tag),
            "block-field" => {
                let id = tag.attributes.get("id").copied().unwrap_or_default();
                let message = format!("The block field '{id}' stays empty: blocks are on pages, not in templates.");
                let help = "Put what it showed into a partial (blocks/*.block), or into the page itself.";
                self.report("unsupported-tag", found, &message, Some(help));
                String::new()
            }
            other => {
                let message = format!("The tag <squarespace:{other}> prints nothing.");
                let help = "Known are navigation, query and script.";
                self.report("unsupported-tag", found, &message, Some(help));
                String::new()
            }
        }
    }

    fn navigation(&mut self, found: usize, tag: &Tag<'_>) -> String {
        let attribute = |name: &str| tag.attributes.get(name).copied().filter(|value| is_name(value));
        let (Some(navigation), Some(template)) = (attribute("navigationid"), attribute("template")) else {
            let help = "Write <squarespace:navigation navigationId=\"mainNav\" template=\"navigation\" />.";
            self.report("invalid-tag", found, "A navigation names its entries and its template.", Some(help));
            return String::new();
        };
        if !self.around.navigations.iter().any(|known| known == navigation) {
            let message = format!("'template.conf' names no navigation '{navigation}'.");
            self.report("unknown-navigation", found, &message, Some("Add it to \"navigations\"."));
            return String::new();
        }
        format!("{{{NAVIGATIONS}.{navigation}|apply {template}.block}}")
    }

    fn script(&mut self, found: usize, tag: &Tag<'_>) -> String {
        let named = tag.attributes.get("src").copied().unwrap_or_default();
        let path = format!("scripts/{named}");
        match self.around.addresses.get(&path) {
            Some(address) => format!("<script src=\"{address}\" defer></script>"),
            None => {
                let message = format!("The script '{path}' is not in the folder.");
                self.report("missing-file", found, &message, None);
                String::new()
            }
        }
    }

    fn query(&mut self, found: usize, tag: &Tag<'_>) -> String {
        let collection = tag.attributes.get("collection").copied().unwrap_or_default();
        if collection.is_empty() || tag.closed {
            let help = "Write <squarespace:query collection=\"journal\" limit=\"3\">…</squarespace:query>.";
            self.report("invalid-tag", found, "A query names a collection and has a body.", Some(help));
            return String::new();
        }
        if self.open.is_some() {
            self.report("invalid-tag", found, "A query cannot stand in another.", None);
            return String::new();
        }
        for name in tag.attributes.keys() {
            if !["collection", "limit", "tag", "category"].contains(name) {
                let message = format!("The query's '{name}' has no effect.");
                self.report("unsupported-attribute", found, &message, Some("Known are limit, tag and category."));
            }
        }
        let text = |name: &str| tag.attributes.get(name).map(|value| (*value).to_owned());
        let limit = tag.attributes.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(DEFAULT_ITEMS);
        self.queries.push(Query {
            collection: collection.trim_matches('/').to_owned(),
            limit: limit.clamp(1, MOST_ITEMS),
            tag: text("tag"),
            category: text("category"),
        });
        self.open = Some(found);
        format!("{{.macro stoa-query-{}}}", self.queries.len() - 1)
    }

    fn closing(&mut self, found: usize, here: &str) -> String {
        let query = starts_with(here, "</squarespace:query");
        match self.open.take() {
            Some(_) if query => {
                let number = self.queries.len().saturating_sub(1);
                format!("{{.end}}{{{QUERIES}.{number}|apply stoa-query-{number}}}")
            }
            open => {
                self.open = open;
                if query {
                    self.report("unclosed-tag", found, "No query begins before this end.", None);
                }
                String::new()
            }
        }
    }

    /// An address of a file of the theme behind a quote or bracket.
    fn address(&self, found: usize, here: &str) -> Option<(String, usize)> {
        let quote = here.chars().next().filter(|letter| matches!(letter, '"' | '\'' | '('))?;
        let inner = here.get(1..)?;
        let end = inner.find(['"', '\'', ')', '?', '#', '{', ' ', '>'])?;
        let path = inner.get(..end)?.strip_prefix('/')?;
        let address = self.around.addresses.get(path)?;
        Some((format!("{quote}{address}"), found + 1 + end))
    }
}

fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && text.bytes().all(plain)
}

/// Reads a tag from its `<` on. Names of attributes are told apart without regard to case.
fn tag(text: &str) -> Option<Tag<'_>> {
    let name_end = text.get(TAG.len()..)?.find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'))?;
    let name = text.get(TAG.len()..TAG.len() + name_end)?;
    let mut at = TAG.len() + name_end;
    let mut attributes = BTreeMap::new();
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("/>") {
            return Some(Tag { name, attributes, end: at + 2, closed: true });
        }
        if trimmed.starts_with('>') {
            return Some(Tag { name, attributes, end: at + 1, closed: false });
        }
        let word = trimmed.find(|letter: char| letter.is_whitespace() || matches!(letter, '=' | '/' | '>'))?;
        let key = trimmed.get(..word)?;
        let behind = trimmed.get(word..)?;
        let (value, length) = match behind.strip_prefix('=') {
            Some(value) => quoted(value).map(|(value, length)| (value, length + 1))?,
            None => ("", 0),
        };
        // The letters of the key as written are looked up in lower case.
        attributes.insert(known_key(key), value);
        at += (word + length).max(1);
    }
}

const KEYS: [&str; 7] = ["navigationid", "template", "id", "src", "collection", "limit", "tag"];

fn known_key(key: &str) -> &str {
    KEYS.into_iter().find(|known| key.eq_ignore_ascii_case(known)).unwrap_or(key)
}

/// A value in quotes, and how long it is with them.
fn quoted(text: &str) -> Option<(&str, usize)> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '"' | '\''));
    match quote {
        Some(quote) => {
            let inner = text.get(1..)?;
            let end = inner.find(quote)?;
            Some((inner.get(..end)?, end + 2))
        }
        None => {
            let end = text.find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>'))?;
            Some((text.get(..end)?, end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> (String, Vec<Query>, Vec<String>) {
        let addresses = ["scripts/site.js", "assets/mark.svg"]
            .map(|path| (path.to_owned(), format!("/themes/t/{path}?v=1")))
            .into();
        let navigations = ["mainNav".to_owned()];
        let around = Surroundings { addresses: &addresses, navigations: &navigations };
        let (mut queries, mut problems) = (Vec::new(), Vec::new());
        let file = rewrite("site.region", text, &around, &mut queries, &mut problems);
        let problems = problems.iter().map(|problem| format!("{}:{} {}", problem.line, problem.column, problem.code));
        (file.source, queries, problems.collect())
    }

    #[test]
    fn tags_become_words_of_the_language() {
        let check =
            |text: &str, expected: &str| assert_eq!(rewritten(text), (expected.to_owned(), Vec::new(), Vec::new()));
        check(
            "<nav><squarespace:navigation navigationId='mainNav' template=\"menu\" /></nav>",
            "<nav>{stoa-navigations.mainNav|apply menu.block}</nav>",
        );
        check(
            "<squarespace:script src=\"site.js\" combo=\"false\" />",
            "<script src=\"/themes/t/scripts/site.js?v=1\" defer></script>",
        );
        check("<img src=\"/assets/mark.svg\">", "<img src=\"/themes/t/assets/mark.svg?v=1\">");
        check(
            "<i style=\"background:url(/assets/mark.svg)\">",
            "<i style=\"background:url(/themes/t/assets/mark.svg?v=1)\">",
        );
        check("<img src=\"/assets/a1/other.webp\">", "<img src=\"/assets/a1/other.webp\">");
        check("{squarespace-headers} {squarespace.main-content}", "{squarespace-headers} {squarespace.main-content}");
        check(
            "<!-- <squarespace:block-field id='x'/> -->{## {squarespace.x} ##}",
            "<!-- <squarespace:block-field id='x'/> -->{## {squarespace.x} ##}",
        );
    }

    #[test]
    fn queries_are_noted_and_their_bodies_run_over_what_they_find() {
        let (text, queries, problems) = rewritten(
            "<squarespace:query collection=\"/journal\" limit=\"3\" tag=\"kiln\">{.repeated section items}{title}{.end}</squarespace:query>",
        );
        let expected =
            "{.macro stoa-query-0}{.repeated section items}{title}{.end}{.end}{stoa-queries.0|apply stoa-query-0}";
        assert_eq!(text, expected);
        let wanted = Query { collection: "journal".to_owned(), limit: 3, tag: Some("kiln".to_owned()), category: None };
        assert_eq!((queries, problems), (vec![wanted], Vec::new()));
    }

    #[test]
    fn what_is_not_supported_is_told_with_its_place() {
        let text = "<p>\n <squarespace:block-field id=\"foot\" label=\"Foot\" />\n{squarespace.page-title}<squarespace:folder-nav/>\n\
            <squarespace:navigation navigationId=\"other\" template=\"menu\" /><squarespace:script src=\"no.js\" />\n\
            <squarespace:query collection=\"a\" featured=\"true\"></squarespace:gallery>";
        let (_, _, problems) = rewritten(text);
        let expected = [
            "2:2 unsupported-tag",
            "3:1 unsupported-variable",
            "3:25 unsupported-tag",
            "4:1 unknown-navigation",
            "4:64 missing-file",
            "5:1 unsupported-attribute",
            "5:1 unclosed-tag",
        ];
        assert_eq!(problems, expected);
    }
}
