//! Form submissions with their files, and webhooks.

pub mod form_template;
pub mod form_webhooks;
pub mod submission_files;
pub mod submissions;

use crate::api_routes::ApiRouter;

/// The routes of this area.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(form_template::routes())
        .merge(submissions::routes())
        .merge(form_webhooks::routes())
        .merge(submission_files::routes())
}
