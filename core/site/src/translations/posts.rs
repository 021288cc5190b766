//! Texts of published items of blogs and other collections.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_document::BlockKinds;
use stoa_entity::tenant::post::{Column, Entity, Model};
use stoa_entity::translations::{FoundText, ResourceTexts, Translatable, Translations, Visit, tag_id, texts_of};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::translation::TranslatedKind;

use super::document_texts;
use crate::SiteError;
use crate::content::items::ItemFields;
use crate::posts::Post;

/// Items as resources to translate.
pub struct PostTexts {
    /// The kinds of blocks of the site.
    pub kinds: Arc<dyn BlockKinds>,
}

#[async_trait]
impl Translatable for PostTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Post
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = published(tx);
        if let Some(after) = after {
            find = find.filter(Column::Id.gt(after));
        }
        Ok(self.read(find.order_by_asc(Column::Id).limit(limit).all().await?)?)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(self.read(published(tx).filter(Column::Id.is_in(ids.iter().cloned())).all().await?)?)
    }
}

impl PostTexts {
    fn read(&self, rows: Vec<Model>) -> Result<Vec<ResourceTexts>, SiteError> {
        rows.into_iter().map(|row| Ok(self.texts(Post::from_row(row)?))).collect()
    }

    fn texts(&self, mut post: Post) -> ResourceTexts {
        let (id, title) = (post.id.to_string(), post.title.clone());
        let texts = texts_of(|visit| {
            titles(&mut post, visit);
            document_texts(&mut post.document, self.kinds.as_ref(), visit);
        });
        ResourceTexts { id, title, texts }
    }
}

fn published(tx: &TenantTx) -> Find<'_, Entity> {
    tx.find::<Entity>().filter(Column::PublishedOn.is_not_null())
}

/// The texts of an item besides its blocks.
fn titles(post: &mut Post, visit: &mut Visit<'_>) {
    visit(FoundText::plain("title", "Title", &mut post.title));
    visit(FoundText::html("excerpt", "Excerpt", &mut post.fields.excerpt));
    visit(FoundText::plain("seoTitle", "Title for search engines", &mut post.seo_title));
    visit(FoundText::lines("seoDescription", "Description for search engines", &mut post.seo_description));
}

fn labels(fields: &ItemFields) -> impl Iterator<Item = &String> {
    fields.tags.iter().chain(&fields.categories)
}

/// Lays translations over the titles, excerpts, tags and categories of items in the language of the transaction.
///
/// # Errors
/// When a database query fails.
pub async fn lay_over_posts(tx: &TenantTx, posts: &mut [Post]) -> Result<(), SiteError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let ids = posts.iter().map(|post| post.id.to_string()).collect();
    let labels: HashSet<String> = posts.iter().flat_map(|post| labels(&post.fields)).map(|name| tag_id(name)).collect();
    let wanted = vec![(TranslatedKind::Post, ids), (TranslatedKind::Tag, labels.into_iter().collect())];
    let translations = Translations::shown_without_blocks(tx, wanted).await?;
    for post in posts {
        let id = post.id.to_string();
        translations.lay_over(TranslatedKind::Post, &id, |visit| titles(post, visit));
        translations.name_tags(post.fields.tags.iter_mut().chain(&mut post.fields.categories));
    }
    Ok(())
}
