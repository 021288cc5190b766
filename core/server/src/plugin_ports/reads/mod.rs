//! What plugins read of a site: products, orders, customers and pages, by the functions that contributors read them with.

mod records;

use std::sync::Arc;

use async_trait::async_trait;
use sea_orm::ColumnTrait as _;
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{self, ProductFilter, ProductSort, ProductType};
use stoa_commerce::customers::{self, CustomerFilter};
use stoa_commerce::orders::{self, OrderFilter, OrderSorting};
use stoa_entity::tenant::product;
use stoa_kernel::Failure;
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, CustomerId, OrderId, ProductId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::page::{Page, PageRequest};
use stoa_plugin_host::model::reads as read;
use stoa_plugin_host::{ReadFault, SiteReads};
use stoa_site::SiteError;
use stoa_site::content;
use stoa_tenancy::{Tenancy, Tenant};

/// Reads of the sites of an installation.
pub struct PluginReads {
    tenancy: Arc<Tenancy>,
}

impl PluginReads {
    /// Reads of the sites of `tenancy`.
    pub fn new(tenancy: Arc<Tenancy>) -> Self {
        Self { tenancy }
    }

    async fn tenant(&self, site: &str) -> Result<Tenant, ReadFault> {
        let website = site.parse().map_err(|_| ReadFault::Failed("no id of a site".to_owned()))?;
        self.tenancy.for_system(&website, "plugins").await.map_err(|error| failed(&error.into()))
    }
}

fn failed(error: &Failure) -> ReadFault {
    ReadFault::Failed(error.to_string())
}

/// None for what does not exist; a field error is about the cursor or the filter.
fn shop_fault<T>(error: CommerceError) -> Result<Option<T>, ReadFault> {
    match error {
        CommerceError::NotFound => Ok(None),
        CommerceError::Invalid(_) => Err(ReadFault::Invalid),
        other => Err(ReadFault::Failed(other.to_string())),
    }
}

fn found<T>(result: Result<T, CommerceError>) -> Result<Option<T>, ReadFault> {
    result.map_or_else(shop_fault, |found| Ok(Some(found)))
}

/// A list that is empty where a store of the filter does not exist.
fn listed<T>(result: Result<Page<T>, CommerceError>) -> Result<(Vec<T>, Option<String>), ReadFault> {
    Ok(found(result)?.map_or_else(|| (Vec::new(), None), |page| (page.items, page.next_cursor)))
}

fn site_fault(error: SiteError) -> ReadFault {
    failed(&Failure::from(error))
}

fn request(page: read::PageRequest) -> PageRequest {
    PageRequest::new(page.cursor, Some(u64::from(page.limit)))
}

fn time(ms: Option<u64>) -> Result<Option<Timestamp>, ReadFault> {
    let ms = ms.map(i64::try_from).transpose().map_err(|_| ReadFault::Invalid)?;
    Ok(ms.map(Timestamp::from_ms))
}

fn product_type(kind: read::products::ProductKind) -> ProductType {
    match kind {
        read::products::ProductKind::Physical => ProductType::Physical,
        read::products::ProductKind::Digital => ProductType::Digital,
        read::products::ProductKind::Service => ProductType::Service,
        read::products::ProductKind::GiftCard => ProductType::GiftCard,
        read::products::ProductKind::Paywall => ProductType::Paywall,
    }
}

fn product_filter(filter: read::products::Filter) -> ProductFilter {
    ProductFilter {
        query: filter.query,
        status: filter.publication.map(|publication| match publication {
            read::products::Publication::Draft => ProductStatus::Draft,
            read::products::Publication::Scheduled => ProductStatus::Scheduled,
            read::products::Publication::Published => ProductStatus::Published,
        }),
        kind: filter.kind.map(product_type),
        sort: ProductSort::Updated,
        descending: true,
        ..ProductFilter::default()
    }
}

fn order_filter(filter: read::orders::Filter) -> Result<OrderFilter, ReadFault> {
    Ok(OrderFilter {
        payment_status: filter.payment_status.map(|status| match status {
            read::orders::PaymentStatus::AwaitingPayment => OrderPaymentStatus::AwaitingPayment,
            read::orders::PaymentStatus::Authorized => OrderPaymentStatus::Authorized,
            read::orders::PaymentStatus::Paid => OrderPaymentStatus::Paid,
            read::orders::PaymentStatus::Failed => OrderPaymentStatus::Failed,
            read::orders::PaymentStatus::PartiallyRefunded => OrderPaymentStatus::PartiallyRefunded,
            read::orders::PaymentStatus::Refunded => OrderPaymentStatus::Refunded,
        }),
        fulfillment_status: filter.fulfillment_status.map(|status| match status {
            read::orders::FulfillmentStatus::Pending => FulfillmentStatus::Pending,
            read::orders::FulfillmentStatus::Fulfilled => FulfillmentStatus::Fulfilled,
            read::orders::FulfillmentStatus::Canceled => FulfillmentStatus::Canceled,
        }),
        query: filter.query,
        from: time(filter.from_ms)?,
        until: time(filter.until_ms)?,
        test_mode: filter.test,
        tag: filter.tag,
        ..OrderFilter::default()
    })
}

#[async_trait]
impl SiteReads for PluginReads {
    async fn product(&self, site: &str, id: &str) -> Result<Option<read::products::Product>, ReadFault> {
        let Ok(id) = id.parse::<ProductId>() else { return Ok(None) };
        let tenant = self.tenant(site).await?;
        let tx = tenant.db.read().await.map_err(|error| failed(&error.into()))?;
        let own = product::Column::Id.eq(id.clone());
        let row = tx.find::<product::Entity>().filter(own).one().await.map_err(|error| failed(&error.into()))?;
        drop(tx);
        let Some(row) = row else { return Ok(None) };
        let item = found(catalogue::admin_item(&tenant.ctx, &tenant.db, &row.collection_id, &id).await)?;
        Ok(item.map(records::product))
    }

    async fn products(
        &self,
        site: &str,
        filter: read::products::Filter,
        page: read::PageRequest,
    ) -> Result<read::products::ProductPage, ReadFault> {
        let tenant = self.tenant(site).await?;
        let store = filter.store_id.as_deref().map(str::parse::<CollectionId>).transpose();
        let store = store.map_err(|_| ReadFault::Invalid)?;
        let (filter, request) = (product_filter(filter), request(page));
        let items = catalogue::admin_page(&tenant.ctx, &tenant.db, store.as_ref(), &filter, &request).await;
        let (items, next) = listed(items)?;
        Ok(read::products::ProductPage { products: items.into_iter().map(records::product).collect(), next })
    }

    async fn order(&self, site: &str, id: &str) -> Result<Option<read::orders::Order>, ReadFault> {
        let Ok(id) = id.parse::<OrderId>() else { return Ok(None) };
        let tenant = self.tenant(site).await?;
        Ok(found(orders::detail(&tenant.ctx, &tenant.db, &id).await)?.map(records::order))
    }

    async fn orders(
        &self,
        site: &str,
        filter: read::orders::Filter,
        page: read::PageRequest,
    ) -> Result<read::orders::OrderPage, ReadFault> {
        let tenant = self.tenant(site).await?;
        let (filter, request) = (order_filter(filter)?, request(page));
        let found = orders::list(&tenant.ctx, &tenant.db, &filter, OrderSorting::default(), &request).await;
        let (items, next) = listed(found)?;
        Ok(read::orders::OrderPage { orders: items.into_iter().map(records::order_summary).collect(), next })
    }

    async fn customer(&self, site: &str, id: &str) -> Result<Option<read::customers::Customer>, ReadFault> {
        let Ok(id) = id.parse::<CustomerId>() else { return Ok(None) };
        let tenant = self.tenant(site).await?;
        Ok(found(customers::detail(&tenant.ctx, &tenant.db, &id).await)?.map(records::customer))
    }

    async fn customers(
        &self,
        site: &str,
        filter: read::customers::Filter,
        page: read::PageRequest,
    ) -> Result<read::customers::CustomerPage, ReadFault> {
        let tenant = self.tenant(site).await?;
        let filter = CustomerFilter {
            query: filter.query,
            has_account: filter.has_account,
            agreed_to_mail: filter.agreed_to_mail,
            ..CustomerFilter::default()
        };
        let (items, next) = listed(customers::list(&tenant.ctx, &tenant.db, &filter, &request(page)).await)?;
        Ok(read::customers::CustomerPage {
            customers: items.into_iter().map(records::customer_summary).collect(),
            next,
        })
    }

    async fn page(&self, site: &str, id: &str) -> Result<Option<read::pages::Page>, ReadFault> {
        let Ok(id) = id.parse::<CollectionId>() else { return Ok(None) };
        let tenant = self.tenant(site).await?;
        let tx = tenant.db.read().await.map_err(|error| failed(&error.into()))?;
        let found = content::published_by_id(&tx, &id).await.map_err(site_fault)?;
        Ok(found.and_then(records::page))
    }

    async fn pages(
        &self,
        site: &str,
        filter: read::pages::Filter,
        page: read::PageRequest,
    ) -> Result<read::pages::PageList, ReadFault> {
        let tenant = self.tenant(site).await?;
        let tx = tenant.db.read().await.map_err(|error| failed(&error.into()))?;
        let all = content::collections(&tx).await.map_err(site_fault)?;
        drop(tx);
        let is_wanted = |summary: &read::pages::Summary| filter.kind.is_none_or(|kind| summary.kind == kind);
        let mut shown: Vec<read::pages::Summary> =
            all.iter().filter_map(records::page_summary).filter(is_wanted).collect();
        if let Some(cursor) = &page.cursor {
            let place = shown.iter().position(|summary| summary.id == *cursor).ok_or(ReadFault::Invalid)?;
            shown.drain(..=place);
        }
        let most = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let has_more = shown.len() > most;
        shown.truncate(most);
        let next = shown.last().filter(|_| has_more).map(|summary| summary.id.clone());
        Ok(read::pages::PageList { pages: shown, next })
    }
}
