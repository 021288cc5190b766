//! Orders, recorded in the visit in which they are placed. The order itself keeps nothing of its visit.

use std::sync::Arc;

use stoa_analytics::enrich::identified_visitor;
use stoa_analytics::schemas::EventContent;
use stoa_analytics::unpaid_orders::UnpaidOrder;
use stoa_analytics::{EventKind, Hit};
use stoa_commerce::CommerceError;
use stoa_commerce::checkout::PlacedOrder;

use super::intake::{Reporter, VisitorNumber};
use crate::problem::ApiError;
use crate::state::AppState;

/// Records an order of a visitor who is counted. Whatever fails here does not keep the response from the customer.
pub(crate) async fn record_purchase(
    state: &AppState,
    reporter: Result<Reporter, ApiError>,
    order: Result<Option<PlacedOrder>, CommerceError>,
) {
    let (Ok(reporter), Ok(Some(order))) = (reporter, order) else { return };
    if !reporter.is_counted() {
        return;
    }
    let Ok(VisitorNumber { number: visitor, is_identified }) = reporter.visitor(state, None).await else { return };
    let PlacedOrder { id, total_cents, placed_on } = order;
    let hit = Hit {
        // An order that is confirmed twice is counted once.
        id: identified_visitor(&reporter.website, id.as_str()),
        at: placed_on,
        kind: EventKind::Purchase,
        visitor,
        is_identified,
        page: None,
        title: None,
        object: Some(id.into()),
        number: Some(total_cents.0),
        text: None,
        facts: Arc::new(reporter.facts(&EventContent::default())),
    };
    reporter.store(state, hit);
}

/// Remembers the visitor of an order that is not paid yet: its provider may report the payment when the browser is gone.
pub(crate) async fn note_unpaid(
    state: &AppState,
    reporter: Result<Reporter, ApiError>,
    order: Result<Option<PlacedOrder>, CommerceError>,
) {
    let (Ok(reporter), Ok(Some(order))) = (reporter, order) else { return };
    if !reporter.counts_in_figures() {
        return;
    }
    let Ok(VisitorNumber { number: visitor, is_identified }) = reporter.visitor(state, None).await else { return };
    let id = identified_visitor(&reporter.website, order.id.as_str());
    let unpaid = UnpaidOrder { id, visitor, is_identified, at: order.placed_on };
    state.analytics.record_unpaid(&reporter.website, unpaid);
}
