//! Removes metadata from image files: location, camera, comments, and anything appended after the end of the image.
//! Not the crate `img-parts`: it knows no GIF, and keeps the parts that it is not told to remove.

use image::ImageFormat;

/// An image file without metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StrippedFile {
    pub(crate) bytes: Vec<u8>,
    /// Number of frames.
    pub(crate) frames: u32,
}

/// Rewrites the file part by part; none if its parts are invalid.
pub(crate) fn strip(bytes: &[u8], format: ImageFormat) -> Option<StrippedFile> {
    match format {
        ImageFormat::Jpeg => jpeg(bytes),
        ImageFormat::Png => png(bytes),
        ImageFormat::WebP => webp(bytes),
        ImageFormat::Gif => gif(bytes),
        _ => None,
    }
}

/// Reads a file sequentially.
struct FileReader<'a> {
    rest: &'a [u8],
}

impl<'a> FileReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(part)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }
}

/// Keeps the tables, the frame, the colour profile (`APP2`), and what decoders need to know about colours (`APP0`,
/// `APP14`).
fn jpeg(bytes: &[u8]) -> Option<StrippedFile> {
    let mut walk = FileReader { rest: bytes };
    let mut kept = walk.take(2).filter(|start| *start == [0xFF, 0xD8])?.to_vec();
    loop {
        while walk.byte()? != 0xFF {}
        let mut marker = walk.byte()?;
        while marker == 0xFF {
            marker = walk.byte()?;
        }
        match marker {
            0xD9 => {
                kept.extend([0xFF, 0xD9]);
                return Some(StrippedFile { bytes: kept, frames: 1 });
            }
            0x00 | 0x01 | 0xD0..=0xD7 => continue,
            _ => {}
        }
        let length = walk.take(2)?;
        let size = usize::from(u16::from_be_bytes(length.try_into().ok()?));
        let content = walk.take(size.checked_sub(2)?)?;
        let dropped = matches!(marker, 0xE1 | 0xE3..=0xED | 0xEF | 0xFE)
            || (marker == 0xE2 && !content.starts_with(b"ICC_PROFILE\0"));
        if dropped {
            continue;
        }
        kept.extend([0xFF, marker]);
        kept.extend_from_slice(length);
        kept.extend_from_slice(content);
        if marker == 0xDA {
            let scan = scan_length(walk.rest);
            kept.extend_from_slice(walk.take(scan)?);
        }
    }
}

/// Number of bytes of compressed image data up to the next marker that is not part of it.
fn scan_length(bytes: &[u8]) -> usize {
    let ends = |pair: &[u8]| matches!(pair, [0xFF, next] if !matches!(next, 0x00 | 0xD0..=0xD7 | 0xFF));
    bytes.windows(2).position(ends).unwrap_or(bytes.len())
}

fn png(bytes: &[u8]) -> Option<StrippedFile> {
    const DROPPED: [&[u8]; 5] = [b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME"];
    let mut walk = FileReader { rest: bytes };
    let mut kept = walk.take(8)?.to_vec();
    let mut frames = 1;
    loop {
        let length = walk.take(4)?;
        let size = usize::try_from(u32::from_be_bytes(length.try_into().ok()?)).ok()?;
        let kind = walk.take(4)?;
        let content = walk.take(size)?;
        let checksum = walk.take(4)?;
        if kind == b"acTL" {
            frames = u32::from_be_bytes(content.get(..4)?.try_into().ok()?);
        }
        if !DROPPED.contains(&kind) {
            for part in [length, kind, content, checksum] {
                kept.extend_from_slice(part);
            }
        }
        if kind == b"IEND" {
            return Some(StrippedFile { bytes: kept, frames: frames.max(1) });
        }
    }
}

/// Flags in `VP8X` for the chunks that are removed.
const EXIF_AND_XMP: u8 = 0b0000_1100;

fn webp(bytes: &[u8]) -> Option<StrippedFile> {
    let mut walk = FileReader { rest: bytes };
    walk.take(4).filter(|start| *start == b"RIFF")?;
    let size = usize::try_from(u32::from_le_bytes(walk.take(4)?.try_into().ok()?)).ok()?;
    walk = FileReader { rest: walk.take(size)? };
    let mut kept = walk.take(4)?.to_vec();
    let mut frames = 0;
    while !walk.rest.is_empty() {
        let kind = walk.take(4)?;
        let length = walk.take(4)?;
        let size = usize::try_from(u32::from_le_bytes(length.try_into().ok()?)).ok()?;
        let content = walk.take(size)?;
        if size % 2 == 1 {
            walk.take(1.min(walk.rest.len()))?;
        }
        if !matches!(kind, b"VP8 " | b"VP8L" | b"VP8X" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP") {
            continue;
        }
        frames += u32::from(kind == b"ANMF");
        kept.extend_from_slice(kind);
        kept.extend_from_slice(length);
        let start = kept.len();
        kept.extend_from_slice(content);
        if kind == b"VP8X" {
            *kept.get_mut(start)? &= !EXIF_AND_XMP;
        }
        if size % 2 == 1 {
            kept.push(0);
        }
    }
    let mut bytes = b"RIFF".to_vec();
    bytes.extend(u32::try_from(kept.len()).ok()?.to_le_bytes());
    bytes.extend(kept);
    Some(StrippedFile { bytes, frames: frames.max(1) })
}

fn gif(bytes: &[u8]) -> Option<StrippedFile> {
    let mut walk = FileReader { rest: bytes };
    let head = walk.take(13)?;
    let mut kept = head.to_vec();
    kept.extend_from_slice(walk.take(colour_table(*head.get(10)?))?);
    let mut frames = 0;
    loop {
        match walk.byte()? {
            0x3B => {
                kept.push(0x3B);
                return Some(StrippedFile { bytes: kept, frames: u32::max(frames, 1) });
            }
            0x2C => {
                frames += 1;
                let frame = walk.take(9)?;
                kept.push(0x2C);
                kept.extend_from_slice(frame);
                kept.extend_from_slice(walk.take(colour_table(*frame.get(8)?))?);
                kept.push(walk.byte()?);
                kept.extend_from_slice(sub_blocks(&mut walk)?);
            }
            0x21 => {
                let label = walk.byte()?;
                let content = sub_blocks(&mut walk)?;
                let repeats = content.get(1..12).is_some_and(|name| name == b"NETSCAPE2.0" || name == b"ANIMEXTS1.0");
                if label == 0xF9 || (label == 0xFF && repeats) {
                    kept.extend([0x21, label]);
                    kept.extend_from_slice(content);
                }
            }
            _ => return None,
        }
    }
}

/// Size of the colour table announced by a flags byte.
fn colour_table(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 0x07) + 1) }
}

/// Sub-blocks including the empty terminator.
fn sub_blocks<'a>(walk: &mut FileReader<'a>) -> Option<&'a [u8]> {
    let all = walk.rest;
    let mut length = 0;
    loop {
        let size = usize::from(walk.byte()?);
        walk.take(size)?;
        length += size + 1;
        if size == 0 {
            return all.get(..length);
        }
    }
}
