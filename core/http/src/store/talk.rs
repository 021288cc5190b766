//! What comments and likes need to know of the site and of who calls.

use stoa_audience::comments::Topic;
use stoa_kernel::Failure;
use stoa_site::discussions::{self, Place};
use stoa_site::website_settings::Approval;

use crate::extract::Visitor;
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::visitor_cookies;

/// The post or page of an id, when the visitor sees it.
pub(super) async fn place(visitor: &Visitor, target: &str) -> ApiResult<Place> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    Ok(discussions::place(&tx, &visitor.ctx, target, visitor.page_keys()).await?)
}

/// What is talked about there, ready to be counted.
pub(super) async fn topic(visitor: &Visitor, place: Place) -> ApiResult<Topic> {
    discussions::begin(&visitor.db, &place.id).await?;
    let rules = place.settings.comment_settings;
    Ok(Topic {
        id: place.id,
        title: place.title,
        path: place.path,
        open: place.discussion.open,
        guests_allowed: rules.anonymous_allowed,
        guests_wait: rules.approval != Approval::Nobody,
        members_wait: rules.approval == Approval::Everyone,
        tells_owner: rules.notify_owner,
        captcha: rules.captcha,
    })
}

/// What the browser carries that tells it from others: the cookie about the visitor where one may be set, else the crumb,
/// which every browser has that may change anything.
pub(super) fn carried(visitor: &Visitor) -> String {
    visitor_cookies::visitor(&visitor.cookies).unwrap_or_else(|| visitor.crumb().to_owned())
}

/// Lets pages be drawn anew that show something of the comments or likes of a post or page.
pub(crate) async fn redraw(
    state: &AppState,
    website: &stoa_kernel::id::WebsiteId,
    targets: impl IntoIterator<Item = String>,
) {
    let tags: Vec<String> = targets.into_iter().map(|target| discussions::tag(&target)).collect();
    state.invalidation.bump(website, &tags).await;
}
