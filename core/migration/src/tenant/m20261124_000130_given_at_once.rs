//! Marks paid orders without anything left to ship as fulfilled: files, gift cards and lessons are delivered with the
//! payment, but such orders waited for a shipment until now.

use async_trait::async_trait;
use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// Files (2), gift cards (4) and lessons behind a paywall (5) are never shipped.
const CLOSE: &str = "UPDATE orders SET fulfillment_status = 'FULFILLED'
    WHERE fulfillment_status = 'PENDING' AND payment_status IN ('PAID', 'PARTIALLY_REFUNDED')
    AND EXISTS (SELECT 1 FROM order_item
        WHERE order_item.website_id = orders.website_id AND order_item.order_id = orders.id
        AND order_item.product_type IN (2, 4, 5))
    AND NOT EXISTS (SELECT 1 FROM order_item
        WHERE order_item.website_id = orders.website_id AND order_item.order_id = orders.id
        AND order_item.product_type NOT IN (2, 4, 5)
        AND order_item.quantity > COALESCE((SELECT SUM(fulfillment_item.quantity) FROM fulfillment_item
            WHERE fulfillment_item.website_id = order_item.website_id
            AND fulfillment_item.order_item_id = order_item.id), 0))";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261124_000130_given_at_once"
    }
}

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run_on_all_sites(manager, &["orders", "order_item", "fulfillment_item"], &[CLOSE]).await
    }
}
