//! The OpenAPI document and the list of all calls.

use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::{admin, store};
use crate::problem::Problem;
use crate::state::AppState;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Stoa",
        description = "Website builder with an online store. Errors are `application/problem+json`. Changing calls \
                       carry the cookie `crumb` back in the header `X-CSRF-Token`.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(Problem)),
    modifiers(&Security)
)]
struct Api;

struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Default::default);
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        components.add_security_scheme("contributor", SecurityScheme::Http(bearer));
    }
}

/// Largest body of a contributor's call that is no upload: 1 MiB.
const CONTRIBUTOR_BODY: usize = 1024 * 1024;

/// All documented calls.
pub(crate) fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Api::openapi()).merge(contributors()).merge(visitors())
}

fn contributors() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(admin::session::routes())
        .merge(admin::orders::routes())
        .merge(admin::products::routes())
        .merge(admin::mail::routes())
        .merge(admin::pages::routes())
        .merge(admin::block_kinds::routes())
        .merge(admin::assets::routes())
        .merge(admin::settings::routes())
        .merge(admin::submissions::routes())
        .merge(admin::plugins::routes())
        .layer(DefaultBodyLimit::max(CONTRIBUTOR_BODY))
}

fn visitors() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(store::cart::routes())
        .merge(store::stock::routes())
        .merge(store::checkout::routes())
        .merge(store::site_users::routes())
        .merge(store::forms::routes())
        .merge(store::webhooks::routes())
}

/// The OpenAPI document of this program.
pub fn document() -> OpenApi {
    api().split_for_parts().1
}
