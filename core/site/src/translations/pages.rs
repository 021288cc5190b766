//! Texts of pages, blogs, stores, folders and areas of the theme, as they are published.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_document::{BlockKinds, Document, ShownIn, rich_text};
use stoa_entity::tenant::collection::{self, Column};
use stoa_entity::translations::{
    BLOCK_KEY, FoundText, ResourceTexts, TextPlace, Translatable, TranslatableText, Translations, Visit, texts_of,
};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::translation::{TextFormat, TextLanguages, TranslatedKind};

use crate::SiteError;
use crate::content::{Collection, in_trash, published_rows};

/// Pages as resources to translate. A page that was never published has nothing to translate yet.
pub struct PageTexts {
    /// The kinds of blocks of the site.
    pub kinds: Arc<dyn BlockKinds>,
}

#[async_trait]
impl Translatable for PageTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Page
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = translatable(tx);
        if let Some(after) = after {
            find = find.filter(Column::Id.gt(after));
        }
        Ok(self.read(tx, find.order_by_asc(Column::Id).limit(limit)).await?)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(self.read(tx, translatable(tx).filter(Column::Id.is_in(ids.iter().cloned()))).await?)
    }
}

impl PageTexts {
    async fn read(&self, tx: &TenantTx, find: Find<'_, collection::Entity>) -> Result<Vec<ResourceTexts>, SiteError> {
        let pages = published_rows(tx, find).await?;
        Ok(pages.into_iter().map(|page| self.texts(page)).collect())
    }

    fn texts(&self, mut page: Collection) -> ResourceTexts {
        let (id, title) = (page.id.to_string(), page.title.clone());
        let texts = texts_of(|visit| {
            titles(&mut page, visit);
            if let Some(document) = &mut page.document {
                document_texts(document, self.kinds.as_ref(), visit);
            }
        });
        ResourceTexts { id, title, texts }
    }
}

/// What has something that visitors see, outside the trash. Items are resources of their own.
fn translatable(tx: &TenantTx) -> Find<'_, collection::Entity> {
    let without_draft = Column::Kind.is_not_in(CollectionKind::values_where(CollectionKind::has_draft));
    let shown = Condition::any().add(without_draft).add(Column::Published.is_not_null());
    tx.find::<collection::Entity>()
        .filter(Column::UrlId.not_like(in_trash()))
        .filter(Column::Kind.ne(CollectionKind::Item))
        .filter(shown)
}

/// The texts of a page besides its blocks. A title in navigations that is the title of the page is not a text of its
/// own.
fn titles(page: &mut Collection, visit: &mut Visit<'_>) {
    if page.kind == CollectionKind::Area {
        return;
    }
    let has_own_name = page.navigation_title != page.title;
    visit(FoundText::plain("title", "Title", &mut page.title));
    if has_own_name {
        visit(FoundText::plain("navigationTitle", "Navigation title", &mut page.navigation_title));
    }
    visit(FoundText::lines("description", "Description", &mut page.description));
    visit(FoundText::plain("seoTitle", "Title for search engines", &mut page.seo_title));
    visit(FoundText::lines("seoDescription", "Description for search engines", &mut page.seo_description));
}

/// Lays translations over the titles of pages in the language of the transaction.
///
/// # Errors
/// When a database query fails.
pub async fn lay_over_titles(tx: &TenantTx, pages: &mut [Collection]) -> Result<(), SiteError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let ids = pages.iter().map(|page| page.id.to_string()).collect();
    let translations = Translations::shown_without_blocks(tx, vec![(TranslatedKind::Page, ids)]).await?;
    for page in pages {
        let has_own_name = page.navigation_title != page.title;
        let id = page.id.to_string();
        translations.lay_over(TranslatedKind::Page, &id, |visit| titles(page, visit));
        if !has_own_name {
            page.navigation_title.clone_from(&page.title);
        }
    }
    Ok(())
}

/// The texts of the blocks of a document. The settings of its blocks get their defaults, which are texts too.
pub fn document_texts(document: &mut Document, kinds: &dyn BlockKinds, visit: &mut Visit<'_>) {
    let languages = restrictions(document);
    for block in document.blocks_mut() {
        let Some(schema) = kinds.schema(&block.kind) else { continue };
        // The schema says nothing about the defaults of another version, but texts of the same name are translated.
        let is_own = !block.is_of_other_version(kinds);
        let mut settings = if is_own { schema.complete(&block.settings) } else { block.settings.clone() };
        schema.for_each_text(&mut settings, &mut |setting| {
            let is_blank = rich_text::is_tree(setting.value) && rich_text::is_blank(setting.value);
            let text = TranslatableText {
                key: format!("{BLOCK_KEY}{}/{}", block.id, setting.path),
                label: format!("{}: {}", schema.title(), setting.titles.join(" / ")),
                original: if is_blank { String::new() } else { setting.text().into_owned() },
                format: match (setting.is_formatted, setting.is_long) {
                    (true, _) => TextFormat::Html,
                    (false, true) => TextFormat::Lines,
                    (false, false) => TextFormat::Plain,
                },
                languages: languages.get(&block.id).cloned().unwrap_or_default(),
            };
            visit(FoundText { text, place: TextPlace::Json(setting.value) });
        });
        block.settings = settings;
    }
}

/// The blocks that are not shown in all languages, by id.
fn restrictions(document: &Document) -> HashMap<String, Vec<TextLanguages>> {
    let mut found = HashMap::new();
    document.for_each_shown_in(|id, shown| {
        let restricted = shown.into_iter().filter(|shown| !shown.is_empty());
        let languages: Vec<TextLanguages> = restricted.map(languages_of).collect();
        if !languages.is_empty() {
            found.insert(id.to_owned(), languages);
        }
    });
    found
}

fn languages_of(shown: &ShownIn) -> TextLanguages {
    TextLanguages { only: shown.only(), except: shown.except() }
}
