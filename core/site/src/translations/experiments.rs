//! Texts of the variants of experiments.

use std::sync::Arc;

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_document::BlockKinds;
use stoa_entity::tenant::experiment::{Column, Entity, Model};
use stoa_entity::translations::{ResourceTexts, Translatable};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::experiment::ExperimentStatus;
use stoa_kernel::translation::TranslatedKind;

use crate::SiteError;
use crate::experiments::with_variants;

/// Experiments on pages as resources to translate, until they end.
pub struct ExperimentTexts {
    /// The kinds of blocks of the site.
    pub kinds: Arc<dyn BlockKinds>,
}

#[async_trait]
impl Translatable for ExperimentTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Experiment
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = translatable(tx);
        if let Some(after) = after {
            find = find.filter(Column::Id.gt(after));
        }
        Ok(self.read(tx, find.order_by_asc(Column::Id).limit(limit).all().await?).await?)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(self.read(tx, translatable(tx).filter(Column::Id.is_in(ids.iter().cloned())).all().await?).await?)
    }
}

impl ExperimentTexts {
    async fn read(&self, tx: &TenantTx, rows: Vec<Model>) -> Result<Vec<ResourceTexts>, SiteError> {
        let mut found = Vec::with_capacity(rows.len());
        for experiment in with_variants(tx, rows).await? {
            let texts = experiment.texts(tx, self.kinds.as_ref()).await?;
            found.push(ResourceTexts { id: experiment.id.to_string(), title: experiment.name, texts });
        }
        Ok(found)
    }
}

fn translatable(tx: &TenantTx) -> Find<'_, Entity> {
    tx.find::<Entity>().filter(Column::Status.ne(ExperimentStatus::Ended)).filter(Column::PageId.is_not_null())
}
