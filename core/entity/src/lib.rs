//! Every table as an entity, and the two handles through which tables are accessed: a [`TenantTx`] sees the rows of one
//! site, a [`PlatformTx`] those of the platform. Neither exposes its connection, so a query without a site does not
//! compile, and no query can join the two.
//!
//! This crate has no business rules.

pub mod audit;
pub mod json_column;
pub mod keyset;
pub mod outbox;
pub mod platform;
pub mod tenant;

mod connection;
mod error;
mod query;
mod scope;
mod site_cache;
mod transaction;
mod write_observer;

pub use connection::{Connections, PlatformDb, PlatformTx, TenantDb, TenantTx};
pub use error::DbError;
pub use query::{Delete, Find, Update, containing};
pub use scope::{PlatformEntity, TenantEntity, TenantRow};
pub use site_cache::SiteCache;
pub use transaction::noted;
pub use write_observer::WriteObserver;
