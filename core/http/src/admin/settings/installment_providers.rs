//! Installment providers in the admin API.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::installments::{self, InstallmentChoice, InstallmentSettings};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// An installment provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InstallmentProvider)]
pub struct InstallmentProviderOut {
    /// Publisher and name of the plugin.
    id: String,
    name: String,
    summary: String,
    /// ISO 3166 codes of the merchant countries it supports; empty for all.
    countries: Vec<String>,
    /// ISO 4217 codes of the shop currencies it supports; empty for all.
    currencies: Vec<String>,
    /// Whether its messages are shown.
    enabled: bool,
    #[schema(value_type = Object)]
    settings: Value,
    /// JSON Schema of its settings.
    #[schema(value_type = Option<Object>)]
    settings_schema: Option<Value>,
    /// Revision to send with a change.
    revision: i64,
}

/// The available providers.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstallmentProvidersOut {
    providers: Vec<InstallmentProviderOut>,
}

/// Configuration of an installment provider.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InstallmentProviderBody {
    /// Id of the plugin.
    id: String,
    /// Whether its messages are shown.
    enabled: bool,
    #[schema(value_type = Object)]
    settings: Value,
    /// The revision to change; 0 before the first change.
    revision: i64,
}

impl From<InstallmentSettings> for InstallmentProviderOut {
    fn from(own: InstallmentSettings) -> Self {
        let provider = own.provider;
        Self {
            id: provider.id,
            name: provider.name,
            summary: provider.summary,
            countries: provider.countries,
            currencies: provider.currencies,
            enabled: own.enabled,
            settings: own.settings,
            settings_schema: provider.settings_schema,
            revision: own.revision,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        installment_providers_list: reads(),
        installment_providers_save: changes(Invalidates::Site),
    ))
}

/// List installment providers
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/installment-providers",
    operation_id = "installment_providers_list", tag = "installments", security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = InstallmentProvidersOut)))]
async fn installment_providers_list(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<Json<InstallmentProvidersOut>> {
    let own = installments::settings(&caller.ctx, &caller.db, &*state.installment_providers).await?;
    Ok(Json(InstallmentProvidersOut { providers: own.into_iter().map(InstallmentProviderOut::from).collect() }))
}

/// Configure an installment provider
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/installment-providers",
    operation_id = "installment_providers_save", tag = "installments", request_body = InstallmentProviderBody,
    security(("contributor" = ["plugins:write"])),
    responses((status = 200, body = InstallmentProviderOut), (status = 412, body = Problem)))]
async fn installment_providers_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<InstallmentProviderBody>,
) -> ApiResult<Json<InstallmentProviderOut>> {
    let choice = InstallmentChoice { enabled: body.enabled, settings: body.settings, revision: body.revision };
    let providers = &*state.installment_providers;
    let saved = installments::save_settings(&caller.ctx, &caller.db, providers, &body.id, choice).await?;
    Ok(Json(saved.into()))
}
