//! `robots.txt` and the sitemap.

use stoa_commerce::catalogue::{self, CataloguePage};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::page::PageRequest;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};
use stoa_page::escape_html;
use stoa_site::content::{self, Collection, FolderBehavior};
use stoa_site::posts;

use crate::feeds::timestamp;
use crate::language::{Alternate, alternates};
use crate::{FeedResponse, RenderError, Renderer};

/// Maximum number of URLs in one sitemap; larger sites have several and a sitemap index.
const MAX_ADDRESSES: usize = 50_000;

/// A URL in the sitemap.
struct Entry {
    /// Path in the primary language.
    path: String,
    /// Path in its language.
    own_path: String,
    /// What it shows.
    kind: TranslatedKind,
    id: String,
    changed_on: Timestamp,
}

impl Entry {
    fn new(path: String, kind: TranslatedKind, id: &str, changed_on: Timestamp) -> Self {
        Self { own_path: path.clone(), path, kind, id: id.to_owned(), changed_on }
    }

    fn in_each(self, alternates: &[Alternate]) -> Vec<Self> {
        let in_language = |alternate: &Alternate| Self {
            path: self.path.clone(),
            own_path: alternate.path(&self.path),
            kind: self.kind,
            id: self.id.clone(),
            changed_on: self.changed_on,
        };
        alternates.iter().filter(|alternate| alternate.shows(self.kind, &self.id)).map(in_language).collect()
    }
}

/// What the entries of a sitemap have in common.
struct Site<'a> {
    origin: &'a str,
    /// The languages; empty if there is only one.
    alternates: &'a [Alternate],
}

impl Site<'_> {
    fn url(&self, path: &str) -> String {
        escape_html(&format!("{}{path}", self.origin))
    }

    /// The elements that name the same page in each language.
    fn links(&self, entry: &Entry) -> String {
        let link = |tag: &str, alternate: &Alternate| {
            let url = self.url(&alternate.path(&entry.path));
            format!("<xhtml:link rel=\"alternate\" hreflang=\"{tag}\" href=\"{url}\"/>")
        };
        let named = self.alternates.iter().filter(|alternate| alternate.shows(entry.kind, &entry.id));
        let named = named.map(|alternate| link(&alternate.tag, alternate));
        let default = self.alternates.first().map(|primary| link("x-default", primary));
        named.chain(default).collect()
    }
}

impl Renderer {
    /// The `robots.txt`.
    pub fn robots(origin: &str) -> FeedResponse {
        let text = format!(
            "User-agent: *\nDisallow: /api/\nDisallow: /cart\nDisallow: /checkout\n\nSitemap: {origin}/sitemap.xml\n"
        );
        text.into()
    }

    /// The sitemap of all public pages, as XML. If it is too long for one file: the sitemap index without a number,
    /// otherwise the part of that number, from 1; none when there is no such part.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn sitemap(
        ctx: &TenantCtx,
        db: &TenantDb,
        origin: &str,
        part: Option<usize>,
    ) -> Result<Option<FeedResponse>, RenderError> {
        let tx = db.read().await?;
        let mut entries = Vec::new();
        let is_open = content::site_lock(&tx).await?.is_none();
        let collections = if is_open { content::collections(&tx).await? } else { Vec::new() };
        for collection in collections.into_iter().filter(is_listed) {
            entries.push(Entry::new(
                collection.full_url.clone(),
                TranslatedKind::Page,
                collection.id.as_str(),
                collection.updated_on,
            ));
            match collection.kind {
                CollectionKind::Page | CollectionKind::Folder | CollectionKind::Item | CollectionKind::Area => {}
                CollectionKind::Store => add_products(&tx, &collection, &mut entries).await?,
                CollectionKind::Blog => {
                    let posts = posts::addresses(&tx, &collection.id, ctx.now()).await?;
                    entries.extend(posts.into_iter().map(|post| {
                        let path = format!("/{}/{}", collection.url_id, post.url_id);
                        Entry::new(path, TranslatedKind::Post, post.id.as_str(), post.updated_on)
                    }));
                }
            }
        }
        let alternates = alternates(&tx).await?;
        // Each page has an entry in each language.
        let entries: Vec<Entry> = match alternates.as_slice() {
            [] => entries,
            _ => entries.into_iter().flat_map(|entry| entry.in_each(&alternates)).collect(),
        };
        // Each entry names all languages: files stay below the size that search engines accept.
        let most = MAX_ADDRESSES / (alternates.len() + 1);
        Ok(listed(&entries, &Site { origin, alternates: &alternates }, part, most).map(FeedResponse::from))
    }
}

/// The sitemap of some URLs, or one part of a long one.
fn listed(entries: &[Entry], site: &Site<'_>, part: Option<usize>, most: usize) -> Option<String> {
    let parts: Vec<&[Entry]> = if entries.is_empty() { vec![entries] } else { entries.chunks(most).collect() };
    let shown = match part {
        None if parts.len() > 1 => return Some(list_of_parts(&parts, site.origin)),
        None => parts.first()?,
        Some(number) => parts.get(number.checked_sub(1)?)?,
    };
    let urls = shown.iter().map(|entry| {
        let (location, links) = (site.url(&entry.own_path), site.links(entry));
        format!("<url><loc>{location}</loc><lastmod>{}</lastmod>{links}</url>\n", timestamp(entry.changed_on))
    });
    let urls: String = urls.collect();
    let xhtml = if site.alternates.is_empty() { "" } else { " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"" };
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"{xhtml}>\n{urls}</urlset>\n"
    ))
}

fn list_of_parts(parts: &[&[Entry]], origin: &str) -> String {
    let parts = parts.iter().zip(1..).map(|(entries, number)| {
        let location = escape_html(&format!("{origin}/sitemap.xml?part={number}"));
        let changed_on = entries.iter().map(|entry| entry.changed_on).max().unwrap_or_default();
        format!("<sitemap><loc>{location}</loc><lastmod>{}</lastmod></sitemap>\n", timestamp(changed_on))
    });
    let parts: String = parts.collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{parts}</sitemapindex>\n"
    )
}

/// Whether search engines may index a page: it is public, has content of its own and is not excluded.
fn is_listed(collection: &Collection) -> bool {
    let settings = &collection.settings;
    let is_open = settings.access == PageAccess::Public && !settings.no_index;
    is_open && (collection.kind != CollectionKind::Folder || settings.folder_behavior == FolderBehavior::Index)
}

async fn add_products(tx: &TenantTx, store: &Collection, entries: &mut Vec<Entry>) -> Result<(), RenderError> {
    let mut cursor = None;
    loop {
        let request = PageRequest::new(cursor, Some(PageRequest::MAX_LIMIT));
        let wanted = CataloguePage { collection_id: store.id.clone(), category: None, request };
        let page = catalogue::page(tx, &wanted).await?;
        let listed = page.items.iter().filter(|item| !item.no_index);
        entries.extend(
            listed.map(|item| {
                Entry::new(item.full_url.clone(), TranslatedKind::Product, item.id.as_str(), item.updated_on)
            }),
        );
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sitemap_is_split() {
        let entries: Vec<Entry> = (0..5)
            .map(|number| {
                Entry::new(format!("/p{number}"), TranslatedKind::Page, "p", Timestamp::from_ms(number * 1_000))
            })
            .collect();
        let site = Site { origin: "https://a.example", alternates: &[] };
        let list = |part, most| listed(&entries, &site, part, most);
        let whole = list(None, 5).unwrap_or_default();
        assert!(whole.contains("<urlset") && whole.matches("<url>").count() == 5, "{whole}");
        assert_eq!(list(Some(1), 5), Some(whole));
        let parts = list(None, 2).unwrap_or_default();
        assert!(parts.contains("<sitemapindex") && parts.matches("<sitemap>").count() == 3, "{parts}");
        assert!(
            parts.contains("<loc>https://a.example/sitemap.xml?part=3</loc><lastmod>1970-01-01T00:00:04Z<"),
            "{parts}"
        );
        let last = list(Some(3), 2).unwrap_or_default();
        assert!(last.contains("https://a.example/p4<") && last.matches("<url>").count() == 1, "{last}");
        assert_eq!((list(Some(0), 2), list(Some(4), 2)), (None, None));
        assert!(listed(&[], &site, None, 2).is_some_and(|empty| empty.contains("<urlset")));
    }
}
