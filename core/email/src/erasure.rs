//! Erasure of personal data from e-mails: e-mails to the person, and e-mails about the person to the owner.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::mail;
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::MailId;
use stoa_kernel::messages::DeliveryStatus;

use super::encrypted_body::Contents;
use super::kinds::{COMMENTS_ARRIVED, FORM_ANSWER, KINDS};
use crate::EmailError;

/// Number of e-mails decrypted at once to search them.
const BATCH: u64 = 100;

/// Deletes the e-mails to any of these addresses (lower case), those with such a reply-to address, and the
/// notifications about form submissions that contain such an address. All notifications about comments that are not
/// queued are deleted too: they contain only names, so they cannot be attributed, and the comments themselves are
/// stored elsewhere.
#[boxed]
pub async fn erase_person(tx: &TenantTx, addresses: &[String]) -> Result<(), EmailError> {
    let lower = |column| Expr::expr(Func::lower(Expr::col(column))).is_in(addresses.iter().map(String::as_str));
    let theirs = Condition::any().add(lower(mail::Column::ToAddress)).add(lower(mail::Column::ReplyTo));
    tx.delete::<mail::Entity>(theirs).exec().await?;
    let sent_notices =
        mail::Column::Kind.eq(COMMENTS_ARRIVED.name).and(mail::Column::Status.ne(DeliveryStatus::Queued));
    tx.delete::<mail::Entity>(sent_notices).exec().await?;
    let mut last_id = None;
    loop {
        let mut find = tx.find::<mail::Entity>().filter(mail::Column::Kind.eq(FORM_ANSWER.name));
        if let Some(id) = last_id {
            find = find.filter(mail::Column::Id.gt::<MailId>(id));
        }
        let rows = find.order_by_asc(mail::Column::Id).limit(BATCH).all().await?;
        let Some(last) = rows.last() else { return Ok(()) };
        last_id = Some(last.id.clone());
        let telling = rows.into_iter().filter(|row| mentions(tx, row, addresses)).map(|row| row.id);
        remove(tx, telling.collect()).await?;
    }
}

/// Deletes all e-mails about an order, its payments, parcels and refunds, for all recipients.
#[boxed]
pub async fn erase_order(tx: &TenantTx, order: &str, parts: Vec<String>) -> Result<(), EmailError> {
    // Resent e-mails have the order id and a number of their own as reference.
    let again = mail::Column::Reference.starts_with(format!("{order}:"));
    let about = mail::Column::Reference.is_in(parts.into_iter().chain([order.to_owned()]));
    tx.delete::<mail::Entity>(Condition::any().add(about).add(again)).exec().await?;
    Ok(())
}

/// Deletes the e-mails with these references, of whatever kind.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn erase_about(tx: &TenantTx, references: &[String]) -> Result<(), EmailError> {
    // The index is by kind and reference.
    let own = tx.delete::<mail::Entity>(mail::Column::Kind.is_in(KINDS.iter().map(|kind| kind.name)));
    own.filter(mail::Column::Reference.is_in(references.iter().cloned())).exec().await?;
    Ok(())
}

/// Deletes the e-mails to these addresses that were written at a time or later. Returns how many.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn erase_sent_to(tx: &TenantTx, addresses: &[String], since: Timestamp) -> Result<u64, EmailError> {
    let to_them = tx.delete::<mail::Entity>(mail::Column::ToAddress.is_in(addresses.iter().cloned()));
    Ok(to_them.filter(mail::Column::CreatedOn.gte(since)).exec().await?)
}

/// Whether an e-mail contains one of the addresses. E-mails encrypted with another key cannot be read by anyone and do
/// not match.
fn mentions(tx: &TenantTx, row: &mail::Model, addresses: &[String]) -> bool {
    let Ok(contents) = Contents::opened(tx, row) else { return false };
    let text = contents.text.to_lowercase();
    addresses.iter().any(|email| text.contains(email.as_str()))
}

async fn remove(tx: &TenantTx, ids: Vec<MailId>) -> Result<(), DbError> {
    if !ids.is_empty() {
        tx.delete::<mail::Entity>(mail::Column::Id.is_in(ids)).exec().await?;
    }
    Ok(())
}
