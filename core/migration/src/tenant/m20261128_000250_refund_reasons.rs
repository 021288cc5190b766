//! Codes in place of the English sentences that were stored as reasons of refunds. The words of contributors stay.

use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261128_000250_refund_reasons.sql");

/// The sentences of all versions, each with the code of the reason.
const SENTENCES: [(&str, &str); 12] = [
    ("The order was canceled", "order-canceled"),
    ("Refunded at the payment provider", "at-provider"),
    ("The payment arrived after the order had been canceled.", "paid-after-cancellation"),
    ("It was paid after the order had been canceled.", "paid-after-cancellation"),
    ("The order had already been paid.", "paid-before"),
    ("The order had been paid before.", "paid-before"),
    (
        "The payment arrived after the payment deadline, and the items had since been sold to other customers.",
        "sold-out",
    ),
    ("It was paid after its time was over, and its items had been sold to others meanwhile.", "sold-out"),
    (
        "The order was changed after this payment was started and now costs more, so the payment does not cover it.",
        "order-changed",
    ),
    (
        "The order was changed after this payment was begun and costs more now, so the payment does not cover it.",
        "order-changed",
    ),
    ("The amount captured was more than the order total.", "overpaid"),
    ("More was taken than the order costs.", "overpaid"),
];

/// Moves each known sentence to the code. Neither sentences nor codes contain quotes.
fn codes() -> Vec<String> {
    let code_of = |(sentence, code): &(&str, &str)| {
        format!("UPDATE refund SET reason_code = '{code}', reason = '' WHERE reason = '{sentence}'")
    };
    SENTENCES.iter().map(code_of).collect()
}

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261128_000250_refund_reasons"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let codes = codes();
        let statements: Vec<&str> = codes.iter().map(String::as_str).collect();
        script::run_on_all_sites(manager, &["refund"], &statements).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
