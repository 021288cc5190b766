//! The formatter `markdown_table`: the tables of a Markdown text as HTML, such as the sizes in a product's description.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd, html};
use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, escape_html, invalid_input, setting};

const CLASS: &str = "stoa-table";

struct MarkdownTable;

impl Formatters for MarkdownTable {
    fn apply(name: String, input: Value, _args: Vec<Value>) -> Result<Value, Error> {
        let class = class_of_site(&name)?;
        print(&input, &class)
    }

    fn apply_many(name: String, inputs: Vec<Value>, _args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let class = class_of_site(&name)?;
        inputs.iter().map(|input| print(input, &class)).collect()
    }
}

/// The class of tables, from the site's settings.
fn class_of_site(name: &str) -> Result<String, Error> {
    if name != "markdown_table" {
        return Err(error(ErrorCode::NotSupported, format!("no formatter {name}")));
    }
    let configured = setting("className").and_then(|value| value.as_str().map(str::to_owned));
    Ok(configured.unwrap_or_else(|| CLASS.to_owned()))
}

fn print(input: &Value, class: &str) -> Result<Value, Error> {
    match input {
        Value::Text(text) => Ok(Value::Text(tables(text, class))),
        Value::None => Ok(Value::None),
        _ => Err(invalid_input("markdown_table takes text")),
    }
}

/// All tables of a text; what stands around them is left out.
fn tables(markdown: &str, class: &str) -> String {
    let mut table = Table::default();
    let mut printed = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Table(alignments)) => {
                table = Table { alignments, inside: true, ..Table::default() };
                printed.push_str(&format!("<table class=\"{}\">", escape_html(class)));
            }
            Event::End(TagEnd::Table) => {
                table.inside = false;
                printed.push_str("</tbody></table>");
            }
            event if table.inside => table.push(event, &mut printed),
            _ => {}
        }
    }
    printed
}

/// The table that is being printed.
#[derive(Default)]
struct Table<'a> {
    alignments: Vec<Alignment>,
    inside: bool,
    in_head: bool,
    column: usize,
    cell: Vec<Event<'a>>,
}

impl<'a> Table<'a> {
    fn push(&mut self, event: Event<'a>, printed: &mut String) {
        match event {
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                printed.push_str("<thead><tr>");
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                printed.push_str("</tr></thead><tbody>");
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                printed.push_str("<tr>");
            }
            Event::End(TagEnd::TableRow) => printed.push_str("</tr>"),
            Event::Start(Tag::TableCell) => self.cell.clear(),
            Event::End(TagEnd::TableCell) => self.print_cell(printed),
            // Tags in the text are shown as they are.
            Event::Html(text) | Event::InlineHtml(text) => self.cell.push(Event::Text(text)),
            other => self.cell.push(other),
        }
    }

    fn print_cell(&mut self, printed: &mut String) {
        let element = if self.in_head { "th scope=\"col\"" } else { "td" };
        let alignment = match self.alignments.get(self.column) {
            Some(Alignment::Left) => " align=\"left\"",
            Some(Alignment::Center) => " align=\"center\"",
            Some(Alignment::Right) => " align=\"right\"",
            _ => "",
        };
        printed.push_str(&format!("<{element}{alignment}>"));
        html::push_html(printed, self.cell.drain(..));
        printed.push_str(if self.in_head { "</th>" } else { "</td>" });
        self.column += 1;
    }
}

stoa_plugin_sdk::plugin!(formatters: MarkdownTable);
