//! Sales reports, summed by day, week or month in the site's time zone. They contain no customer data, so contributors
//! without access to orders may read them.

mod abandoned;
mod breakdown;
mod cohorts;
mod model;
mod service;
mod store;

pub use abandoned::{AbandonedCarts, CartsOfDay, abandoned_carts};
pub use breakdown::{Breakdown, BreakdownBy, BreakdownRow, breakdown};
pub use cohorts::{Cohort, cohorts};
pub use model::{BestSeller, Period, SalesReport, SalesRequest, Totals};
pub use service::report;
pub use stoa_kernel::local_days::Interval;
