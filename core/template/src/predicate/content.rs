//! Pages, collections and items.

use super::{Predicate, entry, named};
use crate::color::Color;
use crate::compile::call::Rule;
use crate::formatter::date::{milliseconds, moment};
use crate::formatter::without_tags;
use crate::run::Machine;
use crate::value::Node;

const FOLDER_INDEX: i64 = 1;
const FOLDER_REDIRECT: i64 = 2;
const TYPE_TEMPLATE_PAGE: i64 = 7;
const TYPE_PAGE: i64 = 10;

pub(super) static PREDICATES: &[Predicate] = &[
    named("calendar-view?", |machine, _| machine.resolve_name("calendarView").is_true()),
    named("child-images?", |machine, _| has_image(machine.current().member("items").element(0))),
    named("clickable?", |machine, _| {
        let behavior = machine.resolve_name("folderBehavior");
        behavior.is_absent() || is_number(behavior, FOLDER_INDEX) || is_number(behavior, FOLDER_REDIRECT)
    }),
    named("collection?", |machine, _| machine.current().member("collection").is_truthy()),
    named("collection-page?", |machine, _| is_number(machine.current().path(&["collection", "type"]), TYPE_PAGE)),
    named("collection-template-page?", is_template_page),
    entry("collectionTypeNameEquals?", Rule::ANY, |machine, arguments| {
        let name = machine.resolve_name("typeName");
        Ok(name.as_str().is_some() && name.as_str() == arguments.get(0))
    }),
    named("dark-color?", |machine, _| Color::parse(&machine.current().to_plain_text()).is_some_and(Color::is_dark)),
    named("excerpt?", |machine, _| has_excerpt(machine.current().member("excerpt"))),
    named("external-link?", |machine, _| machine.current().member("externalLink").is_truthy()),
    named("folder?", |machine, _| machine.current().path(&["collection", "folder"]).is_truthy()),
    named("has-multiple?", |machine, _| machine.current().size() > 1),
    named("index?", |machine, _| {
        let collection = machine.current().member("collection");
        collection.member("folder").is_truthy() && is_number(collection.member("folderBehavior"), FOLDER_INDEX)
    }),
    named("location?", |machine, _| {
        let location = machine.current().member("location");
        !location.member("mapLat").is_absent() && !location.member("mapLng").is_absent()
    }),
    named("main-image?", |machine, _| has_image(machine.current())),
    named("passthrough?", |machine, _| {
        let item = machine.current();
        item.member("passthrough").is_truthy() && item.member("sourceUrl").is_truthy()
    }),
    named("redirect?", |machine, _| is_number(machine.current().member("folderBehavior"), FOLDER_REDIRECT)),
    entry("same-day?", Rule::ANY, |machine, _| {
        let item = machine.current();
        let ends = (milliseconds(item.member("startDate")), milliseconds(item.member("endDate")));
        let (Some(start), Some(end)) = ends else { return Ok(false) };
        let (start, end) = (moment(machine, start)?, moment(machine, end)?);
        Ok(start.is_same_day(&end))
    }),
    named("serviceNameEmail?", |machine, _| machine.current().member("serviceName").as_str() == Some("email")),
    named("show-past-events?", |machine, _| {
        machine.current().member("showPastOrUpcomingEvents").as_str() == Some("past")
    }),
];

fn is_number(node: Node<'_>, wanted: i64) -> bool {
    node.to_integer() == wanted
}

fn has_image(item: Node<'_>) -> bool {
    item.member("mainImageId").is_truthy() || item.member("systemDataId").is_truthy()
}

fn is_template_page(machine: &Machine<'_>, _: &str) -> bool {
    let item = machine.current();
    let collection = item.member("collection");
    let holder = if collection.is_absent() { item } else { collection };
    is_number(holder.member("type"), TYPE_TEMPLATE_PAGE)
}

/// Whether an excerpt has visible content.
fn has_excerpt(excerpt: Node<'_>) -> bool {
    let Some(text) = excerpt.member("html").as_str().or(excerpt.as_str()) else { return false };
    let plain = without_tags(text).replace("&nbsp;", "");
    plain.chars().any(|letter| !letter.is_whitespace() && letter != '\u{200b}')
}
