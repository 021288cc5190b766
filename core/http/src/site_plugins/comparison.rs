//! A version of a plugin beside the one that a site uses.

use serde::Serialize;
use utoipa::ToSchema;

/// What a price was and would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginPriceDifference)]
pub struct PluginPriceOut {
    /// ISO 4217 code.
    pub currency: String,
    /// By the version in use, minor units: the cheapest delivery, or the sum of the discounts; none without an answer.
    pub before_cents: Option<i64>,
    /// By the compared version.
    pub after_cents: Option<i64>,
}

/// An input to which the versions give different answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginDifference)]
pub struct PluginDifferenceOut {
    /// What was called: kind and name, such as `block countdown`.
    pub part: String,
    /// Answer of the version in use, shortened; none when it failed.
    pub before: Option<String>,
    /// Why the version in use failed.
    pub before_failure: Option<String>,
    /// Answer of the compared version, shortened; none when it failed.
    pub after: Option<String>,
    /// Why the compared version failed.
    pub after_failure: Option<String>,
    /// The prices, where they differ.
    pub price: Option<PluginPriceOut>,
}

/// A part of a plugin by two versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginComparedPart)]
pub struct PluginComparedPartOut {
    /// What was called: kind and name, such as `block countdown`.
    pub part: String,
    /// Number of inputs.
    pub inputs: i64,
    /// To how many of them the answers differ.
    pub differences: i64,
    /// To how many of them the version in use failed.
    pub before_failures: i64,
    /// To how many of them the compared version failed.
    pub after_failures: i64,
    /// Time that half of the calls of the version in use did not exceed, in microseconds.
    pub before_micros: i64,
    /// The same of the compared version.
    pub after_micros: i64,
}

/// A version of a plugin beside the one that a site uses, with the last inputs of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginComparison)]
pub struct PluginComparisonOut {
    /// Version in use.
    pub before_version: String,
    /// Version compared with it.
    pub after_version: String,
    /// Number of inputs that the site keeps of the plugin.
    pub inputs: i64,
    /// How many of them both versions answered: fewer, if that took too long.
    pub compared: i64,
    /// Parts that were called.
    pub parts: Vec<PluginComparedPartOut>,
    /// Differences, at most 20: failures of the compared version first, then other prices.
    pub differences: Vec<PluginDifferenceOut>,
}
