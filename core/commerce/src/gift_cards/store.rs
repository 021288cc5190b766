//! Rows of gift cards, created with the payment of an order; their codes are encrypted.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{ExprTrait as _, SelectStatement};
use stoa_entity::outbox;
use stoa_entity::tenant::{gift_card, order, order_item};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::event::Event;
use stoa_kernel::id::GiftCardId;
use stoa_kernel::{TenantCtx, boxed};

use super::code::{fingerprint, new_code, read_code, sealed};
use super::model::{GiftCard, is_gift_card, valid};
use crate::CommerceError;
use crate::orders::{self, OrderView};

/// Rows per insert statement, to stay below the parameter limits of the databases.
const ROWS_AT_ONCE: usize = 500;
/// Number of codes encrypted per transaction of the worker.
const SEALED_AT_ONCE: u64 = 200;

/// Creates the gift cards of an order that has just been paid, and has their codes e-mailed to the buyer, unless it is
/// a test order that is not delivered.
pub(crate) async fn issue(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    lines: &[order_item::Model],
) -> Result<(), CommerceError> {
    let mut cards = Vec::new();
    for line in lines.iter().filter(|line| is_gift_card(line)) {
        for _ in 0..line.quantity {
            cards.push(new_card(ctx, tx, order, line)?);
        }
    }
    if cards.is_empty() {
        return Ok(());
    }
    for some in cards.chunks(ROWS_AT_ONCE) {
        tx.insert_many(some.to_vec()).await?;
    }
    if !orders::delivers_digital_content(order) {
        return Ok(());
    }
    Ok(outbox::emit(ctx, tx, &Event::GiftCardsIssued { order_id: order.id.clone() }).await?)
}

fn new_card(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    line: &order_item::Model,
) -> Result<gift_card::ActiveModel, CommerceError> {
    let (id, code) = (GiftCardId::generate(), new_code());
    Ok(gift_card::ActiveModel {
        website_id: Set(tx.website().clone()),
        sealed_code: Set(sealed(tx.seal(), tx.website(), &id, &code)?),
        code_hash: Set(Some(fingerprint(tx.seal(), tx.website(), &code))),
        id: Set(id),
        order_id: Set(order.id.clone()),
        order_item_id: Set(line.id.clone()),
        amount_cents: Set(line.unit_price_cents),
        balance_cents: Set(line.unit_price_cents),
        currency: Set(order.currency.clone()),
        created_on: Set(ctx.now()),
    })
}

/// The valid gift cards of an order, among all of its cards by id.
pub(crate) fn among(tx: &TenantTx, order: &OrderView, cards: Vec<gift_card::Model>) -> Vec<GiftCard> {
    valid(order, cards).into_iter().map(|card| GiftCard::from_row(card, tx.seal())).collect()
}

/// Subquery for the orders that have a gift card with the typed code; none if the text does not have the form of a
/// code.
pub(crate) fn orders_with(tx: &TenantTx, typed: &str) -> Option<SelectStatement> {
    let code = read_code(typed)?;
    let is_sealed = gift_card::Column::CodeHash.eq(fingerprint(tx.seal(), tx.website(), &code));
    let is_from_before = gift_card::Column::CodeHash.is_null().and(gift_card::Column::SealedCode.eq(code));
    let found = tx.find::<gift_card::Entity>().filter(is_sealed.or(is_from_before));
    Some(found.subquery(gift_card::Column::OrderId))
}

/// Encrypts the codes of cards that were issued before codes were encrypted. Can be repeated, and interrupted at any
/// time.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn seal_codes(db: &TenantDb) -> Result<(), CommerceError> {
    loop {
        let open = gift_card::Column::CodeHash.is_null();
        let tx = db.read().await?;
        let cards = tx.find::<gift_card::Entity>().filter(open).limit(SEALED_AT_ONCE).all().await?;
        drop(tx);
        if cards.is_empty() {
            return Ok(());
        }
        let tx = db.write().await?;
        for card in cards {
            seal_code(&tx, card).await?;
        }
        tx.commit().await?;
    }
}

/// Whether there are codes that [`seal_codes`] has to encrypt.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn any_unsealed_code(tx: &TenantTx) -> Result<bool, CommerceError> {
    let open = gift_card::Column::CodeHash.is_null();
    Ok(tx.find::<gift_card::Entity>().filter(open).count_up_to(1).await? > 0)
}

/// Another process may have encrypted the code meanwhile; then nothing is changed.
async fn seal_code(tx: &TenantTx, card: gift_card::Model) -> Result<(), CommerceError> {
    let gift_card::Model { website_id, id, sealed_code: code, .. } = card;
    let still_open = gift_card::Column::Id.eq(id.clone()).and(gift_card::Column::CodeHash.is_null());
    tx.update::<gift_card::Entity>(still_open)
        .set(gift_card::Column::SealedCode, sealed(tx.seal(), &website_id, &id, &code)?)
        .set(gift_card::Column::CodeHash, Some(fingerprint(tx.seal(), &website_id, &code)))
        .exec()
        .await?;
    Ok(())
}
