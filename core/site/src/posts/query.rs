//! Filter, order and cursor of post lists.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::post::{Column, Entity};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionType;
use stoa_kernel::id::{CollectionId, PostId};

use super::Post;

/// A query for posts of a blog.
#[derive(Clone, Debug)]
pub struct PostQuery<'a> {
    /// The blog.
    pub collection_id: &'a CollectionId,
    /// Only posts with this tag.
    pub tag: Option<&'a str>,
    /// Only posts in this category.
    pub category: Option<&'a str>,
    /// Only posts of this author.
    pub author: Option<&'a str>,
    /// Only posts with one of these tags; none for all.
    pub any_tag: &'a [String],
    /// Only posts in one of these categories; none for all.
    pub any_category: &'a [String],
    /// Only featured posts.
    pub featured: bool,
    /// Only posts after this position.
    pub behind: Option<PostCursor>,
    /// Maximum number of posts.
    pub count: usize,
    /// The current time, UTC milliseconds: posts with a later time are not visible yet.
    pub now: Timestamp,
    /// The order.
    pub order: PostOrder,
}

/// Order of posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostOrder {
    /// Newest first.
    #[default]
    Newest,
    /// The owner's manual order.
    Own,
    /// Current and future events, soonest first; then past ones, newest first. Events without a date use their time of
    /// publication.
    Events,
}

impl PostOrder {
    /// The order of a collection, by its type.
    pub fn of(type_code: i32) -> Self {
        match CollectionType::from_code(type_code) {
            Some(CollectionType::Events) => Self::Events,
            Some(other) if other.is_orderable() => Self::Own,
            _ => Self::Newest,
        }
    }
}

/// Cursor position: the last post of a page of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostCursor {
    /// Whether it is an event that is not over.
    pub(super) to_come: bool,
    pub(super) on: Timestamp,
    /// None in URLs from before cursors distinguished posts of the same time.
    pub(super) id: Option<PostId>,
}

impl PostCursor {
    /// Parses the output of [`Self::text`]; none if invalid.
    pub fn read(text: &str) -> Option<Self> {
        let (to_come, place) = text.strip_prefix("next.").map_or((false, text), |place| (true, place));
        let (on, id) = place.split_once('.').map_or((place, None), |(on, id)| (on, Some(id)));
        Some(Self { to_come, on: on.parse().ok()?, id: id.map(str::parse).transpose().ok()? })
    }

    /// The position as used in URLs.
    pub fn text(&self) -> String {
        let kind = if self.to_come { "next." } else { "" };
        let id = self.id.as_ref().map(|id| format!(".{id}")).unwrap_or_default();
        format!("{kind}{}{id}", self.on)
    }
}

impl<'a> PostQuery<'a> {
    /// The newest posts of a blog.
    pub fn newest(collection_id: &'a CollectionId, count: usize, now: Timestamp) -> Self {
        Self {
            collection_id,
            tag: None,
            category: None,
            author: None,
            any_tag: &[],
            any_category: &[],
            featured: false,
            behind: None,
            count,
            now,
            order: PostOrder::Newest,
        }
    }

    /// Default query of blocks for a collection: its newest posts, or its next events.
    pub fn latest(collection_id: &'a CollectionId, type_code: i32, count: usize, now: Timestamp) -> Self {
        let order = Some(PostOrder::of(type_code)).filter(|order| *order == PostOrder::Events).unwrap_or_default();
        Self { order, ..Self::newest(collection_id, count, now) }
    }

    /// The position of a post in this list.
    pub fn spot(&self, post: &Post) -> PostCursor {
        let to_come = self.order == PostOrder::Events && !post.is_over(self.now);
        let on = if self.order == PostOrder::Events { post.starts() } else { post.published_on };
        PostCursor { to_come, on, id: Some(post.id.clone()) }
    }

    pub(super) fn fits(&self, post: &Post) -> bool {
        let bears = |names: &[String], wanted: Option<&str>| {
            wanted.is_none_or(|wanted| names.iter().any(|own| own.to_lowercase() == wanted.to_lowercase()))
        };
        let bears_any = |names: &[String], wanted: &[String]| {
            wanted.is_empty() || wanted.iter().any(|wanted| bears(names, Some(wanted.as_str())))
        };
        let author = std::slice::from_ref(&post.fields.author);
        bears(&post.fields.tags, self.tag)
            && bears(&post.fields.categories, self.category)
            && bears(author, self.author)
            && bears_any(&post.fields.tags, self.any_tag)
            && bears_any(&post.fields.categories, self.any_category)
    }

    /// Whether rows are also filtered after they are read.
    pub(super) fn is_narrowed(&self) -> bool {
        [self.tag, self.category, self.author].iter().any(Option::is_some)
            || !self.any_tag.is_empty()
            || !self.any_category.is_empty()
    }

    pub(super) fn find<'t>(&self, tx: &'t TenantTx) -> Find<'t, Entity> {
        let mut find = tx
            .find::<Entity>()
            .filter(Column::CollectionId.eq(self.collection_id.clone()))
            .filter(Column::PublishedOn.lte(self.now));
        // Databases differ in case folding of non-ASCII letters: those are compared after the rows are read.
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
        for (wanted, column) in [(self.any_tag, Column::Tags), (self.any_category, Column::Categories)] {
            if !wanted.is_empty() && wanted.iter().all(|wanted| wanted.is_ascii()) {
                let any = wanted.iter().fold(Condition::any(), |any, wanted| {
                    let (names, small) = (Expr::col((Entity, column)), wanted.to_ascii_lowercase());
                    any.add(tx.any_text(names, |name| Expr::expr(Func::lower(name)).eq(small)))
                });
                find = find.filter(any);
            }
        }
        if self.featured {
            find = find.filter(Column::Starred.eq(true));
        }
        find
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn post_cursors_round_trip() {
        let id = PostId::generate();
        for text in ["1700000000000".to_owned(), format!("1700000000000.{id}"), format!("next.-5.{id}")] {
            assert_eq!(PostCursor::read(&text).map(|spot| spot.text()), Some(text));
        }
        for text in ["", "yesterday", "5.", "5.x y"] {
            assert_eq!(PostCursor::read(text), None, "{text}");
        }
    }
}
