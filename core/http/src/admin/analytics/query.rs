//! Query parameters of the reports.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::Filters;
use stoa_analytics::reports::activity::ListRequest;
use stoa_analytics::rollups::Dimension;
use utoipa::{IntoParams, ToSchema};

use crate::extract::ApiQuery;
use crate::problem::ApiError;

/// Format of a report.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormatDto {
    /// JSON.
    Json,
    /// A CSV file.
    Csv,
}

/// Days and format of a report.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RangeQuery {
    /// The first day, such as `2026-11-21`; 30 days up to the last one by default.
    pub(super) from: Option<String>,
    /// The last day; today by default.
    pub(super) to: Option<String>,
    /// `csv` for a CSV file, as `Accept: text/csv` does.
    #[param(inline)]
    pub(super) format: Option<FormatDto>,
}

/// Format of a report without days.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read by `Wanted`; describes the parameter")]
pub(super) struct FormatQuery {
    /// `csv` for a CSV file, as `Accept: text/csv` does.
    #[param(inline)]
    format: Option<FormatDto>,
}

/// Whether periods are compared.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CompareQuery {
    /// Whether to add the figures of the preceding period of equal length.
    #[serde(default)]
    pub(super) compare: bool,
}

/// Length of a report.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LimitQuery {
    /// Number of rows, at most 1,000; 50 by default.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
}

impl LimitQuery {
    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        usize::try_from(self.limit.unwrap_or(50).clamp(1, 1_000)).unwrap_or(50)
    }
}

/// What visits are grouped by.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = AnalyticsDimension)]
pub(super) enum DimensionDto {
    /// Where visitors came from: a campaign's source, or the name of a search engine or host.
    Source,
    /// The kind of source.
    Medium,
    /// `utm_campaign`.
    Campaign,
    /// `utm_term`.
    Term,
    /// `utm_content`.
    Content,
    /// Pages that were seen.
    #[default]
    Page,
    /// First pages of visits.
    Entry,
    /// Last pages of visits.
    Exit,
    /// Countries.
    Country,
    /// Languages of browsers.
    Language,
    /// Kinds of devices.
    Device,
    /// Browsers.
    Browser,
    /// Operating systems.
    Os,
}

impl From<DimensionDto> for Dimension {
    fn from(dto: DimensionDto) -> Self {
        match dto {
            DimensionDto::Source => Dimension::Source,
            DimensionDto::Medium => Dimension::Medium,
            DimensionDto::Campaign => Dimension::Campaign,
            DimensionDto::Term => Dimension::Term,
            DimensionDto::Content => Dimension::Content,
            DimensionDto::Page => Dimension::Page,
            DimensionDto::Entry => Dimension::EntryPage,
            DimensionDto::Exit => Dimension::ExitPage,
            DimensionDto::Country => Dimension::Country,
            DimensionDto::Language => Dimension::Language,
            DimensionDto::Device => Dimension::Device,
            DimensionDto::Browser => Dimension::Browser,
            DimensionDto::Os => Dimension::Os,
        }
    }
}

/// Which visits. An empty value means those without one.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FilterQuery {
    /// Only visits with this source.
    #[serde(rename = "filter.source")]
    source: Option<String>,
    /// Only visits with this medium.
    #[serde(rename = "filter.medium")]
    medium: Option<String>,
    /// Only visits with this campaign.
    #[serde(rename = "filter.campaign")]
    campaign: Option<String>,
    /// Only visits with this term.
    #[serde(rename = "filter.term")]
    term: Option<String>,
    /// Only visits with this content.
    #[serde(rename = "filter.content")]
    content: Option<String>,
    /// Only visits with this page.
    #[serde(rename = "filter.page")]
    page: Option<String>,
    /// Only visits with this entry.
    #[serde(rename = "filter.entry")]
    entry: Option<String>,
    /// Only visits with this exit.
    #[serde(rename = "filter.exit")]
    exit: Option<String>,
    /// Only visits with this country.
    #[serde(rename = "filter.country")]
    country: Option<String>,
    /// Only visits with this language.
    #[serde(rename = "filter.language")]
    language: Option<String>,
    /// Only visits with this device.
    #[serde(rename = "filter.device")]
    device: Option<String>,
    /// Only visits with this browser.
    #[serde(rename = "filter.browser")]
    browser: Option<String>,
    /// Only visits with this os.
    #[serde(rename = "filter.os")]
    os: Option<String>,
}

impl FilterQuery {
    /// The filters.
    pub(super) fn filters(self) -> Filters {
        let all = [
            (Dimension::Source, self.source),
            (Dimension::Medium, self.medium),
            (Dimension::Campaign, self.campaign),
            (Dimension::Term, self.term),
            (Dimension::Content, self.content),
            (Dimension::Page, self.page),
            (Dimension::EntryPage, self.entry),
            (Dimension::ExitPage, self.exit),
            (Dimension::Country, self.country),
            (Dimension::Language, self.language),
            (Dimension::Device, self.device),
            (Dimension::Browser, self.browser),
            (Dimension::Os, self.os),
        ];
        Filters::new(all.into_iter().filter_map(|(dimension, value)| Some((dimension, value?))))
    }
}

/// What a report is asked for: days, format, comparison and filters. Reports ignore what they do not have.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Whether it is a file for spreadsheets.
    pub(super) is_csv: bool,
    /// The days.
    pub(super) range: RangeQuery,
    /// Whether periods are compared.
    pub(super) compare: bool,
    /// Which visits.
    pub(super) filters: Filters,
    /// Number of rows.
    pub(super) rows: usize,
}

impl Wanted {
    /// What is asked for of a list.
    pub(super) fn list(&self) -> ListRequest {
        ListRequest { most: self.rows, compare: self.compare }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let ApiQuery(range) = ApiQuery::<RangeQuery>::from_request_parts(parts, state).await?;
        let ApiQuery(CompareQuery { compare }) = ApiQuery::from_request_parts(parts, state).await?;
        let ApiQuery(filter) = ApiQuery::<FilterQuery>::from_request_parts(parts, state).await?;
        let ApiQuery(limit) = ApiQuery::<LimitQuery>::from_request_parts(parts, state).await?;
        let is_csv = match range.format {
            Some(FormatDto::Csv) => true,
            Some(FormatDto::Json) => false,
            None => accepts_csv(&parts.headers),
        };
        Ok(Self { is_csv, range, compare, filters: filter.filters(), rows: limit.rows() })
    }
}

/// Whether CSV is what the caller wants most.
fn accepts_csv(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').next().is_some_and(|first| first.trim().starts_with("text/csv"))
}
