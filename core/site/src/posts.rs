//! Items of blogs, as visitors see them.

use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::tenant::post::{self, Column, Entity};
use stoa_kernel::id::{CollectionId, PostId};

use crate::content::items::ItemFields;
use crate::discussions::{self, Discussion};
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
    /// Its blocks.
    pub document: Document,
    /// Since when it is visible, UTC milliseconds.
    pub published_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines; empty to use the excerpt.
    pub seo_description: String,
    /// What it has beside all this.
    pub fields: ItemFields,
    /// What is shown of its comments and likes; in lists, once it was added.
    pub discussion: Discussion,
}

/// Which posts of a blog are wanted.
#[derive(Clone, Debug)]
pub struct PostsWanted<'a> {
    /// The blog.
    pub collection_id: &'a CollectionId,
    /// Only posts with this tag.
    pub tag: Option<&'a str>,
    /// Only posts of this category.
    pub category: Option<&'a str>,
    /// Only posts older than this, UTC milliseconds.
    pub before: Option<i64>,
    /// At most so many.
    pub count: usize,
    /// The time now, UTC milliseconds: later posts are not visible yet.
    pub now_ms: i64,
    /// In which order.
    pub order: PostOrder,
}

/// In which order posts come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostOrder {
    /// The latest first.
    #[default]
    Newest,
    /// As their owner has ordered them.
    Own,
}

impl<'a> PostsWanted<'a> {
    /// The newest posts of a blog.
    pub fn newest(collection_id: &'a CollectionId, count: usize, now_ms: i64) -> Self {
        Self { collection_id, tag: None, category: None, before: None, count, now_ms, order: PostOrder::Newest }
    }

    fn fits(&self, post: &Post) -> bool {
        let bears = |names: &[String], wanted: Option<&str>| {
            wanted.is_none_or(|wanted| names.iter().any(|own| own.to_lowercase() == wanted.to_lowercase()))
        };
        bears(&post.fields.tags, self.tag) && bears(&post.fields.categories, self.category)
    }
}

/// Most rows looked through for a tag or a category.
const MOST_ROWS: u64 = 500;

/// Visible posts, newest first.
///
/// # Errors
/// When the database refuses.
pub async fn list(tx: &TenantTx, wanted: &PostsWanted<'_>) -> Result<Vec<Post>, SiteError> {
    let until = wanted.before.unwrap_or(i64::MAX).min(wanted.now_ms.saturating_add(1));
    let narrowed = wanted.tag.is_some() || wanted.category.is_some();
    let limit = if narrowed { MOST_ROWS } else { u64::try_from(wanted.count).unwrap_or(MOST_ROWS) };
    let mut find = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(wanted.collection_id.clone()))
        .filter(Column::PublishedOn.lt(until));
    if wanted.order == PostOrder::Own {
        find = find.order_by_asc(Column::Position);
    }
    let rows = find.order_by_desc(Column::PublishedOn).order_by_desc(Column::Id).limit(limit).all().await?;
    let mut posts = Vec::with_capacity(rows.len());
    for row in rows {
        let post = Post::from_row(row)?;
        if wanted.fits(&post) && posts.len() < wanted.count {
            posts.push(post);
        }
    }
    Ok(posts)
}

/// Where a post answers, for machines.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PostAddress {
    /// Address below the blog.
    pub url_id: String,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// All visible posts of a blog that search engines may know of, newest first.
///
/// # Errors
/// When the database refuses.
pub async fn addresses(tx: &TenantTx, blog: &CollectionId, now_ms: i64) -> Result<Vec<PostAddress>, SiteError> {
    let find = tx
        .find::<Entity>()
        .filter(Column::CollectionId.eq(blog.clone()))
        .filter(Column::PublishedOn.lte(now_ms))
        .filter(Column::NoIndex.eq(false));
    let ordered = find.order_by_desc(Column::PublishedOn).order_by_desc(Column::Id);
    Ok(ordered.only(&[Column::UrlId, Column::UpdatedOn]).await?)
}

/// Completes posts with what is shown of their comments and likes.
///
/// # Errors
/// When the database refuses.
pub async fn add_discussions(tx: &TenantTx, posts: &mut [Post], now_ms: i64) -> Result<(), SiteError> {
    let about = posts.iter().map(|post| (post.id.as_str(), Some(post.published_on))).collect();
    let found = discussions::of(tx, about, now_ms).await?;
    for (post, discussion) in posts.iter_mut().zip(found) {
        post.discussion = discussion;
    }
    Ok(())
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
    whole(tx, row, now_ms).await
}

/// The visible post of an id.
///
/// # Errors
/// When the database refuses.
pub async fn by_id(tx: &TenantTx, id: &PostId, now_ms: i64) -> Result<Option<Post>, SiteError> {
    let own = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).filter(Column::PublishedOn.lte(now_ms));
    whole(tx, own.one().await?, now_ms).await
}

async fn whole(tx: &TenantTx, row: Option<post::Model>, now_ms: i64) -> Result<Option<Post>, SiteError> {
    let Some(mut post) = row.map(Post::from_row).transpose()? else { return Ok(None) };
    add_discussions(tx, std::slice::from_mut(&mut post), now_ms).await?;
    Ok(Some(post))
}

impl Post {
    /// A post for a site to begin with.
    pub fn new(collection_id: CollectionId, (title, url_id): (String, String), document: Document) -> Self {
        Self {
            id: PostId::generate(),
            collection_id,
            url_id,
            title,
            document,
            published_on: 0,
            updated_on: 0,
            seo_title: String::new(),
            seo_description: String::new(),
            fields: ItemFields::default(),
            discussion: Discussion::default(),
        }
    }

    fn from_row(row: post::Model) -> Result<Self, SiteError> {
        let location = row.location.as_ref().filter(|location| !location.is_null());
        let fields = ItemFields {
            excerpt: row.excerpt,
            author: row.author,
            image: row.image_asset_id,
            tags: columns::read("post.tags", &row.tags)?,
            categories: columns::read("post.categories", &row.categories)?,
            starred: row.starred,
            external_link: row.external_link,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            location: location.map(|location| columns::read("post.location", location)).transpose()?,
            no_index: row.no_index,
            share_image: row.share_image_id,
        };
        Ok(Self {
            document: columns::read("post.document", &row.document)?,
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
