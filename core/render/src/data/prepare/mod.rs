//! Computed data of blocks, beyond their settings and simple lookups: charts, groups of posts, embeds.

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
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;

use super::block_data::BlockDataContext;
use crate::RenderError;
use posts::Grouping;

pub use frame::FRAME_HOSTS;
pub(crate) use frame::disqus;
pub(super) use frame::video_player;
pub use markdown::markdown_html;

/// The preparation of a block's data, by its name in the kind's `meta.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Preparation {
    /// Posts of a blog by year.
    Archive,
    /// Posts of a blog in month calendars.
    Calendar,
    /// A chart and a table.
    Chart,
    /// Title and URL of a page, a blog or a store.
    Collection,
    /// The content of a website component.
    Component,
    /// Sorted dates.
    Dates,
    /// A video of the library, otherwise an embed.
    Film,
    /// A media file, or an embed of another service.
    Frame,
    /// The lessons of a paywall.
    Lessons,
    /// HTML from Markdown.
    Markdown,
    /// A map embed.
    Place,
    /// The newest posts of a blog.
    Posts,
    /// Posts of a blog by author.
    PostsByAuthor,
    /// Posts of a blog by category.
    PostsByCategory,
    /// Posts of a blog by month.
    PostsByMonth,
    /// Posts of a blog by tag.
    PostsByTag,
    /// An audio recording.
    Sound,
    /// The recordings of an album.
    Tracks,
}

/// Context of the preparation.
pub(super) struct Preparing<'a> {
    pub(super) tx: &'a TenantTx,
    pub(super) around: &'a BlockDataContext<'a>,
    pub(super) settings: &'a Map<String, Value>,
    /// Cache tags of the page, extended here.
    pub(super) tags: &'a mut BTreeSet<String>,
}

impl Preparing<'_> {
    /// The data of a block; null when there is none.
    pub(super) async fn prepare(self, preparation: Preparation) -> Result<Value, RenderError> {
        match preparation {
            Preparation::Archive => self.grouped(Grouping::Year).await,
            Preparation::Calendar => self.calendar().await,
            Preparation::Chart => Ok(chart::chart(self.settings)),
            Preparation::Collection => self.collection().await,
            Preparation::Component => self.component().await,
            Preparation::Dates => Ok(dates::dates(self.settings, self.around.time_zone)),
            Preparation::Film => self.film().await,
            Preparation::Frame => Ok(frame::frame(self.settings, self.around.texts)),
            Preparation::Lessons => self.lessons().await,
            Preparation::Markdown => Ok(markdown::markdown(self.settings)),
            Preparation::Place => Ok(frame::place(self.settings, self.around.site_address, self.around.texts)),
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

/// A non-empty text setting.
fn text<'a>(settings: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    settings.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// An integer setting, clamped to its bounds.
fn number(settings: &Map<String, Value>, name: &str, bounds: RangeInclusive<usize>) -> usize {
    let named = settings.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    named.unwrap_or(*bounds.start()).clamp(*bounds.start(), *bounds.end())
}
