//! Every table as an entity, and the two handles through which tables are accessed: a [`TenantTx`] sees the rows of one
//! site, a [`PlatformTx`] those of the platform. Neither exposes its connection, so a query without a site does not
//! compile, and no query can join the two. [`Find`] has sea-orm's own names for joins and aggregates; what it joins is
//! restricted to the site as well. Relations between tables are in `relations.rs`.
//!
//! This crate has no business rules, except how translations are compared with their originals: several domains need
//! it.

pub mod addresses;
pub mod analytics;
pub mod audit;
pub mod json_column;
pub mod keyset;
pub mod load_run_items;
pub mod load_run_removal;
pub mod loose_files;
pub mod outbox;
pub mod platform;
pub mod site_events;
pub mod stored_files;
pub mod tenant;
pub mod translations;

mod connection;
mod error;
mod platform_connection;
mod pools;
mod query;
mod relations;
mod scope;
mod site_cache;
mod transaction;
mod write_observer;

pub use connection::{TenantDb, TenantTx};
pub use error::DbError;
pub use platform_connection::{PlatformDb, PlatformTx};
pub use pools::{Connections, count_statements};
pub use query::{AndTable, Delete, Find, FindAlso, JoinedTables, Selected, Update, by_key, containing, sum};
pub use scope::{PlatformEntity, PlatformSide, ScopedEntity, SiteSide, TenantEntity, TenantRow};
pub use site_cache::SiteCache;
pub use transaction::{Execution, noted};
pub use write_observer::WriteObserver;
