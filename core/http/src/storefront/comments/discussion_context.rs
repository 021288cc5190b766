//! Context of comments and likes: page, settings and identity of the visitor.

use stoa_audience::comments::Topic;
use stoa_kernel::Failure;
use stoa_site::discussions::{self, DiscussionTarget};

use crate::extract::Visitor;
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::visitor_cookies;

/// The post or page with an id, if the visitor has access.
pub(in crate::storefront) async fn place(visitor: &Visitor, target: &str) -> ApiResult<DiscussionTarget> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    Ok(discussions::place(&tx, &visitor.ctx, target, visitor.page_keys()).await?)
}

/// The discussion of a post or page; creates its counters.
pub(in crate::storefront) async fn topic(visitor: &Visitor, place: DiscussionTarget) -> ApiResult<Topic> {
    discussions::begin(&visitor.db, &place.id).await?;
    let rules = place.settings.comment_settings;
    Ok(Topic {
        id: place.id,
        title: place.title,
        path: place.path,
        open: place.discussion.open,
        guests_allowed: rules.anonymous_allowed,
        guests_wait: rules.approval.is_for_guests(),
        members_wait: rules.approval.is_for_members(),
        tells_owner: rules.notify_owner,
        captcha: rules.captcha,
    })
}

/// Identifies the browser: the visitor cookie where it is allowed, else the CSRF token, which every browser has that
/// changes data.
pub(in crate::storefront) fn visitor_identity(visitor: &Visitor) -> String {
    visitor_cookies::visitor(&visitor.cookies).unwrap_or_else(|| visitor.crumb().to_owned())
}

/// Invalidates the pages that show comments or likes of posts or pages.
pub(crate) async fn invalidate_pages(
    state: &AppState,
    website: &stoa_kernel::id::WebsiteId,
    targets: impl IntoIterator<Item = String>,
) {
    let tags: Vec<String> = targets.into_iter().map(|target| discussions::tag(&target)).collect();
    state.invalidation.invalidate_tags(website, &tags).await;
}
