//! The audit log: who performed which sensitive action, and when.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Deserializer, Serialize, de};
use stoa_entity::audit::{self, AuditAction};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::admin::pages::page_operation_out::name_of;
use crate::admin::pages::page_operations::names;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Action of an audit log entry.
#[derive(Debug, Clone, Copy)]
pub struct AuditActionName(AuditAction);

impl<'de> Deserialize<'de> for AuditActionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        AuditAction::from_name(&name).map(Self).ok_or_else(|| de::Error::custom("there is no such action"))
    }
}

impl PartialSchema for AuditActionName {
    fn schema() -> RefOr<Schema> {
        let names = AuditAction::all().map(|action| action.name().into_owned());
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(names)).into()
    }
}

impl ToSchema for AuditActionName {}

/// Query parameters of the audit log.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditLogQuery {
    /// Filter by action.
    #[param(inline)]
    action: Option<AuditActionName>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntryOut {
    id: String,
    /// Time of the action, UTC milliseconds.
    at: i64,
    /// Id of the contributor's account, `system`, `payment-provider`, `visitor` or id of the customer's account.
    actor: String,
    /// Name of the contributor; null for other actors and for deleted accounts.
    actor_name: Option<String>,
    /// The action, such as `order.refund`.
    action: String,
    /// What the action was performed on, usually an id.
    subject: String,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLogOut {
    entries: Vec<AuditEntryOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(audit_log_list: reads()))
}

/// List audit log entries
///
/// Newest first. The log is append-only.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/audit-log", operation_id = "audit_log_list",
    tag = "audit-log", params(AuditLogQuery, ListQuery), security(("contributor" = ["audit-log:read"])),
    responses((status = 200, body = AuditLogOut)))]
async fn audit_log_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(wanted): ApiQuery<AuditLogQuery>,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> ApiResult<Json<AuditLogOut>> {
    let action = wanted.action.map(|AuditActionName(action)| action);
    let page = audit::list(&caller.ctx, &caller.db, action, &query.into()).await?;
    let names = names(&state, page.items.iter().map(|entry| entry.actor.as_str())).await?;
    let listing = Listing::from(page.next_cursor);
    let entries = page.items.into_iter().map(|entry| AuditEntryOut {
        actor_name: name_of(&names, &entry.actor),
        id: entry.id.into(),
        at: entry.at.ms(),
        actor: entry.actor,
        action: entry.action,
        subject: entry.subject,
    });
    Ok(Json(AuditLogOut { entries: entries.collect(), listing }))
}
