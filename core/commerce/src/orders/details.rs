//! An order with all its details, in five queries: the order with what it has once, its lines, its payments with their
//! disputes and refunds, its fulfilments, and its history. Gift cards of its lines are one more.

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_language::OrderWords;
use stoa_entity::tenant::{
    asset, checkout_detail, fulfillment, fulfillment_item, gift_card, order, order_donation, order_event, order_item,
    order_item_answer, order_language, order_subscription, order_tag, payment, payment_dispute, product_file, refund,
    refund_item, site_language, site_user,
};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::OrderId;

use super::item_view::OrderItemView;
use super::language::KnownLanguages;
use super::model::{OrderRows, OrderView};
use crate::CommerceError;
use crate::catalogue::Picture;
use crate::checkout::CheckoutAnswer;
use crate::donations::Donation;
use crate::subscriptions::SubscriptionPlan;
use crate::{downloads, gift_cards};

/// An order with what it has at most once, and its tags.
pub(super) struct OrderHead {
    pub(super) row: order::Model,
    donation: Option<Donation>,
    plan: Option<SubscriptionPlan>,
    answers: Vec<CheckoutAnswer>,
    tags: Vec<String>,
    /// Language of what is written to the customer.
    pub(super) language: Option<String>,
    words: Option<OrderWords>,
}

#[derive(FromQueryResult)]
struct Languages {
    of_account: Option<String>,
    of_order: Option<String>,
    is_custom: Option<bool>,
    order_words: Option<JsonOf<OrderWords>>,
}

/// The lines of an order, and what their buyer gets for them.
#[derive(Default)]
struct Lines {
    items: Vec<OrderItemView>,
    files: Vec<product_file::Model>,
    cards: Vec<gift_card::Model>,
}

/// Payments, latest first, their disputes, and refunds with their pieces, oldest first.
#[derive(Default)]
struct Money {
    payments: Vec<payment::Model>,
    disputes: Vec<payment_dispute::Model>,
    refunds: Vec<(refund::Model, Vec<refund_item::Model>)>,
}

/// Finds an order.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none.
pub(super) async fn head(tx: &TenantTx, id: &OrderId) -> Result<OrderHead, CommerceError> {
    // A row for each of the few tags; the other tables have at most one.
    let rows = tx
        .find::<order::Entity>()
        .find_also_related(order_donation::Entity)
        .find_also(order::Entity, order_subscription::Entity)
        .find_also(order::Entity, checkout_detail::Entity)
        .find_also(order::Entity, order_tag::Entity)
        .left_join(order::Entity, order_language::Entity)
        .left_join(order_language::Entity, site_language::Entity)
        .left_join(order::Entity, site_user::Entity)
        .column_as(site_user::Column::Language, "of_account")
        .column_as(order_language::Column::Language, "of_order")
        .column_as(site_language::Column::Custom, "is_custom")
        .column_as(order_language::Column::Words, "order_words")
        .filter(order::Column::Id.eq(id.clone()))
        .order_by_asc(order_tag::Column::Tag)
        .all_with_columns::<Languages>()
        .await?;
    let mut rows = rows.into_iter();
    let ((row, donation, plan, details, tag), languages) = rows.next().ok_or(CommerceError::NotFound)?;
    let Languages { of_account, of_order, is_custom, order_words } = languages;
    let known = KnownLanguages { of_order, is_custom: is_custom.unwrap_or_default(), of_account };
    Ok(OrderHead {
        row,
        donation: donation.map(Donation::from),
        plan: plan.map(|own| own.plan.0.into()),
        answers: details.map(|own| own.answers.0).unwrap_or_default(),
        tags: tag.into_iter().chain(rows.filter_map(|((.., tag), _)| tag)).map(|own| own.tag).collect(),
        language: known.of_customer(),
        words: order_words.map(|own| own.0),
    })
}

/// An order with all its details.
pub(crate) async fn complete(tx: &TenantTx, row: order::Model) -> Result<OrderView, CommerceError> {
    let head = head(tx, &row.id).await?;
    assemble(tx, OrderHead { row, ..head }, false).await
}

/// Adds the details to an order; with `by_tester`, a test order is shown with the digital content that a real one would
/// deliver.
pub(super) async fn assemble(tx: &TenantTx, head: OrderHead, by_tester: bool) -> Result<OrderView, CommerceError> {
    let OrderHead { row, donation, plan, answers, tags, words, .. } = head;
    let Lines { items, files, cards } = lines(tx, &row.id, plan.as_ref()).await?;
    let Money { payments, disputes, refunds } = money(tx, &row.id).await?;
    let (fulfillments, fulfillment_items) = parcels(tx, &row.id).await?;
    let events = history(tx, &row.id).await?;
    let rows = OrderRows {
        items,
        payments,
        disputes,
        refunds,
        fulfillments,
        fulfillment_items,
        events,
        tags,
        answers,
        donation,
    };
    let order = OrderView::new(row, rows)?;
    let order = OrderView { delivers_digital_content: by_tester || order.delivers_digital_content, ..order };
    let gift_cards = gift_cards::among(tx, &order, cards);
    Ok(OrderView { downloads: downloads::among(&order, files), gift_cards, words, ..order })
}

async fn lines(tx: &TenantTx, order: &OrderId, plan: Option<&SubscriptionPlan>) -> Result<Lines, CommerceError> {
    let rows = tx
        .find::<order_item::Entity>()
        .find_also_related(order_item_answer::Entity)
        .find_also(order_item::Entity, asset::Entity)
        .find_also(order_item::Entity, product_file::Entity)
        .filter(order_item::Column::OrderId.eq(order.clone()))
        .order_by_asc(order_item::Column::Position)
        .order_by_asc(order_item::Column::Id)
        .all()
        .await?;
    let mut lines = Lines::default();
    let mut has_cards = false;
    for (item, answers, image, file) in rows {
        lines.files.extend(file);
        has_cards |= gift_cards::is_gift_card(&item);
        if lines.items.last().is_some_and(|last| last.id == item.id) {
            continue;
        }
        lines.items.push(OrderItemView {
            subscription: plan.map(SubscriptionPlan::text),
            plan: plan.cloned(),
            answers: answers.map(|own| own.answers.0).unwrap_or_default(),
            ..OrderItemView::new(item, image.map(Picture::from).as_ref())
        });
    }
    // Lines with variants of one product have the same files.
    lines.files.sort_by_key(|file| file.id.clone());
    lines.files.dedup_by(|one, other| one.id == other.id);
    // Apart from the lines: there may be thousands in an order, and each would repeat its line.
    if has_cards {
        let own = gift_card::Column::OrderId.eq(order.clone());
        lines.cards = tx.find::<gift_card::Entity>().filter(own).order_by_asc(gift_card::Column::Id).all().await?;
    }
    Ok(lines)
}

async fn money(tx: &TenantTx, order: &OrderId) -> Result<Money, DbError> {
    let rows = tx
        .find::<payment::Entity>()
        .find_also_related(refund::Entity)
        .find_also(refund::Entity, refund_item::Entity)
        .find_also(payment::Entity, payment_dispute::Entity)
        .filter(payment::Column::OrderId.eq(order.clone()))
        .order_by_desc(payment::Column::CreatedOn)
        .order_by_desc(payment::Column::Id)
        .order_by_asc(payment_dispute::Column::Reference)
        .order_by_asc(refund_item::Column::OrderItemId)
        .all()
        .await?;
    let mut money = Money::default();
    // Of each payment, the rows of refunds are repeated for every further dispute.
    let mut first: Option<String> = None;
    for (payment, refund, piece, dispute) in rows {
        let reference = dispute.as_ref().map(|own| own.reference.clone());
        if money.payments.last().is_none_or(|last| last.id != payment.id) {
            money.payments.push(payment);
            first.clone_from(&reference);
        }
        if let Some(dispute) = dispute
            && money.disputes.last().is_none_or(|last| *last != dispute)
        {
            money.disputes.push(dispute);
        }
        if reference != first {
            continue;
        }
        let Some(refund) = refund else { continue };
        match money.refunds.iter_mut().find(|(known, _)| known.id == refund.id) {
            Some((_, pieces)) => pieces.extend(piece),
            None => money.refunds.push((refund, piece.into_iter().collect())),
        }
    }
    money.refunds.sort_by(|(one, _), (other, _)| (one.created_on, &one.id).cmp(&(other.created_on, &other.id)));
    Ok(money)
}

async fn parcels(
    tx: &TenantTx,
    order: &OrderId,
) -> Result<(Vec<fulfillment::Model>, Vec<fulfillment_item::Model>), DbError> {
    let rows = tx
        .find::<fulfillment::Entity>()
        .find_also_related(fulfillment_item::Entity)
        .filter(fulfillment::Column::OrderId.eq(order.clone()))
        .order_by_asc(fulfillment::Column::CreatedOn)
        .order_by_asc(fulfillment::Column::Id)
        .order_by_asc(fulfillment_item::Column::Id)
        .all()
        .await?;
    let (mut parcels, mut items): (Vec<fulfillment::Model>, Vec<fulfillment_item::Model>) = (Vec::new(), Vec::new());
    for (parcel, item) in rows {
        if parcels.last().is_none_or(|last| last.id != parcel.id) {
            parcels.push(parcel);
        }
        items.extend(item);
    }
    Ok((parcels, items))
}

async fn history(tx: &TenantTx, order: &OrderId) -> Result<Vec<order_event::Model>, DbError> {
    tx.find::<order_event::Entity>()
        .filter(order_event::Column::OrderId.eq(order.clone()))
        .order_by_asc(order_event::Column::At)
        .order_by_asc(order_event::Column::Id)
        .all()
        .await
}
