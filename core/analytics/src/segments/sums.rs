//! What reports add up of the columns of days.

use std::collections::{HashMap, HashSet};

use stoa_kernel::money::Cents;

use super::day::Day;
use super::packed::Column;
use super::store::Summed;
use super::{Conditions, Part};
use crate::reports::Figures;

/// What visits are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The day; the key is its beginning.
    Day,
    /// The hour; the key is its beginning.
    Hour,
    /// The values of a column.
    Value(Part),
}

/// Figures of the visits that began on each day.
#[derive(Debug)]
pub(crate) struct VisitSums {
    conditions: Conditions,
    by: By,
    /// By what they are grouped by.
    pub(crate) sums: HashMap<i64, Figures>,
    counted: Counted,
}

/// Figures of a value on a day, and the visitor of the last visit: visits are sorted by visitor, so each is counted
/// once.
#[derive(Clone, Copy, Default)]
struct Group {
    figures: Figures,
    visitor: usize,
}

/// The visitors while the visits of a day are gone through.
struct Visitors<'a> {
    fresh: &'a Column,
    day: &'a Day,
    /// How many there were.
    count: usize,
    /// The present one, if there may be visits of the same that are not among the columns.
    shared: Option<i64>,
}

/// Visitors that were counted whose visits are in several places: day, value and visitor.
type Counted = HashSet<(i64, i64, i64)>;

impl<'a> Visitors<'a> {
    fn of(day: &'a Day) -> Option<Self> {
        Some(Self { fresh: day.column(Part::Fresh)?, day, count: 0, shared: None })
    }

    /// Goes on to the visit at a place.
    fn go_on(&mut self, place: usize) {
        if self.fresh.value(place) > 0 {
            self.count += 1;
            self.shared = self.day.shared(place);
        }
    }

    /// Counts the visitor of the visit among those of a value, once a day.
    fn count(&self, group: &mut Group, value: i64, counted: &mut Counted) {
        let is_new = match self.shared {
            Some(visitor) => counted.insert((self.day.start.ms(), value, visitor)),
            None => group.visitor != self.count,
        };
        group.visitor = self.count;
        group.figures.visitors += i64::from(is_new);
    }
}

impl VisitSums {
    pub(crate) fn new(mut conditions: Conditions, by: By) -> Self {
        conditions.require(Part::Own, 1);
        Self { conditions, by, sums: HashMap::new(), counted: Counted::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let mut visitors = Visitors::of(day)?;
        let (views, engaged_ms) = (day.column(Part::Views)?, day.column(Part::EngagedMs)?);
        let (bounced, orders, revenue) =
            (day.column(Part::Bounced)?, day.column(Part::Orders)?, day.column(Part::Revenue)?);
        let start = [day.start.ms()];
        let key: Option<&Column> = match self.by {
            By::Day => None,
            By::Hour => Some(day.column(Part::Hour)?),
            By::Value(part) => Some(day.column(part)?),
        };
        let keys = key.map_or(start.as_slice(), Column::list);
        let mut groups = vec![Group::default(); keys.len()];
        for (place, is_meant) in self.conditions.meant(day).into_iter().enumerate() {
            visitors.go_on(place);
            if !is_meant {
                continue;
            }
            let code = key.map_or(0, |column| column.code(place)) as usize;
            let (Some(group), Some(value)) = (groups.get_mut(code), keys.get(code)) else { continue };
            visitors.count(group, *value, &mut self.counted);
            group.figures.visits += 1;
            group.figures.views += views.value(place);
            group.figures.bounces += bounced.value(place);
            group.figures.engaged_ms += engaged_ms.value(place);
            group.figures.orders += orders.value(place);
            group.figures.revenue += Cents(revenue.value(place));
        }
        add_groups(&mut self.sums, keys.iter().copied().zip(groups));
        Some(())
    }
}

impl Summed for VisitSums {
    fn parts(&self) -> Vec<Part> {
        let mut parts = self.conditions.parts();
        parts.extend([Part::Views, Part::EngagedMs, Part::Bounced, Part::Orders, Part::Revenue]);
        match self.by {
            By::Day => {}
            By::Hour => parts.push(Part::Hour),
            By::Value(part) => parts.push(part),
        }
        parts
    }

    fn add(&mut self, day: &Day) -> Option<()> {
        self.add_day(day)
    }
}

/// Figures of the pages that visits saw on each day.
#[derive(Debug)]
pub(crate) struct PageSums {
    conditions: Conditions,
    /// The only page that is wanted.
    only: Option<i64>,
    /// By page.
    pub(crate) sums: HashMap<i64, Figures>,
    counted: Counted,
}

impl PageSums {
    pub(crate) fn new(conditions: Conditions, only: Option<i64>) -> Self {
        Self { conditions, only, sums: HashMap::new(), counted: Counted::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let (mut visitors, bounced) = (Visitors::of(day)?, day.column(Part::Bounced)?);
        let (counts, pages, views) = (day.column(Part::Pages)?, day.column(Part::Page)?, day.column(Part::PageViews)?);
        let (engaged_ms, orders, revenue) =
            (day.column(Part::PageEngagedMs)?, day.column(Part::PageOrders)?, day.column(Part::PageRevenue)?);
        let mut groups = vec![Group::default(); pages.list().len()];
        let mut row = 0;
        for (place, is_meant) in self.conditions.meant(day).into_iter().enumerate() {
            visitors.go_on(place);
            let rows = row..row + counts.size(place);
            row = rows.end;
            if !is_meant {
                continue;
            }
            for row in rows {
                let code = pages.code(row) as usize;
                let (Some(group), Some(page)) = (groups.get_mut(code), pages.list().get(code)) else { continue };
                let seen = views.value(row);
                if seen > 0 {
                    visitors.count(group, *page, &mut self.counted);
                    group.figures.visits += 1;
                    group.figures.views += seen;
                    group.figures.bounces += bounced.value(place);
                }
                group.figures.engaged_ms += engaged_ms.value(row);
                group.figures.orders += orders.value(row);
                group.figures.revenue += Cents(revenue.value(row));
            }
        }
        let own = pages.list().iter().copied().zip(groups);
        add_groups(&mut self.sums, own.filter(|(page, _)| self.only.is_none_or(|only| only == *page)));
        Some(())
    }
}

impl Summed for PageSums {
    fn parts(&self) -> Vec<Part> {
        let mut parts = self.conditions.parts();
        parts.extend([Part::Bounced, Part::Pages, Part::Page, Part::PageViews]);
        parts.extend([Part::PageEngagedMs, Part::PageOrders, Part::PageRevenue]);
        parts
    }

    fn add(&mut self, day: &Day) -> Option<()> {
        self.add_day(day)
    }
}

fn add_groups(sums: &mut HashMap<i64, Figures>, groups: impl Iterator<Item = (i64, Group)>) {
    for (key, group) in groups.filter(|(_, group)| group.figures != Figures::default()) {
        *sums.entry(key).or_default() += group.figures;
    }
}

/// How often something happened with the buttons of pages, and in how many visits.
#[derive(Debug, Default)]
pub(crate) struct ButtonSums {
    /// Times and visits, by object, page and the number of the kind of event.
    pub(crate) sums: HashMap<(i64, i64, i64), (i64, i64)>,
}

impl ButtonSums {
    fn add_day(&mut self, day: &Day) -> Option<()> {
        let (objects, pages) = (day.column(Part::ButtonObject)?, day.column(Part::ButtonPage)?);
        let kinds = day.column(Part::ButtonKind)?;
        let (times, visits) = (day.column(Part::ButtonTimes)?, day.column(Part::ButtonVisits)?);
        for row in 0..objects.len() {
            let own = self.sums.entry((objects.value(row), pages.value(row), kinds.value(row))).or_default();
            *own = (own.0 + times.value(row), own.1 + visits.value(row));
        }
        Some(())
    }
}

impl Summed for ButtonSums {
    fn parts(&self) -> Vec<Part> {
        vec![Part::ButtonObject, Part::ButtonPage, Part::ButtonKind, Part::ButtonTimes, Part::ButtonVisits]
    }

    fn add(&mut self, day: &Day) -> Option<()> {
        self.add_day(day)
    }
}
