//! Errors of scripts in visitors' browsers.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_error`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_error")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Hash of message and stack, 47 bits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: i64,
    /// Message of the error.
    pub message: String,
    /// Where it happened.
    pub stack: String,
    /// Text: path of the page where it was seen last.
    pub page: Option<i64>,
    /// Text: name of the browser where it was seen last.
    pub browser: Option<i64>,
    /// UTC milliseconds.
    pub first_seen: Timestamp,
    /// UTC milliseconds.
    pub last_seen: Timestamp,
    /// How often it was reported.
    pub count: i64,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
