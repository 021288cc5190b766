//! In which language the letters about an order are.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::order_language::{ActiveModel, Column, Entity};
use stoa_entity::tenant::{order, site_user};
use stoa_kernel::id::OrderId;

use crate::CommerceError;
use crate::settings::StoreSettings;
use crate::words::Words;

/// Keeps the language that the shopper read when the order was placed.
pub(crate) async fn keep_with_order(
    tx: &TenantTx,
    order: &OrderId,
    language: Option<&str>,
) -> Result<(), CommerceError> {
    let Some(language) = language else { return Ok(()) };
    tx.delete::<Entity>(Column::OrderId.eq(order.clone())).exec().await?;
    tx.insert(ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(order.clone()),
        language: Set(language.to_owned()),
    })
    .await?;
    Ok(())
}

/// The shop's settings as letters to the customer of an order need them: in the language of the account, or else the
/// one read when the order was placed. Where letters are not written in it, in the language of the site.
pub(super) async fn settings_for_customer(
    tx: &TenantTx,
    order: &order::Model,
    settings: &StoreSettings,
) -> Result<StoreSettings, CommerceError> {
    let account = match &order.site_user_id {
        Some(id) => tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone())).one().await?,
        None => None,
    };
    let kept = tx.find::<Entity>().filter(Column::OrderId.eq(order.id.clone())).one().await?;
    let wished = account.and_then(|account| account.language).or(kept.map(|row| row.language));
    let language = wished.filter(|tag| Words::in_language(tag).is_some());
    Ok(StoreSettings { language: language.unwrap_or_else(|| settings.language.clone()), ..settings.clone() })
}
