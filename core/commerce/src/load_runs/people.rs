//! Removal of what the people of a run left behind: customers, accounts, subscriptions, sign-ups and e-mails. Their
//! addresses can belong to nobody (RFC 6761), and only those are followed, so that data of other people cannot be
//! meant.

use std::collections::{BTreeSet, HashSet};

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::load_run_items::is_nobodys_address;
use stoa_entity::tenant::{
    customer, load_run, mailing_list, order, pending_subscriber, restock_sign_up, site_session, site_user, subscriber,
    visitor_mark, wishlist_entry,
};
use stoa_entity::{TenantDb, TenantTx, load_run_removal, site_events};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::NEWS_LIST;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunItemKind;

use crate::CommerceError;

/// Accounts or addresses of a batch.
const BATCH: u64 = 200;

/// Removes accounts that a run made, with their sessions and what their addresses left. Returns their number; 0 when
/// none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_site_users(db: &TenantDb, run: &LoadRunId) -> Result<u64, CommerceError> {
    let kind = LoadRunItemKind::SiteUser;
    let tx = db.write().await?;
    let Some(row) = load_run_removal::find(&tx, run).await? else { return Ok(0) };
    let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let own = site_user::Column::Id.is_in(ids.iter().cloned());
    let accounts = tx.find::<site_user::Entity>().filter(own.clone()).all().await?;
    let of_accounts = || ids.iter().cloned();
    tx.delete::<site_session::Entity>(site_session::Column::SiteUserId.is_in(of_accounts())).exec().await?;
    tx.delete::<visitor_mark::Entity>(visitor_mark::Column::SiteUserId.is_in(of_accounts())).exec().await?;
    tx.delete::<site_user::Entity>(own).exec().await?;
    remove(&tx, &row, accounts.into_iter().map(|account| account.email).collect()).await?;
    let removed = load_run_removal::end_batch(&tx, run, kind, &ids, 0).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Removes what addresses left that a run gave without a cart or an account. Returns their number; 0 when none are
/// left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_addresses(db: &TenantDb, run: &LoadRunId) -> Result<u64, CommerceError> {
    let tx = db.write().await?;
    let Some(row) = load_run_removal::find(&tx, run).await? else { return Ok(0) };
    for kind in [LoadRunItemKind::Address, LoadRunItemKind::Subscriber] {
        let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
        if ids.is_empty() {
            continue;
        }
        let known = subscriber::Column::Id.is_in(ids.iter().cloned());
        let known = tx.find::<subscriber::Entity>().filter(known).all().await?;
        let addresses = known.into_iter().map(|subscriber| subscriber.email);
        remove(&tx, &row, addresses.chain(ids.iter().cloned()).collect()).await?;
        keep_customers(&tx, &row, &ids).await?;
        let removed = load_run_removal::end_batch(&tx, run, kind, &ids, 0).await?;
        tx.commit().await?;
        return Ok(removed);
    }
    Ok(0)
}

/// Counts the customers with these addresses that the run made and that stay for their orders: nothing names them with
/// the run after that.
async fn keep_customers(tx: &TenantTx, run: &load_run::Model, addresses: &[String]) -> Result<(), CommerceError> {
    let own = customer::Column::Email.is_in(addresses.iter().cloned());
    let made = customer::Column::CreatedOn.gte(run.started_on);
    let kept = tx.find::<customer::Entity>().filter(own).filter(made).count().await?;
    let batch = load_run_removal::Batch { removed: 0, kept };
    Ok(load_run_removal::count(tx, &run.id, "customers", batch).await?)
}

/// Removes wishlists of guests that a run made. Returns their number; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_wishlists(db: &TenantDb, run: &LoadRunId) -> Result<u64, CommerceError> {
    let kind = LoadRunItemKind::Wishlist;
    let tx = db.write().await?;
    let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    tx.delete::<wishlist_entry::Entity>(wishlist_entry::Column::Owner.is_in(ids.iter().cloned())).exec().await?;
    let removed = load_run_removal::end_batch(&tx, run, kind, &ids, 0).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Removes what people with these addresses left since the run began; customers with other orders stay.
pub(super) async fn remove(
    tx: &TenantTx,
    run: &load_run::Model,
    addresses: BTreeSet<String>,
) -> Result<(), CommerceError> {
    let addresses = addresses.into_iter().filter(|address| is_nobodys_address(address));
    let addresses: BTreeSet<String> = addresses.flat_map(|address| [address.to_lowercase(), address]).collect();
    if addresses.is_empty() {
        return Ok(());
    }
    let (all, since) = (Vec::from_iter(addresses), run.started_on);
    let own = || all.iter().cloned();
    let lower = || Expr::expr(Func::lower(Expr::col(order::Column::Email)));
    let ordered = tx.find::<order::Entity>().filter(lower().is_in(all.iter().map(String::as_str)));
    let buyers: Vec<String> = ordered.select_only().column(order::Column::Email).into_tuple::<String>().all().await?;
    let buyers: HashSet<String> = buyers.iter().map(|email| email.to_lowercase()).collect();
    let gone: Vec<String> = all.iter().filter(|email| !buyers.contains(&email.to_lowercase())).cloned().collect();
    let without_orders = Condition::all().add(customer::Column::Email.is_in(gone));
    let customers = tx.delete::<customer::Entity>(without_orders.add(customer::Column::CreatedOn.gte(since))).exec();
    let customers = customers.await?;
    tx.delete::<subscriber::Entity>(subscriber::Column::Email.is_in(own()))
        .filter(subscriber::Column::ConsentedOn.gte(since))
        .exec()
        .await?;
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::Email.is_in(own()))
        .filter(pending_subscriber::Column::AskedOn.gte(since))
        .exec()
        .await?;
    tx.delete::<restock_sign_up::Entity>(restock_sign_up::Column::Email.is_in(own()))
        .filter(restock_sign_up::Column::SignedUpOn.gte(since))
        .exec()
        .await?;
    remove_empty_list(tx, since).await?;
    stoa_email::erase_sent_to(tx, &all, since).await?;
    site_events::erase_person(tx, &all).await?;
    let batch = load_run_removal::Batch { removed: customers, kept: 0 };
    Ok(load_run_removal::count(tx, &run.id, "customers", batch).await?)
}

/// Removes the list of the store, which is made with its first subscriber, if that was in the run and nobody is on it.
/// It is locked before that is asked, so that nobody subscribes in between and is removed with the list.
async fn remove_empty_list(tx: &TenantTx, since: Timestamp) -> Result<(), CommerceError> {
    let made = tx.find::<mailing_list::Entity>().filter(mailing_list::Column::Name.eq(NEWS_LIST));
    let made = made.filter(mailing_list::Column::CreatedOn.gte(since)).for_update().one().await?;
    let Some(list) = made else { return Ok(()) };
    let on_it = tx.find::<subscriber::Entity>().filter(subscriber::Column::MailingListId.eq(list.id.clone()));
    let asked = pending_subscriber::Column::MailingListId.eq(list.id.clone());
    let asked = tx.find::<pending_subscriber::Entity>().filter(asked);
    if on_it.count_up_to(1).await? == 0 && asked.count_up_to(1).await? == 0 {
        tx.delete::<mailing_list::Entity>(mailing_list::Column::Id.eq(list.id)).exec().await?;
    }
    Ok(())
}
