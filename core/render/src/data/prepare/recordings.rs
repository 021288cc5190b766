//! Video and audio blocks: files of the library, or URLs.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use stoa_kernel::id::AssetId;
use stoa_kernel::media::AssetKind;
use stoa_site::media::{self, Asset};

use super::{Preparing, frame, text};
use crate::RenderError;

type Files = HashMap<AssetId, Asset>;

impl Preparing<'_> {
    /// A video of the library with its poster image, otherwise the video of the URL.
    pub(super) async fn film(self) -> Result<Value, RenderError> {
        let files = self.files(named(self.settings).into_iter().collect()).await?;
        let Some(film) = chosen(self.settings, &files, AssetKind::Video) else {
            return Ok(frame::frame(self.settings, self.around.texts));
        };
        let poster = film.poster_id.as_ref().and_then(|id| files.get(id)).map(Asset::url);
        Ok(json!({"file": film.url(), "title": film.title, "poster": poster}))
    }

    /// URL of a recording.
    pub(super) async fn sound(self) -> Result<Value, RenderError> {
        let files = self.files(named(self.settings).into_iter().collect()).await?;
        Ok(address(self.settings, &files).map_or(Value::Null, |url| json!({"url": url})))
    }

    /// The tracks of an album, each with the URL of its recording.
    pub(super) async fn tracks(self) -> Result<Value, RenderError> {
        let tracks = self.settings.get("tracks").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let tracks: Vec<&Map<String, Value>> = tracks.iter().filter_map(Value::as_object).collect();
        let files = self.files(tracks.iter().copied().filter_map(named).collect()).await?;
        let track = |track: &&Map<String, Value>| {
            let (title, length) = (text(track, "title").unwrap_or_default(), text(track, "length"));
            json!({"title": title, "length": length, "url": address(track, &files)})
        };
        Ok(tracks.iter().map(track).collect())
    }

    async fn files(&self, ids: Vec<AssetId>) -> Result<Files, RenderError> {
        Ok(media::with_posters(self.tx, &ids).await?)
    }
}

fn named(settings: &Map<String, Value>) -> Option<AssetId> {
    text(settings, "file").and_then(|id| id.parse().ok())
}

fn chosen<'a>(settings: &Map<String, Value>, files: &'a Files, kind: AssetKind) -> Option<&'a Asset> {
    files.get(&named(settings)?).filter(|asset| asset.kind() == kind)
}

/// The URL of the selected recording, otherwise the one entered.
fn address(settings: &Map<String, Value>, files: &Files) -> Option<String> {
    let recording = chosen(settings, files, AssetKind::Audio).map(Asset::url);
    recording.or_else(|| text(settings, "url").map(str::to_owned))
}
