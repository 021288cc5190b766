//! Who wants to be told when a variant is back in stock.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{ProductId, RestockSignUpId, SiteUserId, VariantId, WebsiteId};

/// One row of `restock_sign_up`. An address waits once for a variant.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "restock_sign_up")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RestockSignUpId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Address in lower case.
    pub email: String,
    /// Whether news were asked for too.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the language that was read, when it was told.
    pub language: Option<String>,
    /// Who signed up, when signed in.
    pub site_user_id: Option<SiteUserId>,
    /// When, UTC milliseconds.
    pub signed_up_on: i64,
    /// When it was decided to tell, UTC milliseconds; none while waiting.
    pub notified_on: Option<i64>,
    /// When the letter was written, UTC milliseconds.
    pub written_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
