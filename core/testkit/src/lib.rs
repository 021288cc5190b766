//! Test fixtures: temporary databases, sites in them, a mail server. Never part of the program.

mod folder;
mod migrated;
mod ports;
mod postgres;
mod redis;
mod rows;
mod s3;
mod schema;
mod site;
mod smtp;
mod templates;

pub use folder::copy_folder;
pub use migrated::{migrated_database, migrated_folder};
pub use ports::free_port;
pub use postgres::Postgres;
pub use redis::Redis;
pub use rows::store_row;
pub use s3::S3;
pub use schema::CurrentSchema;
pub use site::TestSite;
pub use smtp::{MailServer, MailServerBehaviour, ReceivedMail};
pub use templates::templates;
