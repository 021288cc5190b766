//! Published items of blogs, as visitors see them.

mod query;

use std::collections::BTreeMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::json_column::{self, JsonOf};
use stoa_entity::tenant::post::{self, Column, Entity};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, PostId};

use crate::SiteError;
use crate::content::items::ItemFields;
use crate::discussions::{self, Discussion};
use crate::translations;

pub use query::{PostCursor, PostOrder, PostQuery};

/// A post.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// Its id.
    pub id: PostId,
    /// The blog.
    pub collection_id: CollectionId,
    /// URL slug in the blog.
    pub url_id: String,
    /// Title.
    pub title: String,
    /// Its content.
    pub document: Document,
    /// Time of publication, UTC milliseconds; invisible before.
    pub published_on: Timestamp,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// Fields such as excerpt, tags and event dates.
    pub fields: ItemFields,
    /// State of its comments and likes; in lists, set by [`add_discussions`].
    pub discussion: Discussion,
}

/// Maximum number of rows read at once when filtering by tag, category or author.
const BATCH: usize = 200;

/// Visible posts in the requested order.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn list(tx: &TenantTx, wanted: &PostQuery<'_>) -> Result<Vec<Post>, SiteError> {
    let mut found = Vec::new();
    match wanted.order {
        PostOrder::Own => {
            let mut rows = wanted.find(tx).order_by_asc(Column::Position);
            rows = rows.order_by_desc(Column::PublishedOn).order_by_desc(Column::Id);
            take(rows.all().await?, wanted, &mut found)?;
        }
        PostOrder::Newest => walk(tx, wanted, &Part::Newest, &mut found).await?,
        PostOrder::Events => {
            if wanted.behind.as_ref().is_none_or(|spot| spot.to_come) {
                walk(tx, wanted, &Part::ToCome, &mut found).await?;
            }
            walk(tx, wanted, &Part::Over, &mut found).await?;
        }
    }
    translations::lay_over_posts(tx, &mut found).await?;
    Ok(found)
}

/// A part of a list that is sorted by one column: future and past events are sorted differently.
enum Part {
    Newest,
    ToCome,
    Over,
}

impl Part {
    fn column(&self) -> Expr {
        match self {
            Self::Newest => Expr::col(Column::PublishedOn),
            Self::ToCome | Self::Over => {
                let dates = [Column::StartsOn, Column::PublishedOn].map(Expr::col);
                Expr::expr(Func::coalesce(dates))
            }
        }
    }

    /// Condition for posts of this part.
    fn holds(&self, now: Timestamp) -> Option<Expr> {
        let ends =
            || Expr::expr(Func::coalesce([Column::EndsOn, Column::StartsOn, Column::PublishedOn].map(Expr::col)));
        match self {
            Self::Newest => None,
            Self::ToCome => Some(ends().gte(now)),
            Self::Over => Some(ends().lt(now)),
        }
    }

    /// Condition for rows after a cursor position.
    fn behind(&self, spot: &PostCursor) -> Condition {
        let (on, id) = (spot.on, spot.id.clone());
        let rising = matches!(self, Self::ToCome);
        let further = if rising { self.column().gt(on) } else { self.column().lt(on) };
        let same = id.map(|id| self.column().eq(on).and(if rising { Column::Id.gt(id) } else { Column::Id.lt(id) }));
        Condition::any().add(further).add_option(same)
    }
}

/// Adds posts of a part until the requested number is reached.
async fn walk(tx: &TenantTx, wanted: &PostQuery<'_>, part: &Part, found: &mut Vec<Post>) -> Result<(), SiteError> {
    let narrowed = wanted.is_narrowed();
    let rising = matches!(part, Part::ToCome);
    let mut spot = wanted.behind.clone().filter(|spot| spot.to_come == rising);
    while found.len() < wanted.count {
        let missing = wanted.count - found.len();
        let limit = if narrowed { missing.max(BATCH) } else { missing };
        let mut find = wanted.find(tx);
        if let Some(holds) = part.holds(wanted.now) {
            find = find.filter(holds);
        }
        if let Some(spot) = &spot {
            find = find.filter(part.behind(spot));
        }
        find = find.order_by(part.column(), !rising);
        find = if rising { find.order_by_asc(Column::Id) } else { find.order_by_desc(Column::Id) };
        let rows = find.limit(u64::try_from(limit).unwrap_or(u64::MAX)).all().await?;
        let ended = rows.len() < limit;
        let last = take(rows, wanted, found)?;
        if ended {
            break;
        }
        spot = last;
    }
    Ok(())
}

/// Adds the rows that match the filters, and returns the cursor position of the last row read.
fn take(
    rows: Vec<post::Model>,
    wanted: &PostQuery<'_>,
    found: &mut Vec<Post>,
) -> Result<Option<PostCursor>, SiteError> {
    let mut last = None;
    for row in rows {
        let post = Post::from_row(row)?;
        last = Some(wanted.spot(&post));
        if wanted.fits(&post) && found.len() < wanted.count {
            found.push(post);
        }
    }
    Ok(last)
}

/// URL of a post, for sitemaps.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PostAddress {
    /// Its id.
    pub id: PostId,
    /// URL slug in the blog.
    pub url_id: String,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// All visible posts of a blog that search engines may index, newest first.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn addresses(tx: &TenantTx, blog: &CollectionId, now: Timestamp) -> Result<Vec<PostAddress>, SiteError> {
    let find = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(blog.clone()))
        .filter(Column::PublishedOn.lte(now))
        .filter(Column::NoIndex.eq(false));
    let ordered = find.order_by_desc(Column::PublishedOn).order_by_desc(Column::Id);
    Ok(ordered.select_columns(&[Column::Id, Column::UrlId, Column::UpdatedOn]).await?)
}

/// Maximum number of posts read to collect the categories of a blog.
const MAX_LOOKED_THROUGH: u64 = 2_000;

#[derive(FromQueryResult)]
struct CategorizedPost {
    categories: JsonOf<Vec<String>>,
}

/// Categories of the visible posts of a blog, by name; in very large blogs, of the newest posts only.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn categories(tx: &TenantTx, blog: &CollectionId, now: Timestamp) -> Result<Vec<String>, SiteError> {
    let find = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(blog.clone()))
        .filter(Column::PublishedOn.lte(now))
        .order_by_desc(Column::PublishedOn)
        .limit(MAX_LOOKED_THROUGH);
    let mut found = BTreeMap::new();
    for row in find.select_columns::<CategorizedPost>(&[Column::Categories]).await? {
        for name in row.categories.0 {
            found.entry(name.to_lowercase()).or_insert(name);
        }
    }
    Ok(found.into_values().collect())
}

/// Adds the comment and like state to posts.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn add_discussions(tx: &TenantTx, posts: &mut [Post], now: Timestamp) -> Result<(), SiteError> {
    let about = posts.iter().map(|post| (post.id.as_str(), Some(post.published_on))).collect();
    let found = discussions::of(tx, about, now).await?;
    for (post, discussion) in posts.iter_mut().zip(found) {
        post.discussion = discussion;
    }
    Ok(())
}

/// The visible post at a slug of a blog.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn by_url(
    tx: &TenantTx,
    collection_id: &CollectionId,
    url_id: &str,
    now: Timestamp,
) -> Result<Option<Post>, SiteError> {
    let row = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(collection_id.clone()))
        .filter(Column::UrlId.eq(url_id))
        .filter(Column::PublishedOn.lte(now))
        .one()
        .await?;
    whole(tx, row, now).await
}

/// The visible post with this id.
///
/// # Errors
/// When a database query fails.
pub async fn by_id(tx: &TenantTx, id: &PostId, now: Timestamp) -> Result<Option<Post>, SiteError> {
    let own = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::PublishedOn.lte(now));
    whole(tx, own.one().await?, now).await
}

async fn whole(tx: &TenantTx, row: Option<post::Model>, now: Timestamp) -> Result<Option<Post>, SiteError> {
    let Some(mut post) = row.map(Post::from_row).transpose()? else { return Ok(None) };
    translations::lay_over_posts(tx, std::slice::from_mut(&mut post)).await?;
    add_discussions(tx, std::slice::from_mut(&mut post), now).await?;
    Ok(Some(post))
}

impl Post {
    /// A post of a new site's initial content.
    pub fn new(collection_id: CollectionId, title: String, url_id: String, document: Document) -> Self {
        Self {
            id: PostId::generate(),
            collection_id,
            url_id,
            title,
            document,
            published_on: Timestamp::default(),
            updated_on: Timestamp::default(),
            seo_title: String::new(),
            seo_description: String::new(),
            fields: ItemFields::default(),
            discussion: Discussion::default(),
        }
    }

    /// Start of an event, UTC milliseconds; the time of publication if it has no date.
    pub fn starts(&self) -> Timestamp {
        self.fields.starts_on.unwrap_or(self.published_on)
    }

    /// Whether an event has passed.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.fields.ends_on.unwrap_or_else(|| self.starts()) < now
    }

    pub(crate) fn from_row(row: post::Model) -> Result<Self, SiteError> {
        let fields = ItemFields {
            excerpt: row.excerpt,
            author: row.author,
            image: row.image_asset_id,
            tags: row.tags.0,
            categories: row.categories.0,
            starred: row.starred,
            external_link: row.external_link,
            dated_on: None,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            location: row.location.map(|location| location.0),
            no_index: row.no_index,
            share_image: row.share_image_id,
        };
        Ok(Self {
            document: json_column::read("post.document", &row.document)?,
            id: row.id,
            collection_id: row.collection_id,
            url_id: row.url_id,
            title: row.title,
            published_on: row.published_on.unwrap_or_default(),
            updated_on: row.updated_on,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
            fields,
            discussion: Discussion::default(),
        })
    }
}
