//! What tests stand on: databases that are thrown away, and sites in them. Never part of the
//! program.

mod postgres;
mod redis;
mod schema;
mod site;

pub use postgres::Postgres;
pub use redis::Redis;
pub use schema::CurrentSchema;
pub use site::TestSite;
