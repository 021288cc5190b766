//! Mailing lists: subscribers, and where and when they consented. Sign-ups by a form are confirmed by a link in an
//! e-mail (double opt-in); each e-mail contains an unsubscribe link.

mod emails;
mod export;
mod lists;
mod opt_in;
mod pages;
mod people;

pub use emails::handle_event;
pub use export::{Export, export, may_export};
pub use lists::{ListSummary, MOST_COUNTED, MailingList, create, detail, lists, remove_list, rename, summaries};
pub use opt_in::{confirm, leave, pending, subscribed, unsubscribe_with_undo};
pub use pages::{PageTexts, SubscriptionInfo, gone};
pub use people::{Origin, Subscriber, SubscriberFilter, SubscriberState, remove, subscribers};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{mailing_list, subscriber};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{MailingListId, SubscriberId};
use stoa_kernel::search::folded;
use stoa_kernel::token::random_token;

use crate::CommerceError;

/// The list for shoppers who agree to the newsletter in the store.
pub const NEWS: &str = "News";
/// Maximum length of a list name, characters.
const LONGEST_NAME: usize = 80;
const KEY_LENGTH: usize = 40;

/// A person who agrees to a newsletter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewSubscriber {
    /// E-mail address, lower case.
    pub(crate) email: String,
    /// Where they agree.
    pub(crate) source: String,
    /// BCP 47 tag of their language.
    pub(crate) language: Option<String>,
}

/// Subscribes a person to the store's newsletter. An existing subscription is left unchanged.
pub(crate) async fn join(ctx: &TenantCtx, tx: &TenantTx, joining: NewSubscriber) -> Result<(), CommerceError> {
    let list = list_of(ctx, tx, NEWS).await?;
    join_list(ctx, tx, &list.id, joining).await?;
    Ok(())
}

/// Subscribes a person to a list; none when they are already subscribed.
async fn join_list(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    joining: NewSubscriber,
) -> Result<Option<subscriber::Model>, CommerceError> {
    if is_on(tx, list, &joining.email).await? {
        return Ok(None);
    }
    let made = tx
        .insert(subscriber::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(SubscriberId::generate()),
            mailing_list_id: Set(list.clone()),
            searched: Set(folded(&joining.email)),
            email: Set(joining.email),
            source: Set(joining.source),
            language: Set(joining.language),
            consented_on: Set(ctx.now_ms()),
            leave_key: Set(Some(new_unsubscribe_key())),
        })
        .await?;
    Ok(Some(made))
}

/// A new key for an unsubscribe link.
pub(crate) fn new_unsubscribe_key() -> String {
    random_token(KEY_LENGTH)
}

async fn is_on(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<bool, CommerceError> {
    let known = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::MailingListId.eq(list.clone()))
        .filter(subscriber::Column::Email.eq(email));
    Ok(known.count().await? > 0)
}

/// The list that has or had a name.
async fn named(tx: &TenantTx, name: &str) -> Result<Option<mailing_list::Model>, CommerceError> {
    let former = Expr::col((mailing_list::Entity, mailing_list::Column::FormerNames));
    let was_called = tx.any_text(former, |former| former.eq(name));
    let known = tx.find::<mailing_list::Entity>().filter(mailing_list::Column::Name.eq(name).or(was_called));
    Ok(known.one().await?)
}

/// The list that has or had a name, created when missing.
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
