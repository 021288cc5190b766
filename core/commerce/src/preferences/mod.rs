//! Preferences of the store's admin screens, shared by all contributors of a site: a JSON object per namespace, for
//! lists and forms. The server reads none of them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_entity::json_column;
use stoa_entity::tenant::commerce_preferences::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{ErrorCode, Failure, Precondition, TenantCtx, boxed};

use crate::CommerceError;

/// Maximum size of an object, bytes of its JSON text.
pub const MAX_BYTES: usize = 64 * 1024;
/// Maximum number of namespaces per site.
const MAX_NAMESPACES: u64 = 200;
/// Responses add the site's id under this key, so it is removed before saving.
const OWNER: &str = "websiteId";

/// The preferences of a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The object; empty when nothing was stored.
    pub values: Map<String, Value>,
    /// Increased by each change; 0 when nothing was stored.
    pub revision: i64,
}

impl Preferences {
    fn from_row(row: &Model) -> Result<Self, CommerceError> {
        let values = json_column::read("commerce_preferences.preferences", &row.preferences)?;
        Ok(Self { values, revision: row.revision })
    }
}

/// The preferences of a namespace.
///
/// # Errors
/// When the caller may not read them or the namespace is invalid.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb, namespace: &str) -> Result<Preferences, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    check_name(namespace)?;
    match find(&db.read().await?, namespace).await? {
        Some(row) => Preferences::from_row(&row),
        None => Ok(Preferences::default()),
    }
}

/// Creates or replaces the preferences of a namespace when the revision matches.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when they were changed in between; an error for an invalid name, the size, or too
/// many namespaces.
#[boxed]
pub async fn put(
    ctx: &TenantCtx,
    db: &TenantDb,
    namespace: &str,
    seen: &Precondition,
    mut values: Map<String, Value>,
) -> Result<Preferences, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    check_name(namespace)?;
    values.remove(OWNER);
    let object = Value::Object(values);
    if object.to_string().len() > MAX_BYTES {
        let message = "Preferences of a namespace can have at most 64 KiB.";
        return Err(CommerceError::Denied(Failure::new(ErrorCode::BodyTooLarge, message)));
    }
    let tx = db.write().await?;
    let known = find(&tx, namespace).await?;
    let before = known.as_ref().map_or(0, |row| row.revision);
    if !seen.holds_for_saved(before) {
        return Err(CommerceError::RevisionStale);
    }
    if known.is_none() {
        check_room(&tx).await?;
    }
    write(ctx, &tx, namespace, before, object).await?;
    let row = find(&tx, namespace).await?.ok_or(CommerceError::NotFound)?;
    let saved = Preferences::from_row(&row)?;
    tx.commit().await?;
    Ok(saved)
}

/// Updates the row of the revision that was read, or inserts the first one.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between.
async fn write(
    ctx: &TenantCtx,
    tx: &TenantTx,
    namespace: &str,
    before: i64,
    object: Value,
) -> Result<(), CommerceError> {
    let changed = tx
        .update::<Entity>(Column::Namespace.eq(namespace))
        .filter(Column::Revision.eq(before))
        .set(Column::Preferences, object.clone())
        .set(Column::Revision, before + 1)
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed > 0 {
        return Ok(());
    }
    if before > 0 {
        return Err(CommerceError::RevisionStale);
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        namespace: Set(namespace.to_owned()),
        preferences: Set(object),
        revision: Set(1),
        updated_on: Set(ctx.now()),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(CommerceError::RevisionStale),
        other => Ok(other.map(drop)?),
    }
}

async fn check_room(tx: &TenantTx) -> Result<(), CommerceError> {
    if tx.find::<Entity>().count().await? < MAX_NAMESPACES {
        return Ok(());
    }
    Err(CommerceError::field("namespace", format!("A site can have at most {MAX_NAMESPACES} namespaces.")))
}

async fn find(tx: &TenantTx, namespace: &str) -> Result<Option<Model>, DbError> {
    tx.find::<Entity>().filter(Column::Namespace.eq(namespace)).one().await
}

fn check_name(namespace: &str) -> Result<(), CommerceError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=64).contains(&namespace.len()) && namespace.bytes().all(plain) {
        return Ok(());
    }
    Err(CommerceError::field("namespace", "A namespace has 1 to 64 lower-case letters, digits and hyphens."))
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn namespace_validation() {
        for name in ["a", "orders-list", "0", &"x".repeat(64)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "Orders", "a b", "a_b", "ä", "a.b", &"x".repeat(65)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
