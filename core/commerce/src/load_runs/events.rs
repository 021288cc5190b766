//! Removal of events of the outbox, handled or not, that name an order or an account which does not exist any more, or
//! the address of nobody.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use serde_json::Value;
use stoa_entity::load_run_items::is_nobodys_address;
use stoa_entity::tenant::{order, outbox, site_user, submission};
use stoa_entity::{TenantDb, TenantTx, load_run_removal};
use stoa_kernel::boxed;
use stoa_kernel::id::{LoadRunId, OrderId, OutboxId, SiteUserId, SubmissionId};

use crate::CommerceError;

/// Events that are looked at in one transaction.
const BATCH: u64 = 500;

/// Removes events that were written since a run began and name something that was removed. Called last, when what the
/// run made is gone.
///
/// # Errors
/// When the database fails; what was removed until then stays removed.
#[boxed]
pub async fn remove_events(db: &TenantDb, run: &LoadRunId) -> Result<(), CommerceError> {
    let Some(row) = load_run_removal::find(&db.read().await?, run).await? else { return Ok(()) };
    let mut last: Option<OutboxId> = None;
    loop {
        let tx = db.write().await?;
        let mut find = tx.find::<outbox::Entity>().filter(outbox::Column::CreatedOn.gte(row.started_on));
        if let Some(id) = last {
            find = find.filter(outbox::Column::Id.gt::<OutboxId>(id));
        }
        let events = find.order_by_asc(outbox::Column::Id).limit(BATCH).all().await?;
        let Some(newest) = events.last() else { return Ok(()) };
        last = Some(newest.id.clone());
        let known = KnownIds::of(&tx, &events).await?;
        let gone: Vec<OutboxId> =
            events.into_iter().filter(|event| known.misses(event)).map(|event| event.id).collect();
        if !gone.is_empty() {
            tx.delete::<outbox::Entity>(outbox::Column::Id.is_in(gone)).exec().await?;
            tx.commit().await?;
        }
    }
}

/// The names of what events are about, and the ids that exist.
struct KnownIds(HashSet<String>);

const ORDER: &str = "order_id";
const ACCOUNT: &str = "site_user_id";
const SUBMISSION: &str = "submission_id";

impl KnownIds {
    async fn of(tx: &TenantTx, events: &[outbox::Model]) -> Result<Self, CommerceError> {
        let named = |field: &str| -> Vec<String> {
            events.iter().filter_map(|event| named(event, field)).map(str::to_owned).collect()
        };
        let orders = tx.find::<order::Entity>().filter(order::Column::Id.is_in(named(ORDER)));
        let orders = orders.select_only().column(order::Column::Id).into_tuple::<OrderId>().all().await?;
        let accounts = tx.find::<site_user::Entity>().filter(site_user::Column::Id.is_in(named(ACCOUNT)));
        let accounts = accounts.select_only().column(site_user::Column::Id).into_tuple::<SiteUserId>().all().await?;
        let forms = tx.find::<submission::Entity>().filter(submission::Column::Id.is_in(named(SUBMISSION)));
        let forms = forms.select_only().column(submission::Column::Id).into_tuple::<SubmissionId>().all().await?;
        let known = orders.into_iter().map(String::from).chain(accounts.into_iter().map(String::from));
        Ok(Self(known.chain(forms.into_iter().map(String::from)).collect()))
    }

    /// Whether an event names something that does not exist, or a person who was made up.
    fn misses(&self, event: &outbox::Model) -> bool {
        if named(event, "email").is_some_and(is_nobodys_address) {
            return true;
        }
        [ORDER, ACCOUNT, SUBMISSION].iter().filter_map(|field| named(event, field)).any(|id| !self.0.contains(id))
    }
}

fn named<'a>(event: &'a outbox::Model, field: &str) -> Option<&'a str> {
    event.payload.get(field).and_then(Value::as_str)
}
