//! Saved addresses of site users.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_address::countries;
use stoa_address::{Address, Country};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::site_user_address::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{SiteUserAddressId, SiteUserId};
use stoa_kernel::{TenantCtx, boxed};

use super::member;
use super::personal_data::{PersonRecords, PersonalData};
use crate::CommerceError;
use crate::problem_texts::ADDRESSES_FULL;

/// Maximum number of addresses per account.
const MAX_ADDRESSES: usize = 20;

/// A saved address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAddress {
    /// Its id.
    pub id: SiteUserAddressId,
    /// The address.
    pub address: Address,
    /// Whether it is the default at checkouts.
    pub is_default: bool,
}

/// An address to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAddress {
    /// The address.
    pub address: Address,
    /// Whether it becomes the default at checkouts; the first address always does.
    pub is_default: bool,
}

/// Countries for addresses, with their names in a language.
pub fn countries(language: &str) -> Vec<Country> {
    stoa_address::named_countries(countries::ALL.iter().map(|&(code, _)| code), language)
}

/// The caller's addresses: the default first, then the latest.
///
/// # Errors
/// 401 when nobody is signed in.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<SavedAddress>, CommerceError> {
    let id = member(ctx)?;
    of_member(&db.read().await?, id).await
}

/// Saves another address.
///
/// # Errors
/// 401 when nobody is signed in; field errors; [`CommerceError::Conflict`] when the account has the maximum number of
/// addresses.
#[boxed]
pub async fn add(ctx: &TenantCtx, db: &TenantDb, new: NewAddress) -> Result<SavedAddress, CommerceError> {
    let owner = member(ctx)?;
    let address = new.address.checked("")?;
    let tx = db.write().await?;
    let others = of_member(&tx, owner).await?;
    if others.len() >= MAX_ADDRESSES {
        return Err(CommerceError::said_conflict(ADDRESSES_FULL.with("count", MAX_ADDRESSES)));
    }
    let is_default = new.is_default || others.is_empty();
    if is_default {
        propose_none(&tx, owner).await?;
    }
    let row = insert(ctx, &tx, owner, &address, is_default).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Saves an address from a checkout, unless the account already has it or has the maximum number, which must not fail
/// an order.
pub(crate) async fn keep(
    ctx: &TenantCtx,
    tx: &TenantTx,
    owner: &SiteUserId,
    address: &Address,
) -> Result<(), CommerceError> {
    let others = of_member(tx, owner).await?;
    let is_known = others.iter().any(|kept| kept.address == *address);
    if !is_known && others.len() < MAX_ADDRESSES {
        insert(ctx, tx, owner, address, others.is_empty()).await?;
    }
    Ok(())
}

async fn insert(
    ctx: &TenantCtx,
    tx: &TenantTx,
    owner: &SiteUserId,
    address: &Address,
    is_default: bool,
) -> Result<site_user_address::Model, CommerceError> {
    let row = site_user_address::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(SiteUserAddressId::generate()),
        site_user_id: Set(owner.clone()),
        address: Set(JsonOf(address.clone())),
        is_default: Set(is_default),
        created_on: Set(ctx.now()),
    };
    Ok(tx.insert(row).await?)
}

/// Changes an address.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::NotFound`] for an address of another account; field errors.
#[boxed]
pub async fn change(
    ctx: &TenantCtx,
    db: &TenantDb,
    address_id: &SiteUserAddressId,
    new: NewAddress,
) -> Result<SavedAddress, CommerceError> {
    let owner = member(ctx)?;
    let address = new.address.checked("")?;
    let tx = db.write().await?;
    let row = owned(&tx, owner, address_id).await?;
    let is_default = new.is_default || row.is_default;
    if is_default {
        propose_none(&tx, owner).await?;
    }
    tx.update::<Entity>(Column::Id.eq(row.id.clone()))
        .set(Column::Address, JsonOf(address.clone()))
        .set(Column::IsDefault, is_default)
        .exec()
        .await?;
    tx.commit().await?;
    Ok(SavedAddress { id: row.id, address, is_default })
}

/// Removes an address. If it was the default, the latest of the others becomes the default.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::NotFound`] for an address of another account.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, address_id: &SiteUserAddressId) -> Result<(), CommerceError> {
    let owner = member(ctx)?;
    let tx = db.write().await?;
    let row = owned(&tx, owner, address_id).await?;
    tx.delete::<Entity>(Column::Id.eq(row.id)).exec().await?;
    if row.is_default
        && let Some(next) = of_member(&tx, owner).await?.first()
    {
        tx.update::<Entity>(Column::Id.eq(next.id.clone())).set(Column::IsDefault, true).exec().await?;
    }
    Ok(tx.commit().await?)
}

/// The addresses of an account: the default first, then the latest.
pub(crate) async fn of_member(tx: &TenantTx, owner: &SiteUserId) -> Result<Vec<SavedAddress>, CommerceError> {
    let rows = tx
        .find::<Entity>()
        .filter(Column::SiteUserId.eq(owner.clone()))
        .order_by_desc(Column::IsDefault)
        .order_by_desc(Column::CreatedOn)
        .order_by_desc(Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(SavedAddress::from).collect())
}

/// Saved addresses, as personal data.
pub(super) struct AddressData;

#[async_trait]
impl PersonalData for AddressData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let saved = match person.account {
            Some(account) => of_member(tx, account).await?,
            None => Vec::new(),
        };
        let shown = |saved: SavedAddress| json!({"address": saved.address, "isDefault": saved.is_default});
        document.insert("addresses".to_owned(), saved.into_iter().map(shown).collect());
        Ok(())
    }

    /// They are deleted with the account.
    async fn erase(&self, _: &TenantTx, _: &PersonRecords<'_>) -> Result<(), CommerceError> {
        Ok(())
    }
}

async fn owned(
    tx: &TenantTx,
    owner: &SiteUserId,
    id: &SiteUserAddressId,
) -> Result<site_user_address::Model, CommerceError> {
    let find = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::SiteUserId.eq(owner.clone()));
    find.one().await?.ok_or(CommerceError::NotFound)
}

async fn propose_none(tx: &TenantTx, owner: &SiteUserId) -> Result<(), CommerceError> {
    let own = Column::SiteUserId.eq(owner.clone());
    tx.update::<Entity>(own).set(Column::IsDefault, false).exec().await?;
    Ok(())
}

impl From<site_user_address::Model> for SavedAddress {
    fn from(row: site_user_address::Model) -> Self {
        Self { id: row.id, address: row.address.0, is_default: row.is_default }
    }
}
