//! What tests stand on: databases that are thrown away, and sites in them. Never part of the
//! program.

mod postgres;
mod redis;
mod s3;
mod schema;
mod site;

pub use postgres::Postgres;
pub use redis::Redis;
pub use s3::S3;
pub use schema::CurrentSchema;
pub use site::TestSite;
