//! Descriptions of the images in the library, and of its other files.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::asset::{Column, Entity, Model};
use stoa_entity::translations::{ResourceTexts, Translatable, Translations, image_texts, texts_of};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::translation::TranslatedKind;

use crate::SiteError;
use crate::media::Asset;

/// Images with a description as resources to translate.
pub struct ImageTexts;

#[async_trait]
impl Translatable for ImageTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Image
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = described(tx);
        if let Some(after) = after {
            find = find.filter(Column::Id.gt(after));
        }
        let rows = find.order_by_asc(Column::Id).limit(limit).all().await.map_err(SiteError::from)?;
        Ok(rows.into_iter().map(resource).collect())
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        let find = described(tx).filter(Column::Id.is_in(ids.iter().cloned()));
        let rows = find.all().await.map_err(SiteError::from)?;
        Ok(rows.into_iter().map(resource).collect())
    }
}

fn described(tx: &TenantTx) -> Find<'_, Entity> {
    tx.find::<Entity>().filter(Column::AltText.ne(""))
}

fn resource(mut row: Model) -> ResourceTexts {
    let texts = texts_of(|visit| image_texts(&mut row.alt_text, visit));
    ResourceTexts { id: row.id.to_string(), title: row.filename, texts }
}

/// Lays translations over the descriptions of images in the language of the transaction.
pub(crate) async fn lay_over_images<'a>(
    tx: &TenantTx,
    images: impl Iterator<Item = &'a mut Asset>,
) -> Result<(), SiteError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let images: Vec<&mut Asset> = images.filter(|image| !image.alt_text.is_empty()).collect();
    let ids = images.iter().map(|image| image.id.to_string()).collect();
    let translations = Translations::shown(tx, vec![(TranslatedKind::Image, ids)]).await?;
    for image in images {
        let id = image.id.to_string();
        translations.lay_over(TranslatedKind::Image, &id, |visit| image_texts(&mut image.alt_text, visit));
    }
    Ok(())
}
