//! What the shop has sold, summed over days, weeks or months of its own time zone. Nothing here names a
//! customer, so that it may be read by people who do not work on orders.

mod model;
mod periods;
mod service;
mod store;

pub use model::{BestSeller, Period, SalesReport, SalesRequest, Totals};
pub use periods::Interval;
pub use service::report;
