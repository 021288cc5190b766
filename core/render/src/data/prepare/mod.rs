//! What blocks show that neither their settings nor one look into a table say: figures become places in a drawing,
//! posts are put in groups, an address becomes a player.

mod calendar;
mod chart;
mod collection;
mod dates;
mod frame;
mod lessons;
mod markdown;
mod posts;
mod recordings;

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;

use super::gather::Around;
use crate::RenderError;
use posts::Grouping;

pub use frame::FRAME_HOSTS;
pub(crate) use frame::disqus;
pub(super) use frame::film_frame;

/// What is made of the settings of a block, by the name that its kind's `meta.json` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Preparation {
    /// The posts of a blog by year.
    Archive,
    /// The posts of a blog on the days of months.
    Calendar,
    /// Figures as a drawing and a table.
    Chart,
    /// Title and address of a page, a blog or a store.
    Collection,
    /// The content of a website component.
    Component,
    /// Dates in their order.
    Dates,
    /// A film of the library, else as a frame.
    Film,
    /// A file to play, or a frame of another service.
    Frame,
    /// The lessons of a paywall.
    Lessons,
    /// HTML of Markdown.
    Markdown,
    /// A frame with a map.
    Place,
    /// The newest posts of a blog.
    Posts,
    /// The posts of a blog by author.
    PostsByAuthor,
    /// The posts of a blog by their categories.
    PostsByCategory,
    /// The posts of a blog by month.
    PostsByMonth,
    /// The posts of a blog by tag.
    PostsByTag,
    /// A recording.
    Sound,
    /// The recordings of an album.
    Tracks,
}

/// A site while blocks are prepared.
pub(super) struct Preparing<'a> {
    pub(super) tx: &'a TenantTx,
    pub(super) around: &'a Around<'a>,
    pub(super) settings: &'a Map<String, Value>,
    /// What the page comes to depend on.
    pub(super) tags: &'a mut BTreeSet<String>,
}

impl Preparing<'_> {
    /// What a block shows; null when there is nothing.
    pub(super) async fn prepare(self, preparation: Preparation) -> Result<Value, RenderError> {
        match preparation {
            Preparation::Archive => self.grouped(Grouping::Year).await,
            Preparation::Calendar => self.calendar().await,
            Preparation::Chart => Ok(chart::chart(self.settings)),
            Preparation::Collection => self.collection().await,
            Preparation::Component => self.component().await,
            Preparation::Dates => Ok(dates::dates(self.settings, self.around.time_zone)),
            Preparation::Film => self.film().await,
            Preparation::Frame => Ok(frame::frame(self.settings)),
            Preparation::Lessons => self.lessons().await,
            Preparation::Markdown => Ok(markdown::markdown(self.settings)),
            Preparation::Place => Ok(frame::place(self.settings, self.around.site_address)),
            Preparation::Posts => self.newest().await,
            Preparation::PostsByAuthor => self.grouped(Grouping::Author).await,
            Preparation::PostsByCategory => self.grouped(Grouping::Category).await,
            Preparation::PostsByMonth => self.grouped(Grouping::Month).await,
            Preparation::PostsByTag => self.grouped(Grouping::Tag).await,
            Preparation::Sound => self.sound().await,
            Preparation::Tracks => self.tracks().await,
        }
    }
}

/// A text setting that is not empty.
fn text<'a>(settings: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    settings.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// A whole number, brought into its bounds.
fn number(settings: &Map<String, Value>, name: &str, bounds: (usize, usize)) -> usize {
    let named = settings.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    named.unwrap_or(bounds.0).clamp(bounds.0, bounds.1)
}
