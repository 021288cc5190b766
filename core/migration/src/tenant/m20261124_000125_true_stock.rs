//! Stock derived from the stock ledger, and SKUs that are unique regardless of case.

use async_trait::async_trait;
use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261124_000125_true_stock.sql");

/// Of two SKUs that differ in case only, the newer one gets the end of its id as suffix.
const DIFFERENT_SKUS: &str = "UPDATE variant SET sku = substr(sku, 1, 50) || '-' || substr(id, length(id) - 7) \
     WHERE EXISTS (SELECT 1 FROM variant AS other WHERE other.website_id = variant.website_id \
     AND lower(other.sku) = lower(variant.sku) AND other.id < variant.id)";

/// Files and gift cards are never sold out.
const NEVER_COUNTED: &str = "UPDATE variant SET unlimited = TRUE WHERE unlimited = FALSE AND EXISTS \
     (SELECT 1 FROM product WHERE product.website_id = variant.website_id AND product.id = variant.product_id \
     AND product.product_type IN (2, 4))";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261124_000125_true_stock"
    }
}

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run_on_all_sites(manager, &["variant", "product"], &[DIFFERENT_SKUS, NEVER_COUNTED]).await?;
        script::run(manager, SCRIPT).await
    }
}
