use bytes::Bytes;
use stoa_entity::tenant::asset;
use stoa_kernel::address::written_plainly;
use stoa_kernel::id::{AssetFolderId, AssetId};
use stoa_kernel::page::PageRequest;
use stoa_pictures::ColorData;

use super::film::Film;
use crate::version;

/// Longest description of a picture, characters.
pub(super) const LONGEST_ALT_TEXT: usize = 300;

/// Longest title of a picture, characters.
pub(super) const LONGEST_TITLE: usize = 200;
/// Longest text about a picture, characters.
pub(super) const LONGEST_BODY: usize = 2_000;

/// A picture or file of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// Its id.
    pub id: AssetId,
    /// Name in its address.
    pub filename: String,
    /// Media type of the original.
    pub mime_type: String,
    /// Pixels; 0 when it is no picture.
    pub width: i32,
    /// Pixels; 0 when it is no picture.
    pub height: i32,
    /// Size of the original.
    pub bytes: i64,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, 0 left to 1 right.
    pub focal_x: f64,
    /// What to keep in view when cropped, 0 top to 1 bottom.
    pub focal_y: f64,
    /// Average colours of its parts, where they are known.
    pub color_data: Option<ColorData>,
    /// The folder it lies in; none for the top.
    pub folder_id: Option<AssetFolderId>,
    /// 1, and one more each time the file was replaced.
    pub version: i64,
    /// When it was added, UTC milliseconds.
    pub created_on: i64,
    /// What galleries call it; empty for nothing.
    pub title: String,
    /// What galleries say about it; empty for nothing.
    pub body: String,
    /// The film elsewhere that it is the still picture of.
    pub film: Option<Film>,
    /// The picture that stands for it until it plays, when it is a film.
    pub poster_id: Option<AssetId>,
    /// Whether it is served in smaller widths.
    pub has_widths: bool,
    pub(super) blob_key: String,
    url: String,
}

impl Asset {
    /// A word for what is said about it; another one for each other state of that.
    pub fn standing(&self) -> String {
        let Self { filename, alt_text, focal_x, focal_y, title, body, .. } = self;
        let numbers = [self.version.to_string(), focal_x.to_string(), focal_y.to_string()];
        let poster = self.poster_id.as_ref().map_or("", AssetId::as_str);
        let said = [filename.as_str(), alt_text, title, body, poster];
        version::of(said.into_iter().chain(numbers.iter().map(String::as_str)))
    }

    /// Its address on the site.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// What it is to people.
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

/// What a file is to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetKind {
    /// Pictures and drawings.
    Picture,
    /// Films.
    Video,
    /// Sound.
    Audio,
    /// Everything else.
    Document,
}

impl AssetKind {
    fn of(mime_type: &str) -> Self {
        match mime_type.split('/').next() {
            Some("image") => Self::Picture,
            Some("video") => Self::Video,
            Some("audio") => Self::Audio,
            _ => Self::Document,
        }
    }

    /// What media types of this kind begin with; none for documents, which are the others.
    pub(super) fn beginning(self) -> Option<&'static str> {
        match self {
            Self::Picture => Some("image/"),
            Self::Video => Some("video/"),
            Self::Audio => Some("audio/"),
            Self::Document => None,
        }
    }
}

/// Which pictures and files are wanted.
#[derive(Clone, Debug, Default)]
pub struct AssetQuery {
    /// Cursor and limit.
    pub page: PageRequest,
    /// Words in the name, the description, the title or the text.
    pub text: String,
    /// Only this kind.
    pub kind: Option<AssetKind>,
    /// Only what lies there.
    pub place: Place,
    /// Only pictures without a description.
    pub missing_alt: bool,
}

/// Where wanted pictures and files lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In folders or outside of them.
    #[default]
    Anywhere,
    /// At the top, in no folder.
    NoFolder,
    /// In the folder of this id.
    Folder(String),
}

/// A picture or file to be taken in.
#[derive(Clone, Debug)]
pub struct NewAsset {
    /// Name it was sent under.
    pub filename: String,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, from left and top, 0 to 1.
    pub focal_point: (f64, f64),
    /// The file itself.
    pub bytes: Bytes,
}

/// What is to be said about a picture or file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AssetPatch {
    /// Description for those who do not see it.
    pub alt_text: String,
    /// What to keep in view when cropped, from left and top, 0 to 1.
    pub focal_point: (f64, f64),
    /// A new name, whose ending stays the one of the content; none to keep the old one.
    pub filename: Option<String>,
    /// What galleries call it; none to keep what they do.
    pub title: Option<String>,
    /// What galleries say about it; none to keep what they do.
    pub body: Option<String>,
    /// The picture that stands for a film until it plays; empty for none, none to keep the one there is.
    pub poster_id: Option<String>,
}

/// A name that is safe in an address, with the ending that fits the content.
pub(super) fn address_name(filename: &str, extension: &str) -> String {
    let last = filename.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let name = stem.split('_').map(|part| written_plainly(part, 80)).collect::<Vec<_>>().join("_");
    let name: String = name.chars().take(80).collect();
    let name = name.trim_end_matches('-');
    format!("{}.{extension}", if name.is_empty() { "file" } else { name })
}

#[cfg(test)]
mod tests {
    use super::address_name;

    #[test]
    fn names_are_safe_in_addresses() {
        assert_eq!(address_name("Blue Mug (1).PNG", "png"), "blue-mug-1.png");
        assert_eq!(address_name("../../etc/passwd", "jpg"), "passwd.jpg");
        assert_eq!(address_name("茶碗.jpeg", "jpg"), "file.jpg");
        assert_eq!(address_name("evil.php", "webp"), "evil.webp");
        assert_eq!(address_name("Küche_Süd.JPG", "jpg"), "kueche_sued.jpg");
    }
}
