//! Texts of variants that the page does not have: they are translated with the experiment, all others with the page.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_document::{BlockKinds, Document};
use stoa_entity::TenantTx;
use stoa_entity::tenant::translation::{ActiveModel, Column, Entity};
use stoa_entity::translations::{TranslatableText, Translations, compare, texts_of};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::website::UntranslatedPages;

use super::apply;
use super::model::{Experiment, VariantContent};
use crate::translations::document_texts;
use crate::{SiteError, content, languages};

/// Beginning of the keys that texts of a variant have; the rest is the key that they have in the page.
pub fn variant_key(position: usize) -> String {
    format!("v{position}/")
}

/// The keys and originals of the texts of a document.
pub fn texts_in(mut document: Document, kinds: &dyn BlockKinds) -> HashSet<(String, String)> {
    let texts = texts_of(|visit| document_texts(&mut document, kinds, visit));
    texts.into_iter().map(|text| (text.key, text.original)).collect()
}

impl Experiment {
    /// The texts of its variants that the page does not have.
    pub(crate) async fn texts(
        &self,
        tx: &TenantTx,
        kinds: &dyn BlockKinds,
    ) -> Result<Vec<TranslatableText>, SiteError> {
        let page = match &self.page {
            Some(id) => content::published_by_id(tx, id).await?,
            None => None,
        };
        let Some(original) = page.and_then(|page| page.document) else { return Ok(Vec::new()) };
        let known = texts_in(original.clone(), kinds);
        let mut texts = Vec::new();
        for (position, variant) in self.variants.iter().enumerate().skip(1) {
            let Some(own) = self.content_of(tx, position).await? else { continue };
            let mut shown = original.clone();
            apply::put(&mut shown, &own, self.element.as_deref(), self.setting.as_deref());
            for mut text in texts_of(|visit| document_texts(&mut shown, kinds, visit)) {
                if !known.contains(&(text.key.clone(), text.original.clone())) {
                    text.key.insert_str(0, &variant_key(position));
                    text.label = format!("{}: {}", variant.name, text.label);
                    texts.push(text);
                }
            }
        }
        Ok(texts)
    }

    /// What a variant shows; before the start, what it would show now.
    async fn content_of(&self, tx: &TenantTx, position: usize) -> Result<Option<VariantContent>, SiteError> {
        let Some(variant) = self.variants.get(position) else { return Ok(None) };
        match (&variant.content, &variant.source_page) {
            (Some(own), _) => Ok(Some(own.clone())),
            (None, None) => Ok(None),
            (None, Some(source)) => match content::draft_document(tx, source).await {
                Ok(draft) => Ok(apply::content_of(draft, self.target, self.element.as_deref())),
                Err(SiteError::NotFound) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// The languages that hide pages without a translation and into which not all texts of the variants are translated.
    pub(super) async fn hidden_in(&self, tx: &TenantTx, kinds: &dyn BlockKinds) -> Result<HashSet<String>, SiteError> {
        let others = languages::others(tx).await?;
        let mut hidden = HashSet::new();
        let strict: Vec<String> = others
            .into_iter()
            .filter(|other| other.untranslated == UntranslatedPages::Hide)
            .map(|other| other.tag)
            .collect();
        if strict.is_empty() {
            return Ok(hidden);
        }
        let texts = self.texts(tx, kinds).await?;
        for tag in strict {
            let own: Vec<TranslatableText> =
                texts.iter().filter(|text| text.is_translated_into(&tag)).cloned().collect();
            let id = self.id.to_string();
            let found = Translations::of(tx, &tag, TranslatedKind::Experiment, vec![id.clone()]).await?;
            if compare(&own, found.rows(TranslatedKind::Experiment, &id)).iter().any(Option::is_none) {
                hidden.insert(tag);
            }
        }
        Ok(hidden)
    }
}

/// Gives the translations of a variant to the page that has its content now.
pub(super) async fn give_to_page(tx: &TenantTx, experiment: &Experiment, position: usize) -> Result<(), SiteError> {
    let Some(page) = &experiment.page else { return Ok(()) };
    let beginning = variant_key(position);
    let of_variant = Condition::all()
        .add(Column::ResourceKind.eq(TranslatedKind::Experiment))
        .add(Column::ResourceId.eq(experiment.id.to_string()))
        .add(Column::TextKey.starts_with(&beginning));
    for row in tx.find::<Entity>().filter(of_variant).all().await? {
        let Some(key) = row.text_key.strip_prefix(&beginning) else { continue };
        let of_page = Condition::all()
            .add(Column::Language.eq(row.language.as_str()))
            .add(Column::ResourceKind.eq(TranslatedKind::Page))
            .add(Column::ResourceId.eq(page.to_string()))
            .add(Column::TextKey.eq(key));
        tx.delete::<Entity>(of_page).exec().await?;
        tx.insert(ActiveModel {
            website_id: Set(tx.website().clone()),
            language: Set(row.language.clone()),
            resource_kind: Set(TranslatedKind::Page),
            resource_id: Set(page.to_string()),
            text_key: Set(key.to_owned()),
            text: Set(row.text.clone()),
            source_digest: Set(row.source_digest.clone()),
            source_text: Set(row.source_text.clone()),
            updated_on: Set(row.updated_on),
        })
        .await?;
    }
    Ok(())
}
