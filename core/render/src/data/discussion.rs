//! Comments of the post or page.

use serde_json::{Value, json};
use stoa_audience::comments::{self, Thread, VisibleComment};
use stoa_kernel::page::PageRequest;
use stoa_messages::Texts;
use stoa_site::discussions;
use stoa_site::website_settings::WebsiteSettings;

use super::disqus;
use super::load::Loader;
use super::part::Part;
use crate::RenderError;

/// Number of threads on a page; older ones are behind a link.
const THREADS: u64 = 30;

impl Loader<'_> {
    /// The comments of a post, or of a page with a comment block; none where comments are disabled.
    pub(super) async fn discussion(
        &self,
        part: &Part,
        settings: &WebsiteSettings,
        texts: Texts<'_>,
    ) -> Result<Option<Value>, RenderError> {
        let has_block = part.document.as_ref().is_some_and(discussions::has_block);
        let asked = part.discussion.is_some() || (has_block && matches!(part.template, "page.item" | "splash.item"));
        if !settings.comments_enabled || !asked || part.id.is_empty() {
            return Ok(None);
        }
        if !settings.disqus_shortname.is_empty() {
            let url = format!("{}{}", self.call.origin, part.path);
            let frame = disqus(&settings.disqus_shortname, &part.id, &url, &part.title, texts);
            return Ok(Some(json!({"targetId": part.id, "inBlock": has_block, "disqus": frame})));
        }
        let shown = match part.discussion {
            Some(shown) => shown,
            None => {
                let about = vec![(part.id.as_str(), None)];
                discussions::of(self.tx, about, self.ctx.now()).await?.first().copied().unwrap_or_default()
            }
        };
        let request = PageRequest::new(self.query.cursor.clone(), Some(THREADS));
        let threads = comments::threads(self.ctx, self.tx, &part.id, None, &request).await?;
        let rules = settings.comment_settings;
        Ok(Some(json!({
            "targetId": part.id,
            "path": part.path,
            "inBlock": has_block,
            "open": shown.open,
            "count": shown.comments,
            "isShown": shown.open || shown.comments > 0,
            "anonymousAllowed": rules.anonymous_allowed,
            "guestsWait": rules.approval.is_for_guests(),
            "captcha": rules.captcha,
            "mostText": comments::MAX_TEXT,
            "comments": threads.items.iter().map(thread).collect::<Vec<_>>(),
            "nextUrl": threads.next_cursor.map(|cursor| format!("{}?cursor={cursor}#comments", part.path)),
            "firstUrl": request.cursor.map(|_| format!("{}#comments", part.path)),
        })))
    }
}

fn thread(thread: &Thread) -> Value {
    let mut first = said(&thread.first);
    if let Some(members) = first.as_object_mut() {
        members.insert("replies".to_owned(), thread.replies.iter().map(said).collect());
    }
    first
}

fn said(said: &VisibleComment) -> Value {
    json!({
        "id": said.id,
        "author": said.author,
        "text": said.text,
        "createdOn": said.created_on,
        "bySite": said.by_site,
        "removed": said.removed,
        "likes": said.likes,
    })
}
