//! Names of tags of posts and products, and of categories of posts, as resources to translate. A name is translated once
//! for all that have it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::translation::{Column, Entity};
use stoa_entity::tenant::{post, product};
use stoa_entity::translations::{FoundText, ResourceTexts, TAG_NAME, Translatable, Translations, tag_id, texts_of};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Failure, boxed};

use super::service::{ResourcePlace, TextChange};
use crate::{SiteError, contributor_texts};

/// Names of tags as resources to translate.
pub struct TagTexts;

#[async_trait]
impl Translatable for TagTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Tag
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let all = all(tx).await?.into_iter();
        let behind = all.filter(|(id, _)| after.is_none_or(|after| id.as_str() > after));
        let page = behind.take(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(page.map(|(id, name)| resource(id, name)).collect())
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(all(tx).await?.into_iter().filter(|(id, _)| ids.contains(id)).map(|(id, name)| resource(id, name)).collect())
    }
}

fn resource(id: String, name: String) -> ResourceTexts {
    let mut shown = name.clone();
    ResourceTexts { id, title: name, texts: texts_of(|visit| visit(FoundText::plain(TAG_NAME, "Name", &mut shown))) }
}

#[derive(FromQueryResult)]
struct PostLabels {
    tags: JsonOf<Vec<String>>,
    categories: JsonOf<Vec<String>>,
}

#[derive(FromQueryResult)]
struct ProductTags {
    tags: JsonOf<Vec<String>>,
}

/// The names that visitors see, by their ids.
async fn all(tx: &TenantTx) -> Result<BTreeMap<String, String>, DbError> {
    let posts = tx.find::<post::Entity>().filter(post::Column::PublishedOn.is_not_null());
    let columns = [post::Column::Tags, post::Column::Categories];
    let posts: Vec<PostLabels> = posts.order_by_asc(post::Column::Id).select_columns(&columns).await?;
    let products = tx.find::<product::Entity>().filter(product::Column::Visible.eq(true));
    let products: Vec<ProductTags> =
        products.order_by_asc(product::Column::Id).select_columns(&[product::Column::Tags]).await?;
    let of_posts = posts.into_iter().flat_map(|row| row.tags.0.into_iter().chain(row.categories.0));
    let mut found = BTreeMap::new();
    for name in of_posts.chain(products.into_iter().flat_map(|row| row.tags.0)).filter(|name| !name.trim().is_empty()) {
        found.entry(tag_id(&name)).or_insert(name);
    }
    Ok(found)
}

/// Tags or categories of posts, each with the name that is shown in the language of the transaction.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn named_labels(tx: &TenantTx, labels: Vec<String>) -> Result<Vec<(String, String)>, SiteError> {
    let wanted = vec![(TranslatedKind::Tag, labels.iter().map(|label| tag_id(label)).collect())];
    let translations = Translations::shown(tx, wanted).await?;
    let mut named: Vec<(String, String)> = labels.into_iter().map(|label| (label.clone(), label)).collect();
    translations.name_tags(named.iter_mut().map(|(_, name)| name));
    Ok(named)
}

/// Refuses a name that another tag has, in the language or as its original: addresses could not tell them apart.
pub(super) async fn require_free(
    tx: &TenantTx,
    place: &ResourcePlace<'_>,
    changes: &[TextChange],
) -> Result<(), SiteError> {
    let wanted: Vec<String> = changes.iter().filter_map(|change| change.text.as_deref()).map(trimmed).collect();
    if place.kind != TranslatedKind::Tag || wanted.iter().all(String::is_empty) {
        return Ok(());
    }
    let in_language = tx.find::<Entity>().filter(Column::Language.eq(place.language));
    let of_tags = in_language.filter(Column::ResourceKind.eq(TranslatedKind::Tag));
    let others = of_tags.filter(Column::ResourceId.ne(place.id)).all().await?;
    let known = all(tx).await?;
    let is_original = wanted.iter().any(|name| name != place.id && known.contains_key(name));
    // The translation of a tag that nothing has any more gives its name away.
    let mut used = others.iter().filter(|row| known.contains_key(&row.resource_id));
    if is_original || used.any(|row| wanted.contains(&trimmed(&row.text))) {
        return Err(SiteError::field("texts[0].text", contributor_texts::ANOTHER_TAG_HAS_THIS_NAME));
    }
    Ok(())
}

/// A name as it is compared.
fn trimmed(name: &str) -> String {
    tag_id(&name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Moves the translations of a tag that was renamed to its new name, where they are outdated; if anything still has the
/// old name, they stay.
pub(crate) async fn rename(tx: &TenantTx, from: &str, to: &str) -> Result<(), DbError> {
    let (from, to) = (tag_id(from), tag_id(to));
    if from == to || all(tx).await?.contains_key(&from) {
        return Ok(());
    }
    let of =
        |id: &str| Condition::all().add(Column::ResourceKind.eq(TranslatedKind::Tag)).add(Column::ResourceId.eq(id));
    if tx.find::<Entity>().filter(of(&to)).count_up_to(1).await? > 0 {
        tx.delete::<Entity>(of(&from)).exec().await?;
        return Ok(());
    }
    tx.update::<Entity>(of(&from)).set(Column::ResourceId, to).exec().await?;
    Ok(())
}
