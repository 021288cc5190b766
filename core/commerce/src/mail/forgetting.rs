//! Letters that tell of somebody who is to be forgotten: those to them, and those that told the owner of them.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::mail;
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::MailId;

use super::kinds::{COMMENTS_ARRIVED, FORM_ANSWER};
use super::sealing::Contents;
use crate::CommerceError;

/// Letters that are opened at once to see whom they tell of.
const BATCH: u64 = 100;

/// Removes the letters to any of these addresses (lower case), those that an answer to would reach, and those that brought
/// an answer to a form in which one stands. Those that told of comments go all: they say names alone, and what they
/// told of lies with the comments.
pub(crate) async fn forget_person(tx: &TenantTx, addresses: &[String]) -> Result<(), CommerceError> {
    let lower = |column| Expr::expr(Func::lower(Expr::col(column))).is_in(addresses.iter().map(String::as_str));
    let theirs = Condition::any().add(lower(mail::Column::ToAddress)).add(lower(mail::Column::ReplyTo));
    tx.delete::<mail::Entity>(theirs).exec().await?;
    let told = mail::Column::Kind.eq(COMMENTS_ARRIVED.name).and(mail::Column::Status.ne("queued"));
    tx.delete::<mail::Entity>(told).exec().await?;
    let mut behind = None;
    loop {
        let mut find = tx.find::<mail::Entity>().filter(mail::Column::Kind.eq(FORM_ANSWER.name));
        if let Some(id) = behind {
            find = find.filter(mail::Column::Id.gt::<MailId>(id));
        }
        let rows = find.order_by_asc(mail::Column::Id).limit(BATCH).all().await?;
        let Some(last) = rows.last() else { return Ok(()) };
        behind = Some(last.id.clone());
        let telling = rows.into_iter().filter(|row| tells_of(tx, row, addresses)).map(|row| row.id);
        remove(tx, telling.collect()).await?;
    }
}

/// Removes all letters about an order, its payments, parcels and refunds, whoever they went to.
pub(crate) async fn forget_order(tx: &TenantTx, order: &str, parts: Vec<String>) -> Result<(), CommerceError> {
    // Those that were sent again are about the order and a number of their own.
    let again = mail::Column::Reference.starts_with(format!("{order}:"));
    let about = mail::Column::Reference.is_in(parts.into_iter().chain([order.to_owned()]));
    tx.delete::<mail::Entity>(Condition::any().add(about).add(again)).exec().await?;
    Ok(())
}

/// A letter that was sealed with another key tells nobody anything.
fn tells_of(tx: &TenantTx, row: &mail::Model, addresses: &[String]) -> bool {
    let Ok(contents) = Contents::opened(tx, row) else { return false };
    let told = contents.text.to_lowercase();
    addresses.iter().any(|email| told.contains(email.as_str()))
}

async fn remove(tx: &TenantTx, ids: Vec<MailId>) -> Result<(), DbError> {
    if !ids.is_empty() {
        tx.delete::<mail::Entity>(mail::Column::Id.is_in(ids)).exec().await?;
    }
    Ok(())
}
