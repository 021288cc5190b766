//! The sums of a day, made in memory.

use std::collections::{BTreeMap, HashMap, HashSet};

use sea_orm::ActiveValue::Set;
use stoa_entity::analytics::{analytics_event, analytics_rollup, analytics_visit};
use stoa_kernel::clock::Timestamp;

use super::dimension::{Dimension, Grain, PRODUCT_SEEN, has_objects, objects_of};
use crate::segments::FORM;
use crate::texts;
use crate::visits::BOUNCE_MS;
use crate::{Device, EventKind, Medium};

/// Most values of a dimension that are kept for a day; the others are summed up under [`OTHER`].
const MAX_VALUES: usize = 1_000;
/// The value of all further ones.
pub const OTHER: &str = "(other)";

/// The sums of one value.
#[derive(Debug, Default)]
struct Sum {
    visits: i64,
    visitors: HashSet<i64>,
    /// Visitors that were counted elsewhere.
    further_visitors: i64,
    seen_by: HashSet<i64>,
    views: i64,
    bounces: i64,
    engaged_ms: i64,
    events: i64,
    orders: i64,
    revenue: i64,
}

/// Which sum: grain, dimension, beginning and value.
type Key = (i16, i16, Timestamp, i64);

/// The sums of a day.
pub(super) struct DaySums<'a> {
    start: Timestamp,
    /// The beginning of the hour of a time, in the time zone of the site.
    hour_of: &'a (dyn Fn(Timestamp) -> Timestamp + Send + Sync),
    sums: HashMap<Key, Sum>,
    /// Texts that may not be stored yet.
    words: BTreeMap<i64, String>,
}

impl<'a> DaySums<'a> {
    pub(super) fn new(start: Timestamp, hour_of: &'a (dyn Fn(Timestamp) -> Timestamp + Send + Sync)) -> Self {
        Self { start, hour_of, sums: HashMap::new(), words: BTreeMap::new() }
    }

    fn word(&mut self, text: &str) -> i64 {
        let id = texts::id_of(text);
        self.words.entry(id).or_insert_with(|| text.to_owned());
        id
    }

    fn day(&mut self, dimension: i16, value: i64) -> &mut Sum {
        self.sums.entry((Grain::Day.number(), dimension, self.start, value)).or_default()
    }

    fn hour(&mut self, dimension: Dimension, at: Timestamp, value: i64) -> &mut Sum {
        let hour = (self.hour_of)(at);
        self.sums.entry((Grain::Hour.number(), dimension.number(), hour, value)).or_default()
    }

    /// The values of a visit, by dimension; 0 where it has none, so that the values of a dimension add up to the total.
    fn values(&mut self, visit: &analytics_visit::Model) -> Vec<(Dimension, i64)> {
        let medium = Medium::from_number(visit.medium).map(Medium::name).map(|name| self.word(name));
        let device = Device::from_number(visit.device).map(Device::name).map(|name| self.word(name));
        let country = visit.country.as_deref().map(|country| self.word(country));
        let is_first = self.word(if visit.is_first { "new" } else { "returning" });
        let values = [
            (Dimension::Total, Some(0)),
            (Dimension::Source, visit.source),
            (Dimension::Medium, medium),
            (Dimension::Campaign, visit.campaign),
            (Dimension::Term, visit.term),
            (Dimension::Content, visit.content),
            (Dimension::Referrer, visit.referrer),
            (Dimension::Country, country),
            (Dimension::Language, visit.language),
            (Dimension::Device, device),
            (Dimension::Browser, visit.browser),
            (Dimension::Os, visit.os),
            (Dimension::EntryPage, visit.entry_page),
            (Dimension::ExitPage, visit.exit_page),
            (Dimension::Host, visit.host),
            (Dimension::NewOrReturning, Some(is_first)),
        ];
        values.into_iter().map(|(dimension, value)| (dimension, value.unwrap_or(0))).collect()
    }

    /// Adds a visit that began on this day, with all of its figures, also those of events after midnight: so a visit
    /// counts in one day, whatever it is summed up by.
    pub(super) fn add_visit(&mut self, visit: &analytics_visit::Model) {
        for (dimension, value) in self.values(visit) {
            self.day(dimension.number(), value).add_visit(visit);
        }
        self.hour(Dimension::Total, visit.started_at, 0).add_visit(visit);
    }

    /// Adds an event of this day to the sums by page, kind and object; its visit may have begun earlier.
    pub(super) fn add_event(&mut self, event: &analytics_event::Model, visit: Option<&analytics_visit::Model>) {
        let Some(kind) = EventKind::from_number(event.kind) else { return };
        let name = self.word(kind.name());
        self.hour(Dimension::Kind, event.at, name).add_seen(event, kind, visit);
        self.day(Dimension::Kind.number(), name).add_seen(event, kind, visit);
        if let Some(page) = event.page {
            let sum = self.day(Dimension::Page.number(), page);
            if kind == EventKind::PageView {
                sum.add_seen(event, kind, visit);
                // A visit that left at once has this view alone, which may be of the day after it began.
                sum.bounces += visit.map_or(0, bounces);
            } else {
                sum.add(event, kind);
            }
        }
        if PRODUCT_SEEN.contains(&kind) {
            for product in [Some(0), event.object].into_iter().flatten() {
                self.day(Dimension::SeenProduct.number(), product).add_seen(event, kind, visit);
            }
        }
        if let Some(object) = event.object.filter(|_| has_objects(kind)) {
            self.day(objects_of(kind), object).add_seen(event, kind, visit);
            if kind == EventKind::SiteSearch && event.number == Some(0) {
                self.day(Dimension::SearchWithoutResults.number(), object).add_seen(event, kind, visit);
            }
        }
    }

    /// The rows, and texts that they name.
    pub(super) fn rows(mut self) -> (Vec<analytics_rollup::ActiveModel>, Vec<(i64, String)>) {
        self.fold_rare_values();
        let row = |((grain, dimension, start, value), sum): (Key, Sum)| analytics_rollup::ActiveModel {
            grain: Set(grain),
            dimension: Set(dimension),
            start: Set(start),
            value: Set(value),
            visits: Set(sum.visits + length(&sum.seen_by)),
            visitors: Set(length(&sum.visitors) + sum.further_visitors),
            views: Set(sum.views),
            bounces: Set(sum.bounces),
            engaged_ms: Set(sum.engaged_ms),
            events: Set(sum.events),
            orders: Set(sum.orders),
            revenue: Set(sum.revenue),
            columns_form: Set(i16::from(FORM)),
            ..Default::default()
        };
        (self.sums.into_iter().map(row).collect(), self.words.into_iter().collect())
    }

    fn fold_rare_values(&mut self) {
        let mut values: HashMap<i16, Vec<(i64, i64)>> = HashMap::new();
        for ((grain, dimension, _, value), sum) in &self.sums {
            if *grain == Grain::Day.number() {
                values.entry(*dimension).or_default().push((sum.weight(), *value));
            }
        }
        for (dimension, mut values) in values {
            values.sort_unstable_by(|one, other| other.cmp(one));
            let other = texts::id_of(OTHER);
            for (_, value) in values.into_iter().skip(MAX_VALUES).filter(|(_, value)| *value != other) {
                let Some(sum) = self.sums.remove(&(Grain::Day.number(), dimension, self.start, value)) else {
                    continue;
                };
                self.words.insert(other, OTHER.to_owned());
                self.day(dimension, other).merge(&sum);
            }
        }
    }
}

fn bounces(visit: &analytics_visit::Model) -> i64 {
    i64::from(visit.views <= 1 && visit.engaged_ms < BOUNCE_MS)
}

fn length(set: &HashSet<i64>) -> i64 {
    i64::try_from(set.len()).unwrap_or(i64::MAX)
}

impl Sum {
    fn weight(&self) -> i64 {
        self.visits + length(&self.seen_by) + self.views + self.events
    }

    fn add(&mut self, event: &analytics_event::Model, kind: EventKind) {
        match kind {
            EventKind::Heartbeat => {
                self.engaged_ms += event.number.unwrap_or(0).max(0);
                return;
            }
            EventKind::PageView => self.views += 1,
            EventKind::Purchase => {
                self.orders += 1;
                self.revenue += event.number.unwrap_or(0);
            }
            _ => {}
        }
        self.events += 1;
    }

    fn add_visit(&mut self, visit: &analytics_visit::Model) {
        self.visits += 1;
        self.visitors.insert(visit.visitor);
        self.views += i64::from(visit.views);
        self.bounces += bounces(visit);
        self.engaged_ms += visit.engaged_ms;
        self.events += i64::from(visit.events);
        self.orders += i64::from(visit.orders);
        self.revenue += visit.revenue;
    }

    /// Like [`Self::add`]; its visits and visitors are those of such events.
    fn add_seen(&mut self, event: &analytics_event::Model, kind: EventKind, visit: Option<&analytics_visit::Model>) {
        self.add(event, kind);
        self.seen_by.insert(event.visit);
        self.visitors.extend(visit.map(|visit| visit.visitor));
    }

    /// Adds the sums of another value; a visit or visitor of both is counted twice.
    fn merge(&mut self, other: &Self) {
        self.visits += other.visits + length(&other.seen_by);
        self.further_visitors += length(&other.visitors) + other.further_visitors;
        self.views += other.views;
        self.bounces += other.bounces;
        self.engaged_ms += other.engaged_ms;
        self.events += other.events;
        self.orders += other.orders;
        self.revenue += other.revenue;
    }
}
