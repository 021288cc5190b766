//! Figures of visits, which can be added up.

use std::ops::AddAssign;

use sea_orm::FromQueryResult;
use stoa_kernel::money::Cents;

/// Figures of visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromQueryResult)]
pub struct Figures {
    /// Visits.
    pub visits: i64,
    /// Unique visitors of each day, added up.
    pub visitors: i64,
    /// Page views.
    pub views: i64,
    /// Visits of one page and less than ten seconds.
    pub bounces: i64,
    /// Time that the pages were visible, milliseconds.
    pub engaged_ms: i64,
    /// Orders placed in these visits.
    pub orders: i64,
    /// Their totals.
    pub revenue: Cents,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.visits += other.visits;
        self.visitors += other.visitors;
        self.views += other.views;
        self.bounces += other.bounces;
        self.engaged_ms += other.engaged_ms;
        self.orders += other.orders;
        self.revenue += other.revenue;
    }
}

impl Figures {
    /// Their sum.
    pub fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        let mut sum = Self::default();
        for one in all {
            sum += one;
        }
        sum
    }
}
