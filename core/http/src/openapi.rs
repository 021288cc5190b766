//! The OpenAPI document and the list of all documented operations.

use stoa_kernel::Resource;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};

use crate::api_routes::ApiRouter;
use crate::documented_errors::{of_visitors, operations};
use crate::problem::Problem;
use crate::required_permissions::SCHEME;
use crate::{admin, documented_errors, documented_parameters, storefront};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Stoa",
        description = "Website builder with an online store. Errors are `application/problem+json`. Requests \
                       that change data repeat the CSRF token of the cookie `crumb` in the header `X-CSRF-Token`.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(Problem, Resource)),
    modifiers(&Security)
)]
struct Api;

struct Security;

const RIGHTS: &str = "Access token of a contributor. Each operation lists the permissions it needs, as resource and action; all of them are required.";

impl utoipa::Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Default::default);
        let bearer =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").description(Some(RIGHTS)).build();
        components.add_security_scheme(SCHEME, SecurityScheme::Http(bearer));
    }
}

/// Largest request body of a contributor, except uploads: 1 MiB.
const CONTRIBUTOR_BODY: usize = 1024 * 1024;

/// All documented operations.
pub(crate) fn calls() -> ApiRouter {
    without_token().merge(with_token()).body_limit(CONTRIBUTOR_BODY).merge(storefront::routes())
}

/// The OpenAPI document of this program.
pub fn document() -> OpenApi {
    let policies = calls().policies();
    let mut document = Api::openapi();
    document.merge(without_token().document());
    document.merge(guarded(with_token().document()));
    document.merge(of_visitors(storefront::routes().document(), &policies));
    documented_parameters::complete(&mut document);
    documented_errors::complete(&mut document, &policies);
    document
}

/// Marks operations that need an access token. The permissions an operation needs are named as scopes of the scheme:
/// `security(("contributor" = ["orders:read"]))`.
fn guarded(mut document: OpenApi) -> OpenApi {
    for path in document.paths.paths.values_mut() {
        for (_, operation) in operations(path) {
            operation.security.get_or_insert_with(|| vec![SecurityRequirement::new(SCHEME, Vec::<String>::new())]);
        }
    }
    document
}

/// Operations for signing in and signing up.
fn without_token() -> ApiRouter {
    admin::account::routes()
}

/// All other operations of contributors.
fn with_token() -> ApiRouter {
    ApiRouter::new()
        .merge(admin::orders::routes())
        .merge(admin::customers::routes())
        .merge(admin::settings::routes())
        .merge(admin::marketing::routes())
        .merge(admin::analytics::routes())
        .merge(admin::pages::routes())
        .merge(admin::products::routes())
        .merge(admin::comments::routes())
        .merge(admin::design::routes())
        .merge(admin::assets::routes())
        .merge(admin::forms::routes())
}
