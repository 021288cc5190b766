//! Comments, likes, shares and external links.

use percent_encoding::{AsciiSet, utf8_percent_encode};
use stoa_locale::Moment;

use super::markup::attribute_of;
use super::text::ESCAPED_IN_COMPONENT;
use super::{Formatter, entry, first};
use crate::compile::call::{Arguments, Rule};
use crate::run::{Machine, Stop};
use crate::value::Node;

pub(super) static FORMATTERS: &[Formatter] = &[
    entry("activate-twitter-links", Rule::ANY, activate_links),
    entry("comment-count", Rule::ANY, comment_count),
    entry("comment-link", Rule::ANY, comment_link),
    entry("comments", Rule::ANY, comments),
    entry("google-calendar-url", Rule::ANY, calendar_url),
    entry("like-button", Rule::ANY, like_button),
    entry("social-button", Rule::ANY, social_button),
    entry("social-button-inline", Rule::ANY, social_button_inline),
    entry("twitter-follow-button", Rule::ANY, follow_button),
];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// What `encodeURIComponent` of JavaScript escapes.
const ESCAPED: &AsciiSet = &ESCAPED_IN_COMPONENT.remove(b'\'');

fn name_length(text: &str) -> usize {
    text.bytes().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == b'_').count()
}

fn url_length(text: &str) -> usize {
    let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '<' | '>');
    text.find(is_end).unwrap_or(text.len())
}

fn activate_links<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_plain_text();
    let mut out = String::with_capacity(text.len());
    let mut rest: &str = &text;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(letter.len_utf8()..).unwrap_or("");
        let starts_word = before.is_none_or(|letter: char| !letter.is_alphanumeric());
        let length = match letter {
            '@' | '#' if starts_word => name_length(after),
            'h' if starts_word && (rest.starts_with("http://") || rest.starts_with("https://")) => url_length(rest) - 1,
            _ => 0,
        };
        let (word, remaining) = rest.split_at_checked(letter.len_utf8() + length).unwrap_or((rest, ""));
        let name = word.get(1..).unwrap_or("");
        match (letter, length) {
            (_, 0) => out.push(letter),
            ('@', _) => out.push_str(&format!("<a target=\"new\" href=\"https://twitter.com/{name}/\">{word}</a>")),
            ('#', _) => out.push_str(&format!(
                "<a target=\"new\" href=\"https://twitter.com/hashtag/{name}?src=hash\">{word}</a>"
            )),
            _ => out.push_str(&format!("<a target=\"new\" href=\"{word}\">{word}</a>")),
        }
        before = word.chars().next_back();
        rest = remaining;
    }
    machine.text(out)
}

/// Whether the comments are on Disqus: their number is unknown here.
fn comments_are_elsewhere(machine: &Machine<'_>) -> bool {
    let settings = machine.resolve_name("websiteSettings");
    ["disqusShortname", "disqusShortName"].iter().any(|name| settings.member(name).is_truthy())
}

fn comment_count<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    if comments_are_elsewhere(machine) {
        return machine.text("Comments");
    }
    machine.text(match first(values).member("publicCommentCount").to_integer() {
        0 => "No Comments".to_owned(),
        1 => "1 Comment".to_owned(),
        count => format!("{count} Comments"),
    })
}

fn comment_link<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let id = attribute_of(item.member("id"));
    if comments_are_elsewhere(machine) {
        return machine.text(format!(
            "<a href=\"{}#disqus_thread\" class=\"sqs-comment-link\" data-id=\"{id}\" \
             data-disqus-identifier=\"{id}\">\n  Comments\n  </a>",
            attribute_of(item.member("fullUrl")),
        ));
    }
    let count = item.member("publicCommentCount").to_integer();
    let shown = if count == 0 { "No".to_owned() } else { count.to_string() };
    machine.text(format!(
        "<a href=\"{}#comments-{id}\" class=\"sqs-comment-link\" data-id=\"{id}\">\n  {shown}\n  \
         Comment{}\n  </a>",
        attribute_of(item.member("fullUrl")),
        if count == 1 { "" } else { "s" },
    ))
}

fn comments<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    if comments_are_elsewhere(machine) {
        return machine.text("<div class=\"squarespace-comments\" id=\"disqus_thread\"></div>");
    }
    let node = first(values);
    let id = attribute_of(node.member("id"));
    let is_item = machine.resolve_name("item").is_truthy();
    let owner = match is_item || !machine.resolve_name("collection").is_truthy() {
        true => "item",
        false => "collection",
    };
    machine.text(format!(
        "<div class=\"squarespace-comments\" id=\"comments-{id}\" data-{owner}-id=\"{id}\" \
         data-public-comment-count=\"{}\" data-comment-state=\"{}\"></div>",
        attribute_of(node.member("publicCommentCount")),
        attribute_of(node.member("commentState")),
    ))
}

/// An instant as 20131115T123030Z.
fn compact_utc(machine: &mut Machine<'_>, node: Node<'_>) -> std::result::Result<String, Stop> {
    match Moment::new(node.to_integer(), "UTC") {
        Ok(moment) => Ok(format!(
            "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
            moment.year(),
            moment.month(),
            moment.day(),
            moment.hour(),
            moment.minute(),
            moment.second()
        )),
        Err(error) => machine.fail_unexpected("DateRangeError", &error.to_string()),
    }
}

fn calendar_url<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let event = first(values);
    let start = compact_utc(machine, event.member("startDate"))?;
    let end = compact_utc(machine, event.member("endDate"))?;
    let location = event.member("location");
    let lines: Vec<String> = ["addressLine1", "addressLine2", "addressCountry"]
        .iter()
        .map(|name| location.member(name).to_plain_text().into_owned())
        .filter(|line| !line.is_empty())
        .collect();
    let mut url = String::from("http://www.google.com/calendar/event?action=TEMPLATE&text=");
    url.extend(utf8_percent_encode(&event.member("title").to_plain_text(), ESCAPED));
    url.push_str(&format!("&dates={start}/{end}"));
    if !lines.is_empty() {
        url.push_str("&location=");
        url.extend(utf8_percent_encode(&lines.join(", "), ESCAPED));
    }
    machine.text(url)
}

fn like_button<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    if !machine.resolve_name("websiteSettings.simpleLikingEnabled").is_truthy() {
        return Ok(Node::Missing);
    }
    let item = first(values);
    machine.text(format!(
        "<span class=\"sqs-simple-like\" data-item-id=\"{}\" data-like-count=\"{}\">\n    \
         <span class=\"like-icon\"></span>\n    <span class=\"like-count\"></span>\n  </span>",
        attribute_of(item.member("id")),
        attribute_of(item.member("likeCount")),
    ))
}

fn share_attributes(item: Node<'_>) -> String {
    let (id, asset) = match item.member("mainImageId").is_truthy() {
        true => (item.member("mainImageId"), item.path(&["mainImage", "assetUrl"])),
        false => (item.member("systemDataId"), item.member("assetUrl")),
    };
    let mut out = String::new();
    if id.is_truthy() {
        out = format!(" data-system-data-id=\"{}\" data-asset-url=\"{}\"", attribute_of(id), attribute_of(asset));
    }
    out.push_str(&format!(
        " data-record-type=\"{}\" data-full-url=\"{}\" data-title=\"{}\"",
        attribute_of(item.member("recordType")),
        attribute_of(item.member("fullUrl")),
        attribute_of(item.member("title")),
    ));
    out
}

fn share<'r>(machine: &mut Machine<'r>, values: &[Node<'r>], tag: &str, style: &str) -> Result<'r> {
    if !machine.resolve_name("website.shareButtonOptions").is_truthy() {
        return Ok(Node::Missing);
    }
    let attributes = share_attributes(first(values));
    machine.text(format!("<{tag} class=\"squarespace-social-buttons {style}-style\"{attributes}></{tag}>"))
}

fn social_button<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    share(machine, values, "div", "button")
}

fn social_button_inline<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    share(machine, values, "span", "inline")
}

fn follow_button<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let profile = first(values);
    let user = profile.member("userName");
    let address = profile.member("profileUrl").to_plain_text();
    let name = match user.is_truthy() {
        true => attribute_of(user),
        false => {
            let last = address.trim_end_matches('/').rsplit('/').next().unwrap_or("");
            super::markup::attribute(last)
        }
    };
    machine.text(format!(
        "<script>Y.use('squarespace-follow-buttons', function(Y) {{ Y.on('domready', function() {{ \
         Y.Squarespace.FollowButtonUtils.renderAll(); }}); }});</script>\
         <div class=\"squarespace-follow-button\" data-username=\"{name}\"></div>"
    ))
}
