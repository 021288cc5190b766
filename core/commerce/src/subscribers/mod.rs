//! Mailing lists: who wants news, and where and when they said so.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{mailing_list, subscriber};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{MailingListId, SubscriberId};

use crate::CommerceError;

/// The list that everybody joins who agrees to news in the shop.
pub const NEWS: &str = "News";

/// Somebody who agrees to news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joining {
    /// Address, lower case.
    pub(crate) email: String,
    /// Where they agree.
    pub(crate) source: &'static str,
    /// BCP 47 tag of the language they read.
    pub(crate) language: Option<String>,
}

/// Puts somebody onto the list of news. Who is on it stays as they came.
pub(crate) async fn join(ctx: &TenantCtx, tx: &TenantTx, joining: Joining) -> Result<(), CommerceError> {
    let list = news(ctx, tx).await?;
    let known = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::MailingListId.eq(list.clone()))
        .filter(subscriber::Column::Email.eq(joining.email.clone()));
    if known.count().await? > 0 {
        return Ok(());
    }
    tx.insert(subscriber::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(SubscriberId::generate()),
        mailing_list_id: Set(list),
        email: Set(joining.email),
        source: Set(joining.source.to_owned()),
        language: Set(joining.language),
        consented_on: Set(ctx.now_ms()),
    })
    .await?;
    Ok(())
}

/// The list of news, made when the first one joins.
async fn news(ctx: &TenantCtx, tx: &TenantTx) -> Result<MailingListId, CommerceError> {
    let known = tx.find::<mailing_list::Entity>().filter(mailing_list::Column::Name.eq(NEWS)).one().await?;
    if let Some(list) = known {
        return Ok(list.id);
    }
    let made = tx
        .insert(mailing_list::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(MailingListId::generate()),
            name: Set(NEWS.to_owned()),
            created_on: Set(ctx.now_ms()),
        })
        .await?;
    Ok(made.id)
}
