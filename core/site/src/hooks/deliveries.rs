//! Deliveries of events, for contributors.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::event_delivery::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx, keyset};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::EventDeliveryId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::site_event::{EventDeliveryState, EventDeliveryStatus, EventTopic};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::delivering::delete;
use crate::SiteError;

/// A delivery of an event that has not succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDelivery {
    /// Its id.
    pub id: EventDeliveryId,
    /// Id of the event.
    pub event_id: String,
    /// What happened.
    pub topic: EventTopic,
    /// Id of the subscriber, such as that of a plugin.
    pub subscriber: String,
    /// The object it happened to.
    pub object_id: String,
    /// How it stands.
    pub state: EventDeliveryState,
    /// Number of attempts.
    pub attempts: i32,
    /// Next attempt, UTC milliseconds; none when it was given up.
    pub due_on: Option<Timestamp>,
    /// Last attempt, UTC milliseconds.
    pub last_tried_on: Option<Timestamp>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it happened, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was given up, UTC milliseconds.
    pub dead_on: Option<Timestamp>,
}

/// Which deliveries are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryFilter {
    /// Only those that stand like this.
    pub state: Option<EventDeliveryState>,
    /// Only those to this subscriber.
    pub subscriber: Option<String>,
}

/// Numbers of deliveries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCounts {
    /// Waiting for their first attempt.
    pub pending: u64,
    /// Repeated after a failure.
    pub failing: u64,
    /// Given up.
    pub dead: u64,
}

impl From<Model> for EventDelivery {
    fn from(row: Model) -> Self {
        let is_waiting = row.status == EventDeliveryStatus::Waiting;
        let state = match row.status {
            EventDeliveryStatus::Dead => EventDeliveryState::Dead,
            EventDeliveryStatus::Waiting if row.last_error.is_some() => EventDeliveryState::Failing,
            EventDeliveryStatus::Waiting => EventDeliveryState::Pending,
        };
        Self {
            id: row.id,
            event_id: row.event_id.into(),
            topic: row.topic,
            subscriber: row.subscriber,
            object_id: row.object_id,
            state,
            attempts: row.attempts,
            due_on: is_waiting.then_some(row.due_on),
            last_tried_on: row.last_tried_on,
            last_error: row.last_error,
            created_on: row.created_on,
            dead_on: row.dead_on,
        }
    }
}

fn in_state(state: EventDeliveryState) -> Condition {
    let with = |status: EventDeliveryStatus| Condition::all().add(Column::Status.eq(status));
    match state {
        EventDeliveryState::Dead => with(EventDeliveryStatus::Dead),
        EventDeliveryState::Failing => with(EventDeliveryStatus::Waiting).add(Column::LastError.is_not_null()),
        EventDeliveryState::Pending => with(EventDeliveryStatus::Waiting).add(Column::LastError.is_null()),
    }
}

/// A page of the deliveries that have not succeeded, newest first.
///
/// # Errors
/// When the caller may not read plugins; an error of the field `cursor`.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &DeliveryFilter,
    request: &PageRequest,
) -> Result<Page<EventDelivery>, SiteError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let mut wanted = filter.state.map_or_else(Condition::all, in_state);
    if let Some(subscriber) = &filter.subscriber {
        wanted = wanted.add(Column::Subscriber.eq(subscriber.as_str()));
    }
    if let Some(cursor) = &request.cursor {
        let id: EventDeliveryId = cursor.parse().map_err(|_| keyset::invalid_cursor())?;
        wanted = wanted.add(Column::Id.lt(id));
    }
    let tx = db.read().await?;
    let rows = tx.find::<Entity>().filter(wanted).order_by_desc(Column::Id).limit(request.limit() + 1).all().await?;
    Ok(Page::from_rows(rows, request.limit(), |row| row.id.to_string()).map(EventDelivery::from))
}

/// How many deliveries stand how.
///
/// # Errors
/// When the caller may not read plugins.
#[boxed]
pub async fn counts(ctx: &TenantCtx, db: &TenantDb) -> Result<DeliveryCounts, SiteError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let tx = db.read().await?;
    Ok(DeliveryCounts {
        pending: tx.find::<Entity>().filter(in_state(EventDeliveryState::Pending)).count().await?,
        failing: tx.find::<Entity>().filter(in_state(EventDeliveryState::Failing)).count().await?,
        dead: tx.find::<Entity>().filter(in_state(EventDeliveryState::Dead)).count().await?,
    })
}

/// Makes a delivery due now, for another three days if it was given up.
///
/// # Errors
/// [`SiteError::NotFound`], or when the caller may not change plugins.
#[boxed]
pub async fn replay(ctx: &TenantCtx, db: &TenantDb, id: &EventDeliveryId) -> Result<EventDelivery, SiteError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let tx = db.write().await?;
    let own = Condition::all().add(Column::Id.eq(id.clone()));
    if make_due(ctx, &tx, own.clone()).await? == 0 {
        return Err(SiteError::NotFound);
    }
    let row = tx.find::<Entity>().filter(own).one().await?.ok_or(SiteError::NotFound)?;
    audit::note(ctx, &tx, AuditAction::PluginReplay, &row.subscriber).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Makes all deliveries due now that were given up, those to one subscriber or all. Returns their number.
///
/// # Errors
/// When the caller may not change plugins.
#[boxed]
pub async fn replay_all(ctx: &TenantCtx, db: &TenantDb, subscriber: Option<&str>) -> Result<u64, SiteError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let mut dead = in_state(EventDeliveryState::Dead);
    if let Some(subscriber) = subscriber {
        dead = dead.add(Column::Subscriber.eq(subscriber));
    }
    let tx = db.write().await?;
    let replayed = make_due(ctx, &tx, dead).await?;
    if replayed > 0 {
        audit::note(ctx, &tx, AuditAction::PluginReplay, subscriber.unwrap_or_default()).await?;
    }
    tx.commit().await?;
    Ok(replayed)
}

async fn make_due(ctx: &TenantCtx, tx: &TenantTx, which: Condition) -> Result<u64, SiteError> {
    let changed = tx
        .update::<Entity>(which)
        .set(Column::Status, EventDeliveryStatus::Waiting)
        .set(Column::Attempts, 0)
        .set(Column::DueOn, ctx.now())
        .set(Column::FirstTriedOn, None::<Timestamp>)
        .set(Column::DeadOn, None::<Timestamp>)
        .exec()
        .await?;
    Ok(changed)
}

/// Gives a delivery up for good: the subscriber does not get the event.
///
/// # Errors
/// [`SiteError::NotFound`], or when the caller may not change plugins.
#[boxed]
pub async fn drop_delivery(ctx: &TenantCtx, db: &TenantDb, id: &EventDeliveryId) -> Result<(), SiteError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let tx = db.write().await?;
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)?;
    delete(&tx, &row).await?;
    audit::note(ctx, &tx, AuditAction::PluginDropEvent, &row.subscriber).await?;
    Ok(tx.commit().await?)
}
