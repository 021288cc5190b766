//! Checks that the lists of customers, discounts and restock sign-ups use an index in each sort order, in a shop with
//! enough rows for that to matter.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, EntityTrait};
use stoa_entity::json_column::JsonOf;
use stoa_entity::keyset::{Cursor, SortOrder};
use stoa_entity::tenant::{customer, discount, restock_sign_up, variant};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, CustomerId, DiscountId, ProductId, RestockSignUpId, SiteUserId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::page::PageRequest;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};
use stoa_testkit::{Postgres, TestSite, store_row};

use crate::catalogue::query_plans;
use crate::customers::{CustomerFilter, CustomerSort};
use crate::discounts::{DiscountFilter, DiscountSort};
use crate::restock::{self, GroupFilter, GroupSort, SignUpFilter, SignUpSort};

const ROWS: i64 = 6_000;
const VARIANTS: i64 = 600;

fn customer(number: i64) -> customer::ActiveModel {
    customer::ActiveModel {
        id: Set(CustomerId::generate()),
        email: Set(format!("shopper{number}@example.com")),
        name: Set(if number % 3 == 0 { String::new() } else { format!("Shopper {}", number % 900) }),
        site_user_id: Set((number % 40 == 0).then(SiteUserId::generate)),
        mail_consent_on: Set((number % 90 == 0).then_some(Timestamp::from_ms(number))),
        created_on: Set(Timestamp::from_ms(number / 4)),
        updated_on: Set(Timestamp::from_ms(number)),
        ..Default::default()
    }
}

fn discount(number: i64) -> discount::ActiveModel {
    let code = (number % 50 != 0).then(|| format!("CODE{number:06}"));
    discount::ActiveModel {
        id: Set(DiscountId::generate()),
        label: Set(format!("Discount {}", number % 700)),
        code_key: Set(code.clone()),
        code: Set(code),
        kind: Set(DiscountKind::Percent),
        rate_basis_points: Set(1_000),
        amount_cents: Set(Cents::ZERO),
        applies_to: Set(DiscountScope::Order),
        target_ids: Set(JsonOf::default()),
        minimum_subtotal_cents: Set(Cents::ZERO),
        starts_on: Set(None),
        ends_on: Set((number % 2 == 0).then_some(Timestamp::from_ms(number))),
        usage_limit: Set(None),
        once_per_customer: Set(false),
        for_named_customers: Set(false),
        used_count: Set(0),
        enabled: Set(true),
        revision: Set(1),
        created_on: Set(Timestamp::from_ms(number)),
        updated_on: Set(Timestamp::from_ms(number)),
        ..Default::default()
    }
}

async fn fill(site: &TestSite) -> anyhow::Result<ProductId> {
    let tx = site.db.write().await?;
    let store = CollectionId::generate();
    tx.insert(store_row(&store, Timestamp::default())).await?;
    let product = tx.insert(query_plans::row(&store, 0)).await?.id;
    let variants: Vec<VariantId> = (0..VARIANTS).map(|_| VariantId::generate()).collect();
    let own = |(number, id): (usize, &VariantId)| variant::ActiveModel {
        id: Set(id.clone()),
        product_id: Set(product.clone()),
        sku: Set(format!("SKU-{number:05}")),
        searched: Set(format!("sku-{number:05}")),
        attributes: Set(JsonOf::default()),
        price_cents: Set(Cents(1_900)),
        sale_price_cents: Set(None),
        on_sale: Set(false),
        unlimited: Set(false),
        qty_in_stock: Set(0),
        weight_grams: Set(300),
        main_image_id: Set(None),
        position: Set(0),
        ..Default::default()
    };
    tx.insert_many(variants.iter().enumerate().map(own).collect()).await?;
    for part in (0..ROWS).collect::<Vec<i64>>().chunks(500) {
        tx.insert_many(part.iter().map(|number| customer(*number)).collect()).await?;
        tx.insert_many(part.iter().map(|number| discount(*number)).collect()).await?;
        let waiting = part.iter().filter_map(|number| {
            Some(restock_sign_up::ActiveModel {
                id: Set(RestockSignUpId::generate()),
                product_id: Set(product.clone()),
                variant_id: Set(variants.get(usize::try_from(number % VARIANTS).ok()?)?.clone()),
                email: Set(format!("shopper{number}@example.com")),
                is_join_mailing_list: Set(false),
                language: Set(None),
                site_user_id: Set(None),
                signed_up_on: Set(Timestamp::from_ms(number / 2)),
                notified_on: Set(None),
                written_on: Set(None),
                ..Default::default()
            })
        });
        tx.insert_many(waiting.collect()).await?;
    }
    tx.commit().await?;
    site.analyse().await?;
    Ok(product)
}

/// Whether a step of a query plan is a full table scan.
fn is_scan(step: &str) -> bool {
    step.contains("Seq Scan") || (step.contains("SCAN") && !step.contains("INDEX"))
}

/// Whether a step of a query plan sorts the whole result.
fn is_sort(step: &str) -> bool {
    step.contains("TEMP B-TREE FOR ORDER BY") || (step.contains("Sort  (") && !step.contains("Incremental"))
}

/// Reads two pages and checks the query plans of both. A selective filter may be followed by a sort.
async fn check<'a, E>(
    what: &str,
    order: &SortOrder<E::Column>,
    id: E::Column,
    narrow: bool,
    find: impl Fn() -> Find<'a, E>,
) -> anyhow::Result<()>
where
    E: EntityTrait,
    E::Model: Send + Sync,
    E::Column: ColumnTrait,
{
    let first = order.page(find(), &PageRequest::new(None, Some(25))).await?;
    let second = order.page(find(), &PageRequest::new(first.next_cursor, Some(25))).await?;
    let met: HashSet<&str> = first.items.iter().chain(&second.items).map(Cursor::id).collect();
    assert_eq!(met.len(), 50, "{what}");
    for behind in [None, first.items.last()] {
        let plan = order.after(find(), behind, 26).plan(&[id]).await?;
        let of_all = plan.iter().any(|step| is_scan(step) || (is_sort(step) && !narrow));
        assert!(!of_all, "{what}: {plan:#?}");
    }
    Ok(())
}

async fn customers(tx: &TenantTx) -> anyhow::Result<()> {
    for sort in [CustomerSort::Since, CustomerSort::Name, CustomerSort::Email] {
        for descending in [false, true] {
            for has_account in [None, Some(true)] {
                let filter = CustomerFilter { sort, descending, has_account, ..CustomerFilter::default() };
                let find = || tx.find::<customer::Entity>().filter(filter.condition());
                let narrow = has_account.is_some();
                check(&format!("{filter:?}"), &filter.order(), customer::Column::Id, narrow, find).await?;
            }
        }
    }
    Ok(())
}

async fn discounts(tx: &TenantTx) -> anyhow::Result<()> {
    for sort in [DiscountSort::Created, DiscountSort::Name, DiscountSort::Code, DiscountSort::Ends] {
        for descending in [false, true] {
            let filter = DiscountFilter { sort, descending, ..DiscountFilter::default() };
            let find = || tx.find::<discount::Entity>().filter(filter.condition(Timestamp::default()));
            check(&format!("{filter:?}"), &filter.order(), discount::Column::Id, false, find).await?;
        }
    }
    Ok(())
}

async fn sign_ups(site: &TestSite, tx: &TenantTx, product: &ProductId) -> anyhow::Result<()> {
    for descending in [false, true] {
        for sort in [SignUpSort::SignedUp, SignUpSort::Email] {
            let filter = SignUpFilter { sort, descending, ..SignUpFilter::default() };
            let own = restock_sign_up::Column::ProductId.eq(product.clone());
            let find = || tx.find::<restock_sign_up::Entity>().filter(own.clone()).filter(filter.condition());
            check(&format!("{filter:?}"), &filter.order(), restock_sign_up::Column::Id, false, find).await?;
        }
        let filter = GroupFilter { descending, ..GroupFilter::default() };
        let latest = filter.latest();
        let id = restock_sign_up::Column::Id;
        check(&format!("{filter:?}"), &latest, id, false, || filter.latest_waiting_per_variant(tx)).await?;
        for sort in [GroupSort::Latest, GroupSort::Product] {
            let filter = GroupFilter { sort, descending, ..GroupFilter::default() };
            let (mut cursor, mut met) = (None, Vec::new());
            loop {
                let request = PageRequest::new(cursor, Some(200));
                let page = restock::groups(&site.owner(), &site.db, &filter, &request).await?;
                met.extend(page.items);
                cursor = page.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(met.len(), 600, "{filter:?}");
            let variants: HashSet<&VariantId> = met.iter().map(|group| &group.variant_id).collect();
            assert_eq!(variants.len(), 600, "each variant once: {filter:?}");
            assert!(met.iter().all(|group| group.sign_up_count == 10), "{filter:?}");
        }
    }
    Ok(())
}

async fn in_every_order(site: &TestSite) -> anyhow::Result<()> {
    let product = fill(site).await?;
    let tx = site.db.read().await?;
    customers(&tx).await?;
    discounts(&tx).await?;
    sign_ups(site, &tx, &product).await
}

#[tokio::test(flavor = "multi_thread")]
async fn sorted_lists_use_index_on_sqlite() -> anyhow::Result<()> {
    in_every_order(&TestSite::new().await?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn sorted_lists_use_index_on_postgres() -> anyhow::Result<()> {
    in_every_order(&TestSite::on_postgres(&Postgres::start()?).await?).await
}
