//! The category tree of a store, for contributors.

mod siblings;

use std::collections::{HashMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{category, product, product_category};
use stoa_entity::{DbError, TenantDb, TenantTx, addresses, translations};
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::contributor_texts::CATEGORY_EXISTS;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};

use self::siblings::place;
use super::model::Category;
use super::store::{self, DEEPEST};
use super::store_page::{free_url_id, url_slug, with_room};
use super::stores::{check_exists, lock_store};
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of categories in a store.
pub const MAX_CATEGORIES: u64 = 10_000;
/// Maximum length of a name, characters.
const MAX_NAME_LENGTH: usize = 25;

/// A category to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCategory {
    /// Display name.
    pub name: String,
    /// Parent category; `None` for the root, and for categories directly below it.
    pub parent_id: Option<String>,
    /// Whether it is the root category, which contains all products of the store.
    pub is_root: bool,
    /// Layout of its page.
    pub page_rendering: PageRendering,
    /// Position among its siblings, from 1; `None` for the end.
    pub display_index: Option<i32>,
}

/// Changes to a category. `None` leaves a value unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryPatch {
    /// Display name.
    pub name: Option<String>,
    /// Parent category.
    pub parent_id: Option<String>,
    /// Layout of its page.
    pub page_rendering: Option<PageRendering>,
    /// Position among its siblings, from 1.
    pub display_index: Option<i32>,
}

/// A category with the number of products directly in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryNode {
    /// The category.
    pub category: Category,
    /// Number of products directly in it, including hidden ones.
    pub product_count: usize,
}

fn checked_name(name: &str) -> Result<String, CommerceError> {
    let name = name.trim().to_owned();
    let mut checks = Checks::default();
    checks.require(!name.is_empty(), "displayName", contributor_texts::ENTER_A_NAME);
    let message = stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_NAME_LENGTH).to_string();
    checks.require(name.chars().count() <= MAX_NAME_LENGTH, "displayName", message);
    checks.finish()?;
    Ok(name)
}

/// Checks that no other category below the same parent has this name, ignoring case.
fn check_name_is_free(
    known: &[Category],
    parent: Option<&CategoryId>,
    own: Option<&CategoryId>,
    name: &str,
) -> Result<(), CommerceError> {
    let name = name.to_lowercase();
    let mut siblings = known.iter().filter(|other| other.parent_id.as_ref() == parent && Some(&other.id) != own);
    if siblings.any(|other| other.name.to_lowercase() == name) {
        return Err(CommerceError::field("displayName", CATEGORY_EXISTS.english()));
    }
    Ok(())
}

/// All categories of a store, ordered by position.
///
/// # Errors
/// When the caller may not read products or the store does not exist.
#[boxed]
pub async fn category_tree(
    ctx: &TenantCtx,
    db: &TenantDb,
    store: &CollectionId,
) -> Result<Vec<CategoryNode>, CommerceError> {
    #[derive(sea_orm::FromQueryResult)]
    struct CategoryCount {
        category_id: CategoryId,
        products: i64,
    }
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    check_exists(&tx, store).await?;
    let products = tx.find::<product::Entity>().filter(product::Column::CollectionId.eq(store.clone()));
    let counts = tx
        .find::<product_category::Entity>()
        .filter(product_category::Column::ProductId.in_subquery(products.subquery(product::Column::Id)))
        .aggregate::<CategoryCount>(
            &[product_category::Column::CategoryId],
            vec![(product_category::Column::ProductId.count(), "products")],
        )
        .await?;
    let count = |row: CategoryCount| (row.category_id, usize::try_from(row.products).unwrap_or(0));
    let counts: HashMap<CategoryId, usize> = counts.into_iter().map(count).collect();
    let categories = store::categories(&tx, std::slice::from_ref(store)).await?;
    let node =
        |category: Category| CategoryNode { product_count: counts.get(&category.id).copied().unwrap_or(0), category };
    Ok(categories.into_iter().map(node).collect())
}

/// Creates a category.
///
/// # Errors
/// [`CommerceError::Conflict`] for a second root category, [`CommerceError::Refused`] when the store has too many
/// categories; field errors.
#[boxed]
pub async fn create_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store: &CollectionId,
    new: NewCategory,
) -> Result<Category, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let name = checked_name(&new.name)?;
    let tx = db.write().await?;
    lock_store(&tx, store).await?;
    let known = store::categories(&tx, std::slice::from_ref(store)).await?;
    if u64::try_from(known.len()).unwrap_or(u64::MAX) >= MAX_CATEGORIES {
        return Err(CommerceError::Refused(contributor_texts::LIMIT_OF_CATEGORIES.english().to_owned()));
    }
    let parent_id = parent_of_new(&known, &new)?;
    check_depth(&known, parent_id.as_ref(), 1)?;
    check_name_is_free(&known, parent_id.as_ref(), None, &name)?;
    let slug = url_slug(&name);
    let base = if slug.is_empty() { "category" } else { &slug };
    let mut taken: HashSet<String> = known.iter().map(|category| category.url_id.clone()).collect();
    let address_place = addresses::categories_of(store.as_str());
    taken.extend(addresses::starting_with(&tx, &address_place, with_room(base)).await?);
    let url_id = free_url_id(base, |candidate| taken.contains(candidate));
    let id = CategoryId::generate();
    let row = category::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        parent_id: Set(parent_id.clone()),
        name: Set(name),
        url_id: Set(url_id),
        kind: Set(if new.is_root { CategoryKind::Root } else { CategoryKind::Category }),
        page_rendering: Set(new.page_rendering),
        position: Set(i32::MAX),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => {
            return Err(CommerceError::Conflict(contributor_texts::HAS_CATEGORY_FOR_ALL_PRODUCTS.english().to_owned()));
        }
        other => other?,
    };
    place(&tx, store, parent_id.as_ref(), &id, new.display_index).await?;
    let made = find(&tx, store, &id).await?;
    tx.commit().await?;
    Ok(made)
}

/// Parent of a new category; none for the one that contains all products, of which a store has one.
fn parent_of_new(known: &[Category], new: &NewCategory) -> Result<Option<CategoryId>, CommerceError> {
    let root = known.iter().find(|category| category.is_root);
    match (new.is_root, root) {
        (true, Some(_)) => {
            Err(CommerceError::Conflict(contributor_texts::HAS_CATEGORY_FOR_ALL_PRODUCTS.english().to_owned()))
        }
        (true, None) if new.parent_id.is_some() => {
            Err(CommerceError::field("parentCategoryId", contributor_texts::TOP_CATEGORY_HAS_NO_PARENT))
        }
        (true, None) => Ok(None),
        (false, _) => parent(known, new.parent_id.as_deref()).map(Some),
    }
}

/// Parent of a new or moved category: the requested one, otherwise the root.
fn parent(known: &[Category], wanted: Option<&str>) -> Result<CategoryId, CommerceError> {
    let found = match wanted {
        Some(id) => known.iter().find(|category| category.id.as_str() == id),
        None => known.iter().find(|category| category.is_root),
    };
    let message = contributor_texts::PARENT_CATEGORY_GONE.english();
    found.map(|category| category.id.clone()).ok_or_else(|| CommerceError::field("parentCategoryId", message))
}

/// Whether `below` is the category itself or one of its descendants.
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

/// Limits the depth: each level costs one database query on every page of its products.
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
    let message = contributor_texts::CATEGORIES_CAN_BE_NESTED.with("count", DEEPEST - 1).to_string();
    Err(CommerceError::field("parentCategoryId", message))
}

/// Number of levels of a category's subtree, including itself.
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

async fn find(tx: &TenantTx, store: &CollectionId, id: &CategoryId) -> Result<Category, CommerceError> {
    let row = tx
        .find::<category::Entity>()
        .filter(category::Column::Id.eq(id.clone()))
        .filter(category::Column::CollectionId.eq(store.clone()))
        .one()
        .await?;
    row.map(Category::from).ok_or(CommerceError::NotFound)
}

/// Renames or moves a category. The root category cannot be moved.
///
/// # Errors
/// [`CommerceError::NotFound`] when the category is not in the store; field errors.
#[boxed]
pub async fn update_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store: &CollectionId,
    id: &CategoryId,
    patch: CategoryPatch,
) -> Result<Category, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let name = patch.name.as_deref().map(checked_name).transpose()?;
    let tx = db.write().await?;
    lock_store(&tx, store).await?;
    let before = find(&tx, store, id).await?;
    let known = store::categories(&tx, std::slice::from_ref(store)).await?;
    let mut parent_id = before.parent_id.clone();
    if let Some(wanted) = patch.parent_id.as_deref().filter(|_| !before.is_root) {
        let above = parent(&known, Some(wanted))?;
        if is_below(&known, id, &above) {
            return Err(CommerceError::field("parentCategoryId", contributor_texts::CATEGORY_INTO_ITSELF.english()));
        }
        check_depth(&known, Some(&above), height(&known, id))?;
        parent_id = Some(above);
    }
    let moved = parent_id != before.parent_id;
    let name = name.unwrap_or_else(|| before.name.clone());
    if moved || name != before.name {
        check_name_is_free(&known, parent_id.as_ref(), Some(id), &name)?;
    }
    tx.update::<category::Entity>(category::Column::Id.eq(id.clone()))
        .set(category::Column::Name, name)
        .set(category::Column::ParentId, parent_id.clone())
        .set(category::Column::PageRendering, patch.page_rendering.unwrap_or(before.page_rendering))
        .exec()
        .await?;
    if moved || patch.display_index.is_some() {
        place(&tx, store, parent_id.as_ref(), id, patch.display_index).await?;
    }
    let updated = find(&tx, store, id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Deletes a category. Its subcategories move to its parent; its products are kept.
///
/// # Errors
/// [`CommerceError::Conflict`] for the root category.
#[boxed]
pub async fn delete_category(
    ctx: &TenantCtx,
    db: &TenantDb,
    store: &CollectionId,
    id: &CategoryId,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Delete)?;
    let tx = db.write().await?;
    lock_store(&tx, store).await?;
    let category = find(&tx, store, id).await?;
    if category.is_root {
        let message = contributor_texts::CATEGORY_OF_ALL_PRODUCTS.english();
        return Err(CommerceError::Conflict(message.to_owned()));
    }
    tx.update::<category::Entity>(category::Column::ParentId.eq(id.clone()))
        .set(category::Column::ParentId, category.parent_id)
        .exec()
        .await?;
    tx.delete::<category::Entity>(category::Column::Id.eq(id.clone())).exec().await?;
    translations::forget(&tx, TranslatedKind::Category, vec![id.to_string()]).await?;
    tx.commit().await?;
    Ok(())
}
