//! The visits and events of each day by columns, made with its sums (`rollups`): what filtered reports read, and those
//! that no sum has. A column is packed into a few bits a value; a report reads those that it needs, some days at a
//! time, and adds up in one pass. A day that is not summed up is read from its visits and events; the columns of a packed
//! day are made in memory (`recount`). So is a day whose columns have an earlier form, until it is summed up again: the
//! sums of a day name the form of its columns.
//!
//! Texts and visitors are named by numbers, as in the table of visits.

mod acts;
mod build;
mod conditions;
mod day;
mod news;
mod packed;
mod recount;
mod store;
mod sums;
#[cfg(test)]
mod tests;

use crate::EventKind;
use crate::rollups::Dimension;

pub(crate) use acts::{ActSums, FOUND_NOTHING, StepSums};
pub(crate) use build::DayColumns;
pub(crate) use conditions::Conditions;
pub(crate) use news::summed_with_new;
pub(crate) use recount::recounted;
pub(crate) use store::{
    Summed, add_views_of_other_days, delete, delete_old_forms, forget, has_old_forms, push_day, rows_of, summed, write,
};
pub(crate) use sums::{ButtonSums, By, PageSums, VisitSums};

/// The number of the form of the columns, which grows with each change of it; 0 is none.
pub(crate) const FORM: u8 = 2;
/// How long before and after its day the views of a visit are searched, milliseconds.
pub(crate) const LONGEST_VISIT_MS: i64 = 24 * 3_600_000;

/// The kinds of event that pages count.
const OF_PAGES: [EventKind; 3] = [EventKind::PageView, EventKind::Heartbeat, EventKind::Purchase];

/// The kinds of event of buttons.
pub(crate) const OF_BUTTONS: [EventKind; 2] = [EventKind::ButtonRender, EventKind::ButtonClick];

/// A column. The numbers are stored: none is ever used for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub(crate) enum Part {
    /// All columns of a day with few visits.
    All = 0,
    // Of visits that began on the day, and of others with events on it, sorted by visitor.
    /// Whether it is the first visit of another visitor.
    Fresh = 1,
    /// Whether it began on the day.
    Own = 2,
    /// When the hour began in which it began.
    Hour = 3,
    Views = 4,
    EngagedMs = 5,
    Bounced = 6,
    Orders = 7,
    Revenue = 8,
    /// The visitor, who may have another visit that is not among the columns yet.
    Visitor = 9,
    Source = 10,
    Medium = 11,
    Campaign = 12,
    Term = 13,
    Content = 14,
    Country = 15,
    Language = 16,
    Device = 17,
    Browser = 18,
    Os = 19,
    EntryPage = 20,
    ExitPage = 21,
    /// How many pages of the following columns belong to the visit.
    Pages = 29,
    // Of the pages of a visit, in the order of the visits.
    Page = 30,
    PageViews = 31,
    /// Whether the visit saw it on another day.
    SeenElsewhere = 32,
    PageEngagedMs = 33,
    PageOrders = 34,
    PageRevenue = 35,
    // Of the buttons of pages.
    ButtonObject = 40,
    ButtonPage = 41,
    ButtonKind = 42,
    ButtonTimes = 43,
    ButtonVisits = 44,
    /// How many of the following columns belong to the visit: what it did besides seeing pages.
    Acts = 50,
    /// A place in the columns of all different acts of the day.
    Act = 51,
    ActTimes = 52,
    // The different acts of the day.
    ActKind = 53,
    ActObject = 54,
    ActPage = 55,
    /// There when the day had too many acts: it has none of their columns, though visits may have done something.
    LostActs = 56,
}

/// What visits are filtered and grouped by.
const OF_VISITS: [Part; 12] = [
    Part::Source,
    Part::Medium,
    Part::Campaign,
    Part::Term,
    Part::Content,
    Part::Country,
    Part::Language,
    Part::Device,
    Part::Browser,
    Part::Os,
    Part::EntryPage,
    Part::ExitPage,
];

impl Part {
    /// The column of a dimension of visits.
    pub(crate) fn of(dimension: Dimension) -> Option<Self> {
        Some(match dimension {
            Dimension::Source => Self::Source,
            Dimension::Medium => Self::Medium,
            Dimension::Campaign => Self::Campaign,
            Dimension::Term => Self::Term,
            Dimension::Content => Self::Content,
            Dimension::Country => Self::Country,
            Dimension::Language => Self::Language,
            Dimension::Device => Self::Device,
            Dimension::Browser => Self::Browser,
            Dimension::Os => Self::Os,
            Dimension::EntryPage => Self::EntryPage,
            Dimension::ExitPage => Self::ExitPage,
            Dimension::Total
            | Dimension::Referrer
            | Dimension::Page
            | Dimension::Host
            | Dimension::NewOrReturning
            | Dimension::Kind
            | Dimension::SearchWithoutResults
            | Dimension::SeenProduct => return None,
        })
    }

    const fn number(self) -> i16 {
        self as i16
    }
}
