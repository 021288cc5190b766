//! Translations of the blocks of a page. What is read besides them, such as titles and products, is in the language of
//! the transaction already.

use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::translations::Translations;
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
    if tx.language().is_none() || id.is_empty() {
        return Ok(());
    }
    let translations = Translations::shown_of_blocks(tx, kind, id).await?;
    translations.lay_over(kind, id, |visit| document_texts(document, kinds, visit));
    Ok(())
}
