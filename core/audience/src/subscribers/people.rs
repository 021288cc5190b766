//! Subscribers and unconfirmed sign-ups of a list, for its managers. Nobody can be added by hand: each row records
//! where and when the person consented. Unsubscribed rows are deleted.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_entity::{Find, TenantDb, TenantTx, containing};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{MailingListId, SubscriberId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::search::folded;
use stoa_kernel::{TenantCtx, boxed};

use super::lists::find;
use super::opt_in::{UNDO_WINDOW_MS, delete_pending};
use crate::AudienceError;

/// Maximum length of a search text, characters.
const MAX_SEARCH_LENGTH: usize = 100;

/// State of a subscription.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SubscriberState {
    /// Subscribed.
    #[default]
    Subscribed,
    /// Has signed up but not opened the confirmation link yet.
    Pending,
}

/// Filter for the subscribers of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriberFilter {
    /// State of the subscription.
    pub state: SubscriberState,
    /// Part of the e-mail address; empty for all.
    pub search: String,
}

/// Where a person consented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A form of the site.
    Form,
    /// The sign-up for a restock notice.
    Restock,
    /// Elsewhere in the store.
    Shop,
}

/// A subscriber or unconfirmed sign-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    /// E-mail address, lower case.
    pub email: String,
    /// State of the subscription.
    pub state: SubscriberState,
    /// When they consented or signed up, UTC milliseconds.
    pub since: Timestamp,
    /// Where they consented.
    pub origin: Origin,
    /// BCP 47 tag of their language; none when unknown.
    pub language: Option<String>,
}

impl Origin {
    pub(super) fn of(source: &str) -> Self {
        match source {
            "restock" => Origin::Restock,
            form if form.starts_with("form:") => Origin::Form,
            _ => Origin::Shop,
        }
    }
}

/// The people of a list: subscribers newest first, unconfirmed ones by e-mail address.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not see mailing lists; an error of the field `cursor`.
#[boxed]
pub async fn subscribers(
    ctx: &TenantCtx,
    db: &TenantDb,
    list_id: &MailingListId,
    filter: &SubscriberFilter,
    request: &PageRequest,
) -> Result<Page<Subscriber>, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Read)?;
    let tx = db.read().await?;
    let list = find(&tx, list_id).await?.id;
    let wanted = folded(&filter.search.trim().chars().take(MAX_SEARCH_LENGTH).collect::<String>());
    match filter.state {
        SubscriberState::Subscribed => {
            let mut find = on_list(&tx, &list, cursor_id(request)?).limit(request.limit() + 1);
            if !wanted.is_empty() {
                find = find.filter(Expr::col(subscriber::Column::Searched).like(containing(&wanted)));
            }
            let page = Page::from_rows(find.all().await?, request.limit(), |row| row.id.to_string());
            Ok(page.map(Subscriber::from))
        }
        SubscriberState::Pending => {
            let mut find = waiting(ctx, &tx, &list).order_by_asc(pending_subscriber::Column::Email);
            if !wanted.is_empty() {
                find = find.filter(Expr::col(pending_subscriber::Column::Searched).like(containing(&wanted)));
            }
            if let Some(behind) = &request.cursor {
                find = find.filter(pending_subscriber::Column::Email.gt(behind.clone()));
            }
            let rows = find.limit(request.limit() + 1).all().await?;
            Ok(Page::from_rows(rows, request.limit(), |row| row.email.clone()).map(Subscriber::from))
        }
    }
}

/// Removes a person from a list, confirmed or not. Written to the audit log.
///
/// # Errors
/// [`AudienceError::NotFound`] when there is no such list or address, or when the caller may not delete from mailing
/// lists.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, list_id: &MailingListId, email: &str) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Delete)?;
    let email = email.trim().to_lowercase();
    let tx = db.write().await?;
    let list = find(&tx, list_id).await?.id;
    let asked = waiting(ctx, &tx, &list).filter(pending_subscriber::Column::Email.eq(email.clone())).count().await?;
    delete_pending(&tx, &list, &email).await?;
    let gone = tx
        .delete::<subscriber::Entity>(subscriber::Column::MailingListId.eq(list.clone()))
        .filter(subscriber::Column::Email.eq(email))
        .exec()
        .await?;
    if gone + asked == 0 {
        return Err(AudienceError::NotFound);
    }
    audit::note(ctx, &tx, AuditAction::SubscriberRemove, list.as_str()).await?;
    Ok(tx.commit().await?)
}

/// The subscribers of a list after an id, newest first.
pub(super) fn on_list<'t>(
    tx: &'t TenantTx,
    list: &MailingListId,
    behind: Option<SubscriberId>,
) -> Find<'t, subscriber::Entity> {
    let mut find = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::MailingListId.eq(list.clone()))
        .order_by_desc(subscriber::Column::Id);
    if let Some(behind) = behind {
        find = find.filter(subscriber::Column::Id.lt(behind));
    }
    find
}

/// Sign-ups that can still be confirmed. Excludes those who have unsubscribed and can undo it within an hour: they have
/// not signed up.
pub(super) fn waiting<'t>(
    ctx: &TenantCtx,
    tx: &'t TenantTx,
    list: &MailingListId,
) -> Find<'t, pending_subscriber::Entity> {
    waiting_on_any(ctx, tx).filter(pending_subscriber::Column::MailingListId.eq(list.clone()))
}

/// The same of all lists.
pub(super) fn waiting_on_any<'t>(ctx: &TenantCtx, tx: &'t TenantTx) -> Find<'t, pending_subscriber::Entity> {
    let lasts = Expr::col(pending_subscriber::Column::ExpiresOn).sub(Expr::col(pending_subscriber::Column::AskedOn));
    tx.find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::ExpiresOn.gte(ctx.now()))
        .filter(lasts.gt(UNDO_WINDOW_MS))
}

fn cursor_id(request: &PageRequest) -> Result<Option<SubscriberId>, AudienceError> {
    let read = |cursor: &String| {
        cursor.parse().map_err(|_| AudienceError::field("cursor", "The cursor does not belong to this list."))
    };
    request.cursor.as_ref().map(read).transpose()
}

impl From<subscriber::Model> for Subscriber {
    fn from(row: subscriber::Model) -> Self {
        Self {
            email: row.email,
            state: SubscriberState::Subscribed,
            since: row.consented_on,
            origin: Origin::of(&row.source),
            language: row.language,
        }
    }
}

impl From<pending_subscriber::Model> for Subscriber {
    fn from(row: pending_subscriber::Model) -> Self {
        Self {
            email: row.email,
            state: SubscriberState::Pending,
            since: row.asked_on,
            origin: Origin::of(&row.source),
            language: row.language,
        }
    }
}
