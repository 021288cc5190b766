//! Tests of changes of stock.

use serde_json::json;
use stoa_entity::tenant::stock_change;
use stoa_kernel::ErrorCode;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{StockChangeId, VariantId, WebsiteId};

use super::bulk_update::is_same;
use super::change::{can_be_added, can_be_there, check_key, checked_note};
use super::listing::band;
use super::{MAX_STOCK, Pieces, RequestedStockChange, StockConflict, summed, version};
use crate::CommerceError;

#[test]
fn lines_grouped_by_variant() {
    let mut ids = [VariantId::generate(), VariantId::generate()];
    ids.sort();
    let [first, second] = ids;
    let line = |variant_id: &VariantId, quantity| Pieces { variant_id: variant_id.clone(), quantity };
    let sums = summed([line(&second, 2), line(&first, 1), line(&second, 3)]);
    assert_eq!(sums, vec![line(&first, 1), line(&second, 5)]);
}

#[test]
fn manual_stock_change_limits() {
    for (pieces, added, there) in [
        (0, false, true),
        (1, true, true),
        (-1, true, false),
        (MAX_STOCK, true, true),
        (-MAX_STOCK, true, false),
        (MAX_STOCK + 1, false, false),
        (-MAX_STOCK - 1, false, false),
    ] {
        assert_eq!((can_be_added(pieces), can_be_there(pieces)), (added, there), "{pieces}");
    }
    let noted = |note: &str, key: &str| {
        checked_note(note, |checks| check_key(checks, key)).map_err(|error| match error {
            CommerceError::Invalid(fields) => fields.into_keys().collect::<Vec<_>>(),
            error => panic!("{error}"),
        })
    };
    let (shortest, longest, note) = ("é".repeat(8), "k".repeat(100), "ä".repeat(200));
    assert_eq!(noted(" Counted ", &shortest), Ok("Counted".to_owned()));
    assert_eq!(noted(&note, &longest), Ok(note.clone()));
    assert_eq!(
        noted(&format!("{note}."), &"k".repeat(101)),
        Err(vec!["idempotencyKey".to_owned(), "reason".to_owned()])
    );
    assert_eq!(noted("", &"é".repeat(7)), Err(vec!["idempotencyKey".to_owned()]));
}

/// Must match the generated column `pieces_band`: a step too high would skip variants between two pages, one too low
/// would repeat them.
#[test]
fn stock_band_matches_generated_column() {
    let table = [
        (0, 0),
        (99, 99),
        (100, 100),
        (999, 189),
        (1_000, 190),
        (9_999, 279),
        (10_000, 280),
        (99_999, 369),
        (100_000, 370),
        (999_999, 459),
        (1_000_000, 460),
        (9_999_999, 549),
        (10_000_000, 550),
        (99_999_999, 639),
        (100_000_000, 640),
        (MAX_STOCK, 729),
    ];
    for (pieces, step) in table {
        assert_eq!(band(pieces), step, "{pieces}");
    }
}

#[test]
fn repeated_change_is_recognised() {
    let made = |delta| stock_change::Model {
        website_id: WebsiteId::generate(),
        id: StockChangeId::generate(),
        variant_id: VariantId::generate(),
        delta,
        reason: StockReason::Manual,
        reference: String::new(),
        actor: "system".to_owned(),
        request_key: None,
        created_on: Timestamp::default(),
    };
    let set = |seen, qty_in_stock| RequestedStockChange::Set { unlimited: false, qty_in_stock, seen };
    let table = [
        (-3, RequestedStockChange::Add(-3), true),
        (-3, RequestedStockChange::Add(3), false),
        (6, set(2, 8), true),
        (6, set(2, 9), false),
        (6, set(0, 6), true),
        (6, set(0, 7), false),
        // The number of units before tracking began is unknown.
        (6, set(-1, 8), true),
    ];
    for (delta, wanted, same) in table {
        assert_eq!(is_same(&made(delta), &wanted), same, "{delta} for {wanted:?}");
    }
}

#[test]
fn stock_conflict_reports_current_stock() {
    assert_eq!((version(false, 7), version(false, 0), version(true, 7)), (7, 0, -1));
    let moved = |field: &str, unlimited| StockConflict {
        field: field.to_owned(),
        variant_id: VariantId::generate(),
        unlimited,
        qty_in_stock: 7,
    };
    let all = [moved("variants.0.stock", false), moved("variants.1.stock", true)];
    let failure = StockConflict::failure(&all);
    assert_eq!(failure.code, ErrorCode::StockMoved);
    assert_eq!(
        json!(failure.fields),
        json!({
            "variants.0.stock": "The stock has changed in the meantime: there are 7 now.",
            "variants.1.stock": "The stock has changed in the meantime: it is not tracked now.",
        })
    );
    assert_eq!(
        failure.extra["stock"],
        json!([
            {"variantId": all[0].variant_id.as_str(), "unlimited": false, "qtyInStock": 7},
            {"variantId": all[1].variant_id.as_str(), "unlimited": true, "qtyInStock": 7},
        ])
    );
}
