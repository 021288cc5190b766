//! People who sign in to the admin.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AccountId;

/// One row of `account`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AccountId,
    /// Address used to sign in, lower case, unique.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// Argon2id hash in PHC format.
    pub password_hash: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// BCP 47 tag of the language chosen for the admin; none for that of the browser.
    pub language: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
