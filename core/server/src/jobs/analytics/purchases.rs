//! Orders that a payment provider reported as paid when the browser was gone: they are recorded in the visit in which
//! they were placed.

use std::sync::Arc;

use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::{EventKind, Hit, VisitFacts, unpaid_orders};
use stoa_commerce::checkout;
use stoa_kernel::event::Event;
use stoa_tenancy::Tenant;

use crate::jobs::worker::Worker;

/// Records the order of an event, if it was placed by a visitor who is counted. One that is recorded already stays as it
/// is.
///
/// # Errors
/// When a database fails.
pub(in crate::jobs) async fn record(worker: &Worker, tenant: &Tenant, event: &Event) -> anyhow::Result<()> {
    let Event::OrderPlaced { order_id } = event else { return Ok(()) };
    let website = tenant.ctx.website();
    let Some(db) = worker.jobs.tenancy.databases.analytics(website).await? else { return Ok(()) };
    let id = identified_visitor(website, order_id.as_str());
    let Some(unpaid) = unpaid_orders::of(&db, id).await? else { return Ok(()) };
    let Some(order) = checkout::placed_order(&tenant.db, order_id).await? else { return Ok(()) };
    let hit = Hit {
        id,
        at: order.placed_on,
        kind: EventKind::Purchase,
        visitor: unpaid.visitor,
        is_identified: unpaid.is_identified,
        page: None,
        title: None,
        object: Some(order.id.into()),
        number: Some(order.total_cents.0),
        text: None,
        facts: Arc::new(VisitFacts::default()),
    };
    worker.jobs.recorder.record(website, hit);
    Ok(())
}
