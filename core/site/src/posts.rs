//! Items of blogs, as visitors see them.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_document::Document;
use stoa_entity::tenant::post::{self, Column, Entity};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::id::{CollectionId, PostId};

use crate::content::CollectionType;
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
    /// Only posts by this author.
    pub author: Option<&'a str>,
    /// Only posts behind this one.
    pub behind: Option<PostSpot>,
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
    /// Events that are not over, the next first; then those that are, the latest first. One without a date stands where it
    /// was published.
    Events,
}

impl PostOrder {
    /// The order of what lies in a collection, by its type.
    pub fn of(type_code: i32) -> Self {
        match CollectionType::from_code(type_code) {
            Some(CollectionType::Events) => Self::Events,
            Some(other) if other.is_orderable() => Self::Own,
            _ => Self::Newest,
        }
    }
}

/// Where a post stands in a list, for the next page to go on behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostSpot {
    /// Whether it is an event that is not over.
    to_come: bool,
    on: i64,
    /// None in addresses from before posts of one moment were told apart.
    id: Option<PostId>,
}

impl PostSpot {
    /// Reads what [`Self::text`] has written; none for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let (to_come, place) = text.strip_prefix("next.").map_or((false, text), |place| (true, place));
        let (on, id) = place.split_once('.').map_or((place, None), |(on, id)| (on, Some(id)));
        Some(Self { to_come, on: on.parse().ok()?, id: id.map(str::parse).transpose().ok()? })
    }

    /// The spot as it stands in addresses.
    pub fn text(&self) -> String {
        let kind = if self.to_come { "next." } else { "" };
        let id = self.id.as_ref().map(|id| format!(".{id}")).unwrap_or_default();
        format!("{kind}{}{id}", self.on)
    }
}

impl<'a> PostsWanted<'a> {
    /// The newest posts of a blog.
    pub fn newest(collection_id: &'a CollectionId, count: usize, now_ms: i64) -> Self {
        let order = PostOrder::Newest;
        Self { collection_id, tag: None, category: None, author: None, behind: None, count, now_ms, order }
    }

    /// What blocks show of a collection by themselves: its newest posts, or its next events.
    pub fn latest(collection_id: &'a CollectionId, type_code: i32, count: usize, now_ms: i64) -> Self {
        let order = Some(PostOrder::of(type_code)).filter(|order| *order == PostOrder::Events).unwrap_or_default();
        Self { order, ..Self::newest(collection_id, count, now_ms) }
    }

    /// Where a post stands in this list.
    pub fn spot(&self, post: &Post) -> PostSpot {
        let to_come = self.order == PostOrder::Events && !post.is_over(self.now_ms);
        let on = if self.order == PostOrder::Events { post.starts() } else { post.published_on };
        PostSpot { to_come, on, id: Some(post.id.clone()) }
    }

    fn fits(&self, post: &Post) -> bool {
        let bears = |names: &[String], wanted: Option<&str>| {
            wanted.is_none_or(|wanted| names.iter().any(|own| own.to_lowercase() == wanted.to_lowercase()))
        };
        let author = std::slice::from_ref(&post.fields.author);
        bears(&post.fields.tags, self.tag)
            && bears(&post.fields.categories, self.category)
            && bears(author, self.author)
    }

    fn find<'t>(&self, tx: &'t TenantTx) -> Find<'t, Entity> {
        let mut find = tx
            .find::<Entity>()
            .filter(Column::CollectionId.eq(self.collection_id.clone()))
            .filter(Column::PublishedOn.lte(self.now_ms));
        // Databases differ in how they fold other letters: those are compared once the rows are here.
        let small = |wanted: Option<&str>| wanted.filter(|wanted| wanted.is_ascii()).map(str::to_ascii_lowercase);
        if let Some(small) = small(self.author) {
            find = find.filter(Expr::expr(Func::lower(Expr::col((Entity, Column::Author)))).eq(small));
        }
        for (wanted, column) in [(self.tag, Column::Tags), (self.category, Column::Categories)] {
            if let Some(small) = small(wanted) {
                let names = Expr::col((Entity, column));
                find = find.filter(tx.any_text(names, |name| Expr::expr(Func::lower(name)).eq(small)));
            }
        }
        find
    }
}

/// Most rows that are read at once for a tag, a category or an author.
const BATCH: usize = 200;

/// Visible posts, in the order that is wanted.
///
/// # Errors
/// When the database refuses.
pub async fn list(tx: &TenantTx, wanted: &PostsWanted<'_>) -> Result<Vec<Post>, SiteError> {
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
    Ok(found)
}

/// A run of posts that goes by one column.
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

    /// Which posts belong to it.
    fn holds(&self, now_ms: i64) -> Option<Expr> {
        let ends =
            || Expr::expr(Func::coalesce([Column::EndsOn, Column::StartsOn, Column::PublishedOn].map(Expr::col)));
        match self {
            Self::Newest => None,
            Self::ToCome => Some(ends().gte(now_ms)),
            Self::Over => Some(ends().lt(now_ms)),
        }
    }

    /// The rows behind a spot.
    fn behind(&self, spot: &PostSpot) -> Condition {
        let (on, id) = (spot.on, spot.id.clone());
        let rising = matches!(self, Self::ToCome);
        let further = if rising { self.column().gt(on) } else { self.column().lt(on) };
        let same = id.map(|id| self.column().eq(on).and(if rising { Column::Id.gt(id) } else { Column::Id.lt(id) }));
        Condition::any().add(further).add_option(same)
    }
}

/// Adds the posts of a part until there are as many as are wanted.
async fn walk(tx: &TenantTx, wanted: &PostsWanted<'_>, part: &Part, found: &mut Vec<Post>) -> Result<(), SiteError> {
    let narrowed = wanted.tag.is_some() || wanted.category.is_some() || wanted.author.is_some();
    let rising = matches!(part, Part::ToCome);
    let mut spot = wanted.behind.clone().filter(|spot| spot.to_come == rising);
    while found.len() < wanted.count {
        let missing = wanted.count - found.len();
        let limit = if narrowed { missing.max(BATCH) } else { missing };
        let mut find = wanted.find(tx);
        if let Some(holds) = part.holds(wanted.now_ms) {
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

/// Adds the rows that fit, and tells where the last row stands.
fn take(
    rows: Vec<post::Model>,
    wanted: &PostsWanted<'_>,
    found: &mut Vec<Post>,
) -> Result<Option<PostSpot>, SiteError> {
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

    /// When an event begins, UTC milliseconds; one without a date stands where it was published.
    pub fn starts(&self) -> i64 {
        self.fields.starts_on.unwrap_or(self.published_on)
    }

    /// Whether an event has passed.
    pub fn is_over(&self, now_ms: i64) -> bool {
        self.fields.ends_on.unwrap_or_else(|| self.starts()) < now_ms
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
            dated_on: None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_are_read_as_they_were_written() {
        let id = PostId::generate();
        for text in ["1700000000000".to_owned(), format!("1700000000000.{id}"), format!("next.-5.{id}")] {
            assert_eq!(PostSpot::read(&text).map(|spot| spot.text()), Some(text));
        }
        for text in ["", "yesterday", "5.", "5.x y"] {
            assert_eq!(PostSpot::read(text), None, "{text}");
        }
    }
}
