use sea_orm::sea_query::{DynIden, Expr, ExprTrait as _, IntoCondition, SimpleExpr};
use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, EntityTrait};
use stoa_kernel::id::WebsiteId;

/// The side of tables with rows of sites.
#[derive(Debug)]
pub enum SiteSide {}

/// The side of tables of the platform.
#[derive(Debug)]
pub enum PlatformSide {}

/// A table that can be joined with others of its side.
pub trait ScopedEntity: EntityTrait {
    /// [`SiteSide`] or [`PlatformSide`].
    type Side;

    /// A condition for the rows of a site in the table under this name; none for tables of the platform.
    fn fence(table: DynIden, website: &WebsiteId) -> Option<Expr>;
}

/// A table with rows of sites.
pub trait TenantEntity: ScopedEntity<Side = SiteSide> {
    /// The column that names the site.
    fn website_column() -> Self::Column;

    /// A condition for this site's rows.
    fn of(website: &WebsiteId) -> SimpleExpr {
        Self::website_column().eq(website.clone())
    }
}

/// A row to be written to a site's table.
pub trait TenantRow: ActiveModelTrait {
    /// Sets the site of the row, replacing any other.
    fn place(&mut self, website: &WebsiteId);
}

/// A table of the platform.
pub trait PlatformEntity: ScopedEntity<Side = PlatformSide> {}

macro_rules! tenant_tables {
    ($($module:ident)*) => {$(
        impl ScopedEntity for crate::tenant::$module::Entity {
            type Side = SiteSide;

            fn fence(table: DynIden, website: &WebsiteId) -> Option<Expr> {
                Some(Expr::col((table, crate::tenant::$module::Column::WebsiteId)).eq(website.clone()))
            }
        }

        impl TenantEntity for crate::tenant::$module::Entity {
            fn website_column() -> Self::Column {
                crate::tenant::$module::Column::WebsiteId
            }
        }

        impl TenantRow for crate::tenant::$module::ActiveModel {
            fn place(&mut self, website: &WebsiteId) {
                self.website_id = ActiveValue::Set(website.clone());
            }
        }
    )*

    impl crate::TenantTx {
        /// Deletes every row of the site from every table.
        ///
        /// # Errors
        /// When the database refuses.
        pub async fn delete_all_site_rows(&self) -> Result<(), crate::DbError> {
            $(
                let own = crate::tenant::$module::Entity::of(self.website());
                self.delete::<crate::tenant::$module::Entity>(own).exec().await?;
            )*
            Ok(())
        }

        /// Every row of the site as text, by table: for tests of what requests store.
        ///
        /// # Errors
        /// When the database refuses.
        pub async fn everything(&self) -> Result<std::collections::BTreeMap<&'static str, Vec<String>>, crate::DbError> {
            let mut seen = std::collections::BTreeMap::new();
            $(
                let rows = self.find::<crate::tenant::$module::Entity>().all().await?;
                let mut rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
                rows.sort();
                seen.insert(stringify!($module), rows);
            )*
            Ok(seen)
        }
    }};
}

macro_rules! platform_tables {
    ($($module:ident)*) => {$(
        impl ScopedEntity for crate::platform::$module::Entity {
            type Side = PlatformSide;

            fn fence(_: DynIden, _: &WebsiteId) -> Option<Expr> {
                None
            }
        }

        impl PlatformEntity for crate::platform::$module::Entity {}
    )*};
}

tenant_tables! {
    asset asset_folder asset_upload audit cart cart_buy_now cart_donation cart_entry cart_reminder cart_subscription category checkout_detail collection commerce_preferences counter
    customer customer_former_email discount discount_customer discount_target discount_use discussion donation_terms download form_file form_key fulfillment fulfillment_item gift_card header_footer header_footer_draft header_footer_version item letter_text mail mailing_list order order_donation order_event order_item
    order_item_answer order_language order_subscription order_tag outbox page_operation page_presence page_setting payment payment_setting pending_subscriber plugin_setting plugin_storage plugin_storage_size post preview_link price_list price_list_customer price_list_price product product_address product_category product_file product_review redirect refund
    refund_item restock_sign_up review_comment review_request saved_section shipping_zone site site_copy site_design site_lock site_session site_user site_user_address site_user_cart site_user_new_email
    site_user_token
    stock_change submission subscriber subscription_plan tax_rule template_file template_set template_version upload_limit variant webhook_delivery webhook_key webhook_receipt website_setting
    visitor_comment visitor_event visitor_mark
    // Last, since triggers write its row again when rows of other tables are deleted.
    shop_stamp
}

platform_tables! { account account_link account_notice due_work earlier_account_link host installation invitation job membership recovery_code removed_website second_factor sign_in trial website }

/// Combines the site condition of a handle with the caller's.
pub(crate) fn both(scope: Option<SimpleExpr>, own: impl IntoCondition) -> sea_orm::Condition {
    let condition = sea_orm::Condition::all().add(own.into_condition());
    match scope {
        Some(scope) => condition.add(scope),
        None => condition,
    }
}
