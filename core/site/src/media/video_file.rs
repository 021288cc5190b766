//! Removes metadata from video files during upload: location, time and owner as written by cameras.
//!
//! An MP4 or QuickTime file is a sequence of boxes: a size of four bytes, a name of four, content (ISO/IEC 14496-12,
//! §4.2). Metadata is in boxes of a few names. These are renamed to `free`, which players skip, and their content is
//! zeroed: nothing moves, so offsets in the file stay valid.

use bytes::{Bytes, BytesMut};
use futures::{StreamExt as _, TryStreamExt as _, future, stream};
use stoa_kernel::ports::ByteStream;

/// Bytes of a box header: size and name.
const SHORT: usize = 8;
/// Bytes of a box header with a 64-bit size, which follows if the 32-bit size is 1.
const LONG: usize = 16;

/// Whether files of this media type consist of boxes.
pub(super) fn is_box_format(mime_type: &str) -> bool {
    matches!(mime_type, "video/mp4" | "video/quicktime")
}

/// A video without metadata.
pub(super) fn scrubbed(file: ByteStream) -> ByteStream {
    let pieces = stream::try_unfold((file, Some(MetadataRemover::default())), |(mut file, scrubber)| async move {
        let Some(mut scrubber) = scrubber else { return Ok(None) };
        Ok(match file.try_next().await? {
            Some(piece) => Some((scrubber.take(&piece), (file, Some(scrubber)))),
            None => Some((scrubber.end(), (file, None))),
        })
    });
    pieces.try_filter(|piece: &Bytes| future::ready(!piece.is_empty())).boxed()
}

/// The same, for a video in memory.
pub(super) fn scrub(file: &[u8]) -> Bytes {
    let mut scrubber = MetadataRemover::default();
    let mut whole = BytesMut::from(scrubber.take(file));
    whole.extend_from_slice(&scrubber.end());
    whole.freeze()
}

/// Parses the boxes of a file that arrives in chunks.
struct MetadataRemover {
    /// Bytes processed so far.
    position: u64,
    /// Ends of the enclosing boxes, the innermost last.
    open: Vec<OpenBox>,
    step: Step,
    /// Bytes of the next box header that have arrived.
    head: Vec<u8>,
}

struct OpenBox {
    end: u64,
    is_track: bool,
}

#[derive(Clone, Copy)]
enum Step {
    Head,
    Keep { end: u64 },
    Erase { end: u64 },
}

impl Default for MetadataRemover {
    fn default() -> Self {
        Self { position: 0, open: Vec::new(), step: Step::Head, head: Vec::new() }
    }
}

impl MetadataRemover {
    fn take(&mut self, mut piece: &[u8]) -> Bytes {
        let mut out = BytesMut::with_capacity(piece.len() + LONG);
        while !piece.is_empty() {
            match self.step {
                Step::Head => {
                    let wanted =
                        if self.head.starts_with(&[0, 0, 0, 1]) && self.head.len() >= SHORT { LONG } else { SHORT };
                    let (part, rest) = piece.split_at((wanted - self.head.len()).min(piece.len()));
                    self.head.extend_from_slice(part);
                    piece = rest;
                    self.read_head(&mut out);
                }
                Step::Keep { end } | Step::Erase { end } => {
                    let left = usize::try_from(end - self.position).unwrap_or(usize::MAX);
                    let (part, rest) = piece.split_at(left.min(piece.len()));
                    match self.step {
                        Step::Erase { .. } => out.resize(out.len() + part.len(), 0),
                        _ => out.extend_from_slice(part),
                    }
                    piece = rest;
                    self.advance(part.len());
                }
            }
        }
        out.freeze()
    }

    /// The rest when the file ends within a box header.
    fn end(&mut self) -> Bytes {
        std::mem::take(&mut self.head).into()
    }

    fn advance(&mut self, bytes: usize) {
        self.position += bytes as u64;
        let at_end = |end: u64| self.position >= end;
        if matches!(self.step, Step::Keep { end } | Step::Erase { end } if at_end(end)) {
            self.step = Step::Head;
        }
        self.open.retain(|open| !at_end(open.end));
    }

    /// Enters the next box once its header is complete.
    fn read_head(&mut self, out: &mut BytesMut) {
        let Some((size, name)) = self.head.split_first_chunk::<4>() else { return };
        let Some(name) = name.first_chunk::<4>().copied() else { return };
        let size = match u32::from_be_bytes(*size) {
            1 => match self.head.get(SHORT..).and_then(|size| size.first_chunk::<8>()) {
                Some(size) => u64::from_be_bytes(*size),
                None => return,
            },
            0 => u64::MAX - self.position,
            size => size.into(),
        };
        let mut head = std::mem::take(&mut self.head);
        let end = self.position.saturating_add(size);
        let parent = self.open.last();
        // Data that is not valid is passed through: it is not a playable video.
        if size < head.len() as u64 || parent.is_some_and(|parent| end > parent.end) {
            out.extend_from_slice(&head);
            self.step = Step::Keep { end: u64::MAX };
            self.position += head.len() as u64;
            return;
        }
        let in_track = parent.is_some_and(|parent| parent.is_track);
        self.step = match &name {
            b"moov" | b"trak" => {
                self.open.push(OpenBox { end, is_track: &name == b"trak" });
                Step::Head
            }
            // In a track it describes the projection of a spherical video.
            b"uuid" if in_track => Step::Keep { end },
            b"udta" | b"meta" | b"uuid" => {
                if let Some(name) = head.get_mut(4..SHORT) {
                    name.copy_from_slice(b"free");
                }
                Step::Erase { end }
            }
            _ => Step::Keep { end },
        };
        out.extend_from_slice(&head);
        self.advance(head.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let size = u32::try_from(SHORT + content.len()).unwrap();
        [&size.to_be_bytes()[..], name, content].concat()
    }

    fn film() -> Vec<u8> {
        let spherical = boxed(b"uuid", b"for all sides");
        let track = [boxed(b"tkhd", b"head"), boxed(b"udta", b"the beach"), spherical].concat();
        let about = [boxed(b"mvhd", b"head"), boxed(b"trak", &track), boxed(b"meta", b"+52.5+013.4/")].concat();
        let large = [&[0, 0, 0, 1][..], b"mdat", &24_u64.to_be_bytes(), b"pictures"].concat();
        [boxed(b"ftyp", b"isom"), boxed(b"uuid", b"xmp"), boxed(b"moov", &about), large, boxed(b"udta", b"")].concat()
    }

    fn in_pieces(file: &[u8], of: usize) -> Vec<u8> {
        let mut scrubber = MetadataRemover::default();
        let mut whole: Vec<u8> = file.chunks(of).flat_map(|piece| scrubber.take(piece)).collect();
        whole.extend(scrubber.end());
        whole
    }

    #[test]
    fn video_metadata_is_zeroed_in_place() {
        let (before, after) = (film(), scrub(&film()));
        assert_eq!(before.len(), after.len());
        let has = |file: &[u8], text: &[u8]| file.windows(text.len()).any(|part| part == text);
        for gone in [&b"the beach"[..], b"+52.5+013.4/", b"xmp", b"udta", b"meta"] {
            assert!(has(&before, gone) && !has(&after, gone), "{gone:?}");
        }
        for kept in [&b"for all sides"[..], b"pictures", b"tkhd", b"mvhd", b"isom"] {
            assert!(has(&after, kept), "{kept:?}");
        }
        let place = |file: &[u8]| file.windows(8).position(|part| part == b"pictures");
        assert_eq!(place(&before), place(&after));
    }

    #[test]
    fn chunk_boundaries_do_not_matter() {
        let whole = scrub(&film());
        for of in 1..=film().len() {
            assert_eq!(in_pieces(&film(), of), whole, "pieces of {of}");
        }
    }

    #[test]
    fn invalid_video_is_unchanged() {
        let too_long = [&100_u32.to_be_bytes()[..], b"trak", b"meta"].concat();
        for file in [
            b"".to_vec(),
            b"\0\0".to_vec(),
            b"\0\0\0\x02ftyp and more".to_vec(),
            boxed(b"moov", &[too_long, boxed(b"meta", b"kept")].concat()),
            [&[0, 0, 0, 1][..], b"mdat", &[0, 0]].concat(),
            [&[0, 0, 0, 0][..], b"mdat to the end"].concat(),
        ] {
            assert_eq!(in_pieces(&file, 3), file);
        }
    }
}
