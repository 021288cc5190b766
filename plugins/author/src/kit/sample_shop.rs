//! The data of the site of a test, for plugins that read it: three products, two orders, a customer and two pages.

use async_trait::async_trait;
use stoa_plugin_host::model::reads::{Amount, PageRequest, customers, orders, pages, products};
use stoa_plugin_host::{ReadFault, SiteReads};

const CURRENCY: &str = "USD";
/// A day before the time of the tests.
const YESTERDAY: u64 = 1_789_913_600_000;

/// See the module.
#[derive(Debug)]
pub(super) struct SampleShop;

fn amount(minor: i64) -> Amount {
    Amount { minor, currency: CURRENCY.to_owned() }
}

pub(super) fn product(id: &str, name: &str, minor: i64, stock: Option<i64>) -> products::Product {
    products::Product {
        id: id.to_owned(),
        store_id: "store-1".to_owned(),
        name: name.to_owned(),
        url: format!("/shop/{id}"),
        kind: products::ProductKind::Physical,
        publication: products::Publication::Published,
        excerpt: format!("<p>{name} &amp; more</p>"),
        description: String::new(),
        tags: vec!["kitchen".to_owned()],
        categories: vec!["Tableware".to_owned()],
        pictures: Vec::new(),
        variants: vec![products::ProductVariant {
            id: format!("{id}-variant"),
            sku: id.to_uppercase(),
            options: Vec::new(),
            price: amount(minor),
            sale_price: None,
            on_sale: false,
            stock,
            weight_grams: 350,
        }],
        taxable: true,
        created_ms: YESTERDAY,
        updated_ms: YESTERDAY,
    }
}

pub(super) fn all_products() -> Vec<products::Product> {
    vec![
        product("mug", "Mug", 1200, Some(3)),
        product("bowl", "Bowl <\"large\">", 2400, Some(0)),
        product("cheese", "Käse", 900, None),
    ]
}

fn order(number: i64, payment_status: orders::PaymentStatus) -> orders::Order {
    orders::Order {
        summary: orders::Summary {
            id: format!("order-{number}"),
            number,
            placed_ms: YESTERDAY,
            email: "ada@example.com".to_owned(),
            customer_name: "Ada Example".to_owned(),
            total: amount(2400),
            payment_status,
            fulfillment_status: orders::FulfillmentStatus::Pending,
            item_count: 2,
            test: false,
            is_donation: false,
            handover: orders::Handover::Pickup,
        },
        lines: vec![orders::Line {
            id: format!("line-{number}"),
            product_id: "mug".to_owned(),
            variant_id: "mug-variant".to_owned(),
            sku: "MUG".to_owned(),
            name: "Mug".to_owned(),
            options: Vec::new(),
            quantity: 2,
            unit_price: amount(1200),
            total: amount(2400),
            fulfilled_quantity: 0,
            refunded_quantity: 0,
        }],
        subtotal: amount(2400),
        discount: amount(0),
        shipping: amount(0),
        tax: amount(0),
        refunded: amount(0),
        discounts: Vec::new(),
        taxes: Vec::new(),
        shipping_address: None,
        billing_address: None,
        shipping_option: None,
        note: "Please ring & wait".to_owned(),
        tags: Vec::new(),
    }
}

fn all_orders() -> Vec<orders::Order> {
    vec![order(2, orders::PaymentStatus::AwaitingPayment), order(1, orders::PaymentStatus::Paid)]
}

fn ada() -> customers::Customer {
    customers::Customer {
        summary: customers::Summary {
            id: "customer-1".to_owned(),
            email: "ada@example.com".to_owned(),
            name: "Ada Example".to_owned(),
            has_account: true,
            mail_consent_ms: Some(YESTERDAY),
            order_count: 1,
            spent: amount(2400),
            last_order_ms: Some(YESTERDAY),
            created_ms: YESTERDAY,
        },
        language: Some("en".to_owned()),
        addresses: Vec::new(),
    }
}

fn page(id: &str, title: &str, url: &str) -> pages::Page {
    pages::Page {
        summary: pages::Summary {
            id: id.to_owned(),
            kind: pages::PageKind::Page,
            title: title.to_owned(),
            url: url.to_owned(),
            description: String::new(),
            is_home: url == "/",
            access: pages::Access::Everyone,
            no_index: false,
            updated_ms: YESTERDAY,
        },
        seo_title: String::new(),
        seo_description: String::new(),
        texts: vec![format!("<p>{title} of a shop</p>")],
    }
}

fn all_pages() -> Vec<pages::Page> {
    vec![page("home", "Home", "/"), page("about", "About", "/about")]
}

/// Whether one of the texts contains what is searched for, if anything is.
fn matches(query: Option<&String>, texts: &[&str]) -> bool {
    query.is_none_or(|query| texts.iter().any(|text| text.to_lowercase().contains(&query.to_lowercase())))
}

/// A page of rows; the cursor is the number of the rows before it.
fn paged<T>(rows: Vec<T>, page: &PageRequest) -> Result<(Vec<T>, Option<String>), ReadFault> {
    let before = page.cursor.as_deref().map_or(Ok(0), str::parse::<usize>).map_err(|_| ReadFault::Invalid)?;
    let end = before.saturating_add(usize::try_from(page.limit).unwrap_or(usize::MAX));
    let next = (end < rows.len()).then(|| end.to_string());
    Ok((rows.into_iter().take(end).skip(before).collect(), next))
}

#[async_trait]
impl SiteReads for SampleShop {
    async fn product(&self, _site: &str, id: &str) -> Result<Option<products::Product>, ReadFault> {
        Ok(all_products().into_iter().find(|product| product.id == id))
    }

    async fn products(
        &self,
        _site: &str,
        filter: products::Filter,
        page: PageRequest,
    ) -> Result<products::ProductPage, ReadFault> {
        let mut rows = all_products();
        rows.retain(|product| {
            matches(filter.query.as_ref(), &[&product.name])
                && filter.store_id.as_ref().is_none_or(|store| *store == product.store_id)
                && filter.kind.is_none_or(|kind| kind == product.kind)
                && filter.publication.is_none_or(|publication| publication == product.publication)
        });
        let (products, next) = paged(rows, &page)?;
        Ok(products::ProductPage { products, next })
    }

    async fn order(&self, _site: &str, id: &str) -> Result<Option<orders::Order>, ReadFault> {
        Ok(all_orders().into_iter().find(|order| order.summary.id == id))
    }

    async fn orders(
        &self,
        _site: &str,
        filter: orders::Filter,
        page: PageRequest,
    ) -> Result<orders::OrderPage, ReadFault> {
        let mut rows: Vec<orders::Summary> = all_orders().into_iter().map(|order| order.summary).collect();
        rows.retain(|order| {
            matches(filter.query.as_ref(), &[&order.email, &order.customer_name, &order.number.to_string()])
                && filter.payment_status.is_none_or(|status| status == order.payment_status)
                && filter.fulfillment_status.is_none_or(|status| status == order.fulfillment_status)
                && filter.from_ms.is_none_or(|from| order.placed_ms >= from)
                && filter.until_ms.is_none_or(|until| order.placed_ms < until)
                && filter.test.is_none_or(|test| test == order.test)
                && filter.tag.is_none()
        });
        let (orders, next) = paged(rows, &page)?;
        Ok(orders::OrderPage { orders, next })
    }

    async fn customer(&self, _site: &str, id: &str) -> Result<Option<customers::Customer>, ReadFault> {
        Ok(Some(ada()).filter(|customer| customer.summary.id == id))
    }

    async fn customers(
        &self,
        _site: &str,
        filter: customers::Filter,
        page: PageRequest,
    ) -> Result<customers::CustomerPage, ReadFault> {
        let mut rows = vec![ada().summary];
        rows.retain(|customer| {
            matches(filter.query.as_ref(), &[&customer.email, &customer.name])
                && filter.has_account.is_none_or(|wanted| wanted == customer.has_account)
                && filter.agreed_to_mail.is_none_or(|wanted| wanted == customer.mail_consent_ms.is_some())
        });
        let (customers, next) = paged(rows, &page)?;
        Ok(customers::CustomerPage { customers, next })
    }

    async fn page(&self, _site: &str, id: &str) -> Result<Option<pages::Page>, ReadFault> {
        Ok(all_pages().into_iter().find(|page| page.summary.id == id))
    }

    async fn pages(&self, _site: &str, filter: pages::Filter, page: PageRequest) -> Result<pages::PageList, ReadFault> {
        let mut rows: Vec<pages::Summary> = all_pages().into_iter().map(|page| page.summary).collect();
        rows.retain(|page| filter.kind.is_none_or(|kind| kind == page.kind));
        let (pages, next) = paged(rows, &page)?;
        Ok(pages::PageList { pages, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_rows() {
        let request = |cursor: Option<&str>| PageRequest { cursor: cursor.map(str::to_owned), limit: 2 };
        assert_eq!(paged(vec![1, 2, 3], &request(None)), Ok((vec![1, 2], Some("2".to_owned()))));
        assert_eq!(paged(vec![1, 2, 3], &request(Some("2"))), Ok((vec![3], None)));
        assert_eq!(paged(vec![1, 2], &request(None)), Ok((vec![1, 2], None)));
        assert_eq!(paged(vec![1], &request(Some("x"))), Err(ReadFault::Invalid));
    }
}
