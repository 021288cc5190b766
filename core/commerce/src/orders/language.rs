//! Language of the e-mails about an order, and the words in which it was bought.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::OnConflict;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_language::{ActiveModel, Column, Entity, OrderWords};
use stoa_entity::tenant::{order, site_language, site_user};
use stoa_kernel::id::{OrderId, SiteUserId};

use crate::CommerceError;

/// Stores the customer's language when an order is placed, with the words that the customer read. Those of an earlier
/// try to pay are not kept.
pub(crate) async fn keep_with_order(
    tx: &TenantTx,
    order: &OrderId,
    language: Option<&str>,
    words: Option<OrderWords>,
    is_first: bool,
) -> Result<(), CommerceError> {
    let Some(language) = language else {
        if !is_first {
            tx.delete::<Entity>(Column::OrderId.eq(order.clone())).exec().await?;
        }
        return Ok(());
    };
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(order.clone()),
        language: Set(language.to_owned()),
        words: Set(words.map(JsonOf)),
    };
    let mut placed_before = OnConflict::columns([Column::WebsiteId, Column::OrderId]);
    placed_before.update_columns([Column::Language, Column::Words]);
    Ok(tx.upsert_many(vec![row], placed_before).await?)
}

/// What an order and its customer's account say about the language of e-mails, as BCP 47 tags.
#[derive(Debug, Default)]
pub(super) struct KnownLanguages {
    /// That in which the order was placed.
    pub(super) of_order: Option<String>,
    /// Whether the site sends no e-mails in it.
    pub(super) is_custom: bool,
    /// That of the account.
    pub(super) of_account: Option<String>,
}

impl KnownLanguages {
    /// That of everything that is written to the customer about the order.
    pub(super) fn of_customer(self) -> Option<String> {
        self.of_order.filter(|_| !self.is_custom).or(self.of_account)
    }
}

/// Language of what is written to the customer of an order: that in which it was placed, or else that of the account.
pub(crate) async fn of_customer(tx: &TenantTx, order: &order::Model) -> Result<Option<String>, CommerceError> {
    let kept = tx.find::<Entity>().find_also_related(site_language::Entity);
    let kept = kept.filter(Column::OrderId.eq(order.id.clone())).one().await?;
    let known = match kept {
        Some((row, language)) => KnownLanguages {
            of_order: Some(row.language),
            is_custom: language.is_some_and(|language| language.custom),
            of_account: None,
        },
        None => KnownLanguages::default(),
    };
    match known.of_customer() {
        Some(language) => Ok(Some(language)),
        None => of_account(tx, order.site_user_id.as_ref()).await,
    }
}

/// Language of a site user.
pub(crate) async fn of_account(tx: &TenantTx, id: Option<&SiteUserId>) -> Result<Option<String>, CommerceError> {
    let Some(id) = id else { return Ok(None) };
    let account = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone())).one().await?;
    Ok(account.and_then(|account| account.language))
}
