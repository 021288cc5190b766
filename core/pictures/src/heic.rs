//! HEIC photos of phones (HEIF with HEVC, ISO/IEC 23008-12), which only one browser shows: they are converted to JPEG,
//! or to PNG if they have transparency.

use std::collections::HashSet;

use heifer::heifer_isobmff::HeifFile;
use heifer::{FileTypeResult, Options};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageBuffer, ImageFormat};

use crate::PictureError;
use crate::decode::{MAX_PIXELS, MAX_PIXELS_PER_SIDE, damaged, too_large};
use crate::memory_limit::MemoryPermit;

/// JPEG quality: without visible loss.
const QUALITY: u8 = 92;
/// Pixels per side by which the coded image may exceed the visible one: the codec uses whole blocks.
const PADDING: u64 = 64;
/// Smallest side of a grid tile, in pixels; cameras use 512.
const MIN_TILE: u32 = 256;
/// Brands of files with images of any codec.
const ANY_CODEC: [&[u8]; 2] = [b"mif1", b"mif2"];

/// Whether a file starts like a HEIC photo.
pub fn is_heic(head: &[u8]) -> bool {
    match heifer::check_file_type(head) {
        FileTypeResult::Supported => head.len() >= 12,
        FileTypeResult::MayBe => has_known_codec(head),
        FileTypeResult::No | FileTypeResult::Unsupported => false,
    }
}

/// Such files name the codec among their compatible brands.
fn has_known_codec(head: &[u8]) -> bool {
    let length = head.get(..4).and_then(|length| length.try_into().ok()).map_or(0, u32::from_be_bytes);
    let length = usize::try_from(length).unwrap_or(0).min(head.len());
    let is_any = head.get(8..12).is_some_and(|brand| ANY_CODEC.contains(&brand));
    let brands = head.get(16..length).unwrap_or_default();
    is_any && brands.chunks_exact(4).any(|brand| matches!(brand, b"heic" | b"heix"))
}

/// Converts a photo to a format that every browser shows, with the orientation applied, in sRGB and without metadata.
///
/// # Errors
/// When it is damaged, too large, or uses features that are not supported.
pub fn from_heic(bytes: &[u8]) -> Result<(Vec<u8>, ImageFormat), PictureError> {
    let file = HeifFile::parse(bytes).map_err(|_| damaged())?;
    let size = file.image_size(file.primary_id).map_err(|_| damaged())?;
    let (width, height) = size.ok_or_else(damaged)?;
    if !is_plain(&file, width, height).map_err(|_| damaged())? {
        return Err(PictureError::Refused(UNREAD.to_owned()));
    }
    drop(file);
    let most = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_PIXELS_PER_SIDE || most > MAX_PIXELS {
        return Err(too_large(width, height));
    }
    let max_pixels = (u64::from(width) + PADDING) * (u64::from(height) + PADDING);
    // Memory for the planes of the codec, the pixels, and the output.
    let _room = MemoryPermit::take(max_pixels.saturating_mul(8));
    let options = Options { max_threads: 1, max_pixels };
    let decoded = match heifer::decode_srgb_rgba8(bytes, &options) {
        // HDR colour spaces cannot be converted to sRGB: shown without conversion.
        Err(heifer::Error::Unsupported(_)) => heifer::decode_rgba8(bytes, &options),
        other => other,
    };
    let decoded = decoded.map_err(|error| match error {
        heifer::Error::Unsupported(_) => PictureError::Refused(UNREAD.to_owned()),
        _ => damaged(),
    })?;
    let (width, height, has_alpha) = (decoded.width, decoded.height, decoded.has_alpha);
    let mut written = Vec::new();
    let format = if has_alpha {
        let picture = ImageBuffer::from_raw(width, height, decoded.data).map(DynamicImage::ImageRgba8);
        let picture = picture.ok_or_else(damaged)?;
        picture.write_with_encoder(PngEncoder::new(&mut written)).map_err(broken)?;
        ImageFormat::Png
    } else {
        let picture = ImageBuffer::from_raw(width, height, decoded.into_rgb8()).map(DynamicImage::ImageRgb8);
        let picture = picture.ok_or_else(damaged)?;
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut written, QUALITY)).map_err(broken)?;
        ImageFormat::Jpeg
    };
    Ok((written, format))
}

/// Whether the photo is a single coded image, or a grid of tiles as cameras make it: each tile a different item, and no
/// more tiles than cover the image. Other derived images would let a small file cause hours of work.
fn is_plain(file: &HeifFile<'_>, width: u32, height: u32) -> Result<bool, heifer::heifer_isobmff::Error> {
    let is_coded = |id| Ok(file.item(id)?.item_type.0 == *b"hvc1");
    let id = file.primary_id;
    if is_coded(id)? {
        return Ok(true);
    }
    if file.item(id)?.item_type.0 != *b"grid" {
        return Ok(false);
    }
    let tiles = file.referenced_items(id, b"dimg");
    let Some(first) = tiles.first() else { return Ok(false) };
    let Some((across, down)) = file.image_size(*first)? else { return Ok(false) };
    let grid = file.grid(id)?;
    let is_covering = across.min(down) >= MIN_TILE
        && u32::from(grid.columns) <= width.div_ceil(across)
        && u32::from(grid.rows) <= height.div_ceil(down);
    let are_others = tiles.iter().collect::<HashSet<_>>().len() == tiles.len();
    for tile in tiles {
        if !is_coded(*tile)? || file.image_size(*tile)? != Some((across, down)) {
            return Ok(false);
        }
    }
    Ok(is_covering && are_others)
}

const UNREAD: &str = "is a HEIC file that cannot be read. Upload it as JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible, or open the image and export it as JPEG.";

fn broken(error: image::ImageError) -> PictureError {
    PictureError::Encoder(Box::new(error))
}
