//! Events of a site for those that listen to them, such as plugins. They are written in the transaction of the change,
//! with a delivery for each subscriber, and only when there is one. Those of one object reach a subscriber in order.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use serde_json::Value;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::id::{EventDeliveryId, SiteEventId};
use stoa_kernel::site_event::{EventDeliveryStatus, EventTopic, SubscriberKind};
use stoa_kernel::{TenantCtx, boxed};

use crate::tenant::{event_delivery, event_listener, event_outbox};
use crate::{DbError, TenantTx, load_run_items};

/// Maximum number of rows that one statement inserts: a database takes a limited number of parameters.
const MAX_ROWS: usize = 1_000;

/// Those that listen to a topic on a site; there is at least one.
#[derive(Debug)]
pub struct EventAudience {
    topic: EventTopic,
    listeners: Vec<event_listener::Model>,
}

/// An event to be told.
#[derive(Debug)]
pub struct SiteEvent<'a> {
    /// The id of the object that it is about.
    pub object_id: &'a str,
    /// The e-mail address in the payload, if there is one: the event is deleted with that person's data.
    pub person: Option<&'a str>,
    /// Data about it, documented for authors of plugins. Never card data or secrets.
    pub payload: Value,
}

/// Those that listen to a topic; none when nobody does, and then there is nothing to write.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn audience(tx: &TenantTx, topic: EventTopic) -> Result<Option<EventAudience>, DbError> {
    let listeners = tx.find::<event_listener::Entity>().filter(event_listener::Column::Topic.eq(topic)).all().await?;
    Ok((!listeners.is_empty()).then_some(EventAudience { topic, listeners }))
}

/// Those that listen to any of these topics, by one statement; a topic to which nobody listens has none.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn audiences(tx: &TenantTx, topics: &[EventTopic]) -> Result<Vec<EventAudience>, DbError> {
    let of_topics = event_listener::Column::Topic.is_in(topics.iter().copied());
    let mut found: Vec<EventAudience> = Vec::new();
    for row in tx.find::<event_listener::Entity>().filter(of_topics).all().await? {
        match found.iter_mut().find(|known| known.topic == row.topic) {
            Some(known) => known.listeners.push(row),
            None => found.push(EventAudience { topic: row.topic, listeners: vec![row] }),
        }
    }
    Ok(found)
}

impl EventAudience {
    /// What they listen to.
    pub fn topic(&self) -> EventTopic {
        self.topic
    }

    /// Writes an event and its deliveries, due immediately; nothing for what a load test does or made up.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn tell<'a>(&self, ctx: &'a TenantCtx, tx: &TenantTx, event: SiteEvent<'a>) -> Result<(), DbError> {
        self.tell_all(ctx, tx, vec![event]).await
    }

    /// The same for many events, with few statements.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn tell_all<'a>(
        &self,
        ctx: &'a TenantCtx,
        tx: &TenantTx,
        events: Vec<SiteEvent<'a>>,
    ) -> Result<(), DbError> {
        let mut told = Vec::with_capacity(events.len());
        for event in events {
            if !load_run_items::is_made_up(ctx, tx, event.person).await? {
                told.push(event);
            }
        }
        if told.is_empty() {
            return Ok(());
        }
        let mut last = last_sequences(tx, &told).await?;
        // Deleted events had lower numbers, since time goes on. The time of the request is not enough: one that waits for
        // a provider or a lock tells later than another that began after it.
        let now = std::cmp::max(ctx.now().ms(), SystemClock.now().ms());
        let (mut rows, mut deliveries) = (Vec::with_capacity(told.len()), Vec::new());
        for event in told {
            let next = last.get(event.object_id).map_or(0, |sequence| sequence.saturating_add(1));
            let sequence = std::cmp::max(next, now);
            last.insert(event.object_id.to_owned(), sequence);
            let numbered = Numbered { id: SiteEventId::generate(), object_id: event.object_id, sequence };
            deliveries.extend(self.deliveries(ctx, tx, &numbered));
            rows.push(event_outbox::ActiveModel {
                website_id: Set(tx.website().clone()),
                id: Set(numbered.id),
                topic: Set(self.topic),
                object_id: Set(event.object_id.to_owned()),
                sequence: Set(sequence),
                payload: Set(event.payload),
                person: Set(event.person.map(str::to_lowercase)),
                created_on: Set(ctx.now()),
            });
        }
        for part in rows.chunks(MAX_ROWS) {
            tx.insert_many(part.to_vec()).await?;
        }
        for part in deliveries.chunks(MAX_ROWS) {
            tx.insert_many(part.to_vec()).await?;
        }
        Ok(())
    }

    fn deliveries(&self, ctx: &TenantCtx, tx: &TenantTx, event: &Numbered<'_>) -> Vec<event_delivery::ActiveModel> {
        let delivery = |listener: &event_listener::Model| event_delivery::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(EventDeliveryId::generate()),
            event_id: Set(event.id.clone()),
            topic: Set(self.topic),
            kind: Set(listener.kind),
            subscriber: Set(listener.subscriber.clone()),
            object_id: Set(event.object_id.to_owned()),
            sequence: Set(event.sequence),
            status: Set(EventDeliveryStatus::Waiting),
            attempts: Set(0),
            due_on: Set(ctx.now()),
            first_tried_on: Set(None),
            last_tried_on: Set(None),
            last_error: Set(None),
            created_on: Set(ctx.now()),
            dead_on: Set(None),
        };
        self.listeners.iter().map(delivery).collect()
    }
}

/// An event with its number among those of its object.
struct Numbered<'a> {
    id: SiteEventId,
    object_id: &'a str,
    sequence: i64,
}

/// The number of the last event of each object that has one.
async fn last_sequences(tx: &TenantTx, events: &[SiteEvent<'_>]) -> Result<HashMap<String, i64>, DbError> {
    let objects: Vec<String> = events.iter().map(|event| event.object_id.to_owned()).collect();
    let found = tx
        .find::<event_outbox::Entity>()
        .filter(event_outbox::Column::ObjectId.is_in(objects))
        .select_only()
        .column(event_outbox::Column::ObjectId)
        .column_as(event_outbox::Column::Sequence.max(), "sequence")
        .group_by(event_outbox::Column::ObjectId)
        .into_tuple::<(String, i64)>()
        .all()
        .await?;
    Ok(found.into_iter().collect())
}

/// What one subscriber listens to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Its id, such as that of a plugin.
    pub subscriber: String,
    /// The topics.
    pub topics: Vec<EventTopic>,
}

/// Makes these subscriptions those of a kind of subscriber: others of that kind end. What waits to be delivered stays.
/// Returns whether something was changed.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn renew_listeners(tx: &TenantTx, kind: SubscriberKind, wanted: &[Subscription]) -> Result<bool, DbError> {
    let known = tx.find::<event_listener::Entity>().filter(event_listener::Column::Kind.eq(kind)).all().await?;
    let listens = |row: &event_listener::Model| {
        wanted.iter().any(|one| one.subscriber == row.subscriber && one.topics.contains(&row.topic))
    };
    let is_known = |subscriber: &str, topic: EventTopic| {
        known.iter().any(|row| row.subscriber == subscriber && row.topic == topic)
    };
    let mut changed = false;
    for row in known.iter().filter(|row| !listens(row)) {
        let own = event_listener::Column::Kind
            .eq(kind)
            .and(event_listener::Column::Subscriber.eq(row.subscriber.as_str()))
            .and(event_listener::Column::Topic.eq(row.topic));
        tx.delete::<event_listener::Entity>(own).exec().await?;
        changed = true;
    }
    for one in wanted {
        for topic in one.topics.iter().copied().filter(|topic| !is_known(&one.subscriber, *topic)) {
            tx.insert(event_listener::ActiveModel {
                website_id: Set(tx.website().clone()),
                topic: Set(topic),
                kind: Set(kind),
                subscriber: Set(one.subscriber.clone()),
            })
            .await?;
            changed = true;
        }
    }
    Ok(changed)
}

/// Deletes the deliveries to a subscriber that is removed with its data, and the events that nobody else waits for.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn forget_subscriber(tx: &TenantTx, kind: SubscriberKind, subscriber: &str) -> Result<(), DbError> {
    let of_it = event_listener::Column::Kind.eq(kind).and(event_listener::Column::Subscriber.eq(subscriber));
    tx.delete::<event_listener::Entity>(of_it).exec().await?;
    let to_it = event_delivery::Column::Kind.eq(kind).and(event_delivery::Column::Subscriber.eq(subscriber));
    tx.delete::<event_delivery::Entity>(to_it).exec().await?;
    delete_delivered(tx).await
}

/// Deletes events without deliveries: nobody waits for them any more.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_delivered(tx: &TenantTx) -> Result<(), DbError> {
    let awaited = tx.find::<event_delivery::Entity>().subquery(event_delivery::Column::EventId);
    tx.delete::<event_outbox::Entity>(event_outbox::Column::Id.not_in_subquery(awaited)).exec().await?;
    Ok(())
}

/// Deletes events with data of a person, delivered or not; `addresses` are lower case.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn erase_person(tx: &TenantTx, addresses: &[String]) -> Result<(), DbError> {
    if addresses.is_empty() {
        return Ok(());
    }
    let of_person = event_outbox::Column::Person.is_in(addresses.iter().cloned());
    tx.delete::<event_outbox::Entity>(of_person).exec().await?;
    Ok(())
}
