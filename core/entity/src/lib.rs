//! Every table as an entity, and the two handles through which alone they are reached: a
//! [`TenantTx`] sees the rows of one site, a [`PlatformTx`] the platform's. Neither gives out its
//! connection, so a query that forgets its site does not compile, and no query can join the two.
//!
//! No rule of the product lives here.

pub mod audit;
pub mod platform;
pub mod tenant;

mod connection;
mod error;
mod memory;
mod notice;
mod query;
mod scope;
mod transaction;

pub use connection::{Connections, PlatformDb, PlatformTx, TenantDb, TenantTx};
pub use error::DbError;
pub use memory::SiteMemory;
pub use notice::WriteNotice;
pub use query::{Delete, Find, Update, containing, in_any_case};
pub use scope::{PlatformEntity, TenantEntity, TenantRow};
pub use transaction::noted;
