//! How many e-mails of each kind were sent, wait or failed.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantDb;
use stoa_entity::tenant::mail::{Column, Entity};
use stoa_kernel::local_days::SiteDays;
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use crate::EmailError;

/// E-mails of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindActivity {
    /// The kind.
    pub kind: String,
    /// Sent.
    pub sent: i64,
    /// Waiting to be sent.
    pub waiting: i64,
    /// Given up.
    pub failed: i64,
}

#[derive(FromQueryResult)]
struct StatusCount {
    kind: String,
    status: DeliveryStatus,
    count: i64,
}

/// The e-mails that were written on the days, by kind; no recipients.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn activity(ctx: &TenantCtx, db: &TenantDb, site: &SiteDays) -> Result<Vec<KindActivity>, EmailError> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let (from, until) = site.days.whole();
    let counted: Vec<StatusCount> = db
        .read()
        .await?
        .find::<Entity>()
        .filter(Column::CreatedOn.gte(from))
        .filter(Column::CreatedOn.lt(until))
        .aggregate(&[Column::Kind, Column::Status], vec![(Expr::cust("count(*)"), "count")])
        .await?;
    let mut kinds: BTreeMap<String, KindActivity> = BTreeMap::new();
    for StatusCount { kind, status, count } in counted {
        let own = kinds.entry(kind.clone()).or_insert_with(|| KindActivity { kind, ..KindActivity::default() });
        match status {
            DeliveryStatus::Sent => own.sent += count,
            DeliveryStatus::Queued => own.waiting += count,
            DeliveryStatus::Failed => own.failed += count,
            DeliveryStatus::Suppressed => {}
        }
    }
    Ok(kinds.into_values().collect())
}
