//! Mailing lists: who wants news, and where and when they said so. Who asks through a form of the site opens the link
//! of a letter first; each letter has a link off the list.

mod export;
mod letters;
mod lists;
mod opt_in;
mod pages;
mod people;

pub use export::{Export, export, may_export};
pub use letters::handle_event;
pub use lists::{ListSummary, MOST_COUNTED, MailingList, create, detail, lists, remove_list, rename, summaries};
pub use opt_in::{confirm, leave, leave_for_now, pending, subscribed};
pub use pages::{ListFace, PageTexts, gone};
pub use people::{Origin, Subscriber, SubscriberFilter, SubscriberState, remove, subscribers};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{mailing_list, subscriber};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{MailingListId, SubscriberId};
use stoa_kernel::token::random_token;

use crate::CommerceError;

/// The list that everybody joins who agrees to news in the shop.
pub const NEWS: &str = "News";
/// Longest name of a list, characters.
const LONGEST_NAME: usize = 80;
const KEY_LENGTH: usize = 40;

/// Somebody who agrees to news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joining {
    /// Address, lower case.
    pub(crate) email: String,
    /// Where they agree.
    pub(crate) source: String,
    /// BCP 47 tag of the language they read.
    pub(crate) language: Option<String>,
}

/// Puts somebody onto the list of news. Who is on it stays as they came.
pub(crate) async fn join(ctx: &TenantCtx, tx: &TenantTx, joining: Joining) -> Result<(), CommerceError> {
    let list = list_of(ctx, tx, NEWS).await?;
    join_list(ctx, tx, &list.id, joining).await?;
    Ok(())
}

/// Puts somebody onto a list; none when they are on it.
async fn join_list(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    joining: Joining,
) -> Result<Option<subscriber::Model>, CommerceError> {
    if is_on(tx, list, &joining.email).await? {
        return Ok(None);
    }
    let made = tx
        .insert(subscriber::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(SubscriberId::generate()),
            mailing_list_id: Set(list.clone()),
            email: Set(joining.email),
            source: Set(joining.source),
            language: Set(joining.language),
            consented_on: Set(ctx.now_ms()),
            leave_key: Set(Some(new_leave_key())),
        })
        .await?;
    Ok(Some(made))
}

/// The key of a link off a list.
pub(crate) fn new_leave_key() -> String {
    random_token(KEY_LENGTH)
}

async fn is_on(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<bool, CommerceError> {
    let known = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::MailingListId.eq(list.clone()))
        .filter(subscriber::Column::Email.eq(email));
    Ok(known.count().await? > 0)
}

/// The list that has a name or had it.
async fn named(tx: &TenantTx, name: &str) -> Result<Option<mailing_list::Model>, CommerceError> {
    let former = Expr::col((mailing_list::Entity, mailing_list::Column::FormerNames));
    let was_called = tx.any_text(former, |former| former.eq(name));
    let known = tx.find::<mailing_list::Entity>().filter(mailing_list::Column::Name.eq(name).or(was_called));
    Ok(known.one().await?)
}

/// A list by a name that it has or had, made when it is not there.
async fn list_of(ctx: &TenantCtx, tx: &TenantTx, name: &str) -> Result<mailing_list::Model, CommerceError> {
    let name: String = name.trim().chars().take(LONGEST_NAME).collect();
    if let Some(list) = named(tx, &name).await? {
        return Ok(list);
    }
    let made = tx
        .insert(mailing_list::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(MailingListId::generate()),
            name: Set(name),
            created_on: Set(ctx.now_ms()),
            former_names: Set(Value::Array(Vec::new())),
        })
        .await?;
    Ok(made)
}
