//! What visits did besides seeing pages: searches, products, carts, forms, popups, buttons, links and files.

use std::collections::HashMap;
use std::ops::Range;

use stoa_entity::analytics::analytics_event;

use super::day::Day;
use super::packed::Column;
use super::store::Summed;
use super::{Conditions, Part};
use crate::EventKind;
use crate::rollups::PRODUCT_SEEN;

/// No object or page.
const NONE: i64 = 0;
/// In the place of a kind: searches that found nothing.
pub(crate) const FOUND_NOTHING: i16 = -1;
/// The kind under which a product is noted that was seen, on its page or over a list: a visit sees it once.
const SEEN: EventKind = EventKind::ProductPageView;

/// The kinds of event that are noted.
pub(crate) const OF_ACTS: [EventKind; 22] = [
    EventKind::SiteSearch,
    EventKind::ProductPageView,
    EventKind::QuickView,
    EventKind::AddToCart,
    EventKind::CheckoutStarted,
    EventKind::Purchase,
    EventKind::NewsletterSignup,
    EventKind::AccountCreation,
    EventKind::ButtonRender,
    EventKind::ButtonClick,
    EventKind::FormRender,
    EventKind::FormStart,
    EventKind::FormSubmit,
    EventKind::OverlayView,
    EventKind::OverlayClose,
    EventKind::OverlaySubmit,
    EventKind::OverlayClick,
    EventKind::Audio,
    EventKind::Video,
    EventKind::OutboundClick,
    EventKind::FileDownload,
    EventKind::Custom,
];

/// Something that visits did on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Act {
    /// Number of the kind of event.
    kind: i16,
    /// Text: what it was done with.
    object: i64,
    /// Text: the page, of buttons.
    page: i64,
}

impl Act {
    /// What an event notes: a search that found nothing two acts.
    pub(super) fn of(event: &analytics_event::Model, kind: EventKind) -> impl Iterator<Item = Self> {
        let is_noted = OF_ACTS.contains(&kind);
        let object = match kind {
            // Each has an order of its own.
            EventKind::CheckoutStarted | EventKind::Purchase => NONE,
            _ => event.object.unwrap_or(NONE),
        };
        let is_of_button = matches!(kind, EventKind::ButtonRender | EventKind::ButtonClick);
        let page = event.page.filter(|_| is_of_button).unwrap_or(NONE);
        let number = if PRODUCT_SEEN.contains(&kind) { SEEN.number() } else { event.kind };
        let own = is_noted.then_some(Self { kind: number, object, page });
        let is_in_vain = kind == EventKind::SiteSearch && event.number == Some(0);
        own.into_iter().chain(is_in_vain.then_some(Self { kind: FOUND_NOTHING, object, page }))
    }
}

/// The columns of what visits did: the ids of all visits of the day in their order, and how often each did what.
pub(super) fn columns(visits: impl Iterator<Item = i64>, acts: HashMap<(i64, Act), i64>) -> Vec<(Part, Column)> {
    if acts.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<((i64, Act), i64)> = acts.into_iter().collect();
    rows.sort_unstable();
    let mut different: Vec<Act> = rows.iter().map(|((_, act), _)| *act).collect();
    different.sort_unstable();
    different.dedup();
    let (mut counts, mut places, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for visit in visits {
        let first = rows.partition_point(|((id, _), _)| *id < visit);
        let before = places.len();
        for ((_, act), count) in rows.iter().skip(first).take_while(|((id, _), _)| *id == visit) {
            places.push(different.binary_search(act).unwrap_or_default() as i64);
            times.push(*count);
        }
        counts.push((places.len() - before) as i64);
    }
    let all = |of: &dyn Fn(&Act) -> i64| Column::listed(&different.iter().map(of).collect::<Vec<i64>>());
    vec![
        (Part::Acts, Column::numbers(&counts)),
        (Part::Act, Column::numbers(&places)),
        (Part::ActTimes, Column::numbers(&times)),
        (Part::ActKind, all(&|act| i64::from(act.kind))),
        (Part::ActObject, all(&|act| act.object)),
        (Part::ActPage, all(&|act| act.page)),
    ]
}

/// The columns that are read.
fn parts(conditions: &Conditions) -> Vec<Part> {
    let mut parts = conditions.parts();
    parts.extend([Part::Acts, Part::Act, Part::ActTimes, Part::ActKind, Part::ActObject, Part::ActPage]);
    parts.push(Part::LostActs);
    parts
}

/// Whether a day has all acts of its visits.
fn has_acts(day: &Day) -> bool {
    day.column(Part::LostActs).is_none()
}

/// The acts of a day.
struct Acts<'a> {
    counts: &'a Column,
    acts: &'a Column,
    times: &'a Column,
    kinds: &'a Column,
    objects: &'a Column,
    pages: &'a Column,
}

impl<'a> Acts<'a> {
    fn of(day: &'a Day) -> Option<Self> {
        Some(Self {
            counts: day.column(Part::Acts)?,
            acts: day.column(Part::Act)?,
            times: day.column(Part::ActTimes)?,
            kinds: day.column(Part::ActKind)?,
            objects: day.column(Part::ActObject)?,
            pages: day.column(Part::ActPage)?,
        })
    }

    /// Goes through the rows of each visit that is meant.
    fn for_each_visit(&self, meant: Vec<bool>, mut visit: impl FnMut(Range<usize>)) {
        let mut row = 0;
        for (place, is_meant) in meant.into_iter().enumerate() {
            let rows = row..row + self.counts.size(place);
            row = rows.end;
            if is_meant && !rows.is_empty() {
                visit(rows);
            }
        }
    }
}

/// How often visits did something, and how many, by object.
#[derive(Debug)]
pub(crate) struct ActSums {
    conditions: Conditions,
    /// Numbers of the kinds that are wanted.
    kinds: Vec<i64>,
    /// Times and visits, by object, page and the number of the kind of event.
    pub(crate) sums: HashMap<(i64, i64, i64), (i64, i64)>,
}

impl ActSums {
    pub(crate) fn new(conditions: Conditions, kinds: &[EventKind]) -> Self {
        let mut kinds: Vec<i64> = kinds.iter().map(|kind| i64::from(kind.number())).collect();
        if kinds.contains(&i64::from(EventKind::SiteSearch.number())) {
            kinds.push(i64::from(FOUND_NOTHING));
        }
        Self { conditions, kinds, sums: HashMap::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let acts = Acts::of(day)?;
        let mut groups = vec![(0, 0); acts.kinds.len()];
        acts.for_each_visit(self.conditions.meant(day), |rows| {
            for row in rows {
                if let Some((times, visits)) = groups.get_mut(acts.acts.size(row)) {
                    *times += acts.times.value(row);
                    *visits += 1;
                }
            }
        });
        for (place, (times, visits)) in groups.into_iter().enumerate().filter(|(_, (_, visits))| *visits > 0) {
            let kind = acts.kinds.value(place);
            if self.kinds.contains(&kind) {
                let key = (acts.objects.value(place), acts.pages.value(place), kind);
                let own = self.sums.entry(key).or_default();
                *own = (own.0 + times, own.1 + visits);
            }
        }
        Some(())
    }
}

impl Summed for ActSums {
    fn parts(&self) -> Vec<Part> {
        parts(&self.conditions)
    }

    fn can_read(&self, day: &Day) -> bool {
        has_acts(day)
    }

    fn add(&mut self, day: &Day) -> Option<()> {
        self.add_day(day)
    }
}

/// Visits on their way from a product to an order.
#[derive(Debug)]
pub(crate) struct StepSums {
    conditions: Conditions,
    /// Visits that saw a product, put one into the cart, began a checkout and placed an order.
    pub(crate) steps: [i64; 4],
    /// Visits that saw a product and put it into the cart, by product.
    pub(crate) products: HashMap<i64, (i64, i64)>,
}

const STEPS: [EventKind; 4] = [SEEN, EventKind::AddToCart, EventKind::CheckoutStarted, EventKind::Purchase];

impl StepSums {
    pub(crate) fn new(conditions: Conditions) -> Self {
        Self { conditions, steps: [0; 4], products: HashMap::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let acts = Acts::of(day)?;
        let step = |place: usize| STEPS.iter().position(|kind| i64::from(kind.number()) == acts.kinds.value(place));
        let steps: Vec<Option<usize>> = (0..acts.kinds.len()).map(step).collect();
        let mut visits = vec![0; steps.len()];
        let mut all = [0; 4];
        acts.for_each_visit(self.conditions.meant(day), |rows| {
            let mut made = [false; 4];
            for row in rows {
                let place = acts.acts.size(row);
                if let Some(own) = visits.get_mut(place) {
                    *own += 1;
                }
                if let Some(own) = steps.get(place).copied().flatten().and_then(|step| made.get_mut(step)) {
                    *own = true;
                }
            }
            for (own, is_made) in all.iter_mut().zip(made) {
                *own += i64::from(is_made);
            }
        });
        for (own, more) in self.steps.iter_mut().zip(all) {
            *own += more;
        }
        for (place, (step, count)) in steps.into_iter().zip(visits).enumerate().filter(|(_, (_, count))| *count > 0) {
            let object = acts.objects.value(place);
            let (Some(step @ (0 | 1)), true) = (step, object != NONE) else { continue };
            let own = self.products.entry(object).or_default();
            *(if step == 0 { &mut own.0 } else { &mut own.1 }) += count;
        }
        Some(())
    }
}

impl Summed for StepSums {
    fn parts(&self) -> Vec<Part> {
        parts(&self.conditions)
    }

    fn can_read(&self, day: &Day) -> bool {
        has_acts(day)
    }

    fn add(&mut self, day: &Day) -> Option<()> {
        self.add_day(day)
    }
}
