//! Self-service creation of sites.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::language;
use stoa_kernel::money::Currency;
use stoa_kernel::shared_problem_texts::TEXT_TOO_LONG;
use stoa_site::contributor_texts;
use stoa_site::themes::Theme;
use stoa_tenancy::{NewSite, TenancyError, check_identifier};
use utoipa::ToSchema;

use super::session::{MembershipOut, own_site};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, InSession};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::{AppState, SiteChoices};

/// Maximum length of a title, in characters.
const TITLE_MAX: usize = 100;

/// A theme for a new site.
#[derive(Debug, Serialize, ToSchema)]
pub struct StarterOut {
    /// Folder name.
    name: String,
    title: String,
    /// Short description.
    description: String,
    /// Address of its preview image; null if it has none.
    preview: Option<String>,
}

/// Options for a new site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSiteView {
    /// Why the account cannot create a site; null if it can.
    refusal: Option<String>,
    /// Suffix of the host name, with the leading dot: `.example.com`.
    host_ending: String,
    /// Available themes.
    themes: Vec<StarterOut>,
    /// ISO 4217 codes of the available currencies.
    currencies: Vec<String>,
    /// BCP 47 tags of the available languages.
    languages: Vec<String>,
}

/// A site to create.
#[derive(Deserialize, ToSchema)]
pub struct NewSiteBody {
    /// Name of the site, at most 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    title: String,
    /// First label of its host name: 3 to 40 lower-case letters, digits, hyphens.
    #[schema(min_length = 3, max_length = 40, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    identifier: String,
    /// Folder name of its theme.
    theme: String,
    /// ISO 4217 code of its currency; the default of the theme if omitted.
    #[serde(default)]
    currency: Option<String>,
    /// BCP 47 tag of its language; the default of the theme if omitted.
    #[serde(default)]
    language: Option<String>,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        new_site_get: reads(),
        new_site_create: changes(Invalidates::ByHandler).limited(RateLimit::NEW_SITE),
    ))
}

impl From<&Theme> for StarterOut {
    fn from(theme: &Theme) -> Self {
        let configuration = &theme.configuration;
        Self {
            name: theme.name.clone(),
            title: theme.title().to_owned(),
            description: configuration.description.clone(),
            preview: theme.address(&configuration.preview),
        }
    }
}

/// Get the options for a new site
#[utoipa::path(get, path = "/api/v1/new-site", operation_id = "new_site_get", tag = "session",
    responses((status = 200, body = NewSiteView), (status = 401, body = Problem)))]
async fn new_site_get(State(state): State<AppState>, InSession(caller): InSession) -> ApiResult<Json<NewSiteView>> {
    let refusal = match state.tenancy.staff.check_site_creation(&caller.account, &state.settings.sign_up).await {
        Ok(()) => None,
        Err(TenancyError::NoFurtherSite(reason)) => Some(reason),
        Err(other) => return Err(other.into()),
    };
    let themes = state.renderer.themes();
    Ok(Json(NewSiteView {
        refusal,
        host_ending: format!(".{}", state.settings.platform_host),
        themes: themes.names().into_iter().filter_map(|name| themes.get(name)).map(StarterOut::from).collect(),
        currencies: Currency::all().map(|currency| currency.code().to_owned()).collect(),
        languages: language::offered(),
    }))
}

/// Create a site
///
/// It starts with the initial content of its theme and is owned by the caller. Titles of pages and labels of forms are
/// in its language, the other texts are examples in English. 403 with the reason if the caller cannot create one.
#[utoipa::path(post, path = "/api/v1/new-site", operation_id = "new_site_create", tag = "session",
    request_body = NewSiteBody, responses((status = 201, body = MembershipOut), (status = 401, body = Problem)))]
async fn new_site_create(
    State(state): State<AppState>,
    InSession(caller): InSession,
    ApiJson(body): ApiJson<NewSiteBody>,
) -> ApiResult<(StatusCode, Json<MembershipOut>)> {
    let tenancy = &state.tenancy;
    let title = body.title.trim();
    let themes = state.renderer.themes();
    let theme = themes.get(&body.theme).filter(|_| themes.names().contains(&body.theme.as_str()));
    let mut checks = Checks::default();
    checks.require(!title.is_empty(), "title", stoa_tenancy::contributor_texts::PLEASE_ENTER_A_NAME);
    checks.require(title.chars().count() <= TITLE_MAX, "title", TEXT_TOO_LONG.with("count", TITLE_MAX).to_string());
    let currency = body.currency.as_deref().map(str::parse::<Currency>);
    checks.require(
        !matches!(currency, Some(Err(_))),
        "currency",
        contributor_texts::CHOOSE_ONE_OF_THE_OFFERED_CURRENCIES,
    );
    let is_offered = body.language.as_deref().is_none_or(language::is_known);
    checks.require(is_offered, "language", contributor_texts::CHOOSE_ONE_OF_THE_OFFERED_LANGUAGES);
    checks.require(theme.is_some(), "theme", contributor_texts::THERE_IS_NO_THEME_OF_THIS_NAME);
    if let Err(TenancyError::Invalid(wrong)) = check_identifier(&body.identifier) {
        wrong.into_iter().for_each(|(field, message)| checks.require(false, &field, &message));
    }
    checks.finish()?;
    let new = NewSite {
        title: title.to_owned(),
        hosts: vec![format!("{}.{}", body.identifier, state.settings.platform_host)],
        identifier: body.identifier,
        status: state.settings.new_site_status,
        plan: state.settings.new_site_plan.clone(),
    };
    let owner = tenancy.staff.account(&caller.account).await?;
    let choices = SiteChoices { currency: currency.and_then(Result::ok), language: body.language };
    let id = match theme {
        Some(theme) => state.founding.found(theme, &new, choices, &owner).await?,
        None => return Err(TenancyError::UnknownSite.into()),
    };
    tenancy.hosts.clear_cache();
    Ok((StatusCode::CREATED, Json(own_site(&state, &owner.id, &id).await?)))
}
