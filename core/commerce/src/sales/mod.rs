//! Sales reports, summed by day, week or month in the site's time zone. They contain no customer data, so contributors
//! without access to orders may read them.

mod model;
mod periods;
mod service;
mod store;

pub use model::{BestSeller, Period, SalesReport, SalesRequest, Totals};
pub use periods::Interval;
pub use service::report;
