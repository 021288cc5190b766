//! Pages that have blocks of some kinds.

use sea_orm::Iden;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait as _, SimpleExpr};
use serde_json::Value;
use stoa_entity::tenant::collection;
use stoa_entity::{TenantTx, containing};
use stoa_kernel::boxed;
use stoa_kernel::id::CollectionId;

use crate::SiteError;

/// A page that has such a block, in the draft or the published version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockUse {
    /// The page.
    pub page: CollectionId,
    /// Its title.
    pub title: String,
}

/// Pages and items with blocks of one of these kinds, at most `most`, in order of their ids.
///
/// # Errors
/// When the database refuses.
#[boxed]
pub async fn pages_with_blocks(tx: &TenantTx, kinds: &[String], most: u64) -> Result<Vec<BlockUse>, SiteError> {
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let holds = |column: collection::Column, kind: &str| as_text(column).like(containing(&format!("\"{kind}\"")));
    let mut is_used = Condition::any();
    for kind in kinds {
        is_used = is_used.add(holds(collection::Column::Draft, kind)).add(holds(collection::Column::Published, kind));
    }
    let pages = tx.find::<collection::Entity>().filter(is_used).order_by_asc(collection::Column::Id).limit(most);
    // A text can be the name of a kind, too.
    let really = |row: &collection::Model| {
        [&row.draft, &row.published].into_iter().flatten().any(|document| has_kind(document, kinds))
    };
    let used = pages.all().await?.into_iter().filter(really);
    Ok(used.map(|row| BlockUse { page: row.id, title: row.title }).collect())
}

fn as_text(column: impl Iden + 'static) -> SimpleExpr {
    Expr::col(column).cast_as(Alias::new("text"))
}

fn has_kind(value: &Value, kinds: &[String]) -> bool {
    match value {
        Value::Object(members) => {
            let kind = members.get("kind").and_then(Value::as_str);
            kind.is_some_and(|kind| kinds.iter().any(|known| known == kind))
                || members.values().any(|member| has_kind(member, kinds))
        }
        Value::Array(items) => items.iter().any(|item| has_kind(item, kinds)),
        _ => false,
    }
}
