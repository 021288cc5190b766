//! Translations of the blocks of a page. What is read besides them, such as titles and products, is in the language of
//! the transaction already.

use std::collections::HashMap;

use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::tenant::translation::Model;
use stoa_entity::translations::{FoundText, Translations, Visit, compare, put_texts, texts_of};
use stoa_kernel::translation::TranslatedKind;
use stoa_site::experiments::{texts_in, variant_key};
use stoa_site::translations::document_texts;

use crate::RenderError;
use crate::blocks::SiteKinds;
use crate::experiments::ShownVariant;

/// Lays translations over the blocks of a page or item in the language of the transaction.
pub(super) async fn lay_over_blocks(
    tx: &TenantTx,
    kind: TranslatedKind,
    id: &str,
    kinds: &SiteKinds,
    document: &mut Document,
) -> Result<(), RenderError> {
    if id.is_empty() {
        return Ok(());
    }
    lay_over_blocks_of_all(tx, kind, kinds, vec![(id.to_owned(), document)]).await
}

/// The same for several pages or items, in one query.
pub(super) async fn lay_over_blocks_of_all(
    tx: &TenantTx,
    kind: TranslatedKind,
    kinds: &SiteKinds,
    documents: Vec<(String, &mut Document)>,
) -> Result<(), RenderError> {
    let Some(language) = tx.language() else { return Ok(()) };
    let ids = documents.iter().map(|(id, _)| id.clone()).collect();
    let translations = Translations::shown_of_blocks(tx, kind, ids).await?;
    for (id, document) in documents {
        translations.lay_over(kind, &id, |visit| texts_shown_in(language, document, kinds, visit));
    }
    Ok(())
}

/// The texts of a document that are translated into a language.
fn texts_shown_in(language: &str, document: &mut Document, kinds: &SiteKinds, visit: &mut Visit<'_>) {
    document_texts(document, kinds, &mut |found: FoundText<'_>| {
        if found.text.is_translated_into(language) {
            visit(found);
        }
    });
}

/// A page as it is without variants of experiments.
pub(super) struct OriginalPage<'a> {
    pub(super) id: &'a str,
    pub(super) document: Document,
}

/// Lays translations over the blocks of a page that variants of experiments have changed. A text of a variant has the
/// translation of the experiment; the page's belongs to the original, so it is shown for the same text alone.
pub(super) async fn lay_over_variants(
    tx: &TenantTx,
    variants: &[ShownVariant],
    of: OriginalPage<'_>,
    kinds: &SiteKinds,
    document: &mut Document,
) -> Result<(), RenderError> {
    let Some(language) = tx.language() else { return Ok(()) };
    let OriginalPage { id: page, document: original } = of;
    let here: Vec<&ShownVariant> = variants.iter().filter(|shown| shown.experiment.is_on(page)).collect();
    let experiments = here.iter().map(|shown| shown.experiment.id.to_string()).collect();
    let wanted = vec![(TranslatedKind::Page, vec![page.to_owned()]), (TranslatedKind::Experiment, experiments)];
    let translations = Translations::shown(tx, wanted).await?;
    let mut of_variants: Vec<Model> = Vec::new();
    for shown in here {
        let beginning = variant_key(shown.position);
        for row in translations.rows(TranslatedKind::Experiment, shown.experiment.id.as_str()) {
            if let Some(key) = row.text_key.strip_prefix(&beginning) {
                of_variants.push(Model { text_key: key.to_owned(), ..row.clone() });
            }
        }
    }
    let known = texts_in(original, kinds);
    let texts = texts_of(|visit| texts_shown_in(language, document, kinds, visit));
    let by_variant = compare(&texts, &of_variants);
    let by_page = compare(&texts, translations.rows(TranslatedKind::Page, page));
    let mut words: HashMap<&str, &str> = HashMap::new();
    for ((text, of_variant), of_page) in texts.iter().zip(by_variant).zip(by_page) {
        let is_of_page = || known.contains(&(text.key.clone(), text.original.clone()));
        let of_page = of_page.filter(|own| !own.is_outdated || is_of_page());
        if let Some(own) = of_variant.or(of_page) {
            words.insert(&text.key, &own.row.text);
        }
    }
    put_texts(&words, |visit| texts_shown_in(language, document, kinds, visit));
    Ok(())
}
