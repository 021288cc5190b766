//! Variants of experiments on pages. Which one a visitor gets is decided before the page cache is asked, and is part of
//! the key of the page there.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use stoa_document::Document;
use stoa_entity::TenantDb;
use stoa_kernel::id::ExperimentId;
use stoa_kernel::{TenantCtx, boxed};
use stoa_site::experiments::{Running, RunningExperiments, running};

use crate::{RenderError, Renderer};

/// A variant of a running experiment that a page shows.
#[derive(Clone, Debug)]
pub struct ShownVariant {
    /// The experiment.
    pub experiment: Arc<Running>,
    /// Position of the variant.
    pub position: usize,
}

/// The same variant of the same state of an experiment.
impl PartialEq for ShownVariant {
    fn eq(&self, other: &Self) -> bool {
        self.experiment.id == other.experiment.id
            && self.experiment.revision == other.experiment.revision
            && self.position == other.position
    }
}

impl Eq for ShownVariant {}

impl ShownVariant {
    /// Name of the variant.
    pub fn name(&self) -> &str {
        self.experiment.variants.get(self.position).map_or("", |variant| variant.name.as_str())
    }
}

/// Adds the variants to the name of a page in the cache; nothing for most pages.
pub(crate) fn add_to_name(name: &mut String, variants: &[ShownVariant]) {
    for shown in variants {
        // Writing to a string cannot fail.
        let _ = write!(name, "\n{}.{}={}", shown.experiment.id, shown.experiment.revision, shown.position);
    }
}

/// Puts the variants into the document of a page.
pub(crate) fn show_in(variants: &[ShownVariant], page: &str, document: &mut Document) {
    for shown in variants {
        shown.experiment.show_in(shown.position, page, document);
    }
}

/// Whether a page differs from the original by variants.
pub(crate) fn is_changed(variants: &[ShownVariant], page: &str) -> bool {
    variants.iter().any(|shown| shown.position > 0 && shown.experiment.is_on(page))
}

/// Puts the variants over the settings of a theme.
pub(crate) fn show_in_look(variants: &[ShownVariant], theme: &str, values: &mut Map<String, Value>) {
    for shown in variants {
        shown.experiment.show_in_look(shown.position, theme, values);
    }
}

/// A visit ends after half an hour without an event.
const VISIT: Duration = Duration::from_secs(30 * 60);
/// Most visitors that are remembered.
const MAX_REMEMBERED: u64 = 100_000;

/// Which visitors have seen a variant during their visit, so that it is noted once.
pub(crate) struct Exposures(moka::sync::Cache<(i64, ExperimentId), ()>);

impl Exposures {
    pub(crate) fn new() -> Self {
        Self(moka::sync::Cache::builder().max_capacity(MAX_REMEMBERED).time_to_idle(VISIT).build())
    }
}

impl Renderer {
    /// Whether a visitor sees an experiment for the first time during the visit, as far as this process knows.
    pub fn is_first_exposure(&self, visitor: i64, experiment: &ExperimentId) -> bool {
        self.exposures.0.entry((visitor, experiment.clone())).or_insert(()).is_fresh()
    }

    /// The running experiments of a site, from the cache.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn experiments(&self, ctx: &TenantCtx, db: &TenantDb) -> Result<Arc<RunningExperiments>, RenderError> {
        match self.experiments.known(ctx.website(), db.reach()) {
            Some(known) => Ok(known),
            None => self.experiments_read_anew(ctx, db).await,
        }
    }

    #[boxed]
    async fn experiments_read_anew(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
    ) -> Result<Arc<RunningExperiments>, RenderError> {
        let read = async {
            let kinds = self.kinds(ctx, db).await;
            let tx = db.read().await?;
            running(&tx, &kinds).await.map_err(RenderError::from)
        };
        self.experiments.of(ctx.website(), db.reach(), read).await
    }
}
