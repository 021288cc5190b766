//! Experiments with their variants.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_document::{Block, Document, Section};
use stoa_entity::json_column;
use stoa_entity::tenant::{experiment, experiment_variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::experiment::{ExperimentGoal, ExperimentStatus, ExperimentTarget};
use stoa_kernel::id::{CollectionId, ExperimentId};

use crate::SiteError;

/// Maximum number of variants of an experiment, the original among them.
pub const MAX_VARIANTS: usize = 5;

/// What a variant shows instead of the original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VariantContent {
    /// The content of the page.
    Document(Document),
    /// The section.
    Section(Section),
    /// The block.
    Block(Block),
    /// The text.
    Text(String),
    /// Values of settings of the theme, by name.
    Values(Map<String, Value>),
}

/// A variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Name, unique in the experiment.
    pub name: String,
    /// Its share of the visitors, in percent.
    pub weight: u32,
    /// The page whose content it has, or the one with its section or block.
    pub source_page: Option<CollectionId>,
    /// What it shows; none for the original, and for content of a page before the start.
    pub content: Option<VariantContent>,
}

/// An experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its id.
    pub id: ExperimentId,
    /// Name, unique on the site.
    pub name: String,
    /// Whether it runs.
    pub status: ExperimentStatus,
    /// What its variants change.
    pub target: ExperimentTarget,
    /// The page; none for settings of the theme.
    pub page: Option<CollectionId>,
    /// Id of the section or block; the folder name of the theme for settings of the theme.
    pub element: Option<String>,
    /// Path of the text in the settings of the block.
    pub setting: Option<String>,
    /// What visitors should do.
    pub goal: ExperimentGoal,
    /// The path of a page, the id of a form or the text of a button; empty for any.
    pub goal_value: String,
    /// The variants; the first one is the original.
    pub variants: Vec<Variant>,
    /// The variant that was chosen at its end.
    pub winner: Option<String>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time.
    pub created_on: Timestamp,
    /// When it was started.
    pub started_on: Option<Timestamp>,
    /// When it ended.
    pub ended_on: Option<Timestamp>,
}

/// A variant to save.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantDraft {
    /// Name.
    pub name: String,
    /// Share of the visitors, in percent.
    pub weight: u32,
    /// The page whose content it has, or the one with its section or block.
    pub source_page: Option<CollectionId>,
    /// The text.
    pub text: Option<String>,
    /// Values of settings of the theme.
    pub values: Option<Map<String, Value>>,
}

/// An experiment to save.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentDraft {
    /// Name.
    pub name: String,
    /// What its variants change.
    pub target: ExperimentTarget,
    /// The page.
    pub page: Option<CollectionId>,
    /// Id of the section or block, or folder name of the theme.
    pub element: Option<String>,
    /// Path of the text in the settings of the block.
    pub setting: Option<String>,
    /// What visitors should do.
    pub goal: ExperimentGoal,
    /// What the goal is about.
    pub goal_value: String,
    /// The variants; the first one is the original.
    pub variants: Vec<VariantDraft>,
}

impl Variant {
    pub(super) fn from_row(row: experiment_variant::Model) -> Result<Self, SiteError> {
        Ok(Self {
            name: row.name,
            weight: u32::try_from(row.weight).unwrap_or_default(),
            source_page: row.source_page_id,
            content: json_column::read_optional("experiment_variant.content", row.content.as_ref())?,
        })
    }
}

impl Experiment {
    /// An experiment from its row and those of its variants, in their order.
    pub(super) fn from_rows(
        row: experiment::Model,
        variants: Vec<experiment_variant::Model>,
    ) -> Result<Self, SiteError> {
        let variants = variants.into_iter().map(Variant::from_row).collect::<Result<_, _>>()?;
        Ok(Self {
            id: row.id,
            name: row.name,
            status: row.status,
            target: row.target,
            page: row.page_id,
            element: row.element_id,
            setting: row.setting,
            goal: row.goal,
            goal_value: row.goal_value,
            variants,
            winner: row.winner,
            revision: row.revision,
            created_on: row.created_on,
            started_on: row.started_on,
            ended_on: row.ended_on,
        })
    }

    /// The variant with a name.
    pub fn variant(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }
}
