//! Translations of the blocks of a page. What is read besides them, such as titles and products, is in the language of
//! the transaction already.

use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::translations::{FoundText, Translations};
use stoa_kernel::translation::TranslatedKind;
use stoa_site::translations::document_texts;

use crate::RenderError;
use crate::blocks::SiteKinds;

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
        translations.lay_over(kind, &id, |visit| {
            document_texts(document, kinds, &mut |found: FoundText<'_>| {
                if found.text.is_translated_into(language) {
                    visit(found);
                }
            });
        });
    }
    Ok(())
}
