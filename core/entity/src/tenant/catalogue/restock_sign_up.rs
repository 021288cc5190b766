//! Back-in-stock sign-ups.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// E-mail address, lower case.
    pub email: String,
    /// Whether the visitor also subscribed to the newsletter.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the page's language, if known.
    pub language: Option<String>,
    /// Account of the visitor, when signed in.
    pub site_user_id: Option<SiteUserId>,
    /// Time, UTC milliseconds.
    pub signed_up_on: Timestamp,
    /// When the notification was triggered, UTC milliseconds; none while waiting.
    pub notified_on: Option<Timestamp>,
    /// When the e-mail was written, UTC milliseconds.
    pub written_on: Option<Timestamp>,
    /// Search text, folded (`stoa_kernel::search`): the address.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
