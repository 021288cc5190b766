//! Reading of the site's data: each kind is a permission, and a call has a number of reads.

use std::sync::Arc;

use async_trait::async_trait;

use crate::bindings::imports2::stoa::plugin0_2_0 as pure;
use crate::bindings::imports2::stoa::plugin0_2_0::reads::{Failure, PageRequest};
use crate::bindings::waiting_imports2::stoa::plugin0_2_0 as waiting;
use crate::call::PortFailure;
use crate::capability::GuestState;
use crate::model::reads::{customers, orders, pages, products};

/// Rows of a page at most.
const MAX_ROWS: u32 = 100;

/// Why there is nothing to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadFault {
    /// The cursor or a filter is not possible.
    Invalid,
    /// The host failed; a message for the log, which ends the guest's call.
    Failed(String),
}

/// Reads data of sites for plugins. Permission and number of reads are checked before; `site` is the id of the site, and
/// nothing of another one may be returned. Never card data, passwords or what providers store; texts that people typed go
/// through [`crate::typed_text`].
#[async_trait]
pub trait SiteReads: Send + Sync {
    /// A product.
    async fn product(&self, site: &str, id: &str) -> Result<Option<products::Product>, ReadFault>;
    /// A page of products, the latest change first.
    async fn products(
        &self,
        site: &str,
        filter: products::Filter,
        page: PageRequest,
    ) -> Result<products::ProductPage, ReadFault>;
    /// An order.
    async fn order(&self, site: &str, id: &str) -> Result<Option<orders::Order>, ReadFault>;
    /// A page of orders, the newest first.
    async fn orders(
        &self,
        site: &str,
        filter: orders::Filter,
        page: PageRequest,
    ) -> Result<orders::OrderPage, ReadFault>;
    /// A customer.
    async fn customer(&self, site: &str, id: &str) -> Result<Option<customers::Customer>, ReadFault>;
    /// A page of customers, the latest first.
    async fn customers(
        &self,
        site: &str,
        filter: customers::Filter,
        page: PageRequest,
    ) -> Result<customers::CustomerPage, ReadFault>;
    /// A page of the site that visitors can open.
    async fn page(&self, site: &str, id: &str) -> Result<Option<pages::Page>, ReadFault>;
    /// A page of the list of the site's pages, in their order.
    async fn pages(&self, site: &str, filter: pages::Filter, page: PageRequest) -> Result<pages::PageList, ReadFault>;
}

impl GuestState {
    /// Counts a read of `data`, if the site grants it.
    fn begin_read(&mut self, data: &str) -> Result<Arc<dyn SiteReads>, Failure> {
        let is_asked = self.plugin.info.permissions.reads.iter().any(|declared| declared == data);
        let granted = self.activation().and_then(|activation| activation.data_grant.as_deref());
        let is_granted = granted.is_none_or(|granted| granted.iter().any(|known| known == data));
        let reads = self.ports.reads.clone().filter(|_| is_asked && is_granted && self.activation().is_some());
        let reads = reads.ok_or(Failure::NotGranted)?;
        if self.reads >= self.limits.reads {
            return Err(Failure::BudgetExhausted);
        }
        self.reads += 1;
        Ok(reads)
    }

    /// Runs a read while the clock of the call is paused.
    async fn read<T>(&self, work: impl Future<Output = Result<T, ReadFault>>) -> wasmtime::Result<Result<T, Failure>> {
        match self.clock.while_paused(work).await {
            Ok(found) => Ok(Ok(found)),
            Err(ReadFault::Invalid) => Ok(Err(Failure::Invalid)),
            Err(ReadFault::Failed(reason)) => Err(PortFailure(reason).into()),
        }
    }
}

fn bounded(page: PageRequest) -> PageRequest {
    PageRequest { limit: page.limit.clamp(1, MAX_ROWS), ..page }
}

impl pure::reads::Host for GuestState {}

/// Lists and single rows of one kind of data; on pages there are none.
macro_rules! serve {
    ($module:ident, $data:literal, $row:ident, $rows:ident, $list:ident, $one:ident, $many:ident) => {
        impl pure::$module::Host for GuestState {
            fn get(&mut self, _id: String) -> Result<Option<pure::$module::$row>, Failure> {
                Err(Failure::NotHere)
            }

            fn $list(
                &mut self,
                _filter: pure::$module::Filter,
                _page: PageRequest,
            ) -> Result<pure::$module::$rows, Failure> {
                Err(Failure::NotHere)
            }
        }

        impl waiting::$module::Host for GuestState {
            async fn get(&mut self, id: String) -> wasmtime::Result<Result<Option<$module::$row>, Failure>> {
                let reads = match self.begin_read($data) {
                    Ok(reads) => reads,
                    Err(failure) => return Ok(Err(failure)),
                };
                self.read(reads.$one(&self.site.context.site_id, &id)).await
            }

            async fn $list(
                &mut self,
                filter: $module::Filter,
                page: PageRequest,
            ) -> wasmtime::Result<Result<$module::$rows, Failure>> {
                let reads = match self.begin_read($data) {
                    Ok(reads) => reads,
                    Err(failure) => return Ok(Err(failure)),
                };
                self.read(reads.$many(&self.site.context.site_id, filter, bounded(page))).await
            }
        }
    };
}

serve!(products, "products", Product, ProductPage, list_products, product, products);
serve!(orders, "orders", Order, OrderPage, list_orders, order, orders);
serve!(customers, "customers", Customer, CustomerPage, list_customers, customer, customers);
serve!(pages, "pages", Page, PageList, list_pages, page, pages);
