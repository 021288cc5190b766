//! What machines read of a site: the rules for robots, the list of all pages, feeds of blogs.

use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::page::PageRequest;
use stoa_page::escape_html;
use stoa_site::content::{self, Access, Collection, CollectionKind, FolderBehavior};
use stoa_site::posts::{self, Post, PostsWanted};
use stoa_site::settings;

use crate::data::post_address;
use crate::{RenderError, Renderer};

const MOST_POSTS: usize = 500;
const POSTS_IN_FEED: usize = 20;

/// One address of the list of all pages.
struct Entry {
    path: String,
    changed_on: i64,
}

impl Renderer {
    /// The rules for robots.
    pub fn robots(origin: &str) -> String {
        format!(
            "User-agent: *\nDisallow: /api/\nDisallow: /cart\nDisallow: /checkout\n\nSitemap: {origin}/sitemap.xml\n"
        )
    }

    /// The list of everything that visitors can open, as XML.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn sitemap(ctx: &TenantCtx, db: &TenantDb, origin: &str) -> Result<String, RenderError> {
        let tx = db.read().await?;
        let mut entries = Vec::new();
        let is_open = content::site_lock(&tx).await?.is_none();
        let collections = if is_open { content::collections(&tx).await? } else { Vec::new() };
        for collection in collections.into_iter().filter(is_listed) {
            entries.push(Entry { path: collection.full_url.clone(), changed_on: collection.updated_on });
            match collection.kind {
                CollectionKind::Page | CollectionKind::Folder | CollectionKind::Item => {}
                CollectionKind::Store => add_products(&tx, &collection, &mut entries).await?,
                CollectionKind::Blog => {
                    let posts = latest(&tx, ctx, &collection, MOST_POSTS).await?;
                    entries.extend(
                        posts
                            .iter()
                            .map(|post| Entry { path: post_address(post, &collection), changed_on: post.updated_on }),
                    );
                }
            }
        }
        let urls = entries.iter().map(|entry| {
            let location = escape_html(&format!("{origin}{}", entry.path));
            format!("<url><loc>{location}</loc><lastmod>{}</lastmod></url>\n", timestamp(entry.changed_on))
        });
        let urls: String = urls.collect();
        Ok(format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
        ))
    }

    /// The newest posts of the blog at an address as RSS; none when there is no blog that stands open.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn feed(ctx: &TenantCtx, db: &TenantDb, origin: &str, path: &str) -> Result<Option<String>, RenderError> {
        let tx = db.read().await?;
        let blog = match path.trim_matches('/') {
            "" => content::home(&tx).await?,
            url_id => content::by_url(&tx, url_id).await?,
        };
        let Some(blog) = blog.filter(|collection| collection.kind == CollectionKind::Blog) else { return Ok(None) };
        if blog.settings.access != Access::Public || content::site_lock(&tx).await?.is_some() {
            return Ok(None);
        }
        let site = settings::site_row(&tx).await?;
        let posts = latest(&tx, ctx, &blog, POSTS_IN_FEED).await?;
        let items: String = posts.iter().map(|post| item(post, &blog, origin)).collect();
        let title = escape_html(&format!("{} — {}", blog.title, site.title));
        let link = escape_html(&format!("{origin}{}", blog.full_url));
        let description = if blog.description.is_empty() { &site.description } else { &blog.description };
        Ok(Some(format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel>\n<title>{title}</title>\n\
             <link>{link}</link>\n<description>{}</description>\n<language>{}</language>\n{items}</channel></rss>\n",
            escape_html(description),
            escape_html(&site.language)
        )))
    }
}

/// Whether search engines shall know of a page: it stands open, has something of its own to show and was not excepted.
fn is_listed(collection: &Collection) -> bool {
    let settings = &collection.settings;
    let is_open = settings.access == Access::Public && !settings.no_index;
    is_open && (collection.kind != CollectionKind::Folder || settings.folder_behavior == FolderBehavior::Index)
}

async fn add_products(tx: &TenantTx, store: &Collection, entries: &mut Vec<Entry>) -> Result<(), RenderError> {
    let mut cursor = None;
    loop {
        let request = PageRequest::new(cursor, Some(PageRequest::MAX_LIMIT));
        let wanted = CataloguePage { collection_id: store.id.clone(), category: None, request };
        let page = catalogue::page(tx, &wanted).await?;
        entries
            .extend(page.items.iter().map(|item| Entry { path: item.full_url.clone(), changed_on: item.updated_on }));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}

async fn latest(tx: &TenantTx, ctx: &TenantCtx, blog: &Collection, count: usize) -> Result<Vec<Post>, RenderError> {
    let wanted = PostsWanted::newest(&blog.id, count, ctx.now_ms());
    Ok(posts::list(tx, &wanted).await?)
}

fn item(post: &Post, blog: &Collection, origin: &str) -> String {
    let link = escape_html(&format!("{origin}{}", post_address(post, blog)));
    format!(
        "<item><title>{}</title><link>{link}</link><guid>{link}</guid><pubDate>{}</pubDate><description>{}</description></item>\n",
        escape_html(&post.title),
        rfc2822(post.published_on),
        escape_html(&post.fields.excerpt)
    )
}

fn timestamp(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string()
}

fn rfc2822(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    jiff::fmt::rfc2822::to_string(&time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_forms_that_feeds_want() {
        assert_eq!(timestamp(1_767_225_600_000), "2026-01-01T00:00:00Z");
        assert_eq!(rfc2822(1_767_225_600_000), "Thu, 1 Jan 2026 00:00:00 +0000");
    }
}
