//! Detects the type of a file from its first bytes. The file name only distinguishes types with the same signature.
//! Not the crate `infer`: it knows neither SVG nor plain text nor CSV, and the list of accepted types would remain.

use image::ImageFormat;
use stoa_pictures::is_heic;

/// Number of leading bytes that [`sniff`] needs.
pub(super) const HEAD_BYTES: usize = 8192;

/// An accepted type of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A raster image, to be decoded.
    Picture(ImageFormat),
    /// A HEIC photo, to be converted to a format that browsers support.
    Heic,
    /// An SVG, to be sanitised.
    Svg,
    /// Stored unchanged.
    File(FileKind),
}

/// How an unchanged file is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileKind {
    pub(super) mime_type: &'static str,
    pub(super) extension: &'static str,
}

/// Media type and extension of a file, by its first bytes; none if not accepted.
pub fn type_of(head: &[u8], filename: &str) -> Option<(&'static str, &'static str)> {
    match sniff(head, filename)? {
        Content::File(kind) => Some((kind.mime_type, kind.extension)),
        Content::Heic => Some(("image/heic", "heic")),
        Content::Svg => Some(("image/svg+xml", "svg")),
        Content::Picture(format) => Some((format.to_mime_type(), format.extensions_str().first()?)),
    }
}

const fn file(mime_type: &'static str, extension: &'static str) -> Content {
    Content::File(FileKind { mime_type, extension })
}

/// Detects the type of a file; none if not accepted, such as programs and web pages.
pub(super) fn sniff(head: &[u8], filename: &str) -> Option<Content> {
    let head = head.get(..HEAD_BYTES).unwrap_or(head);
    let extension = filename.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let format = image::guess_format(head).ok();
    let taken = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];
    if let Some(format) = format.filter(|format| taken.contains(format)) {
        return Some(Content::Picture(format));
    }
    if is_heic(head) {
        return Some(Content::Heic);
    }
    sound_or_video(head).or_else(|| document(head, &extension)).or_else(|| text(head, &extension))
}

fn sound_or_video(head: &[u8]) -> Option<Content> {
    let at = |offset: usize, wanted: &[u8]| head.get(offset..).is_some_and(|rest| rest.starts_with(wanted));
    if at(4, b"ftyp") {
        return match head.get(8..12)? {
            b"M4A " | b"M4B " => Some(file("audio/mp4", "m4a")),
            b"qt  " => Some(file("video/quicktime", "mov")),
            b"avif" | b"avis" | b"heic" | b"heix" | b"mif1" | b"msf1" => None,
            _ => Some(file("video/mp4", "mp4")),
        };
    }
    let frame_of_mp3 = matches!(head, [0xFF, second, ..] if matches!(second, 0xFB | 0xF3 | 0xF2));
    match () {
        () if at(0, b"\x1A\x45\xDF\xA3") && head.windows(4).take(64).any(|part| part == b"webm") => {
            Some(file("video/webm", "webm"))
        }
        () if at(0, b"ID3") || frame_of_mp3 => Some(file("audio/mpeg", "mp3")),
        () if at(0, b"OggS") => Some(file("audio/ogg", "ogg")),
        () if at(0, b"fLaC") => Some(file("audio/flac", "flac")),
        () if at(0, b"RIFF") && at(8, b"WAVE") => Some(file("audio/wav", "wav")),
        () => None,
    }
}

/// Office documents. Zip-based and old binary formats are distinguished by the file name; both are served as downloads
/// only.
fn document(head: &[u8], extension: &str) -> Option<Content> {
    if head.starts_with(b"%PDF-") {
        return Some(file("application/pdf", "pdf"));
    }
    if head.starts_with(b"PK\x03\x04") {
        let holds = |name: &[u8]| head.windows(name.len()).any(|part| part == name);
        let office = holds(b"[Content_Types].xml") || holds(b"_rels/");
        let open = head.get(30..38) == Some(b"mimetype");
        return match extension {
            "docx" if office => {
                Some(file("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"))
            }
            "xlsx" if office => Some(file("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx")),
            "pptx" if office => {
                Some(file("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"))
            }
            "odt" if open => Some(file("application/vnd.oasis.opendocument.text", "odt")),
            "ods" if open => Some(file("application/vnd.oasis.opendocument.spreadsheet", "ods")),
            "odp" if open => Some(file("application/vnd.oasis.opendocument.presentation", "odp")),
            "epub" if open => Some(file("application/epub+zip", "epub")),
            _ => None,
        };
    }
    if head.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return match extension {
            "doc" => Some(file("application/msword", "doc")),
            "xls" => Some(file("application/vnd.ms-excel", "xls")),
            "ppt" => Some(file("application/vnd.ms-powerpoint", "ppt")),
            _ => None,
        };
    }
    head.starts_with(b"{\\rtf").then_some(file("application/rtf", "rtf"))
}

fn text(head: &[u8], extension: &str) -> Option<Content> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The head may end in the middle of a character.
        Err(error) if error.error_len().is_none() => std::str::from_utf8(head.get(..error.valid_up_to())?).ok()?,
        Err(_) => return None,
    };
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let lower = start.get(..start.floor_char_boundary(4096)).unwrap_or(start).to_ascii_lowercase();
    if lower.starts_with('<') {
        let drawing = lower.contains("<svg") && !lower.contains("<html");
        return drawing.then_some(Content::Svg);
    }
    let plain = !text.is_empty() && !text.chars().any(|letter| letter.is_control() && !"\t\r\n\u{c}".contains(letter));
    match extension {
        "txt" | "md" if plain && !start.starts_with("#!") => Some(file("text/plain; charset=utf-8", "txt")),
        "csv" if plain => Some(file("text/csv; charset=utf-8", "csv")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mime_type(head: &[u8], filename: &str) -> Option<&'static str> {
        match sniff(head, filename)? {
            Content::File(kind) => Some(kind.mime_type),
            Content::Svg => Some("svg"),
            Content::Picture(_) | Content::Heic => Some("picture"),
        }
    }

    #[test]
    fn file_type_comes_from_content() {
        for (head, name, expected) in [
            (&b"%PDF-1.7\n"[..], "a.png", Some("application/pdf")),
            (b"\0\0\0\x18ftypisom", "clip.mp4", Some("video/mp4")),
            (b"\0\0\0\x18ftypM4A ", "song.mp4", Some("audio/mp4")),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "a.jpg", Some("picture")),
            (b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", "a.heic", None),
            (b"ID3\x04", "song.mp3", Some("audio/mpeg")),
            (b"\xFF\xD8\xFF\xE0", "clip.mp4", Some("picture")),
            (b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", "a.svg", Some("svg")),
            (b"MZ\x90\0\x03", "photo.jpg", None),
            (b"\x7FELF\x02", "notes.txt", None),
            (b"#!/bin/sh\nrm", "notes.txt", None),
            (b"<html><svg>", "a.svg", None),
            (
                b"PK\x03\x04abcdefghijklmnopqrstuvwxyz[Content_Types].xml",
                "a.docx",
                Some("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ),
            (b"PK\x03\x04abcdefghijklmnopqrstuvwxyzMETA-INF/MANIFEST.MF", "a.docx", None),
            (b"PK\x03\x04", "a.zip", None),
            ("名前,価格\n".as_bytes(), "list.csv", Some("text/csv; charset=utf-8")),
            (b"plain words", "words.exe", None),
            (b"", "empty.txt", None),
        ] {
            assert_eq!(mime_type(head, name), expected, "{name}");
        }
    }
}
