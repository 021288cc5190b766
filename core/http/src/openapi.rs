//! The OpenAPI document and the list of all calls.

use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi as _;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, ResponseBuilder};

use crate::calls::Calls;
use crate::extract::is_shut_with_the_site;
use crate::problem::Problem;
use crate::{admin, store};

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

const RIGHTS: &str = "Access token of somebody who works on the site. Each call names the rights it needs, as \
                      resource and action; all of them are needed.";

impl utoipa::Modify for Security {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Default::default);
        let bearer =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").description(Some(RIGHTS)).build();
        components.add_security_scheme("contributor", SecurityScheme::Http(bearer));
    }
}

/// Largest body of a contributor's call that is no upload: 1 MiB.
const CONTRIBUTOR_BODY: usize = 1024 * 1024;

/// All documented calls.
pub(crate) fn calls() -> Calls {
    without_token().merge(with_token()).layer(DefaultBodyLimit::max(CONTRIBUTOR_BODY)).merge(visitors())
}

/// The OpenAPI document of this program.
pub fn document() -> OpenApi {
    let mut document = Api::openapi();
    document.merge(without_token().document());
    document.merge(guarded(with_token().document()));
    document.merge(shut_with_the_site(visitors().document()));
    document
}

/// The password of a site shuts what visitors call, but for the call that says it and those of payment providers.
fn shut_with_the_site(mut document: OpenApi) -> OpenApi {
    let asked = document.paths.paths.iter_mut().filter(|(path, _)| is_shut_with_the_site(path));
    for (_, path) in asked {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.patch, &mut path.delete];
        for operation in operations.into_iter().flatten() {
            let problem = Content::new(Some(Ref::from_schema_name("Problem")));
            let answer = ResponseBuilder::new().content("application/json", problem).build();
            operation.responses.responses.entry("401".to_owned()).or_insert_with(|| answer.into());
        }
    }
    document
}

/// Each of these calls needs a token; it names the rights it needs besides as roles of the scheme:
/// `security(("contributor" = ["orders:read"]))`.
fn guarded(mut document: OpenApi) -> OpenApi {
    for path in document.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.patch, &mut path.delete];
        for operation in operations.into_iter().flatten() {
            operation
                .security
                .get_or_insert_with(|| vec![SecurityRequirement::new("contributor", Vec::<String>::new())]);
        }
    }
    document
}

/// How contributors sign in and up.
fn without_token() -> Calls {
    Calls::new()
        .merge(admin::session::routes())
        .merge(admin::invitations::routes())
        .merge(admin::passwords::routes())
        .merge(admin::second_factor::routes())
        .merge(admin::sign_ins::routes())
        .merge(admin::sign_up::routes())
        .merge(admin::new_site::routes())
}

/// Everything else of a contributor.
fn with_token() -> Calls {
    Calls::new()
        .merge(admin::orders::routes())
        .merge(admin::customers::routes())
        .merge(admin::customer_sheets::routes())
        .merge(admin::order_buyer::routes())
        .merge(admin::order_papers::routes())
        .merge(admin::countries::routes())
        .merge(admin::order_tags::routes())
        .merge(admin::mailing_lists::routes())
        .merge(admin::subscribers::routes())
        .merge(admin::sales::routes())
        .merge(admin::commerce_preferences::routes())
        .merge(admin::navigation::routes())
        .merge(admin::refunds::routes())
        .merge(admin::products::routes())
        .merge(admin::all_products::routes())
        .merge(admin::product_files::routes())
        .merge(admin::product_reviews::routes())
        .merge(admin::categories::routes())
        .merge(admin::subscription_plans::routes())
        .merge(admin::donation_terms::routes())
        .merge(admin::installment_providers::routes())
        .merge(admin::inventory::routes())
        .merge(admin::inventory_many::routes())
        .merge(admin::restock::routes())
        .merge(admin::mail::routes())
        .merge(admin::mail_previews::routes())
        .merge(admin::mail_texts::routes())
        .merge(admin::cart_reminders::routes())
        .merge(admin::contributors::routes())
        .merge(admin::audit_log::routes())
        .merge(admin::pages::routes())
        .merge(admin::page_operations::routes())
        .merge(admin::page_settings::routes())
        .merge(admin::page_trash::routes())
        .merge(admin::items::routes())
        .merge(admin::labels::routes())
        .merge(admin::preview_links::routes())
        .merge(admin::review_comments::routes())
        .merge(admin::comments::routes())
        .merge(admin::discussions::routes())
        .merge(admin::saved_sections::routes())
        .merge(admin::redirects::routes())
        .merge(admin::header_footer::routes())
        .merge(admin::live_pages::routes())
        .merge(admin::block_kinds::routes())
        .merge(admin::assets::routes())
        .merge(admin::smugmug::routes())
        .merge(admin::asset_folders::routes())
        .merge(admin::asset_uploads::routes())
        .merge(admin::storage::routes())
        .merge(admin::settings::routes())
        .merge(admin::site_copies::routes())
        .merge(admin::site_lock::routes())
        .merge(admin::trial::routes())
        .merge(admin::website_settings::routes())
        .merge(admin::form_template::routes())
        .merge(admin::submissions::routes())
        .merge(admin::form_webhooks::routes())
        .merge(admin::submission_files::routes())
        .merge(admin::payments::routes())
        .merge(admin::test_shoppers::routes())
        .merge(admin::plugins::routes())
        .merge(admin::discounts::routes())
        .merge(admin::price_lists::routes())
        .merge(admin::taxes::routes())
        .merge(admin::shipping_zones::routes())
        .merge(admin::store_settings::routes())
        .merge(admin::template_files::routes())
        .merge(admin::design::routes())
}

fn visitors() -> Calls {
    Calls::new()
        .merge(store::cart::routes())
        .merge(store::cart_back::routes())
        .merge(store::stock::routes())
        .merge(store::prices::routes())
        .merge(store::buy_now::routes())
        .merge(store::donations::routes())
        .merge(store::subscriptions::routes())
        .merge(store::installments::routes())
        .merge(store::lessons::routes())
        .merge(store::restock::routes())
        .merge(store::product_reviews::routes())
        .merge(store::checkout::routes())
        .merge(store::site_users::routes())
        .merge(store::site_user_email_stop::routes())
        .merge(store::site_user_letters::routes())
        .merge(store::site_user_addresses::routes())
        .merge(store::site_user_data::routes())
        .merge(store::forms::routes())
        .merge(store::form_files::routes())
        .merge(store::comments::routes())
        .merge(store::comment_form::routes())
        .merge(store::like_form::routes())
        .merge(store::likes::routes())
        .merge(store::news::routes())
        .merge(store::page_locks::routes())
        .merge(store::cookie_consent::routes())
        .merge(store::visitor_events::routes())
        .merge(store::places::routes())
        .merge(store::session_recording::routes())
        .merge(store::webhooks::routes())
}
