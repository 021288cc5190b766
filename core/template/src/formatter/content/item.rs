//! Items of a website: URLs, players, classes.

use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::markup::attribute_of;
use crate::formatter::text::slug;
use crate::product::{self, Prices};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Record type of products.
const STORE_ITEM: i64 = 11;

pub(super) fn absolute_url<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let base = machine.resolve_name("base-url").to_plain_text();
    let path = first(values).to_plain_text();
    machine.text(format!("{base}/{path}"))
}

pub(super) fn capitalize<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = first(values).to_text().to_uppercase();
    machine.text(text)
}

pub(super) fn humanize_duration<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let seconds = first(values).to_integer() / 1000;
    machine.text(format!("{}:{:02}", seconds / 60, (seconds % 60).abs()))
}

pub(super) fn audio_player<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let id = attribute_of(item.member("id"));
    let url = attribute_of(item.path(&["structuredContent", "audioAssetUrl"]));
    machine.text(format!(
        "<script>Y.use('squarespace-audio-player-frontend');</script>\n\
         <div class=\"squarespace-audio-player\" data-audio-asset-url=\"{url}\" data-item-id=\"{id}\" \
         id=\"audio-player-{id}\"></div>"
    ))
}

pub(super) fn classes<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let mut classes = vec!["hentry".to_owned()];
    let promoted = item.member("promotedBlockType");
    if promoted.is_truthy() {
        classes.push("promoted".to_owned());
        classes.push(format!("promoted-block-{}", slug(&promoted.to_plain_text())));
    }
    for (member, prefix) in [("categories", "category"), ("tags", "tag")] {
        for name in item.member(member).values() {
            classes.push(format!("{prefix}-{}", slug(&name.to_plain_text())));
        }
    }
    let author = item.path(&["author", "displayName"]);
    if author.is_truthy() {
        classes.push(format!("author-{}", slug(&author.to_plain_text())));
    }
    let label = item.member("recordTypeLabel").to_plain_text();
    classes.push(format!("post-type-{}", slug(&label)));
    let index = machine.resolve_name("@index");
    if !index.is_absent() {
        classes.push(format!("article-index-{}", index.to_plain_text()));
    }
    if item.member("starred").is_truthy() {
        classes.push("featured".to_owned());
    }
    if item.member("recordType").to_integer() == STORE_ITEM {
        if Prices::of(item).is_on_sale() {
            classes.push("on-sale".to_owned());
        }
        if product::is_sold_out(item) {
            classes.push("sold-out".to_owned());
        }
    }
    machine.text(classes.join(" "))
}
