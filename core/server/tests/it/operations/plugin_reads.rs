//! What plugins read of a site: bounded pages of its own products, orders, customers and pages.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use stoa_plugin_host::model::reads::{PageRequest, customers, orders, pages, products};
use stoa_plugin_host::{ReadFault, SiteReads as _};
use stoa_server::plugin_ports::PluginReads;

use crate::app::{App, on_sqlite};

fn reads(app: &App) -> PluginReads {
    PluginReads::new(Arc::clone(&app.stoa.foundation.tenancy))
}

fn request(cursor: Option<String>, limit: u32) -> PageRequest {
    PageRequest { cursor, limit }
}

fn any_product() -> products::Filter {
    products::Filter { query: None, store_id: None, kind: None, publication: None }
}

fn any_order() -> orders::Filter {
    orders::Filter {
        query: None,
        payment_status: None,
        fulfillment_status: None,
        from_ms: None,
        until_ms: None,
        test: None,
        tag: None,
    }
}

fn fault(fault: ReadFault) -> anyhow::Error {
    anyhow::anyhow!("{fault:?}")
}

#[tokio::test(flavor = "multi_thread")]
async fn products_are_read_in_pages_of_one_site() -> Result<()> {
    on_sqlite(async |app| {
        let (juniper, kissaten) = (app.website("juniper").await?, app.website("kissaten").await?);
        let reads = reads(app);
        let mut seen = BTreeSet::new();
        let mut cursor = None;
        loop {
            let page = reads.products(&juniper, any_product(), request(cursor, 2)).await.map_err(fault)?;
            ensure!(page.products.len() <= 2, "a page is bounded");
            for product in page.products {
                ensure!(product.updated_ms > 0 && product.url.starts_with('/'), "{}", product.name);
                ensure!(seen.insert(product.id), "each product once");
            }
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        ensure!(seen.len() > 2, "the demo shop has products");
        let id = seen.first().context("a product")?;
        let product = reads.product(&juniper, id).await.map_err(fault)?.context("its own product")?;
        ensure!(!product.variants.is_empty(), "{}", product.name);
        ensure!(reads.product(&kissaten, id).await.map_err(fault)?.is_none(), "another site's product");
        ensure!(reads.product(&juniper, "no-such-id").await.map_err(fault)?.is_none());
        let foreign = request(Some("somewhere".to_owned()), 2);
        let refused = reads.products(&juniper, any_product(), foreign).await.err();
        assert_eq!(refused, Some(ReadFault::Invalid));
        let gift_cards = products::Filter { kind: Some(products::ProductKind::GiftCard), ..any_product() };
        let found = reads.products(&juniper, gift_cards, request(None, 100)).await.map_err(fault)?;
        ensure!(found.products.iter().all(|product| product.kind == products::ProductKind::GiftCard));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_and_customers_stay_in_their_site() -> Result<()> {
    on_sqlite(async |app| {
        let (juniper, kissaten) = (app.website("juniper").await?, app.website("kissaten").await?);
        let reads = reads(app);
        let listed = reads.orders(&juniper, any_order(), request(None, 100)).await.map_err(fault)?;
        for summary in &listed.orders {
            let order = reads.order(&juniper, &summary.id).await.map_err(fault)?.context("its own order")?;
            assert_eq!(order.summary.number, summary.number);
            ensure!(!order.lines.is_empty() && order.summary.total.currency == order.subtotal.currency);
            ensure!(reads.order(&kissaten, &summary.id).await.map_err(fault)?.is_none(), "another site's order");
        }
        let anyone = customers::Filter { query: None, has_account: None, agreed_to_mail: None };
        let listed = reads.customers(&juniper, anyone, request(None, 100)).await.map_err(fault)?;
        for summary in &listed.customers {
            let customer = reads.customer(&juniper, &summary.id).await.map_err(fault)?.context("its own customer")?;
            assert_eq!(customer.summary.email, summary.email);
            ensure!(reads.customer(&kissaten, &summary.id).await.map_err(fault)?.is_none(), "another site's customer");
        }
        let until = orders::Filter { until_ms: Some(u64::MAX), ..any_order() };
        assert_eq!(reads.orders(&juniper, until, request(None, 1)).await.err(), Some(ReadFault::Invalid));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_those_that_visitors_can_open() -> Result<()> {
    on_sqlite(async |app| {
        let juniper = app.website("juniper").await?;
        let reads = reads(app);
        let all = reads.pages(&juniper, pages::Filter { kind: None }, request(None, 100)).await.map_err(fault)?;
        let home = all.pages.iter().find(|page| page.is_home).context("a home page")?;
        let page = reads.page(&juniper, &home.id).await.map_err(fault)?.context("the home page")?;
        assert_eq!(page.summary.title, home.title);
        ensure!(!page.texts.is_empty(), "the published texts of the home page");
        let first = reads.pages(&juniper, pages::Filter { kind: None }, request(None, 1)).await.map_err(fault)?;
        let cursor = first.next.context("more than one page")?;
        let second = reads.pages(&juniper, pages::Filter { kind: None }, request(Some(cursor), 1)).await;
        let second = second.map_err(fault)?;
        assert_eq!(second.pages[0].id, all.pages[1].id);
        let stores = pages::Filter { kind: Some(pages::PageKind::Store) };
        let stores = reads.pages(&juniper, stores, request(None, 100)).await.map_err(fault)?;
        ensure!(stores.pages.iter().all(|page| page.kind == pages::PageKind::Store));
        Ok(())
    })
    .await
}
