//! Collects the columns of a day.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::tz::TimeZone;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_kernel::clock::Timestamp;

use super::acts::{self, Act};
use super::day::{Day, stored};
use super::packed::Column;
use super::{OF_BUTTONS, OF_PAGES, OF_VISITS, Part};
use crate::rollups::hour_of;
use crate::visits::started_from;
use crate::{BOUNCE_MS, EventKind, texts};

/// What visits without a value have.
const NONE: i64 = 0;
/// Most visits, pages and acts of visits, and visits of buttons of a day that is made into columns, which bounds the
/// memory.
const MAX_ROWS: usize = 1_000_000;

/// A visit that began on the day, or has events on it.
struct Visit {
    id: i64,
    visitor: i64,
    is_own: bool,
    hour: i64,
    views: i64,
    engaged_ms: i64,
    orders: i64,
    revenue: i64,
    values: [i64; OF_VISITS.len()],
}

/// What happened on a page in a visit.
#[derive(Default)]
struct OnPage {
    views: i64,
    is_seen_elsewhere: bool,
    engaged_ms: i64,
    orders: i64,
    revenue: i64,
}

#[derive(Default)]
struct OfButton {
    times: i64,
    visits: HashSet<i64>,
}

/// The columns of a day while its visits and events are read.
pub(crate) struct DayColumns {
    start: Timestamp,
    end: Timestamp,
    zone: TimeZone,
    own: Vec<Visit>,
    others: BTreeMap<i64, Visit>,
    /// By visit and page.
    pages: HashMap<(i64, i64), OnPage>,
    /// How often, by visit and what it did.
    acts: HashMap<(i64, Act), i64>,
    /// By object, page and kind.
    buttons: BTreeMap<(i64, i64, i16), OfButton>,
    countries: HashMap<String, i64>,
    last_at: Timestamp,
    visits_of_buttons: usize,
    /// Most rows.
    pub(super) most: usize,
    /// Whether there were more with the acts: the day gets no columns of them.
    has_lost_acts: bool,
    /// Whether there were more: the day gets no columns, and nothing is kept.
    is_given_up: bool,
}

impl DayColumns {
    pub(crate) fn new(start: Timestamp, end: Timestamp, zone: TimeZone) -> Self {
        Self {
            start,
            end,
            zone,
            own: Vec::new(),
            others: BTreeMap::new(),
            pages: HashMap::new(),
            acts: HashMap::new(),
            buttons: BTreeMap::new(),
            countries: HashMap::new(),
            last_at: start,
            visits_of_buttons: 0,
            most: MAX_ROWS,
            has_lost_acts: false,
            is_given_up: false,
        }
    }

    /// Beginning and end of the day.
    pub(super) fn span(&self) -> (Timestamp, Timestamp) {
        (self.start, self.end)
    }

    /// The ids of the visits that began on the day, end excluded.
    pub(super) fn own_ids(&self) -> (i64, i64) {
        (started_from(self.start), started_from(self.end))
    }

    /// The beginning of the hour of a time, milliseconds.
    pub(super) fn hour_of(&self, at: Timestamp) -> i64 {
        hour_of(at, &self.zone).ms()
    }

    /// The visitors.
    pub(super) fn visitors(&self) -> HashSet<i64> {
        self.own.iter().chain(self.others.values()).map(|visit| visit.visitor).collect()
    }

    /// When the last event of these visits happened.
    pub(super) fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// The ids of visits that began earlier, in order.
    pub(super) fn earlier_ids(&self) -> Vec<i64> {
        self.others.range(..started_from(self.start)).map(|(id, _)| *id).collect()
    }

    /// The ids of visits that began later, in order: the clocks of browsers differ.
    pub(super) fn later_ids(&self) -> Vec<i64> {
        self.others.range(started_from(self.end)..).map(|(id, _)| *id).collect()
    }

    /// Whether the day has too much for columns.
    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// How many rows there are. Visits that click a button or see one are among the acts as well.
    fn rows_so_far(&self) -> usize {
        self.own.len() + self.others.len() + self.pages.len() + self.acts.len().max(self.visits_of_buttons)
    }

    /// Whether another row has room; else the acts are given up, of which there may be the most and which few reports
    /// need, and then the day.
    fn has_room(&mut self) -> bool {
        if self.rows_so_far() >= self.most && !self.acts.is_empty() {
            self.has_lost_acts = true;
            self.acts = HashMap::new();
        }
        if self.rows_so_far() >= self.most {
            self.is_given_up = true;
            self.own = Vec::new();
            self.others = BTreeMap::new();
            self.pages = HashMap::new();
            self.buttons = BTreeMap::new();
            self.visits_of_buttons = 0;
        }
        !self.is_given_up
    }

    /// Adds a visit that began on the day.
    pub(crate) fn add_visit(&mut self, visit: &analytics_visit::Model) {
        if !self.has_room() {
            return;
        }
        let own = self.visit(visit, true);
        self.own.push(own);
        self.last_at = self.last_at.max(visit.last_at);
    }

    /// Adds an event of the day.
    pub(crate) fn add_event(&mut self, event: &analytics_event::Model, visit: Option<&analytics_visit::Model>) {
        let Some(kind) = EventKind::from_number(event.kind) else { return };
        if !self.has_room() {
            return;
        }
        if let Some(object) = event.object.filter(|_| OF_BUTTONS.contains(&kind)) {
            let own = self.buttons.entry((object, event.page.unwrap_or(NONE), event.kind)).or_default();
            own.times += 1;
            self.visits_of_buttons += usize::from(own.visits.insert(event.visit));
        }
        let Some(visit) = visit else { return };
        let page = event.page.filter(|_| OF_PAGES.contains(&kind));
        let mut acts = Act::of(event, kind).peekable();
        let has_acts = !self.has_lost_acts && acts.peek().is_some();
        if page.is_none() && !has_acts {
            return;
        }
        let (first, end) = self.own_ids();
        if !(first..end).contains(&visit.id) && !self.others.contains_key(&visit.id) {
            let other = self.visit(visit, false);
            self.others.insert(visit.id, other);
        }
        if has_acts {
            for act in acts {
                *self.acts.entry((visit.id, act)).or_default() += 1;
            }
        }
        let Some(page) = page else { return };
        let own = self.pages.entry((visit.id, page)).or_default();
        match kind {
            EventKind::PageView => own.views += 1,
            EventKind::Heartbeat => own.engaged_ms += event.number.unwrap_or(0).max(0),
            _ => {
                own.orders += 1;
                own.revenue += event.number.unwrap_or(0);
            }
        }
    }

    /// Notes that a visit saw a page on another day.
    pub(super) fn note_seen_elsewhere(&mut self, visit: i64, page: i64) {
        if self.has_room() {
            self.pages.entry((visit, page)).or_default().is_seen_elsewhere = true;
        }
    }

    fn visit(&mut self, visit: &analytics_visit::Model, is_own: bool) -> Visit {
        let country = match &visit.country {
            Some(code) => match self.countries.get(code) {
                Some(id) => *id,
                None => {
                    let id = texts::id_of(code);
                    self.countries.insert(code.clone(), id);
                    id
                }
            },
            None => NONE,
        };
        let text = |id: Option<i64>| id.unwrap_or(NONE);
        let value = |part: Part| match part {
            Part::Source => text(visit.source),
            Part::Medium => i64::from(visit.medium),
            Part::Campaign => text(visit.campaign),
            Part::Term => text(visit.term),
            Part::Content => text(visit.content),
            Part::Country => country,
            Part::Language => text(visit.language),
            Part::Device => i64::from(visit.device),
            Part::Browser => text(visit.browser),
            Part::Os => text(visit.os),
            Part::EntryPage => text(visit.entry_page),
            Part::ExitPage => text(visit.exit_page),
            _ => NONE,
        };
        Visit {
            id: visit.id,
            visitor: visit.visitor,
            is_own,
            hour: self.hour_of(visit.started_at),
            views: i64::from(visit.views),
            engaged_ms: visit.engaged_ms,
            orders: i64::from(visit.orders),
            revenue: visit.revenue,
            values: OF_VISITS.map(value),
        }
    }

    /// The rows of the day: the number of the column, and its bytes. None for a day without visits and events, or with
    /// too many.
    pub(super) fn rows(self) -> Vec<(i16, Vec<u8>)> {
        stored(&self.columns())
    }

    /// The day, without being stored.
    pub(super) fn day(self) -> Day {
        Day::new(self.start, self.columns())
    }

    fn columns(self) -> Vec<(Part, Column)> {
        let mut visits = self.own;
        visits.extend(self.others.into_values());
        visits.sort_unstable_by_key(|visit| (visit.visitor, visit.id));
        let mut columns = Vec::new();
        if self.has_lost_acts && !self.is_given_up {
            columns.push((Part::LostActs, Column::numbers(&[1])));
        }
        if !visits.is_empty() {
            columns.extend(of_visits(&visits));
            columns.extend(of_pages(&visits, self.pages));
            columns.extend(acts::columns(visits.iter().map(|visit| visit.id), self.acts));
        }
        if !self.buttons.is_empty() {
            columns.extend(of_buttons(&self.buttons));
        }
        columns
    }
}

fn of_visits(visits: &[Visit]) -> Vec<(Part, Column)> {
    let all = |of: &dyn Fn(&Visit) -> i64| visits.iter().map(of).collect::<Vec<i64>>();
    let numbers = |of: &dyn Fn(&Visit) -> i64| Column::numbers(&all(of));
    let mut before = None;
    let fresh: Vec<i64> =
        visits.iter().map(|visit| i64::from(before.replace(visit.visitor) != Some(visit.visitor))).collect();
    let bounced = |visit: &Visit| i64::from(visit.views <= 1 && visit.engaged_ms < BOUNCE_MS);
    let mut columns = vec![
        (Part::Fresh, Column::numbers(&fresh)),
        (Part::Own, numbers(&|visit| i64::from(visit.is_own))),
        (Part::Hour, Column::listed(&all(&|visit| visit.hour))),
        (Part::Views, numbers(&|visit| visit.views)),
        (Part::EngagedMs, numbers(&|visit| visit.engaged_ms)),
        (Part::Bounced, numbers(&bounced)),
        (Part::Orders, numbers(&|visit| visit.orders)),
        (Part::Revenue, numbers(&|visit| visit.revenue)),
        (Part::Visitor, numbers(&|visit| visit.visitor)),
    ];
    for (place, part) in OF_VISITS.into_iter().enumerate() {
        let values = all(&|visit| visit.values.get(place).copied().unwrap_or(NONE));
        columns.push((part, Column::listed(&values)));
    }
    columns
}

fn of_pages(visits: &[Visit], pages: HashMap<(i64, i64), OnPage>) -> Vec<(Part, Column)> {
    let mut pages: Vec<((i64, i64), OnPage)> = pages.into_iter().collect();
    pages.sort_unstable_by_key(|(key, _)| *key);
    let (mut counts, mut rows) = (Vec::with_capacity(visits.len()), Vec::with_capacity(pages.len()));
    for visit in visits {
        let first = pages.partition_point(|((id, _), _)| *id < visit.id);
        let before = rows.len();
        rows.extend(pages.iter().skip(first).take_while(|((id, _), _)| *id == visit.id));
        counts.push((rows.len() - before) as i64);
    }
    let all = |of: &dyn Fn(&OnPage) -> i64| rows.iter().map(|(_, own)| of(own)).collect::<Vec<i64>>();
    let numbers = |of: &dyn Fn(&OnPage) -> i64| Column::numbers(&all(of));
    let names: Vec<i64> = rows.iter().map(|((_, page), _)| *page).collect();
    vec![
        (Part::Pages, Column::numbers(&counts)),
        (Part::Page, Column::listed(&names)),
        (Part::PageViews, numbers(&|own| own.views)),
        (Part::SeenElsewhere, numbers(&|own| i64::from(own.is_seen_elsewhere))),
        (Part::PageEngagedMs, numbers(&|own| own.engaged_ms)),
        (Part::PageOrders, numbers(&|own| own.orders)),
        (Part::PageRevenue, numbers(&|own| own.revenue)),
    ]
}

fn of_buttons(buttons: &BTreeMap<(i64, i64, i16), OfButton>) -> Vec<(Part, Column)> {
    let objects: Vec<i64> = buttons.keys().map(|(object, ..)| *object).collect();
    let pages: Vec<i64> = buttons.keys().map(|(_, page, _)| *page).collect();
    let kinds: Vec<i64> = buttons.keys().map(|(.., kind)| i64::from(*kind)).collect();
    let times: Vec<i64> = buttons.values().map(|own| own.times).collect();
    let visits: Vec<i64> = buttons.values().map(|own| own.visits.len() as i64).collect();
    vec![
        (Part::ButtonObject, Column::listed(&objects)),
        (Part::ButtonPage, Column::listed(&pages)),
        (Part::ButtonKind, Column::listed(&kinds)),
        (Part::ButtonTimes, Column::numbers(&times)),
        (Part::ButtonVisits, Column::numbers(&visits)),
    ]
}
