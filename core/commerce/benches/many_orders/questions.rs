//! The questions that are put to a full shop, and how long their answers take.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use stoa_commerce::catalogue::{self, CataloguePage, ListFilter, ProductFilter, ProductSort, StockState};
use stoa_commerce::orders::{self, OrderFilter};
use stoa_commerce::sales::{self, Interval, SalesRequest};
use stoa_kernel::catalogue::ListOrder;
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::page::PageRequest;

use super::carts;
use super::fill::Shop;

/// How often each question is put; the first time is not counted.
const TIMES: usize = 40;

/// How long the answers to a question took.
pub(crate) struct Times {
    pub(crate) question: &'static str,
    milliseconds: Vec<f64>,
}

impl Times {
    pub(crate) fn spread(&self) -> String {
        let at =
            |percent: usize| self.milliseconds.get(self.milliseconds.len() * percent / 100).copied().unwrap_or(0.0);
        format!("{:.1} / {:.1}", at(50), at(95))
    }
}

pub(crate) async fn times_of(question: &'static str, mut ask: impl AsyncFnMut() -> Result<()>) -> Result<Times> {
    ask().await.with_context(|| question.to_owned())?;
    let mut milliseconds = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        ask().await?;
        milliseconds.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    milliseconds.sort_by(f64::total_cmp);
    Ok(Times { question, milliseconds })
}

/// Puts every question to a shop.
pub(crate) async fn times(shop: &Shop) -> Result<Vec<Times>> {
    let mut all = Vec::new();
    for (question, filter, found) in order_questions(shop) {
        let request = PageRequest::new(None, Some(25));
        all.push(
            times_of(question, async || {
                let page =
                    orders::list(&shop.site.owner(), &shop.site.db, &filter, Default::default(), &request).await?;
                ensure!(page.items.is_empty() != found, "{} orders", page.items.len());
                Ok(())
            })
            .await?,
        );
    }
    all.push(next_pages(shop).await?);
    for (question, days, by) in [("sales of 30 days", 30, Interval::Day), ("sales of 12 months", 365, Interval::Month)]
    {
        let request = SalesRequest { days: Some(days), by, ..SalesRequest::default() };
        all.push(
            times_of(question, async || {
                ensure!(sales::report(&shop.site.owner(), &shop.site.db, &request).await?.totals.orders > 0);
                Ok(())
            })
            .await?,
        );
    }
    all.extend(product_lists(shop).await?);
    all.extend(carts::times(shop).await?);
    Ok(all)
}

fn order_questions(shop: &Shop) -> Vec<(&'static str, OrderFilter, bool)> {
    let all = OrderFilter::default;
    let search = |text: &str| OrderFilter { query: Some(text.to_owned()), ..all() };
    let fulfillment = |status| OrderFilter { fulfillment_status: Some(status), ..all() };
    let payment = |status, filter: OrderFilter| OrderFilter { payment_status: Some(status), ..filter };
    let (middle, customer, sku) = (shop.size.orders / 2, shop.size.customers() / 2, shop.size.products / 10);
    let oldest_page = shop.site.owner().now() - 364 * 86_400_000;
    vec![
        ("orders: first page", all(), true),
        ("orders: to be sent", fulfillment(FulfillmentStatus::Pending), true),
        ("orders: refunded", payment(OrderPaymentStatus::Refunded, all()), true),
        ("orders: test orders", OrderFilter { test_mode: Some(true), ..all() }, true),
        ("orders: of the first day", OrderFilter { until: Some(oldest_page), ..all() }, true),
        ("orders: by number", search(&format!("#{middle}")), true),
        ("orders: by e-mail address", search(&format!(".{customer}@many.invalid")), true),
        ("orders: by name", search("chidi okafor"), true),
        ("orders: by stock keeping unit", search(&format!("sku-{sku:06}")), true),
        ("orders: of nobody", search("nobody at all"), false),
        ("orders: of nobody, paid", payment(OrderPaymentStatus::Paid, search("nobody at all")), false),
    ]
}

/// Ten pages one after the other, the time of each.
async fn next_pages(shop: &Shop) -> Result<Times> {
    let mut cursor = None;
    times_of("orders: next page", async || {
        let request = PageRequest::new(cursor.take(), Some(25));
        let page =
            orders::list(&shop.site.owner(), &shop.site.db, &OrderFilter::default(), Default::default(), &request)
                .await?;
        cursor = page.next_cursor;
        Ok(())
    })
    .await
}

async fn product_lists(shop: &Shop) -> Result<Vec<Times>> {
    let mut all = Vec::new();
    let last = shop.size.products - 1;
    let of = |sort: ProductSort| ProductFilter { sort, ..ProductFilter::default() };
    let search = |text: &str| ProductFilter { query: Some(text.to_owned()), ..ProductFilter::default() };
    for (question, filter, found) in [
        ("products: page of the admin", of(ProductSort::Position), true),
        ("products: by name", of(ProductSort::Name), true),
        ("products: by the latest change", of(ProductSort::Updated), true),
        ("products: by price", of(ProductSort::Price), true),
        ("products: by stock", of(ProductSort::Stock), true),
        ("products: sold out", ProductFilter { stock: Some(StockState::SoldOut), ..ProductFilter::default() }, true),
        ("products: of a stock keeping unit", search(&format!("sku-{last:06}")), true),
        ("products: of no name", search("no such thing"), false),
    ] {
        let request = PageRequest::new(None, Some(25));
        all.push(
            times_of(question, async || {
                let page =
                    catalogue::admin_page(&shop.site.owner(), &shop.site.db, Some(&shop.store), &filter, &request)
                        .await?;
                ensure!(page.items.is_empty() != found, "{} products", page.items.len());
                Ok(())
            })
            .await?,
        );
    }
    for &order in ListOrder::ALL {
        let wish = ListFilter { order, ..ListFilter::default() };
        all.push(visited(shop, of_order(order), &wish).await?);
    }
    let narrowed = ListFilter { in_stock: true, tag: Some("clay".to_owned()), ..ListFilter::default() };
    all.push(visited(shop, "shop: in stock, with a tag", &narrowed).await?);
    Ok(all)
}

fn of_order(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Featured => "shop: as the owner put them",
        ListOrder::PriceUp => "shop: cheapest first",
        ListOrder::PriceDown => "shop: dearest first",
        ListOrder::Newest => "shop: newest first",
        ListOrder::Name => "shop: by name",
    }
}

/// Pages of the storefront's list one after the other, the time of each.
async fn visited(shop: &Shop, question: &'static str, wish: &ListFilter) -> Result<Times> {
    let mut cursor = None;
    times_of(question, async || {
        let tx = shop.site.db.read().await?;
        let request = PageRequest::new(cursor.take(), Some(24));
        let wanted = CataloguePage { collection_id: shop.store.clone(), category: None, request };
        let found = catalogue::browse(&tx, &wanted, wish).await?;
        ensure!(found.page.items.len() == 24 && !found.tags.is_empty());
        cursor = found.page.next_cursor;
        Ok(())
    })
    .await
}
