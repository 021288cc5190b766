//! Checks that the lists and searches of orders use indexes, in a shop with enough orders for that to matter.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use stoa_address::Address;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::keyset::Cursor;
use stoa_entity::tenant::{order, order_tag};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, OrderId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_testkit::{Postgres, TestSite};

use super::sorting::{OrderSort, OrderSorting};
use super::summary::OrderFilter;
use super::{search, store};
use crate::pricing::PricingInputs;

const ORDERS: i64 = 6_000;
const FIRST: Timestamp = Timestamp::from_ms(1_760_000_000_000);

fn row(site: &TestSite, number: i64) -> order::ActiveModel {
    let email = format!("shopper{number}@example.com");
    let address = Address { line1: "12 Orchard Lane ".repeat(10), ..Address::default() };
    let pricing = PricingInputs {
        rules: "something long ".repeat(20),
        currency: Currency::DEFAULT,
        lines: Vec::new(),
        discounts: Vec::new(),
        shipping: None,
        taxes: Vec::new(),
        plugins: Vec::new(),
    };
    order::ActiveModel {
        website_id: Set(site.db.website().clone()),
        id: Set(OrderId::generate()),
        number: Set(number),
        cart_id: Set(CartId::generate()),
        customer_name: Set(format!("Shopper {number}")),
        site_user_id: Set(None),
        currency: Set("USD".to_owned()),
        subtotal_cents: Set(Cents(3_000)),
        discount_cents: Set(Cents::ZERO),
        shipping_cents: Set(Cents(500)),
        tax_cents: Set(Cents(300)),
        grand_total_cents: Set(Cents(3_800)),
        payment_status: Set(if number % 20 == 0 { OrderPaymentStatus::Refunded } else { OrderPaymentStatus::Paid }),
        fulfillment_status: Set(match number % 50 {
            0 => FulfillmentStatus::Pending,
            _ => FulfillmentStatus::Fulfilled,
        }),
        stock_held: Set(false),
        hold_expires_on: Set(None),
        shipping_address: Set(Some(JsonOf(address))),
        billing_address: Set(None),
        shipping_option: Set(None),
        pricing: Set(JsonOf(pricing)),
        auth_code: Set("x".repeat(32)),
        test_mode: Set(false),
        hands_out: Set(None),
        note: Set(String::new()),
        search: Set(search::searchable(&email, "Shopper", [("MUG-L", "Hearth mug")].into_iter())),
        email: Set(email),
        created_on: Set(FIRST + number * 60_000),
        paid_on: Set(Some(FIRST + number * 60_000)),
        updated_on: Set(FIRST + number * 60_000),
    }
}

async fn fill(site: &TestSite) -> anyhow::Result<OrderId> {
    let tx = site.db.write().await?;
    let rows: Vec<order::ActiveModel> = (1..=ORDERS).map(|number| row(site, number)).collect();
    let middle = rows.get(3_000).map(|row| row.id.clone().unwrap()).unwrap();
    for part in rows.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    let tagged = |(number, row): (usize, &order::ActiveModel)| order_tag::ActiveModel {
        website_id: Set(site.db.website().clone()),
        order_id: row.id.clone(),
        tag: Set(format!("tag {}", number % 600)),
    };
    let tags: Vec<order_tag::ActiveModel> = rows.iter().enumerate().map(tagged).collect();
    for part in tags.chunks(500) {
        tx.insert_many(part.to_vec()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    Ok(middle)
}

/// Whether a step of a query plan is a full table scan.
fn is_full_scan(step: &str) -> bool {
    step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"))
}

/// Lists are checked on both databases. That a search reads only the index is checked on SQLite: Postgres decides
/// between index and table by their sizes.
async fn check(site: &TestSite) -> anyhow::Result<()> {
    let is_postgres = site.is_on_postgres();
    let middle = fill(site).await?;
    let behind = Cursor::of_number((FIRST + 3_001 * 60_000).ms(), middle);
    let latest = OrderSorting::default().order();
    let text = |text: &str| Some(text.to_owned());
    let all = OrderFilter::default;
    let refunded = Some(OrderPaymentStatus::Refunded);
    let pending = Some(FulfillmentStatus::Pending);
    let paid = Some(OrderPaymentStatus::Paid);
    let tx = site.db.read().await?;
    let whole: Vec<order::Column> = <order::Column as sea_orm::Iterable>::iter().collect();
    for (what, filter, behind) in [
        ("the first page", all(), None),
        ("the next page", all(), Some(&behind)),
        ("of a payment status", OrderFilter { payment_status: refunded, ..all() }, None),
        ("of a fulfilment status", OrderFilter { fulfillment_status: pending, ..all() }, None),
        ("of a time", OrderFilter { from: Some(FIRST), until: Some(FIRST + 3_600_000), ..all() }, None),
        ("of a tag", OrderFilter { tag: text("tag 7"), ..all() }, None),
        ("of a number", OrderFilter { query: text("#77"), ..all() }, None),
    ] {
        let plan = latest.after(store::matching(&tx, &filter), behind, 51).plan(&whole).await?;
        assert!(!plan.iter().any(|step| is_full_scan(step)), "{what}: {plan:#?}");
    }
    for filter in [
        OrderFilter { query: text("shopper77@example.com"), ..all() },
        OrderFilter { query: text("nobody"), payment_status: paid, test_mode: Some(false), ..all() },
    ] {
        let plan = latest.after(store::matching(&tx, &filter), None, 51).plan(&[order::Column::Id]).await?;
        let by_index_alone = |step: &String| step.contains("COVERING INDEX") || step.contains("Index Only Scan");
        assert!(is_postgres || plan.iter().any(by_index_alone), "{filter:?}: {plan:#?}");
    }
    in_every_order(&tx).await
}

/// Whether a step of a query plan sorts all rows, not only those that are equal in an index.
fn is_whole_sort(step: &str) -> bool {
    step.contains("TEMP B-TREE FOR ORDER BY") || (step.contains("Sort  (") && !step.contains("Incremental"))
}

async fn in_every_order(tx: &TenantTx) -> anyhow::Result<()> {
    for by in [OrderSort::Placed, OrderSort::Number, OrderSort::Total, OrderSort::Customer] {
        for descending in [false, true] {
            let sorting = OrderSorting { by, descending };
            let order = sorting.order();
            let first = store::spots(tx, &OrderFilter::default(), sorting, None, 25).await?;
            let second = store::spots(tx, &OrderFilter::default(), sorting, first.last(), 25).await?;
            let met: HashSet<&str> = first.iter().chain(&second).map(Cursor::id).collect();
            assert_eq!(met.len(), 50, "{sorting:?}");
            for behind in [None, first.last()] {
                let plan = order.after(store::matching(tx, &OrderFilter::default()), behind, 26);
                let plan = plan.plan(&[order::Column::Id]).await?;
                let reads_all = plan.iter().any(|step| is_full_scan(step) || is_whole_sort(step));
                assert!(!reads_all, "{sorting:?}: {plan:#?}");
            }
        }
    }
    // A search with few matches sorts them; one with many reads in the requested order. Both are read page by page.
    for (text, found) in [("shopper77", 11), ("mug", 60)] {
        let filter = OrderFilter { query: Some(text.to_owned()), ..OrderFilter::default() };
        let sorting = OrderSorting { by: OrderSort::Number, descending: false };
        let (mut spots, mut last) = (Vec::new(), None);
        while spots.len() < 60 {
            let next = store::spots(tx, &filter, sorting, last.as_ref(), 4).await?;
            last = next.last().cloned();
            spots.extend(next);
            if last.is_none() {
                break;
            }
        }
        let rows = store::at(tx, &spots).await?;
        assert_eq!(rows.len(), found, "{text}");
        assert!(rows.is_sorted_by_key(|row| row.number), "{text}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_searches_use_indexes_on_sqlite() -> anyhow::Result<()> {
    check(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_searches_use_indexes_on_postgres() -> anyhow::Result<()> {
    check(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
