//! Customers who came back, by the month of their first order.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{self, Interval, SiteDays};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::breakdown::{buyers, first_orders};
use crate::CommerceError;

/// Customers whose first order is of the same month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cohort {
    /// The month, such as `2026-11`.
    pub month: String,
    /// How many they are.
    pub customers: i64,
    /// How many of them ordered in this month, the next, and so on, up to the last of the days.
    pub returned: Vec<i64>,
}

/// The customers whose first order was paid on the days, by month.
///
/// # Errors
/// When the caller may not read sales, or the database fails.
#[boxed]
pub async fn cohorts(ctx: &TenantCtx, db: &TenantDb, site: &SiteDays) -> Result<Vec<Cohort>, CommerceError> {
    ctx.authorise(Resource::SalesReports, Action::Read)?;
    let tx = db.read().await?;
    let first = first_orders(&tx).await?;
    let month = |at: Timestamp| Interval::Month.start(local_days::today(at, &site.days.zone));
    let (from, until) = site.days.whole();
    let mut members: BTreeMap<Date, BTreeMap<Date, BTreeSet<String>>> = BTreeMap::new();
    for order in buyers(&tx, site).await? {
        let begun = first.get(&order.buyer).copied().unwrap_or(order.paid_on);
        if (from..until).contains(&begun.ms()) {
            let months = members.entry(month(begun)).or_default();
            months.entry(month(order.paid_on)).or_default().insert(order.buyer);
        }
    }
    let starts: Vec<Date> = site.days.starts(Interval::Month).into_iter().map(|day| day.first_of_month()).collect();
    let cohort = |(begun, months): (Date, BTreeMap<Date, BTreeSet<String>>)| {
        let all: BTreeSet<&String> = months.values().flatten().collect();
        let in_month = |start: &Date| months.get(start).map_or(0, |people| number(people.len()));
        Cohort {
            month: begun.strftime("%Y-%m").to_string(),
            customers: number(all.len()),
            returned: starts.iter().filter(|start| **start >= begun).map(in_month).collect(),
        }
    };
    Ok(members.into_iter().map(cohort).collect())
}

fn number(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
