//! Experiments and their figures in the API.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_kernel::experiment::{ExperimentGoal, ExperimentStatus, ExperimentTarget, ExperimentVerdict};
use stoa_site::experiments::statistics::{Conclusion, Estimate};
use stoa_site::experiments::{Experiment, ExperimentDraft, Variant, VariantContent, VariantDraft};
use utoipa::ToSchema;

/// A variant of an experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentVariant)]
pub struct VariantOut {
    name: String,
    /// Share of the visitors, in percent.
    weight: u32,
    /// The page whose content it has, or the one with its section or block; null for the original, and for texts and
    /// settings.
    source_page: Option<String>,
    /// The text, for experiments with a text.
    text: Option<String>,
    /// Values by name of the setting, for experiments with the theme.
    #[schema(value_type = Option<Object>)]
    values: Option<Map<String, Value>>,
}

/// An experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Experiment)]
pub struct ExperimentOut {
    id: String,
    name: String,
    status: ExperimentStatus,
    target: ExperimentTarget,
    /// The page; null for settings of the theme.
    page: Option<String>,
    /// Id of the section or block; folder name of the theme for its settings.
    element: Option<String>,
    /// Path of the text in the settings of the block.
    setting: Option<String>,
    goal: ExperimentGoal,
    goal_value: String,
    /// The first one is the original.
    variants: Vec<VariantOut>,
    /// The variant that was chosen at the end; null for none.
    winner: Option<String>,
    pub(super) revision: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// UTC milliseconds; null before the start.
    started_on: Option<i64>,
    /// UTC milliseconds; null before the end.
    ended_on: Option<i64>,
}

/// The experiments of a site, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Experiments)]
pub struct ExperimentsOut {
    pub(super) experiments: Vec<ExperimentOut>,
}

/// A variant to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewExperimentVariant)]
pub struct VariantBody {
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    name: String,
    /// Share of the visitors, in percent; those of all variants are 100 together.
    #[schema(minimum = 0, maximum = 100)]
    weight: u32,
    /// Id of the page whose draft it shows from the start on, such as a copy of the page: as a whole, or its section or
    /// block with the same id.
    #[serde(default)]
    source_page: Option<String>,
    /// The text, for experiments with a text.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    text: Option<String>,
    /// Values by name of the setting, for experiments with the theme.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    values: Option<Map<String, Value>>,
}

/// An experiment to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewExperiment)]
pub struct ExperimentBody {
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    name: String,
    target: ExperimentTarget,
    /// The page; not for settings of the theme.
    #[serde(default)]
    page: Option<String>,
    /// Id of the section or block; folder name of the theme for its settings.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    element: Option<String>,
    /// Path of the text in the settings of the block, such as `items/0/title`.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    setting: Option<String>,
    goal: ExperimentGoal,
    /// The path of a page, the id of a form or the text of a button; empty for any.
    #[serde(default)]
    #[schema(max_length = 200)]
    goal_value: String,
    /// Two to five; the first one is the original.
    variants: Vec<VariantBody>,
}

/// The end of an experiment.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ExperimentEnd)]
pub struct EndBody {
    /// Name of the variant that is published; null to publish nothing.
    #[serde(default)]
    pub(super) winner: Option<String>,
}

/// A share, or a difference of shares, with the interval that contains the true one in 95 of 100 experiments.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentEstimate)]
pub struct EstimateOut {
    value: f64,
    low: f64,
    high: f64,
}

/// The figures of a variant.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentVariantFigures)]
pub struct VariantFiguresOut {
    name: String,
    /// Visitors who saw it.
    visitors: u64,
    /// Those who reached the goal after they had seen it.
    converted: u64,
    rate: EstimateOut,
    /// Difference to the original; null for the original.
    difference: Option<EstimateOut>,
}

/// What the figures of an experiment say.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentResults)]
pub struct ResultsOut {
    verdict: ExperimentVerdict,
    /// Name of the variant that is better than the original; null for none.
    best: Option<String>,
    variants: Vec<VariantFiguresOut>,
}

/// A link with which a browser shows a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentPreviewLink {
    /// The address, to which `&variant=` and the name of a variant are added.
    pub(super) url: String,
    /// Until when the browser can choose variants, UTC milliseconds.
    pub(super) expires_on: i64,
}

impl From<Variant> for VariantOut {
    fn from(variant: Variant) -> Self {
        let (text, values) = match variant.content {
            Some(VariantContent::Text(text)) => (Some(text), None),
            Some(VariantContent::Values(values)) => (None, Some(values)),
            _ => (None, None),
        };
        Self {
            name: variant.name,
            weight: variant.weight,
            source_page: variant.source_page.map(String::from),
            text,
            values,
        }
    }
}

impl From<Experiment> for ExperimentOut {
    fn from(experiment: Experiment) -> Self {
        Self {
            id: experiment.id.into(),
            name: experiment.name,
            status: experiment.status,
            target: experiment.target,
            page: experiment.page.map(String::from),
            element: experiment.element,
            setting: experiment.setting,
            goal: experiment.goal,
            goal_value: experiment.goal_value,
            variants: experiment.variants.into_iter().map(VariantOut::from).collect(),
            winner: experiment.winner,
            revision: experiment.revision,
            created_on: experiment.created_on.ms(),
            started_on: experiment.started_on.map(|on| on.ms()),
            ended_on: experiment.ended_on.map(|on| on.ms()),
        }
    }
}

impl From<VariantBody> for VariantDraft {
    fn from(body: VariantBody) -> Self {
        let VariantBody { name, weight, source_page, text, values } = body;
        Self { name, weight, source_page: source_page.and_then(|id| id.parse().ok()), text, values }
    }
}

impl From<ExperimentBody> for ExperimentDraft {
    fn from(body: ExperimentBody) -> Self {
        Self {
            name: body.name,
            target: body.target,
            page: body.page.and_then(|id| id.parse().ok()),
            element: body.element,
            setting: body.setting,
            goal: body.goal,
            goal_value: body.goal_value,
            variants: body.variants.into_iter().map(VariantDraft::from).collect(),
        }
    }
}

impl From<Estimate> for EstimateOut {
    fn from(estimate: Estimate) -> Self {
        Self { value: estimate.value, low: estimate.low, high: estimate.high }
    }
}

impl ResultsOut {
    pub(super) fn of(experiment: &Experiment, conclusion: Conclusion) -> Self {
        let name = |position: usize| experiment.variants.get(position).map(|variant| variant.name.clone());
        let figures = conclusion.variants.into_iter().enumerate();
        Self {
            verdict: conclusion.verdict,
            best: conclusion.best.and_then(name),
            variants: figures
                .map(|(position, own)| VariantFiguresOut {
                    name: name(position).unwrap_or_default(),
                    visitors: own.counted.visitors,
                    converted: own.counted.converted,
                    rate: own.rate.into(),
                    difference: own.difference.map(EstimateOut::from),
                })
                .collect(),
        }
    }
}
