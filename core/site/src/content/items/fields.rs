//! Fields of items: tags, categories, places, times; with their check.

pub use stoa_entity::tenant::item::{ItemFields, Location};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::LabelKind;
use stoa_kernel::error::Checks;

use super::labels::{name_problem, taken};
use crate::contributor_texts;
use crate::html;

/// Maximum number of tags, and of categories, of an item.
const MAX_LABELS: usize = 50;

/// The tags or the categories of an item.
pub(super) fn labels_of(fields: &ItemFields, kind: LabelKind) -> &[String] {
    match kind {
        LabelKind::Tag => &fields.tags,
        LabelKind::Category => &fields.categories,
    }
}

pub(super) fn labels_of_mut(fields: &mut ItemFields, kind: LabelKind) -> &mut Vec<String> {
    match kind {
        LabelKind::Tag => &mut fields.tags,
        LabelKind::Category => &mut fields.categories,
    }
}

/// Trims the values, sanitises HTML and collects errors.
pub(super) fn check(fields: &mut ItemFields, now: Timestamp, checks: &mut Checks) {
    for text in [&mut fields.author, &mut fields.external_link] {
        *text = text.trim().to_owned();
    }
    fields.excerpt = html::sanitise(&fields.excerpt);
    for (value, field, most) in [
        (&fields.excerpt, "excerpt", 5_000),
        (&fields.author, "author", 100),
        (&fields.external_link, "externalLink", 1_000),
    ] {
        checks.require(
            value.chars().count() <= most,
            field,
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
        );
    }
    let is_link = ["https://", "http://", "/"].iter().any(|start| fields.external_link.starts_with(start));
    let fits = fields.external_link.is_empty() || is_link;
    checks.require(fits, "externalLink", contributor_texts::ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS);
    check_labels(LabelKind::Tag, &mut fields.tags, checks);
    check_labels(LabelKind::Category, &mut fields.categories, checks);
    let is_over = fields.dated_on.is_none_or(|date| (Timestamp::default()..=now).contains(&date));
    let message = contributor_texts::DATES_FROM_1970.english();
    checks.require(is_over, "datedOn", message);
    let in_order = fields.ends_on.is_none_or(|ends| fields.starts_on.is_some_and(|starts| starts <= ends));
    checks.require(in_order, "endsOn", contributor_texts::CHOOSE_AN_END_AFTER_THE_START);
    fields.location = fields.location.take().filter(|location| *location != Location::default());
    if let Some(location) = &fields.location {
        check_location(location, checks);
    }
}

fn check_labels(kind: LabelKind, labels: &mut [String], checks: &mut Checks) {
    let mut seen: Vec<String> = Vec::with_capacity(labels.len());
    for label in labels.iter_mut() {
        *label = label.trim().to_owned();
        if let Some(message) = name_problem(kind, label) {
            checks.require(false, kind.plural(), message);
        }
        let folded = label.to_lowercase();
        checks.require(!seen.contains(&folded), kind.plural(), taken(kind));
        seen.push(folded);
    }
    let full = match kind {
        LabelKind::Tag => stoa_kernel::contributor_texts::YOU_HAVE_REACHED_THE_LIMIT_OF_50.english(),
        LabelKind::Category => contributor_texts::LIMIT_OF_50_CATEGORIES.english(),
    };
    checks.require(labels.len() <= MAX_LABELS, kind.plural(), full);
}

fn check_location(location: &Location, checks: &mut Checks) {
    for (value, field) in [
        (&location.address_title, "location.addressTitle"),
        (&location.address_line1, "location.addressLine1"),
        (&location.address_line2, "location.addressLine2"),
        (&location.address_country, "location.addressCountry"),
    ] {
        checks.require(value.chars().count() <= 200, field, contributor_texts::USE_AT_MOST_200_CHARACTERS);
    }
    let field = if location.map_lat.is_none() { "location.mapLat" } else { "location.mapLng" };
    let whole = location.map_lat.is_some() == location.map_lng.is_some();
    checks.require(whole, field, contributor_texts::ENTER_BOTH_OR_NEITHER);
    let within = |degrees: Option<f64>, most: f64| degrees.is_none_or(|degrees| degrees.abs() <= most);
    checks.require(within(location.map_lat, 90.0), "location.mapLat", contributor_texts::ENTER_DEGREES_FROM_90_TO_90);
    checks.require(
        within(location.map_lng, 180.0),
        "location.mapLng",
        contributor_texts::ENTER_DEGREES_FROM_180_TO_180,
    );
}
