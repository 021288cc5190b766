//! Mailing lists: subscribers, and where and when they consented. Sign-ups by a form are confirmed by a link in an
//! e-mail (double opt-in); each e-mail contains an unsubscribe link.

mod emails;
mod export;
mod lists;
mod opt_in;
mod people;

pub use emails::handle_event;
pub use export::{Export, export, may_export};
pub use lists::{ListSummary, MAX_COUNTED, MailingList, create, detail, lists, remove_list, rename, summaries};
pub use opt_in::{confirm, leave, leave_with_undo, pending, subscribed};
pub use people::{Origin, Subscriber, SubscriberFilter, SubscriberState, remove, subscribers};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use stoa_email::new_unsubscribe_key;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{mailing_list, subscriber};
use stoa_entity::{TenantTx, load_run_items};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{MailingListId, SubscriberId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::search::folded;

use crate::AudienceError;

/// Maximum length of a list name, characters.
const MAX_NAME_LENGTH: usize = 80;
const TOKEN_LENGTH: usize = 40;

/// A person who agrees to a newsletter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NewSubscriber {
    /// E-mail address, lower case.
    email: String,
    /// Where they agree.
    source: String,
    /// BCP 47 tag of their language.
    language: Option<String>,
}

/// Subscribes a person to a list; none when they are already subscribed.
async fn join_list(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    joining: NewSubscriber,
) -> Result<Option<subscriber::Model>, AudienceError> {
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
            consented_on: Set(ctx.now()),
            leave_key: Set(Some(new_unsubscribe_key())),
        })
        .await?;
    load_run_items::note(ctx, tx, LoadRunItemKind::Subscriber, made.id.as_str()).await?;
    Ok(Some(made))
}

async fn is_on(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<bool, AudienceError> {
    let known = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::MailingListId.eq(list.clone()))
        .filter(subscriber::Column::Email.eq(email));
    Ok(known.count().await? > 0)
}

/// The list that has or had a name.
async fn named(tx: &TenantTx, name: &str) -> Result<Option<mailing_list::Model>, AudienceError> {
    let former = Expr::col((mailing_list::Entity, mailing_list::Column::FormerNames));
    let was_called = tx.any_text(former, |former| former.eq(name));
    let known = tx.find::<mailing_list::Entity>().filter(mailing_list::Column::Name.eq(name).or(was_called));
    Ok(known.one().await?)
}

/// The list that has or had a name, created when missing.
async fn list_of(ctx: &TenantCtx, tx: &TenantTx, name: &str) -> Result<mailing_list::Model, AudienceError> {
    let name: String = name.trim().chars().take(MAX_NAME_LENGTH).collect();
    if let Some(list) = named(tx, &name).await? {
        return Ok(list);
    }
    let made = tx
        .insert(mailing_list::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(MailingListId::generate()),
            name: Set(name),
            created_on: Set(ctx.now()),
            former_names: Set(JsonOf::default()),
        })
        .await?;
    Ok(made)
}
