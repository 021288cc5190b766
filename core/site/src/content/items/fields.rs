use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::id::AssetId;

use super::labels::LabelKind;
use crate::html;

/// Most tags, and most categories, of an item.
const MOST_LABELS: usize = 50;

/// What an item has beside its title, its address and its blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ItemFields {
    /// Short version as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Main picture.
    pub image: Option<AssetId>,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories.
    pub categories: Vec<String>,
    /// Whether its owner has marked it.
    pub starred: bool,
    /// Address elsewhere that it is about; empty for none.
    pub external_link: String,
    /// The date its owner gives it, UTC milliseconds; none for that of its first publication.
    pub dated_on: Option<i64>,
    /// When an event begins, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// When it ends, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// Where it takes place.
    pub location: Option<Location>,
    /// Whether search engines are asked to leave it out.
    pub no_index: bool,
    /// Picture shown when it is shared; none for the main picture.
    pub share_image: Option<AssetId>,
}

/// Where an event takes place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Location {
    /// Name of the place.
    pub address_title: String,
    /// Street and number.
    pub address_line1: String,
    /// Town and what belongs to it.
    pub address_line2: String,
    /// Country, as people write it.
    pub address_country: String,
    /// Degrees north.
    pub map_lat: Option<f64>,
    /// Degrees east.
    pub map_lng: Option<f64>,
}

impl Location {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ItemFields {
    /// Trims what was entered, cleans HTML and notes what is not right.
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
        let message = "Choose a date from 1970 to today. What shall appear later is scheduled instead.";
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
        if let Some(message) = kind.problem(label) {
            checks.require(false, kind.field(), message);
        }
        let folded = label.to_lowercase();
        checks.require(!seen.contains(&folded), kind.field(), kind.exists());
        seen.push(folded);
    }
    let full = format!("You have reached the limit of {MOST_LABELS} {}.", kind.field());
    checks.require(labels.len() <= MOST_LABELS, kind.field(), full);
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
