//! Images and files of a site.

use bytes::Bytes;
use stoa_entity::tenant::asset;
use stoa_kernel::address::ascii_slug;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetFolderId, AssetId};
use stoa_kernel::media::AssetKind;
use stoa_kernel::page::PageRequest;
use stoa_pictures::ColorData;

use super::external_video::ExternalVideo;
use crate::version;

/// Maximum length of an alternative text, in characters.
pub(super) const MAX_ALT_TEXT_LENGTH: usize = 300;

/// Maximum length of an image title, in characters.
pub(super) const MAX_TITLE_LENGTH: usize = 200;
/// Maximum length of a caption, in characters.
pub(super) const MAX_BODY_LENGTH: usize = 2_000;

/// An image or file of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// Its id.
    pub id: AssetId,
    /// File name in its URL.
    pub filename: String,
    /// Media type of the original.
    pub mime_type: String,
    /// Pixels; 0 if it is not an image.
    pub width: i32,
    /// Pixels; 0 if it is not an image.
    pub height: i32,
    /// Size of the original, bytes.
    pub bytes: i64,
    /// Alternative text.
    pub alt_text: String,
    /// Focal point for cropping, 0 left to 1 right.
    pub focal_x: f64,
    /// Focal point for cropping, 0 top to 1 bottom.
    pub focal_y: f64,
    /// Average colours of its regions, if extracted.
    pub color_data: Option<ColorData>,
    /// Its folder; none at the top level.
    pub folder_id: Option<AssetFolderId>,
    /// 1, incremented each time the file is replaced.
    pub version: i64,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
    /// Title in galleries; empty for none.
    pub title: String,
    /// Caption in galleries; empty for none.
    pub body: String,
    /// The external video that it is the thumbnail of.
    pub film: Option<ExternalVideo>,
    /// Poster image, if it is a video.
    pub poster_id: Option<AssetId>,
    /// Whether scaled widths are served.
    pub has_widths: bool,
    pub(super) blob_key: String,
    url: String,
}

impl Asset {
    /// Opaque version of its metadata, for `If-Match`.
    pub fn standing(&self) -> String {
        let Self { filename, alt_text, focal_x, focal_y, title, body, .. } = self;
        let numbers = [self.version.to_string(), focal_x.to_string(), focal_y.to_string()];
        let poster = self.poster_id.as_ref().map_or("", AssetId::as_str);
        let said = [filename.as_str(), alt_text, title, body, poster];
        version::of(said.into_iter().chain(numbers.iter().map(String::as_str)))
    }

    /// Its path on the site.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// Its kind.
    pub fn kind(&self) -> AssetKind {
        AssetKind::of(&self.mime_type)
    }
}

impl From<asset::Model> for Asset {
    fn from(row: asset::Model) -> Self {
        Self {
            url: row.url(),
            has_widths: row.has_widths(),
            id: row.id,
            filename: row.filename,
            mime_type: row.mime_type,
            width: row.width,
            height: row.height,
            bytes: row.bytes,
            alt_text: row.alt_text,
            focal_x: row.focal_x,
            focal_y: row.focal_y,
            color_data: serde_json::from_str(&row.color_data).ok(),
            folder_id: row.folder_id,
            version: row.version,
            created_on: row.created_on,
            title: row.title,
            body: row.body,
            film: serde_json::from_str(&row.film).ok(),
            poster_id: row.poster_id,
            blob_key: row.blob_key,
        }
    }
}

/// Filter for a list of images and files.
#[derive(Clone, Debug, Default)]
pub struct AssetQuery {
    /// Cursor and limit.
    pub page: PageRequest,
    /// Words in file name, alternative text, title or caption.
    pub text: String,
    /// Only this kind.
    pub kind: Option<AssetKind>,
    /// Only in this location.
    pub place: FolderScope,
    /// Only images without alternative text.
    pub missing_alt: bool,
}

/// Location in the folder tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FolderScope {
    /// In any folder or none.
    #[default]
    Anywhere,
    /// At the top level, in no folder.
    NoFolder,
    /// In the folder with this id.
    Folder(String),
}

/// An image or file to add.
#[derive(Clone, Debug)]
pub struct NewAsset {
    /// File name as sent.
    pub filename: String,
    /// Alternative text.
    pub alt_text: String,
    /// Focal point for cropping from left and top, 0 to 1.
    pub focal_point: (f64, f64),
    /// Content of the file.
    pub bytes: Bytes,
}

/// Metadata of an image or file to save.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AssetPatch {
    /// Alternative text.
    pub alt_text: String,
    /// Focal point for cropping from left and top, 0 to 1.
    pub focal_point: (f64, f64),
    /// New file name, whose extension is adapted to the content; none for no change.
    pub filename: Option<String>,
    /// Title in galleries; none for no change.
    pub title: Option<String>,
    /// Caption in galleries; none for no change.
    pub body: Option<String>,
    /// Poster image of a video; empty for none, none for no change.
    pub poster_id: Option<String>,
}

/// A file name that is safe in URLs, with the extension that fits the content.
pub(super) fn address_name(filename: &str, extension: &str) -> String {
    let last = filename.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let name = stem.split('_').map(|part| ascii_slug(part, 80)).collect::<Vec<_>>().join("_");
    let name: String = name.chars().take(80).collect();
    let name = name.trim_end_matches('-');
    format!("{}.{extension}", if name.is_empty() { "file" } else { name })
}

#[cfg(test)]
mod tests {
    use super::address_name;

    #[test]
    fn file_names_are_url_safe() {
        assert_eq!(address_name("Blue Mug (1).PNG", "png"), "blue-mug-1.png");
        assert_eq!(address_name("../../etc/passwd", "jpg"), "passwd.jpg");
        assert_eq!(address_name("茶碗.jpeg", "jpg"), "file.jpg");
        assert_eq!(address_name("evil.php", "webp"), "evil.webp");
        assert_eq!(address_name("Küche_Süd.JPG", "jpg"), "kueche_sued.jpg");
    }
}
