//! The tree of a store's categories as merchants edit it.

use std::collections::{HashMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::{category, product, product_category};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId};
use stoa_kernel::permission::{Action, Resource};

use super::model::Category;
use super::store::{self, DEEPEST};
use super::store_page::{free_url_id, url_slug};
use super::stores::{find_store, lock_store};
use crate::CommerceError;

/// Most categories of a store.
pub const MAX_CATEGORIES: u64 = 10_000;
/// Longest name, characters.
const LONGEST_NAME: usize = 25;

/// How the page of a category is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageRendering {
    /// A list.
    ListView,
    /// A grid.
    GridView,
    /// As all of the store is.
    StoreView,
}

impl PageRendering {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            PageRendering::ListView => "LIST_VIEW",
            PageRendering::GridView => "GRID_VIEW",
            PageRendering::StoreView => "STORE_VIEW",
        }
    }

    /// The one of a name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        [PageRendering::ListView, PageRendering::GridView, PageRendering::StoreView]
            .into_iter()
            .find(|rendering| rendering.name() == name)
    }
}

/// A category to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCategory {
    /// Name shown.
    pub name: String,
    /// The category above; none for the one that stands for the whole store, and directly below it.
    pub parent_id: Option<String>,
    /// Whether it stands for the whole store.
    pub is_root: bool,
    /// How its page is drawn.
    pub page_rendering: PageRendering,
    /// Place among its siblings from 1; none for the last.
    pub display_index: Option<i32>,
}

/// What is to be changed of a category. What is none stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryPatch {
    /// Name shown.
    pub name: Option<String>,
    /// The category above.
    pub parent_id: Option<String>,
    /// How its page is drawn.
    pub page_rendering: Option<PageRendering>,
    /// Place among its siblings from 1.
    pub display_index: Option<i32>,
}

/// A category with the number of products directly in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryNode {
    /// The category.
    pub category: Category,
    /// Products directly in it, hidden ones too.
    pub product_count: usize,
}

fn checked_name(name: &str) -> Result<String, CommerceError> {
    let name = name.trim().to_owned();
    let mut checks = Checks::default();
    checks.require(!name.is_empty(), "displayName", "Enter a name.");
    let message = format!("Use at most {LONGEST_NAME} characters.");
    checks.require(name.chars().count() <= LONGEST_NAME, "displayName", message);
    checks.finish()?;
    Ok(name)
}

/// All categories of a store, siblings in their order.
///
/// # Errors
/// When the caller may not read products or the store is not there.
pub async fn category_tree(ctx: &TenantCtx, db: &TenantDb, store_id: &str) -> Result<Vec<CategoryNode>, CommerceError> {
    #[derive(sea_orm::FromQueryResult)]
    struct Counted {
        category_id: CategoryId,
        products: i64,
    }
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let store = find_store(&tx, store_id).await?;
    let products = tx.find::<product::Entity>().filter(product::Column::CollectionId.eq(store.clone()));
    let counts = tx
        .find::<product_category::Entity>()
        .filter(product_category::Column::ProductId.in_subquery(products.values_of(product::Column::Id)))
        .grouped::<Counted>(
            &[product_category::Column::CategoryId],
            vec![(product_category::Column::ProductId.count(), "products")],
        )
        .await?;
    let count = |row: Counted| (row.category_id, usize::try_from(row.products).unwrap_or(0));
    let counts: HashMap<CategoryId, usize> = counts.into_iter().map(count).collect();
    let categories = store::categories(&tx, std::slice::from_ref(&store)).await?;
    let node =
        |category: Category| CategoryNode { product_count: counts.get(&category.id).copied().unwrap_or(0), category };
    Ok(categories.into_iter().map(node).collect())
}

/// Makes a category.
///
/// # Errors
/// [`CommerceError::Conflict`] for a second one that stands for the whole store,
/// [`CommerceError::Refused`] when the store has too many; messages beside fields.
pub async fn create_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    new: NewCategory,
) -> Result<Category, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let name = checked_name(&new.name)?;
    let tx = db.write().await?;
    let store = lock_store(&tx, store_id).await?;
    let known = store::categories(&tx, std::slice::from_ref(&store)).await?;
    if u64::try_from(known.len()).unwrap_or(u64::MAX) >= MAX_CATEGORIES {
        return Err(CommerceError::Refused("You have reached the limit of 10,000 categories.".to_owned()));
    }
    let root = known.iter().find(|category| category.is_root);
    let parent_id = match (new.is_root, root) {
        (true, Some(_)) => {
            return Err(CommerceError::Conflict("The store has a category that stands for all of it.".to_owned()));
        }
        (true, None) if new.parent_id.is_some() => {
            return Err(CommerceError::field("parentCategoryId", "The root has nothing above it."));
        }
        (true, None) => None,
        (false, _) => Some(parent(&known, new.parent_id.as_deref())?),
    };
    check_depth(&known, parent_id.as_ref(), 1)?;
    let slug = url_slug(&name);
    let base = if slug.is_empty() { "category" } else { &slug };
    let taken: HashSet<&str> = known.iter().map(|category| category.url_id.as_str()).collect();
    let url_id = free_url_id(base, |candidate| taken.contains(candidate));
    let id = CategoryId::generate();
    let row = category::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        parent_id: Set(parent_id.clone()),
        name: Set(name),
        url_id: Set(url_id),
        kind: Set(if new.is_root { "ROOT" } else { "CATEGORY" }.to_owned()),
        page_rendering: Set(new.page_rendering.name().to_owned()),
        position: Set(i32::MAX),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => {
            return Err(CommerceError::Conflict("The store has a category that stands for all of it.".to_owned()));
        }
        other => other?,
    };
    place(&tx, &store, parent_id.as_ref(), &id, new.display_index).await?;
    let made = find(&tx, &store, &id).await?;
    tx.commit().await?;
    Ok(made)
}

/// The category that a new or moved one comes below: the one named, else the root.
fn parent(known: &[Category], wanted: Option<&str>) -> Result<CategoryId, CommerceError> {
    let found = match wanted {
        Some(id) => known.iter().find(|category| category.id.as_str() == id),
        None => known.iter().find(|category| category.is_root),
    };
    let message = "The category above is not there. Reload the page.";
    found.map(|category| category.id.clone()).ok_or_else(|| CommerceError::field("parentCategoryId", message))
}

/// Whether `below` is a category itself or stands anywhere below it.
fn is_below(known: &[Category], category: &CategoryId, below: &CategoryId) -> bool {
    let by_id: HashMap<&CategoryId, &Category> = known.iter().map(|entry| (&entry.id, entry)).collect();
    let mut at = Some(below);
    for _ in 0..=known.len() {
        match at {
            Some(id) if id == category => return true,
            Some(id) => at = by_id.get(id).and_then(|entry| entry.parent_id.as_ref()),
            None => return false,
        }
    }
    false
}

/// Refuses what would stand too deep: each level costs a question to the database on every page of its products.
fn check_depth(known: &[Category], above: Option<&CategoryId>, height: usize) -> Result<(), CommerceError> {
    let by_id: HashMap<&CategoryId, &Category> = known.iter().map(|entry| (&entry.id, entry)).collect();
    let mut depth = 0;
    let mut at = above;
    while let Some(id) = at.filter(|_| depth < DEEPEST) {
        depth += 1;
        at = by_id.get(id).and_then(|entry| entry.parent_id.as_ref());
    }
    if depth + height <= DEEPEST {
        return Ok(());
    }
    let message = format!("Categories can stand at most {} levels deep.", DEEPEST - 1);
    Err(CommerceError::field("parentCategoryId", message))
}

/// How many levels a category has with those below it.
fn height(known: &[Category], id: &CategoryId) -> usize {
    let mut levels = 0;
    let mut level = HashSet::from([id]);
    while !level.is_empty() && levels <= DEEPEST {
        levels += 1;
        let below = known.iter().filter(|entry| entry.parent_id.as_ref().is_some_and(|parent| level.contains(parent)));
        level = below.map(|entry| &entry.id).collect();
    }
    levels
}

/// Puts a category to its place among its siblings, which close up.
async fn place(
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
    // In their order no stretch ends where a later one begins: only behind the category's new place do others move up.
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

/// Siblings with places next to each other, all of which move by as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    first: i32,
    last: i32,
    by: i32,
}

/// What brings siblings to their new numbers: stretches that move as a whole, so that room before ten thousand is made in
/// one step, and what has to be written by itself. Where two have the same place, each is written by itself.
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

async fn find(tx: &TenantTx, store: &CollectionId, id: &CategoryId) -> Result<Category, CommerceError> {
    let row = tx
        .find::<category::Entity>()
        .filter(category::Column::Id.eq(id.clone()))
        .filter(category::Column::CollectionId.eq(store.clone()))
        .one()
        .await?;
    row.map(Category::from).ok_or(CommerceError::NotFound)
}

/// Renames or moves a category. The one that stands for the whole store stays where it is.
///
/// # Errors
/// [`CommerceError::NotFound`] when it is not of the store; messages beside fields.
pub async fn update_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    category_id: &str,
    patch: CategoryPatch,
) -> Result<Category, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let name = patch.name.as_deref().map(checked_name).transpose()?;
    let id: CategoryId = category_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let store = lock_store(&tx, store_id).await?;
    let before = find(&tx, &store, &id).await?;
    let known = store::categories(&tx, std::slice::from_ref(&store)).await?;
    let mut parent_id = before.parent_id.clone();
    if let Some(wanted) = patch.parent_id.as_deref().filter(|_| !before.is_root) {
        let above = parent(&known, Some(wanted))?;
        if is_below(&known, &id, &above) {
            return Err(CommerceError::field("parentCategoryId", "A category cannot stand below itself."));
        }
        check_depth(&known, Some(&above), height(&known, &id))?;
        parent_id = Some(above);
    }
    tx.update::<category::Entity>(category::Column::Id.eq(id.clone()))
        .set(category::Column::Name, name.unwrap_or(before.name))
        .set(category::Column::ParentId, parent_id.clone())
        .set(
            category::Column::PageRendering,
            patch.page_rendering.map_or(before.page_rendering, |rendering| rendering.name().to_owned()),
        )
        .exec()
        .await?;
    let moved = parent_id != before.parent_id;
    if moved || patch.display_index.is_some() {
        place(&tx, &store, parent_id.as_ref(), &id, patch.display_index).await?;
    }
    let updated = find(&tx, &store, &id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Removes a category. What is below it comes below the one above; its products stay.
///
/// # Errors
/// [`CommerceError::Conflict`] for the one that stands for the whole store.
pub async fn delete_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    category_id: &str,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Delete)?;
    let id: CategoryId = category_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let store = lock_store(&tx, store_id).await?;
    let category = find(&tx, &store, &id).await?;
    if category.is_root {
        let message = "This category stands for the whole store and cannot be deleted.";
        return Err(CommerceError::Conflict(message.to_owned()));
    }
    tx.update::<category::Entity>(category::Column::ParentId.eq(id.clone()))
        .set(category::Column::ParentId, category.parent_id)
        .exec()
        .await?;
    tx.delete::<category::Entity>(category::Column::Id.eq(id)).exec().await?;
    tx.commit().await?;
    Ok(())
}
