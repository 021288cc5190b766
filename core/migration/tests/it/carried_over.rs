//! What migrations make of the rows that they find.

use std::collections::BTreeSet;

use sea_orm_migration::sea_orm::{
    ConnectOptions, ConnectionTrait as _, Database, DatabaseConnection, DbErr, QueryResult, Statement,
};
use serde_json::{Value, json};
use stoa_kernel::payment::RefundReason;
use stoa_migration::{Migrator as _, TenantMigrator};

/// A database in memory with the tables of sites as they were before a migration.
async fn tables_before(name: &str) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let connection = Database::connect(options).await?;
    let migrations = TenantMigrator::migrations();
    let before = migrations.iter().position(|migration| migration.name() == name).unwrap();
    TenantMigrator::up(&connection, Some(u32::try_from(before).unwrap())).await?;
    connection.execute_unprepared("PRAGMA foreign_keys = OFF").await?;
    Ok(connection)
}

async fn rows(connection: &DatabaseConnection, question: &str) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all_raw(Statement::from_string(connection.get_database_backend(), question)).await
}

async fn add_site(connection: &DatabaseConnection, website: &str, shipping: &Value) -> Result<(), DbErr> {
    let insert = format!(
        "INSERT INTO site VALUES ('{website}', '', '', '', 'en', 'USD', 'UTC', 'base', '', NULL, '{{}}', '[]', '[]', \
         '[]', '{{}}', '{shipping}', '{{}}', 1, 1, 1)"
    );
    connection.execute_unprepared(&insert).await.map(drop)
}

#[tokio::test]
async fn countries_with_the_same_options_share_a_zone() -> Result<(), DbErr> {
    let connection = tables_before("m20261121_000004_prices").await?;
    let shipping = json!({"options": [
        {"id": "post", "label": "Post", "priceCents": 500, "freeOverCents": 9_000, "countries": ["US", "CA"]},
        {"id": "air", "label": "Air", "priceCents": 2_000, "countries": ["US", "CA"]},
        {"id": "sea", "label": "Sea", "priceCents": 3_000, "countries": ["*"]},
        {"id": "van", "label": "Van", "priceCents": 800, "countries": ["FR"]}
    ]});
    add_site(&connection, "web", &shipping).await?;
    add_site(&connection, "without", &json!({})).await?;
    TenantMigrator::up(&connection, Some(1)).await?;
    let zones = "SELECT website_id, name, CAST(places AS TEXT) AS places, CAST(options AS TEXT) AS options \
                 FROM shipping_zone ORDER BY website_id, position";
    let mut seen = Vec::new();
    for zone in rows(&connection, zones).await? {
        let text = |column: &str| zone.try_get::<String>("", column);
        let read = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap();
        let members = |list: Vec<Value>, name: &str| -> Vec<Value> {
            list.iter().map(|entry| entry.get(name).cloned().unwrap_or_default()).collect()
        };
        let (places, options) = (members(read(&text("places")?), "country"), members(read(&text("options")?), "id"));
        seen.push(json!([text("website_id")?, text("name")?, places, options]));
    }
    let expected = [
        json!(["web", "US, CA", ["US", "CA"], ["post", "air", "sea"]]),
        json!(["web", "FR", ["FR"], ["sea", "van"]]),
        json!(["web", "Everywhere else", ["*"], ["sea"]]),
    ];
    assert_eq!(seen, expected);
    Ok(())
}

/// The sentences that were stored as reasons, in all versions.
const SENTENCES: [(&str, RefundReason); 12] = [
    ("The order was canceled", RefundReason::OrderCanceled),
    ("Refunded at the payment provider", RefundReason::AtProvider),
    ("The payment arrived after the order had been canceled.", RefundReason::PaidAfterCancellation),
    ("It was paid after the order had been canceled.", RefundReason::PaidAfterCancellation),
    ("The order had already been paid.", RefundReason::PaidBefore),
    ("The order had been paid before.", RefundReason::PaidBefore),
    (
        "The payment arrived after the payment deadline, and the items had since been sold to other customers.",
        RefundReason::SoldOut,
    ),
    ("It was paid after its time was over, and its items had been sold to others meanwhile.", RefundReason::SoldOut),
    (
        "The order was changed after this payment was started and now costs more, so the payment does not cover it.",
        RefundReason::OrderChanged,
    ),
    (
        "The order was changed after this payment was begun and costs more now, so the payment does not cover it.",
        RefundReason::OrderChanged,
    ),
    ("The amount captured was more than the order total.", RefundReason::Overpaid),
    ("More was taken than the order costs.", RefundReason::Overpaid),
];

#[tokio::test]
async fn each_reason_had_a_sentence() -> Result<(), DbErr> {
    let connection = tables_before("m20261128_000250_refund_reasons").await?;
    let words = "It broke";
    let reasons: Vec<&str> = SENTENCES.iter().map(|(sentence, _)| *sentence).chain([words]).collect();
    for (number, reason) in reasons.iter().enumerate() {
        let insert = format!(
            "INSERT INTO refund (website_id, id, order_id, payment_id, idempotency_key, request, amount_cents, \
             shipping_cents, reason, restock, notify, status, checks, actor, created_on) VALUES ('web', '{number:02}', \
             'order', 'payment', '{number}', '{{}}', 1, 0, '{reason}', 0, 0, 'done', 0, '', 1)"
        );
        connection.execute_unprepared(&insert).await?;
    }
    TenantMigrator::up(&connection, Some(1)).await?;
    let mut stored = Vec::new();
    for refund in rows(&connection, "SELECT reason, reason_code FROM refund ORDER BY id").await? {
        stored.push((refund.try_get::<String>("", "reason")?, refund.try_get::<Option<String>>("", "reason_code")?));
    }
    let coded = SENTENCES.iter().map(|(_, reason)| (String::new(), Some(reason.as_str().to_owned())));
    assert_eq!(stored, coded.chain([(words.to_owned(), None)]).collect::<Vec<_>>());
    let found: BTreeSet<&str> = SENTENCES.iter().map(|(_, reason)| reason.as_str()).collect();
    assert_eq!(found, RefundReason::ALL.iter().map(|reason| reason.as_str()).collect());
    Ok(())
}
