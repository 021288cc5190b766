//! Posts of blogs, as visitors see them.

use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::tenant::post::{self, Column, Entity};
use stoa_kernel::id::{AssetId, CollectionId, PostId};

use crate::{SiteError, columns};

/// A post.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// Its id.
    pub id: PostId,
    /// The blog.
    pub collection_id: CollectionId,
    /// Address below the blog.
    pub url_id: String,
    /// Heading.
    pub title: String,
    /// Short version as HTML.
    pub excerpt: String,
    /// Name of the author.
    pub author: String,
    /// Lead picture.
    pub image: Option<AssetId>,
    /// Tags.
    pub tags: Vec<String>,
    /// Its blocks.
    pub document: Document,
    /// Since when it is visible, UTC milliseconds.
    pub published_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Which posts of a blog are wanted.
#[derive(Clone, Debug)]
pub struct PostsWanted<'a> {
    /// The blog.
    pub collection_id: &'a CollectionId,
    /// Only posts with this tag.
    pub tag: Option<&'a str>,
    /// Only posts older than this, UTC milliseconds.
    pub before: Option<i64>,
    /// At most so many.
    pub count: usize,
    /// The time now, UTC milliseconds: later posts are not visible yet.
    pub now_ms: i64,
}

/// Most rows looked through for a tag.
const MOST_ROWS: u64 = 500;

/// Visible posts, newest first.
///
/// # Errors
/// When the database refuses.
pub async fn list(tx: &TenantTx, wanted: &PostsWanted<'_>) -> Result<Vec<Post>, SiteError> {
    let until = wanted.before.unwrap_or(i64::MAX).min(wanted.now_ms.saturating_add(1));
    let limit = if wanted.tag.is_some() { MOST_ROWS } else { u64::try_from(wanted.count).unwrap_or(MOST_ROWS) };
    let rows = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(wanted.collection_id.clone()))
        .filter(Column::PublishedOn.lt(until))
        .order_by_desc(Column::PublishedOn)
        .order_by_desc(Column::Id)
        .limit(limit)
        .all()
        .await?;
    let mut posts = Vec::with_capacity(rows.len());
    for row in rows {
        let post = Post::from_row(row)?;
        let fits = wanted.tag.is_none_or(|tag| post.tags.iter().any(|own| own.eq_ignore_ascii_case(tag)));
        if fits && posts.len() < wanted.count {
            posts.push(post);
        }
    }
    Ok(posts)
}

/// The visible post at an address of a blog.
///
/// # Errors
/// When the database refuses.
pub async fn by_url(
    tx: &TenantTx,
    collection_id: &CollectionId,
    url_id: &str,
    now_ms: i64,
) -> Result<Option<Post>, SiteError> {
    let row = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(collection_id.clone()))
        .filter(Column::UrlId.eq(url_id))
        .filter(Column::PublishedOn.lte(now_ms))
        .one()
        .await?;
    row.map(Post::from_row).transpose()
}

impl Post {
    fn from_row(row: post::Model) -> Result<Self, SiteError> {
        Ok(Self {
            tags: columns::read("post.tags", &row.tags)?,
            document: columns::read("post.document", &row.document)?,
            id: row.id,
            collection_id: row.collection_id,
            url_id: row.url_id,
            title: row.title,
            excerpt: row.excerpt,
            author: row.author,
            image: row.image_asset_id,
            published_on: row.published_on.unwrap_or_default(),
            updated_on: row.updated_on,
        })
    }
}
