//! Preferences of the shop's screens: what the people of a site agree on for lists and forms, a JSON
//! object for each namespace. The shop itself reads none of them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_entity::tenant::commerce_preferences::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{ErrorCode, Failure, Precondition, TenantCtx};

use crate::{CommerceError, columns};

/// Largest object, bytes of its JSON text.
pub const MOST_BYTES: usize = 64 * 1024;
/// Most namespaces of a site.
const MOST_NAMESPACES: u64 = 200;
/// Names the site in every answer, so it is never stored.
const OWNER: &str = "websiteId";

/// The preferences of a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The object; empty when none was ever stored.
    pub values: Map<String, Value>,
    /// Raised by each change; 0 when none was ever stored.
    pub revision: i64,
}

impl Preferences {
    fn from_row(row: &Model) -> Result<Self, CommerceError> {
        let values = columns::read("commerce_preferences.preferences", &row.preferences)?;
        Ok(Self { values, revision: row.revision })
    }
}

/// The preferences of a namespace.
///
/// # Errors
/// When the caller may not read them or the name is no namespace.
pub async fn get(ctx: &TenantCtx, db: &TenantDb, namespace: &str) -> Result<Preferences, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    check_name(namespace)?;
    match find(&db.read().await?, namespace).await? {
        Some(row) => Preferences::from_row(&row),
        None => Ok(Preferences::default()),
    }
}

/// Replaces the preferences of a namespace, or stores its first ones, when they are what the caller has seen.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when somebody was faster; a message for the name, the size, or too
/// many namespaces.
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
    if object.to_string().len() > MOST_BYTES {
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

/// Writes over what was read, or says that somebody was faster.
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
        .set(Column::UpdatedOn, ctx.now_ms())
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
        updated_on: Set(ctx.now_ms()),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(CommerceError::RevisionStale),
        other => Ok(other.map(drop)?),
    }
}

async fn check_room(tx: &TenantTx) -> Result<(), CommerceError> {
    if tx.find::<Entity>().count().await? < MOST_NAMESPACES {
        return Ok(());
    }
    Err(CommerceError::field("namespace", format!("A site can have at most {MOST_NAMESPACES} namespaces.")))
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
    fn namespaces_are_short_and_plain() {
        for name in ["a", "orders-list", "0", &"x".repeat(64)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "Orders", "a b", "a_b", "ä", "a.b", &"x".repeat(65)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
