use serde::{Deserialize, Serialize};
use stoa_kernel::content::LabelKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetId;

use super::labels::{name_problem, taken};
use crate::html;

/// Maximum number of tags, and of categories, of an item.
const MAX_LABELS: usize = 50;

/// Fields of an item besides title, slug and blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemFields {
    /// Excerpt as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Main image.
    pub image: Option<AssetId>,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories.
    pub categories: Vec<String>,
    /// Whether it is featured.
    pub starred: bool,
    /// External URL that it is about; empty for none.
    pub external_link: String,
    /// Date set by the owner, UTC milliseconds; none to use the first publication.
    pub dated_on: Option<i64>,
    /// Start of an event, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// End of an event, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// Location of an event.
    pub location: Option<Location>,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Image for link previews; none to use the main image.
    pub share_image: Option<AssetId>,
}

/// Location of an event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Location {
    /// Name of the place.
    pub address_title: String,
    /// Street and number.
    pub address_line1: String,
    /// Town, postal code and region.
    pub address_line2: String,
    /// Country, as written by the owner.
    pub address_country: String,
    /// Latitude in degrees.
    pub map_lat: Option<f64>,
    /// Longitude in degrees.
    pub map_lng: Option<f64>,
}

impl Location {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ItemFields {
    /// Its tags or its categories.
    pub(super) fn labels(&self, kind: LabelKind) -> &[String] {
        match kind {
            LabelKind::Tag => &self.tags,
            LabelKind::Category => &self.categories,
        }
    }

    pub(super) fn labels_mut(&mut self, kind: LabelKind) -> &mut Vec<String> {
        match kind {
            LabelKind::Tag => &mut self.tags,
            LabelKind::Category => &mut self.categories,
        }
    }

    /// Trims the values, sanitises HTML and collects errors.
    pub(super) fn check(&mut self, now_ms: i64, checks: &mut Checks) {
        for text in [&mut self.author, &mut self.external_link] {
            *text = text.trim().to_owned();
        }
        self.excerpt = html::sanitise(&self.excerpt);
        for (value, field, most) in [
            (&self.excerpt, "excerpt", 5_000),
            (&self.author, "author", 100),
            (&self.external_link, "externalLink", 1_000),
        ] {
            checks.require(value.chars().count() <= most, field, format!("Use at most {most} characters."));
        }
        let is_link = ["https://", "http://", "/"].iter().any(|start| self.external_link.starts_with(start));
        let fits = self.external_link.is_empty() || is_link;
        checks.require(fits, "externalLink", "Enter an address that starts with https://, http:// or /.");
        check_labels(LabelKind::Tag, &mut self.tags, checks);
        check_labels(LabelKind::Category, &mut self.categories, checks);
        let is_over = self.dated_on.is_none_or(|date| (0..=now_ms).contains(&date));
        let message = "Choose a date from 1970 to today. To publish it later, schedule it instead.";
        checks.require(is_over, "datedOn", message);
        let in_order = self.ends_on.is_none_or(|ends| self.starts_on.is_some_and(|starts| starts <= ends));
        checks.require(in_order, "endsOn", "Choose an end after the start.");
        self.location = self.location.take().filter(|location| !location.is_empty());
        if let Some(location) = &self.location {
            check_location(location, checks);
        }
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
    let full = format!("You have reached the limit of {MAX_LABELS} {}.", kind.plural());
    checks.require(labels.len() <= MAX_LABELS, kind.plural(), full);
}

fn check_location(location: &Location, checks: &mut Checks) {
    for (value, field) in [
        (&location.address_title, "location.addressTitle"),
        (&location.address_line1, "location.addressLine1"),
        (&location.address_line2, "location.addressLine2"),
        (&location.address_country, "location.addressCountry"),
    ] {
        checks.require(value.chars().count() <= 200, field, "Use at most 200 characters.");
    }
    let field = if location.map_lat.is_none() { "location.mapLat" } else { "location.mapLng" };
    let whole = location.map_lat.is_some() == location.map_lng.is_some();
    checks.require(whole, field, "Enter both, or neither.");
    let within = |degrees: Option<f64>, most: f64| degrees.is_none_or(|degrees| degrees.abs() <= most);
    checks.require(within(location.map_lat, 90.0), "location.mapLat", "Enter degrees from -90 to 90.");
    checks.require(within(location.map_lng, 180.0), "location.mapLng", "Enter degrees from -180 to 180.");
}
