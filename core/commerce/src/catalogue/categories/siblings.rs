//! The order of categories that have the same parent.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::TenantTx;
use stoa_entity::tenant::category;
use stoa_kernel::id::{CategoryId, CollectionId};

use crate::CommerceError;
use crate::catalogue::model::Category;
use crate::catalogue::store;

/// Moves a category to a position among its siblings, and renumbers them without gaps.
pub(super) async fn place(
    tx: &TenantTx,
    store: &CollectionId,
    parent: Option<&CategoryId>,
    id: &CategoryId,
    display_index: Option<i32>,
) -> Result<(), CommerceError> {
    let all = store::categories(tx, std::slice::from_ref(store)).await?;
    let mut siblings: Vec<&Category> =
        all.iter().filter(|category| category.parent_id.as_ref() == parent && &category.id != id).collect();
    let wanted = display_index.and_then(|index| usize::try_from(index.saturating_sub(1)).ok());
    let at = wanted.unwrap_or(siblings.len()).min(siblings.len());
    let own = all.iter().find(|category| &category.id == id).ok_or(CommerceError::NotFound)?;
    siblings.insert(at, own);
    let numbered: Vec<(i32, &Category)> = (1..).zip(siblings).collect();
    let (shifts, singles) = moves(&numbered, id);
    // Applied in order, no range ends where a later range begins: positions only increase behind the new place of the
    // category.
    for shift in shifts {
        tx.update::<category::Entity>(category::Column::CollectionId.eq(store.clone()))
            .filter(parent.map_or_else(
                || category::Column::ParentId.is_null(),
                |parent| category::Column::ParentId.eq(parent.clone()),
            ))
            .filter(category::Column::Id.ne(id.clone()))
            .filter(category::Column::Position.between(shift.first, shift.last))
            .set(category::Column::Position, Expr::col(category::Column::Position).add(shift.by))
            .exec()
            .await?;
    }
    for (position, sibling) in singles {
        tx.update::<category::Entity>(category::Column::Id.eq(sibling.id.clone()))
            .set(category::Column::Position, position)
            .exec()
            .await?;
    }
    Ok(())
}

/// A range of adjacent sibling positions that shift by the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    first: i32,
    last: i32,
    by: i32,
}

/// Computes how to renumber siblings: ranges that shift together, so that inserting before 10,000 siblings is one
/// update, and rows to update individually. If positions are not unique, all rows are updated individually.
fn moves<'a>(numbered: &[(i32, &'a Category)], own: &CategoryId) -> (Vec<Shift>, Vec<(i32, &'a Category)>) {
    let (mine, others): (Vec<_>, Vec<_>) = numbered.iter().copied().partition(|(_, sibling)| &sibling.id == own);
    let mut singles: Vec<(i32, &Category)> =
        mine.into_iter().filter(|(number, sibling)| sibling.position != *number).collect();
    let apart = others.first().is_none_or(|(_, first)| first.position >= 1)
        && others.windows(2).all(|pair| matches!(pair, [(_, one), (_, next)] if one.position < next.position));
    if !apart {
        singles.extend(others.into_iter().filter(|(number, sibling)| sibling.position != *number));
        return (Vec::new(), singles);
    }
    let mut shifts: Vec<Shift> = Vec::new();
    for (number, sibling) in others {
        let by = number - sibling.position;
        match shifts.last_mut() {
            Some(shift) if shift.by == by => shift.last = sibling.position,
            _ => shifts.push(Shift { first: sibling.position, last: sibling.position, by }),
        }
    }
    shifts.retain(|shift| shift.by != 0);
    (shifts, singles)
}
