//! What visitors' analytics need of the platform: databases of their own, and the keys of days.

mod databases;
mod months;
mod visitor_salts;

pub(crate) use databases::AnalyticsDatabases;
pub use visitor_salts::VisitorSalts;
