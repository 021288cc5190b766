//! Converts templates of the original form: translates their tags to the template language.

use std::collections::BTreeMap;

use super::area::{AREAS, AreaField, MAX_AREAS};
use super::problem::{Problem, TextPosition};
use super::query::{InvalidAttribute, QUERIES, Query};
use super::source::{Rewriter, TemplateFile};
use super::tag::{TAG, Tag, starts_with};

/// Prefix of their variables.
const VARIABLE: &str = "{squarespace";
/// Supported variables.
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
const QUERY: &str = "query";
const CATEGORY: &str = "category";
/// Key of navigation entries in page data, by name.
pub const NAVIGATIONS: &str = "stoa-navigations";
/// Default output of a category list without template and body.
const CATEGORY_LINKS: &str = "{.if categories}<ul class=\"categories\">{.repeated section categories}\
    <li{.if active} class=\"is-active\"{.end}><a href=\"{fullUrl|htmlattr}\">{name|html}</a></li>{.end}</ul>{.end}";

/// Context of the tags: URLs of the theme's files by path, and names of its navigations.
pub(super) struct TagContext<'a> {
    pub(super) addresses: &'a BTreeMap<String, String>,
    pub(super) navigations: &'a [String],
}

/// What is found in templates, added to what other templates have.
pub(super) struct Findings<'a> {
    pub(super) queries: &'a mut Vec<Query>,
    pub(super) areas: &'a mut Vec<AreaField>,
    pub(super) problems: &'a mut Vec<Problem>,
}

/// Translates a template of the original form to the template language.
pub(super) fn rewrite(path: &str, written: &str, around: &TagContext<'_>, found: Findings<'_>) -> TemplateFile {
    let Findings { queries, areas, problems } = found;
    let mut rewriter = Rewriter::new(written);
    let mut writer = Writer { path, written, around, queries, areas, problems, open: Vec::new() };
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
    for OpenTag { name, start, .. } in std::mem::take(&mut writer.open) {
        let (message, help) = (format!("The {name} is not closed."), format!("Add </squarespace:{name}>."));
        writer.report("unclosed-tag", start, &message, Some(&help));
    }
    rewriter.finish(path)
}

struct Writer<'a> {
    path: &'a str,
    written: &'a str,
    around: &'a TagContext<'a>,
    queries: &'a mut Vec<Query>,
    areas: &'a mut Vec<AreaField>,
    problems: &'a mut Vec<Problem>,
    /// Open tags, innermost last.
    open: Vec<OpenTag>,
}

struct OpenTag {
    name: &'static str,
    start: usize,
    /// Number of the query whose macro is its body; none if a template prints the result, or nothing does.
    number: Option<usize>,
}

impl Writer<'_> {
    fn report(&mut self, code: &str, offset: usize, message: &str, help: Option<&str>) {
        let mut problem = Problem::error(code, self.path, message).at(TextPosition::of(self.written, offset));
        problem.help = help.map(str::to_owned);
        self.problems.push(problem);
    }

    /// Replacement for the construct that begins here, and its end.
    fn replacement(&mut self, found: usize, here: &str) -> Option<(String, usize)> {
        if starts_with(here, TAG) {
            let tag = Tag::read(here)?;
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
            let help = "Known variables: {squarespace-headers}, {squarespace-footers}, {squarespace.main-content}, \
                {squarespace.page-classes}, {squarespace.page-id}.";
            self.report("unsupported-variable", found, &message, Some(help));
        }
    }

    fn tag(&mut self, found: usize, tag: &Tag<'_>) -> String {
        match tag.name.to_ascii_lowercase().as_str() {
            "navigation" => self.navigation(found, tag),
            "script" => self.script(found, tag),
            "query" => self.query_tag(QUERY, found, tag),
            "category" => self.query_tag(CATEGORY, found, tag),
            "block-field" => self.area(found, tag),
            other => {
                let message = format!("The tag <squarespace:{other}> prints nothing.");
                let help = "Known tags: navigation, query, category, block-field and script.";
                self.report("unsupported-tag", found, &message, Some(help));
                String::new()
            }
        }
    }

    fn navigation(&mut self, found: usize, tag: &Tag<'_>) -> String {
        let attribute = |name: &str| tag.attributes.get(name).copied().filter(|value| is_name(value));
        let (Some(navigation), Some(template)) = (attribute("navigationid"), attribute("template")) else {
            let help = "Write <squarespace:navigation navigationId=\"mainNav\" template=\"navigation\" />.";
            self.report("invalid-tag", found, "A navigation needs a navigationId and a template.", Some(help));
            return String::new();
        };
        if !self.around.navigations.iter().any(|known| known == navigation) {
            let message = format!("'template.conf' has no navigation '{navigation}'.");
            self.report("unknown-navigation", found, &message, Some("Add it to \"navigations\"."));
            return String::new();
        }
        format!("{{{NAVIGATIONS}.{navigation}|apply {template}.block}}")
    }

    /// A block area. It exists once in the site, however many templates print it.
    fn area(&mut self, found: usize, tag: &Tag<'_>) -> String {
        let Some(area) = AreaField::of(&tag.attributes) else {
            let help = "Write <squarespace:block-field id=\"footerBlocks\" label=\"Footer\" columns=\"12\" />.";
            let message = "A block field needs an id: a letter first, then letters, digits, '-' or '_'.";
            self.report("invalid-tag", found, message, Some(help));
            return String::new();
        };
        let printed = format!("{{{AREAS}.{}}}", area.id);
        if !self.areas.iter().any(|known| known.id == area.id) {
            if self.areas.len() >= MAX_AREAS {
                let message = format!("A theme can have at most {MAX_AREAS} block fields.");
                self.report("too-many-areas", found, &message, Some("Use one id in several templates to share it."));
                return String::new();
            }
            self.areas.push(area);
        }
        printed
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

    /// A query or a list of categories, printed by its template if it has one, otherwise by its body.
    fn query_tag(&mut self, name: &'static str, found: usize, tag: &Tag<'_>) -> String {
        let template = tag.attributes.get("template").copied().filter(|template| is_name(template));
        let asked = self.asked(name, found, tag, template.is_some());
        let number = self.queries.len();
        let by_body = Some(number).filter(|_| asked.is_some() && template.is_none());
        if !tag.closed {
            self.open.push(OpenTag { name, start: found, number: by_body });
        }
        let Some(query) = asked else { return String::new() };
        self.queries.push(query);
        match template {
            Some(template) => format!("{{{QUERIES}.{number}|apply {template}.block}}"),
            None if tag.closed => macro_head(number) + CATEGORY_LINKS + macro_end(number).as_str(),
            None => macro_head(number),
        }
    }

    /// The query of a tag; reports invalid attributes.
    fn asked(&mut self, name: &str, found: usize, tag: &Tag<'_>, by_template: bool) -> Option<Query> {
        if name == QUERY && self.open.iter().any(|open| open.name == QUERY) {
            self.report("invalid-tag", found, "Queries cannot be nested.", None);
            return None;
        }
        if name == QUERY && tag.closed && !by_template {
            let help = "Write <squarespace:query collection=\"journal\" limit=\"3\">…</squarespace:query>.";
            self.report("invalid-tag", found, "A query needs a body or a template.", Some(help));
            return None;
        }
        let mut invalid_attributes = Vec::new();
        let query = match name {
            CATEGORY => Query::of_categories(&tag.attributes, &mut invalid_attributes),
            _ => Query::of_items(&tag.attributes, &mut invalid_attributes),
        };
        if query.is_none() && invalid_attributes.is_empty() {
            let help = format!("Write <squarespace:{name} collection=\"journal\">…</squarespace:{name}>.");
            let message = format!("A {name} needs a collection.");
            invalid_attributes.push(InvalidAttribute { code: "invalid-tag", message, help });
        }
        for InvalidAttribute { code, message, help } in invalid_attributes {
            self.report(code, found, &message, Some(&help));
        }
        query
    }

    fn closing(&mut self, found: usize, here: &str) -> String {
        let closed = [QUERY, CATEGORY].into_iter().find(|name| {
            let behind = here.get("</squarespace:".len()..).filter(|behind| starts_with(behind, name));
            behind.and_then(|behind| behind.get(name.len()..)).is_some_and(|rest| rest.trim_start().starts_with('>'))
        });
        let Some(name) = closed else { return String::new() };
        match self.open.pop_if(|open| open.name == name) {
            Some(open) => open.number.map(macro_end).unwrap_or_default(),
            None => {
                self.report("unclosed-tag", found, &format!("This end tag of {name} has no start tag."), None);
                String::new()
            }
        }
    }

    /// Replaces the path of a theme file after a quote or bracket by its URL.
    fn address(&self, found: usize, here: &str) -> Option<(String, usize)> {
        let quote = here.chars().next().filter(|letter| matches!(letter, '"' | '\'' | '('))?;
        let inner = here.get(1..)?;
        let end = inner.find(['"', '\'', ')', '?', '#', '{', ' ', '>'])?;
        let path = inner.get(..end)?.strip_prefix('/')?;
        let address = self.around.addresses.get(path)?;
        Some((format!("{quote}{address}"), found + 1 + end))
    }
}

/// Start of the macro that prints the result of a query.
fn macro_head(number: usize) -> String {
    format!("{{.macro stoa-query-{number}}}")
}

/// End of the macro, and its call.
fn macro_end(number: usize) -> String {
    format!("{{.end}}{{{QUERIES}.{number}|apply stoa-query-{number}}}")
}

fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.starts_with(|letter: char| letter.is_ascii_alphabetic()) && text.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::super::query::Source;
    use super::*;

    fn rewritten(text: &str) -> (String, Vec<Query>, Vec<String>) {
        let addresses = ["scripts/site.js", "assets/mark.svg"]
            .map(|path| (path.to_owned(), format!("/themes/t/{path}?v=1")))
            .into();
        let navigations = ["mainNav".to_owned()];
        let around = TagContext { addresses: &addresses, navigations: &navigations };
        let (mut queries, mut areas, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        let found = Findings { queries: &mut queries, areas: &mut areas, problems: &mut problems };
        let file = rewrite("site.region", text, &around, found);
        let problems = problems.iter().map(|problem| format!("{}:{} {}", problem.line, problem.column, problem.code));
        (file.source, queries, problems.collect())
    }

    #[test]
    fn tags_are_translated() {
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
    fn query_tags_loop_over_results() {
        let (text, queries, problems) = rewritten(
            "<squarespace:query collection=\"/journal\" limit=\"3\" tag=\"kiln\">{.repeated section items}{title}{.end}</squarespace:query>",
        );
        let expected =
            "{.macro stoa-query-0}{.repeated section items}{title}{.end}{.end}{stoa-queries.0|apply stoa-query-0}";
        assert_eq!(text, expected);
        let Query { source, limit, tags, wants_categories, .. } = queries.into_iter().next().unwrap();
        assert_eq!((source, limit, tags), (Source::Named("journal".to_owned()), 3, vec!["kiln".to_owned()]));
        assert!(!wants_categories && problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn category_tag_forms() {
        let (text, queries, problems) = rewritten(
            "<squarespace:category collection=\"{urlId}\" template=\"slugs\" />\
             <squarespace:query collection=\"journal\"><squarespace:category collection=\"journal\">\
             {.repeated section categories}{name}{.end}</squarespace:category>|</squarespace:query>\
             <squarespace:category source=\"shop\"/>",
        );
        assert_eq!(
            text,
            format!(
                "{{stoa-queries.0|apply slugs.block}}{{.macro stoa-query-1}}{{.macro stoa-query-2}}\
                 {{.repeated section categories}}{{name}}{{.end}}{{.end}}{{stoa-queries.2|apply stoa-query-2}}|\
                 {{.end}}{{stoa-queries.1|apply stoa-query-1}}\
                 {{.macro stoa-query-3}}{CATEGORY_LINKS}{{.end}}{{stoa-queries.3|apply stoa-query-3}}"
            )
        );
        let asked: Vec<_> = queries.into_iter().map(|query| (query.source, query.wants_categories)).collect();
        let named = |name: &str| Source::Named(name.to_owned());
        let expected =
            [(Source::Shown, true), (named("journal"), false), (named("journal"), true), (named("shop"), true)];
        assert_eq!((asked, problems), (expected.to_vec(), Vec::new()));
    }

    #[test]
    fn block_fields_render_areas() {
        let text = "<squarespace:block-field id=\"foot\" label=\"Foot of the page\" columns=\"6\" lock-layout=\"true\" />\
            <squarespace:block-field columns='13' ID=side></squarespace:block-field><squarespace:block-field id=\"foot\"/>";
        let (mut queries, mut areas, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        let around = TagContext { addresses: &BTreeMap::new(), navigations: &[] };
        let found = Findings { queries: &mut queries, areas: &mut areas, problems: &mut problems };
        let file = rewrite("site.region", text, &around, found);
        assert_eq!(file.source, "{stoa-areas.foot}{stoa-areas.side}{stoa-areas.foot}");
        let told: Vec<_> = areas.iter().map(|area| (area.id.as_str(), area.label.as_str(), area.columns)).collect();
        assert_eq!((told, problems), (vec![("foot", "Foot of the page", 6), ("side", "side", 12)], Vec::new()));
    }

    #[test]
    fn unsupported_tags_reported_with_position() {
        let text = "<p>\n <squarespace:block-field id=\"1 foot\" label=\"Foot\" />\n{squarespace.page-title}<squarespace:folder-nav/>\n\
            <squarespace:navigation navigationId=\"other\" template=\"menu\" /><squarespace:script src=\"no.js\" />\n\
            <squarespace:query collection=\"a\" sort=\"name\" skip=\"x\"></squarespace:gallery>\n\
            <squarespace:category/></squarespace:category>";
        let (_, _, problems) = rewritten(text);
        let expected = [
            "2:2 invalid-tag",
            "3:1 unsupported-variable",
            "3:25 unsupported-tag",
            "4:1 unknown-navigation",
            "4:64 missing-file",
            "5:1 unsupported-attribute",
            "5:1 invalid-attribute",
            "6:1 invalid-tag",
            "6:24 unclosed-tag",
            "5:1 unclosed-tag",
        ];
        assert_eq!(problems, expected);
    }
}
