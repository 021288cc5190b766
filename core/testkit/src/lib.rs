//! Test fixtures: temporary databases, sites in them, a mail server. Never part of the program.

mod postgres;
mod redis;
mod s3;
mod schema;
mod site;
mod smtp;

pub use postgres::Postgres;
pub use redis::Redis;
pub use s3::S3;
pub use schema::CurrentSchema;
pub use site::TestSite;
pub use smtp::{MailServer, MailServerBehaviour, ReceivedMail};
