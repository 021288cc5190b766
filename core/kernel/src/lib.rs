//! The vocabulary every other crate speaks: typed ids, money in minor units, the public list of
//! error codes, the context of a call, and the ports behind which the outside world lies.
//!
//! It knows no web framework, no database schema and no plugin runtime. It depends on `sea-orm`
//! only so that typed ids can stand in entity columns.

pub mod address;
pub mod clock;
pub mod ctx;
pub mod error;
pub mod event;
pub mod id;
pub mod language;
pub mod money;
pub mod page;
pub mod password;
pub mod permission;
pub mod places;
pub mod ports;
pub mod precondition;
pub mod reach;
pub mod seal;
pub mod search;
pub mod storage;
pub mod token;
pub mod upload;

pub use ctx::{Actor, TenantCtx};
pub use error::{ErrorCode, Failure, FieldErrors};
pub use money::{Currency, Money};
pub use permission::{Action, PermissionSet, Resource};
pub use precondition::Precondition;
