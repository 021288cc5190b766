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
    without_token().merge(with_token()).body_limit(CONTRIBUTOR_BODY).merge(visitors())
}

/// The OpenAPI document of this program.
pub fn document() -> OpenApi {
    let calls = calls();
    let mut document = Api::openapi();
    document.merge(without_token().document());
    document.merge(guarded(with_token().document()));
    document.merge(of_visitors(visitors().document(), calls.policies()));
    documented_parameters::complete(&mut document);
    documented_errors::complete(&mut document, calls.policies());
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
    ApiRouter::new()
        .merge(admin::account::session::routes())
        .merge(admin::account::invitations::routes())
        .merge(admin::account::passwords::routes())
        .merge(admin::account::second_factor::routes())
        .merge(admin::account::sign_ins::routes())
        .merge(admin::account::sign_up::routes())
        .merge(admin::account::new_site::routes())
}

/// All other operations of contributors.
fn with_token() -> ApiRouter {
    ApiRouter::new()
        .merge(admin::orders::routes())
        .merge(admin::customers::routes())
        .merge(admin::customers::customer_csv::routes())
        .merge(admin::orders::order_buyer::routes())
        .merge(admin::orders::printables::routes())
        .merge(admin::settings::countries::routes())
        .merge(admin::orders::order_tags::routes())
        .merge(admin::marketing::mailing_lists::routes())
        .merge(admin::marketing::subscribers::routes())
        .merge(admin::analytics::sales::routes())
        .merge(admin::settings::commerce_preferences::routes())
        .merge(admin::pages::navigation::routes())
        .merge(admin::orders::refunds::routes())
        .merge(admin::products::routes())
        .merge(admin::products::all_products::routes())
        .merge(admin::products::product_files::routes())
        .merge(admin::products::product_reviews::routes())
        .merge(admin::products::categories::routes())
        .merge(admin::products::subscription_plans::routes())
        .merge(admin::products::donation_terms::routes())
        .merge(admin::settings::installment_providers::routes())
        .merge(admin::products::inventory::routes())
        .merge(admin::products::inventory_bulk_update::routes())
        .merge(admin::products::restock::routes())
        .merge(admin::customers::emails::routes())
        .merge(admin::customers::email_previews::routes())
        .merge(admin::customers::email_texts::routes())
        .merge(admin::marketing::cart_reminders::routes())
        .merge(admin::settings::contributors::routes())
        .merge(admin::settings::audit_log::routes())
        .merge(admin::pages::routes())
        .merge(admin::pages::page_operations::routes())
        .merge(admin::pages::page_settings::routes())
        .merge(admin::pages::page_trash::routes())
        .merge(admin::pages::items::routes())
        .merge(admin::pages::labels::routes())
        .merge(admin::pages::preview_links::routes())
        .merge(admin::pages::review_comments::routes())
        .merge(admin::comments::routes())
        .merge(admin::comments::discussions::routes())
        .merge(admin::pages::areas::routes())
        .merge(admin::pages::saved_sections::routes())
        .merge(admin::pages::redirects::routes())
        .merge(admin::design::header_footer::routes())
        .merge(admin::pages::page_preview_data::routes())
        .merge(admin::pages::block_kinds::routes())
        .merge(admin::assets::routes())
        .merge(admin::assets::smugmug::routes())
        .merge(admin::assets::asset_folders::routes())
        .merge(admin::assets::asset_uploads::routes())
        .merge(admin::assets::storage::routes())
        .merge(admin::settings::routes())
        .merge(admin::settings::site_copies::routes())
        .merge(admin::settings::site_lock::routes())
        .merge(admin::settings::trial::routes())
        .merge(admin::settings::website_settings::routes())
        .merge(admin::forms::form_template::routes())
        .merge(admin::forms::submissions::routes())
        .merge(admin::forms::form_webhooks::routes())
        .merge(admin::forms::submission_files::routes())
        .merge(admin::settings::payments::routes())
        .merge(admin::orders::test_shoppers::routes())
        .merge(admin::settings::plugins::routes())
        .merge(admin::marketing::discounts::routes())
        .merge(admin::products::price_lists::routes())
        .merge(admin::settings::taxes::routes())
        .merge(admin::settings::shipping_zones::routes())
        .merge(admin::settings::store_settings::routes())
        .merge(admin::design::template_files::routes())
        .merge(admin::design::routes())
}

fn visitors() -> ApiRouter {
    ApiRouter::new()
        .merge(storefront::cart::routes())
        .merge(storefront::cart_recovery::routes())
        .merge(storefront::stock::routes())
        .merge(storefront::prices::routes())
        .merge(storefront::buy_now::routes())
        .merge(storefront::donations::routes())
        .merge(storefront::subscriptions::routes())
        .merge(storefront::installments::routes())
        .merge(storefront::lessons::routes())
        .merge(storefront::restock::routes())
        .merge(storefront::product_reviews::routes())
        .merge(storefront::checkout::routes())
        .merge(storefront::site_users::routes())
        .merge(storefront::site_users::email_stop::routes())
        .merge(storefront::site_users::emails::routes())
        .merge(storefront::site_users::addresses::routes())
        .merge(storefront::site_users::personal_data_export::routes())
        .merge(storefront::forms::routes())
        .merge(storefront::form_files::routes())
        .merge(storefront::comments::routes())
        .merge(storefront::comments::comment_form::routes())
        .merge(storefront::comments::like_form::routes())
        .merge(storefront::comments::likes::routes())
        .merge(storefront::newsletter::routes())
        .merge(storefront::page_locks::routes())
        .merge(storefront::cookie_consent::routes())
        .merge(storefront::visitor_events::routes())
        .merge(storefront::places::routes())
        .merge(storefront::session_recording::routes())
        .merge(storefront::webhooks::routes())
}
