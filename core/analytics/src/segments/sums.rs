//! What reports add up of the columns of days.

use std::collections::HashMap;

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
}

/// Figures of a value on a day, and the visitor of the last visit: visits are sorted by visitor, so each is counted
/// once.
#[derive(Clone, Copy, Default)]
struct Group {
    figures: Figures,
    visitor: usize,
}

impl Group {
    fn count_visitor(&mut self, visitor: usize) {
        if self.visitor != visitor {
            self.visitor = visitor;
            self.figures.visitors += 1;
        }
    }
}

impl VisitSums {
    pub(crate) fn new(mut conditions: Conditions, by: By) -> Self {
        conditions.require(Part::Own, 1);
        Self { conditions, by, sums: HashMap::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let fresh = day.column(Part::Fresh)?;
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
        let mut visitor = 0;
        for (place, is_meant) in self.conditions.meant(day).into_iter().enumerate() {
            visitor += fresh.size(place);
            if !is_meant {
                continue;
            }
            let code = key.map_or(0, |column| column.code(place));
            let Some(group) = groups.get_mut(code as usize) else { continue };
            group.count_visitor(visitor);
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
}

impl PageSums {
    pub(crate) fn new(conditions: Conditions, only: Option<i64>) -> Self {
        Self { conditions, only, sums: HashMap::new() }
    }

    fn add_day(&mut self, day: &Day) -> Option<()> {
        let (fresh, bounced) = (day.column(Part::Fresh)?, day.column(Part::Bounced)?);
        let (counts, pages, views) = (day.column(Part::Pages)?, day.column(Part::Page)?, day.column(Part::PageViews)?);
        let (engaged_ms, orders, revenue) =
            (day.column(Part::PageEngagedMs)?, day.column(Part::PageOrders)?, day.column(Part::PageRevenue)?);
        let mut groups = vec![Group::default(); pages.list().len()];
        let (mut visitor, mut row) = (0, 0);
        for (place, is_meant) in self.conditions.meant(day).into_iter().enumerate() {
            visitor += fresh.size(place);
            let rows = row..row + counts.size(place);
            row = rows.end;
            if !is_meant {
                continue;
            }
            for row in rows {
                let Some(group) = groups.get_mut(pages.code(row) as usize) else { continue };
                let seen = views.value(row);
                if seen > 0 {
                    group.count_visitor(visitor);
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
