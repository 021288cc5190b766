//! Addresses of pages, items, products and categories in a language: reading and changing their words.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::translated_address::{ActiveModel, Column, Entity};
use stoa_entity::tenant::{category, collection, item, post, product};
use stoa_entity::{DbError, TenantDb, TenantTx, addresses};
use stoa_kernel::address::is_reserved_address;
use stoa_kernel::catalogue::CategoryKind;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::language_address::prefix_of;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Action, Resource as Permission, TenantCtx, boxed};

use super::service::{ResourcePlace, lock_language, protected_by, require_language};
use crate::content::{in_trash, is_plain, is_url_id};
use crate::{SiteError, contributor_texts, languages, redirects};

/// Maximum number of former words of a category that lead to it.
const MAX_FORMER_WORDS: usize = 20;

/// The address of a resource in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslatedAddress {
    /// What stands before its word, such as `/fr/boutique/`, or `/fr/boutique?category=`.
    pub above: String,
    /// Its word in the primary language.
    pub original: String,
    /// Its word in this language; none if it is the original one.
    pub word: Option<String>,
}

/// Where a resource is.
struct Located {
    /// Id of its blog or store; empty for pages.
    folder: String,
    /// Word of its blog or store in the primary language; empty for pages.
    folder_word: String,
    word: String,
    /// Whether addresses of items are below its own.
    holds_items: bool,
    /// Whether its word is a parameter of the address of its store.
    is_category: bool,
    /// Kind and id of the page in the activity log; none for products and categories.
    logged: Option<(CollectionKind, String)>,
}

impl Located {
    /// Where a resource is; none for one without an address of its own, such as the home page or an area.
    async fn of(tx: &TenantTx, kind: TranslatedKind, id: &str) -> Result<Option<Self>, SiteError> {
        let (folder, word, logged) = match kind {
            TranslatedKind::Page => return Self::of_page(tx, id).await,
            TranslatedKind::Post => {
                let row = tx.find::<post::Entity>().filter(post::Column::Id.eq(id)).one().await?;
                let row = row.ok_or(SiteError::NotFound)?;
                let item = tx.find::<item::Entity>().filter(item::Column::PostId.eq(id)).one().await?;
                let page = item.map(|item| (CollectionKind::Item, item.page_id.to_string()));
                (row.collection_id, row.url_id, page)
            }
            TranslatedKind::Product => {
                let row = tx.find::<product::Entity>().filter(product::Column::Id.eq(id)).one().await?;
                let row = row.ok_or(SiteError::NotFound)?;
                (row.collection_id, row.url_id, None)
            }
            TranslatedKind::Category => {
                let row = tx.find::<category::Entity>().filter(category::Column::Id.eq(id)).one().await?;
                let row = row.ok_or(SiteError::NotFound)?;
                if row.kind == CategoryKind::Root {
                    return Ok(None);
                }
                (row.collection_id, row.url_id, None)
            }
            _ => return Ok(None),
        };
        let above = tx.find::<collection::Entity>().filter(collection::Column::Id.eq(folder.clone())).one().await?;
        let folder_word = above.ok_or(SiteError::NotFound)?.url_id;
        let is_category = kind == TranslatedKind::Category;
        Ok(Some(Self { folder: folder.to_string(), folder_word, word, holds_items: false, is_category, logged }))
    }

    async fn of_page(tx: &TenantTx, id: &str) -> Result<Option<Self>, SiteError> {
        let own = Condition::all()
            .add(collection::Column::Id.eq(id))
            .add(collection::Column::UrlId.not_like(in_trash()))
            .add(collection::Column::Kind.ne(CollectionKind::Item));
        let row = tx.find::<collection::Entity>().filter(own).one().await?.ok_or(SiteError::NotFound)?;
        if row.is_home || row.kind == CollectionKind::Area {
            return Ok(None);
        }
        let holds_items = row.kind.lists_items();
        let logged = Some((row.kind, row.id.to_string()));
        let (folder, folder_word) = (String::new(), String::new());
        Ok(Some(Self { folder, folder_word, word: row.url_id, holds_items, is_category: false, logged }))
    }

    /// Where its word is unique.
    fn place(&self) -> String {
        if self.is_category { addresses::categories_of(&self.folder) } else { self.folder.clone() }
    }

    /// What stands before the word in a language, without the slashes around it: `fr`, or `fr/boutique`.
    async fn above(&self, tx: &TenantTx, language: &str) -> Result<String, SiteError> {
        let prefix = prefix_of(language);
        let prefix = prefix.trim_start_matches('/');
        if self.folder.is_empty() {
            return Ok(prefix.to_owned());
        }
        let own = word(tx, &ResourcePlace { language, kind: TranslatedKind::Page, id: &self.folder }).await?;
        Ok(format!("{prefix}/{}", own.unwrap_or_else(|| self.folder_word.clone())))
    }
}

/// The words that a category had before a change.
async fn former_words(tx: &TenantTx, place: &ResourcePlace<'_>) -> Result<Vec<String>, SiteError> {
    let row = tx.find::<Entity>().filter(own_row(place)).one().await?;
    let Some(row) = row else { return Ok(Vec::new()) };
    let mut words = row.former_words.map(|former| former.0).unwrap_or_default();
    words.retain(|word| *word != row.word);
    words.push(row.word);
    let oldest = words.len().saturating_sub(MAX_FORMER_WORDS);
    Ok(words.split_off(oldest))
}

/// The word of a resource in a language.
async fn word(tx: &TenantTx, place: &ResourcePlace<'_>) -> Result<Option<String>, SiteError> {
    Ok(tx.find::<Entity>().filter(own_row(place)).one().await?.map(|row| row.word))
}

fn own_row(place: &ResourcePlace<'_>) -> Condition {
    Condition::all()
        .add(Column::Language.eq(place.language))
        .add(Column::ResourceKind.eq(place.kind))
        .add(Column::ResourceId.eq(place.id))
}

/// The address of a resource in a language; none if it has no address of its own.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such resource; [`SiteError::Invalid`] when the site does not have the
/// language.
#[boxed]
pub async fn address(
    ctx: &TenantCtx,
    db: &TenantDb,
    place: &ResourcePlace<'_>,
) -> Result<Option<TranslatedAddress>, SiteError> {
    ctx.authorise(Permission::Content, Action::Read)?;
    ctx.authorise(protected_by(place.kind), Action::Read)?;
    let tx = db.read().await?;
    let located = Located::of(&tx, place.kind, place.id).await?;
    require_language(&tx, place.language).await?;
    shown(&tx, place, located).await
}

async fn shown(
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    located: Option<Located>,
) -> Result<Option<TranslatedAddress>, SiteError> {
    let Some(located) = located else { return Ok(None) };
    let before = if located.is_category { "?category=" } else { "/" };
    let above = format!("/{}{before}", located.above(tx, place.language).await?);
    // A category that has its original word again keeps its former ones.
    let word = word(tx, place).await?.filter(|word| *word != located.word);
    Ok(Some(TranslatedAddress { above, original: located.word, word }))
}

/// Gives a resource a word of its own in the addresses of a language, or the original one. The former address in the
/// language redirects to the new one.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such resource, or it has no address of its own; [`SiteError::Invalid`] for
/// a word that is invalid or taken.
#[boxed]
pub async fn save_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    place: &ResourcePlace<'_>,
    wanted: Option<String>,
) -> Result<TranslatedAddress, SiteError> {
    ctx.authorise(Permission::Content, Action::Publish)?;
    ctx.authorise(protected_by(place.kind), Action::Write)?;
    let tx = db.write().await?;
    let locked = lock_language(&tx, place.language).await;
    let located = Located::of(&tx, place.kind, place.id).await?.ok_or(SiteError::NotFound)?;
    locked?;
    let wanted = wanted.map(|word| word.trim().to_owned()).filter(|word| !word.is_empty() && *word != located.word);
    let before = word(&tx, place).await?.filter(|word| *word != located.word);
    if before != wanted {
        if let Some(wanted) = &wanted {
            require_free(&tx, place, &located, wanted).await?;
        }
        put(ctx, &tx, place, &located, wanted.clone()).await?;
    }
    if before != wanted && !located.is_category {
        let above = located.above(&tx, place.language).await?;
        let path = |word: Option<&String>| format!("{above}/{}", word.unwrap_or(&located.word));
        let (old, new) = (path(before.as_ref()), path(wanted.as_ref()));
        if before.is_some() {
            redirects::redirect_moved_page(ctx, &tx, &old, &new, located.holds_items).await?;
        } else {
            // The original word leads to the new one without a redirect.
            redirects::forget_sources(&tx, &new).await?;
        }
        if let Some((kind, page)) = &located.logged {
            audit::note(ctx, &tx, AuditAction::OfPage(*kind, PageDeed::Move), page).await?;
        }
    }
    let saved = shown(&tx, place, Some(located)).await?.ok_or(SiteError::NotFound)?;
    tx.commit().await?;
    Ok(saved)
}

async fn put(
    ctx: &TenantCtx,
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    located: &Located,
    word: Option<String>,
) -> Result<(), SiteError> {
    let mut former = if located.is_category { former_words(tx, place).await? } else { Vec::new() };
    tx.delete::<Entity>(own_row(place)).exec().await?;
    let word = word.or_else(|| (!former.is_empty()).then(|| located.word.clone()));
    let Some(word) = word else { return Ok(()) };
    former.retain(|former| *former != word && *former != located.word);
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        language: Set(place.language.to_owned()),
        resource_kind: Set(place.kind),
        resource_id: Set(place.id.to_owned()),
        folder: Set(located.place()),
        word: Set(word),
        updated_on: Set(ctx.now()),
        former_words: Set((!former.is_empty()).then_some(JsonOf(former))),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(taken()),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}

/// Refuses a word that is invalid, or that another address of the folder has in this language or in the primary one.
async fn require_free(
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    located: &Located,
    word: &str,
) -> Result<(), SiteError> {
    let is_page = located.folder.is_empty();
    let is_valid = if is_page { is_url_id(word) } else { is_plain(word) };
    if !is_valid {
        let message = if is_page && is_reserved_address(word) {
            stoa_kernel::contributor_texts::ADDRESS_RESERVED_CHOOSE_ANOTHER
        } else {
            contributor_texts::ADDRESSES_ARE_PLAIN
        };
        return Err(SiteError::field("word", message.english()));
    }
    if is_page && languages::takes_address(tx, word).await? {
        return Err(SiteError::field("word", contributor_texts::ADDRESS_OF_A_LANGUAGE));
    }
    if has_original(tx, place, located, word).await? {
        return Err(taken());
    }
    let same = Condition::all()
        .add(Column::Language.eq(place.language))
        .add(Column::Folder.eq(located.place()))
        .add(Column::Word.eq(word));
    let Some(other) = tx.find::<Entity>().filter(same.clone()).one().await? else { return Ok(()) };
    // One in the trash, or that was moved, gives its word away.
    let holder = match Located::of(tx, other.resource_kind, &other.resource_id).await {
        Err(SiteError::NotFound) => None,
        found => found?,
    };
    if holder.is_some_and(|holder| holder.folder == located.folder) {
        return Err(taken());
    }
    tx.delete::<Entity>(same).exec().await?;
    Ok(())
}

/// Whether a word is the address of another resource of the folder in the primary language.
async fn has_original(
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    located: &Located,
    word: &str,
) -> Result<bool, SiteError> {
    let (id, folder) = (place.id, located.folder.as_str());
    let count = match place.kind {
        TranslatedKind::Post => {
            let find = tx.find::<post::Entity>().filter(post::Column::Id.ne(id)).filter(post::Column::UrlId.eq(word));
            find.filter(post::Column::CollectionId.eq(folder)).count().await?
        }
        TranslatedKind::Product => {
            let find = tx.find::<product::Entity>().filter(product::Column::Id.ne(id));
            let find = find.filter(product::Column::UrlId.eq(word));
            find.filter(product::Column::CollectionId.eq(folder)).count().await?
        }
        TranslatedKind::Category => {
            let find = tx.find::<category::Entity>().filter(category::Column::Id.ne(id));
            let find = find.filter(category::Column::UrlId.eq(word));
            find.filter(category::Column::CollectionId.eq(folder)).count().await?
        }
        _ => {
            let find = tx.find::<collection::Entity>().filter(collection::Column::Id.ne(id));
            find.filter(collection::Column::UrlId.eq(word)).count().await?
        }
    };
    Ok(count > 0)
}

fn taken() -> SiteError {
    SiteError::field("word", contributor_texts::ADDRESS_USED_IN_LANGUAGE.english())
}
