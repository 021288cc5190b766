//! Entries about disputes in the histories of orders name the payment provider that told them. Until now they named the
//! author of the request in which they were told, often the customer.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// What the histories say of disputes. No sentence contains quotes.
const SENTENCES: [&str; 5] = [
    "The customer disputes the payment with their bank. Answer it at the payment provider.",
    "The dispute of the payment is being reviewed.",
    "The dispute was decided for you: the payment stays with you.",
    "The dispute was decided for the customer: the payment was taken back.",
    "The dispute of the payment was closed.",
];

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261130_001010_disputes_by_providers"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let statement = format!(
            "UPDATE order_event SET actor = 'payment-provider' WHERE kind = 'payment' AND message IN ('{}')",
            SENTENCES.join("', '")
        );
        script::run_on_all_sites(manager, &["order_event"], &[statement.as_str()]).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
