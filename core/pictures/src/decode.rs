//! Decodes raster images within limits, applies their orientation, and converts them to sRGB.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{
    ColorType, DynamicImage, ImageBuffer, ImageDecoder, ImageFormat, ImageReader, Limits, metadata::Orientation,
};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::colours::ColorData;
use crate::memory_limit::MemoryPermit;
use crate::{PictureError, encode, strip_metadata};

pub(crate) const MAX_PIXELS_PER_SIDE: u32 = 12_000;
pub(crate) const MAX_PIXELS: u64 = 50_000_000;
/// Maximum number of frames of an animation, and of pixels over all frames.
const MAX_FRAMES: u32 = 1_000;
const MAX_PIXELS_OF_FRAMES: u64 = 1_000_000_000;
/// Number of bytes converted at once: a multiple of the size of both RGB and RGBA pixels.
const BYTES_AT_ONCE: usize = 12 * 16_384;
/// JPEG quality for images that had to be rotated: without visible loss.
const TURNED_QUALITY: u8 = 92;

/// Properties of a decoded image.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// Its media type.
    pub mime_type: &'static str,
    /// File extension.
    pub extension: &'static str,
    /// Width in pixels, after applying the orientation.
    pub width: u32,
    /// Height in pixels, after applying the orientation.
    pub height: u32,
    /// Whether it is animated.
    pub animated: bool,
    /// Placeholder colours.
    pub color_data: ColorData,
    /// The file to store: rotated, and without metadata of cameras and programs.
    pub bytes: Vec<u8>,
}

/// Decodes an image to validate it, and rewrites its file.
///
/// # Errors
/// When the format is not supported; when the image is damaged, too large, or its animation too long.
pub fn inspect(bytes: &[u8], format: ImageFormat) -> Result<Inspected, PictureError> {
    let refused = |why: &str| PictureError::Refused(why.to_owned());
    let (mime_type, extension) = match format {
        ImageFormat::Jpeg => ("image/jpeg", "jpg"),
        ImageFormat::Png => ("image/png", "png"),
        ImageFormat::WebP => ("image/webp", "webp"),
        ImageFormat::Gif => ("image/gif", "gif"),
        _ => return Err(PictureError::Format),
    };
    let stripped = strip_metadata::strip(bytes, format).ok_or_else(damaged)?;
    let decoded = decode(bytes, format).map_err(|error| match error {
        DecodeError::TooLarge(width, height) => too_large(width, height),
        DecodeError::Damaged => damaged(),
    })?;
    let Decoded { picture, turned, room } = decoded;
    let pixels = u64::from(picture.width()) * u64::from(picture.height()) * u64::from(stripped.frames);
    if stripped.frames > 1 && (stripped.frames > MAX_FRAMES || pixels > MAX_PIXELS_OF_FRAMES) {
        return Err(refused(
            "has an animation that is too long. Shorten it, reduce its size, or upload it as a video.",
        ));
    }
    let animated = stripped.frames > 1;
    let bytes = if turned && !animated { rewritten(&picture, format).ok_or_else(damaged)? } else { stripped.bytes };
    let color_data = ColorData::of(&picture);
    let (width, height) = (picture.width(), picture.height());
    drop((picture, room));
    Ok(Inspected { mime_type, extension, width, height, animated, color_data, bytes })
}

pub(crate) fn damaged() -> PictureError {
    PictureError::Refused("is damaged. Open it, save it again and upload the new file.".to_owned())
}

pub(crate) fn too_large(width: u32, height: u32) -> PictureError {
    PictureError::Refused(format!(
        "has {width} × {height} pixels. The limit is {MAX_PIXELS_PER_SIDE} per side and 50 million in total."
    ))
}

/// Encodes a rotated image in its original format.
fn rewritten(picture: &DynamicImage, format: ImageFormat) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Jpeg => {
            picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, TURNED_QUALITY)).ok()?;
        }
        ImageFormat::Png => picture.write_with_encoder(PngEncoder::new(&mut bytes)).ok()?,
        ImageFormat::WebP => return encode::webp(picture).ok(),
        _ => return None,
    }
    Some(bytes)
}

/// Why an image was not decoded.
#[derive(Debug)]
pub enum DecodeError {
    /// Width and height, in pixels.
    TooLarge(u32, u32),
    /// The bytes are not valid in their format.
    Damaged,
}

impl From<image::ImageError> for DecodeError {
    fn from(_: image::ImageError) -> Self {
        Self::Damaged
    }
}

/// A decoded image.
pub struct Decoded {
    /// Its pixels, with eight bits per channel and the orientation applied.
    pub picture: DynamicImage,
    /// Whether the orientation was not the normal one.
    turned: bool,
    /// Memory permit; must live as long as the pixels.
    pub(crate) room: MemoryPermit,
}

/// Decodes an image; of an animation, the first frame. Its size is checked before memory is allocated for its pixels.
/// Blocks while too many pixels are being processed, so the caller must not hold another decoded image.
///
/// # Errors
/// When it is damaged or exceeds the size limits.
pub fn decode(bytes: &[u8], format: ImageFormat) -> Result<Decoded, DecodeError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 10);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let side = width.max(height);
    if side > MAX_PIXELS_PER_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(DecodeError::TooLarge(width, height));
    }
    decoder.set_limits(limits)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let room = MemoryPermit::take(peak_bytes(&decoder));
    let mut picture = pixels(decoder)?;
    picture.apply_orientation(orientation);
    if let Some(profile) = profile {
        picture = to_srgb(picture, &profile);
    }
    Ok(Decoded { picture, turned: orientation != Orientation::NoTransforms, room })
}

/// Peak memory of an image: its pixels as in the file, or twice its pixels with eight bits per channel, while it is
/// rotated or encoded.
fn peak_bytes(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    let kept = u64::from(width) * u64::from(height) * u64::from(decoder.color_type().channel_count());
    decoder.total_bytes().max(kept.saturating_mul(2))
}

/// Reads the pixels with eight bits per channel: browsers show no more.
fn pixels(decoder: impl ImageDecoder) -> Result<DynamicImage, DecodeError> {
    let (width, height) = decoder.dimensions();
    let colour = decoder.color_type();
    let size = usize::try_from(decoder.total_bytes()).map_err(|_| DecodeError::Damaged)?;
    let mut bytes = vec![0; size];
    decoder.read_image(&mut bytes)?;
    if matches!(colour, ColorType::L16 | ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16) {
        narrow(&mut bytes);
    }
    let picture = match colour {
        ColorType::L8 | ColorType::L16 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageLuma8),
        ColorType::La8 | ColorType::La16 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageLumaA8),
        ColorType::Rgb8 | ColorType::Rgb16 => ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8),
        ColorType::Rgba8 | ColorType::Rgba16 => {
            ImageBuffer::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8)
        }
        _ => None,
    };
    picture.ok_or(DecodeError::Damaged)
}

/// Reduces sixteen bits per channel to eight, in place.
fn narrow(bytes: &mut Vec<u8>) {
    let colours = bytes.len() / 2;
    for at in 0..colours {
        let Some(&[one, other]) = bytes.get(at * 2..at * 2 + 2) else { break };
        let rounded = (u32::from(u16::from_ne_bytes([one, other])) + 128) / 257;
        if let Some(place) = bytes.get_mut(at) {
            *place = u8::try_from(rounded).unwrap_or(u8::MAX);
        }
    }
    bytes.truncate(colours);
    bytes.shrink_to_fit();
}

/// Converts the image to sRGB; returns it unchanged if its colour profile cannot be used.
fn to_srgb(picture: DynamicImage, profile: &[u8]) -> DynamicImage {
    let own = ColorProfile::new_from_slice(profile).ok().filter(|own| own.color_space == DataColorSpace::Rgb);
    let Some(own) = own else { return picture };
    let has_alpha = picture.color().has_alpha();
    let layout = if has_alpha { Layout::Rgba } else { Layout::Rgb };
    let transform = own.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default());
    let Ok(transform) = transform else { return picture };
    let convert = |pixels: &mut [u8]| {
        let mut before = Vec::with_capacity(BYTES_AT_ONCE);
        for part in pixels.chunks_mut(BYTES_AT_ONCE) {
            before.clear();
            before.extend_from_slice(part);
            if transform.transform(&before, part).is_err() {
                // Fails only if the lengths differ, and these are equal.
                break;
            }
        }
    };
    if has_alpha {
        let mut pixels = picture.into_rgba8();
        convert(&mut pixels);
        return pixels.into();
    }
    let mut pixels = picture.into_rgb8();
    convert(&mut pixels);
    pixels.into()
}
