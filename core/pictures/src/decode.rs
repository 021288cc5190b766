//! Pictures of pixels: decoded within limits, turned the way they were taken, in the colours of screens.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{
    ColorType, DynamicImage, ImageBuffer, ImageDecoder, ImageFormat, ImageReader, Limits, metadata::Orientation,
};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::colours::ColorData;
use crate::room::Room;
use crate::{PictureError, encode, strip};

pub(crate) const MOST_PIXELS_A_SIDE: u32 = 12_000;
pub(crate) const MOST_PIXELS: u64 = 50_000_000;
/// Most pictures that one shows one after another, and the pixels of all of them.
const MOST_FRAMES: u32 = 1_000;
const MOST_PIXELS_OF_FRAMES: u64 = 1_000_000_000;
/// Bytes of pixels whose colours are converted at once: whole pixels, with three colours and with four.
const BYTES_AT_ONCE: usize = 12 * 16_384;
/// Quality of a JPEG that had to be turned: nobody sees the difference.
const TURNED_QUALITY: u8 = 92;

/// What is known of a picture after it was decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// Its media type.
    pub mime_type: &'static str,
    /// The ending of its file.
    pub extension: &'static str,
    /// Pixels from left to right, as it is seen.
    pub width: u32,
    /// Pixels from top to bottom, as it is seen.
    pub height: u32,
    /// Whether it moves.
    pub animated: bool,
    /// The colours that stand in for it.
    pub color_data: ColorData,
    /// The file as it is kept: turned, and without what cameras and programs wrote beside the picture.
    pub bytes: Vec<u8>,
}

/// Decodes a picture to be sure that it is one, and rewrites its file.
///
/// # Errors
/// When the format is not taken in; when the picture is damaged, too large, or moves for too long.
pub fn inspect(bytes: &[u8], format: ImageFormat) -> Result<Inspected, PictureError> {
    let refused = |why: &str| PictureError::Refused(why.to_owned());
    let (mime_type, extension) = match format {
        ImageFormat::Jpeg => ("image/jpeg", "jpg"),
        ImageFormat::Png => ("image/png", "png"),
        ImageFormat::WebP => ("image/webp", "webp"),
        ImageFormat::Gif => ("image/gif", "gif"),
        _ => return Err(PictureError::Format),
    };
    let stripped = strip::strip(bytes, format).ok_or_else(damaged)?;
    let decoded = decode(bytes, format).map_err(|error| match error {
        Undecodable::TooLarge(width, height) => too_large(width, height),
        Undecodable::Damaged => damaged(),
    })?;
    let Decoded { picture, turned, room } = decoded;
    let pixels = u64::from(picture.width()) * u64::from(picture.height()) * u64::from(stripped.frames);
    if stripped.frames > 1 && (stripped.frames > MOST_FRAMES || pixels > MOST_PIXELS_OF_FRAMES) {
        return Err(refused("moves for too long. Shorten it, make it smaller, or send it as a video."));
    }
    let animated = stripped.frames > 1;
    let bytes = if turned && !animated { rewritten(&picture, format).ok_or_else(damaged)? } else { stripped.bytes };
    let color_data = ColorData::of(&picture);
    let (width, height) = (picture.width(), picture.height());
    drop((picture, room));
    Ok(Inspected { mime_type, extension, width, height, animated, color_data, bytes })
}

pub(crate) fn damaged() -> PictureError {
    PictureError::Refused("is damaged. Open it, save it again and send the new file.".to_owned())
}

pub(crate) fn too_large(width: u32, height: u32) -> PictureError {
    PictureError::Refused(format!(
        "has {width} × {height} pixels. At most {MOST_PIXELS_A_SIDE} a side and 50 million in all can be taken in."
    ))
}

/// A picture that had to be turned, in the format it came in.
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

/// Why a picture was not decoded.
#[derive(Debug)]
pub enum Undecodable {
    /// Width and height, pixels.
    TooLarge(u32, u32),
    /// The bytes do not follow their format.
    Damaged,
}

impl From<image::ImageError> for Undecodable {
    fn from(_: image::ImageError) -> Self {
        Self::Damaged
    }
}

/// A picture as it is to be seen.
pub struct Decoded {
    /// Its pixels, with eight bits for each colour.
    pub picture: DynamicImage,
    /// Whether it lay on its side in the file.
    turned: bool,
    /// Kept as long as the pixels are.
    pub(crate) room: Room,
}

/// Decodes a picture, the first of those that move. Its size is checked before room is made for its pixels, and where too
/// much is in work it waits: whoever calls holds no other picture.
///
/// # Errors
/// When it is damaged or larger than what is taken in.
pub fn decode(bytes: &[u8], format: ImageFormat) -> Result<Decoded, Undecodable> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 10);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let side = width.max(height);
    if side > MOST_PIXELS_A_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(Undecodable::TooLarge(width, height));
    }
    decoder.set_limits(limits)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let room = Room::take(bytes_in_work(&decoder));
    let mut picture = pixels(decoder)?;
    picture.apply_orientation(orientation);
    if let Some(profile) = profile {
        picture = in_screen_colours(picture, &profile);
    }
    Ok(Decoded { picture, turned: orientation != Orientation::NoTransforms, room })
}

/// What a picture takes at most: as it lies in the file, or twice as it is kept, while it is turned or written.
fn bytes_in_work(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    let kept = u64::from(width) * u64::from(height) * u64::from(decoder.color_type().channel_count());
    decoder.total_bytes().max(kept.saturating_mul(2))
}

/// Reads the pixels with eight bits for each colour, more of which no browser shows.
fn pixels(decoder: impl ImageDecoder) -> Result<DynamicImage, Undecodable> {
    let (width, height) = decoder.dimensions();
    let colour = decoder.color_type();
    let size = usize::try_from(decoder.total_bytes()).map_err(|_| Undecodable::Damaged)?;
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
    picture.ok_or(Undecodable::Damaged)
}

/// Makes eight bits of sixteen, in the place where they lie.
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

/// The picture in sRGB; as it is when its profile cannot be used.
fn in_screen_colours(picture: DynamicImage, profile: &[u8]) -> DynamicImage {
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
                // Only lengths that do not fit are refused, and these are the same.
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

#[cfg(test)]
mod tests {
    use image::{GenericImageView as _, Rgb, RgbImage};

    use super::*;

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn message(refused: Result<Inspected, PictureError>) -> String {
        match refused {
            Err(PictureError::Refused(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pictures_are_known_by_what_they_hold() {
        let png = encoded(&DynamicImage::new_rgb8(40, 30), ImageFormat::Png);
        let inspected = inspect(&png, ImageFormat::Png).unwrap();
        assert_eq!((inspected.mime_type, inspected.width, inspected.height), ("image/png", 40, 30));
        for cut in [20, 40, png.len() - 6] {
            let cut = png.get(..cut).unwrap();
            assert!(message(inspect(cut, ImageFormat::Png)).starts_with("is damaged"));
        }
    }

    #[test]
    fn sixteen_bits_become_eight_as_they_are_rounded() {
        let pixel = |x: u32, y: u32| image::Rgba([u16::try_from(x * 1_000 + y).unwrap(), 65_535, 127, 128 + 257 * 9]);
        let wide = image::ImageBuffer::from_fn(60, 40, pixel);
        let png = encoded(&DynamicImage::ImageRgba16(wide.clone()), ImageFormat::Png);
        let decoded = decode(&png, ImageFormat::Png).unwrap().picture;
        assert_eq!(decoded, DynamicImage::from(DynamicImage::ImageRgba16(wide).to_rgba8()));
        for picture in [DynamicImage::new_luma16(9, 5), DynamicImage::new_luma_a16(9, 5), DynamicImage::new_rgb16(9, 5)]
        {
            let png = encoded(&picture, ImageFormat::Png);
            let decoded = decode(&png, ImageFormat::Png).unwrap().picture;
            let channels = picture.color().channel_count();
            assert_eq!(
                (decoded.color().channel_count(), decoded.as_bytes().len()),
                (channels, 45 * usize::from(channels))
            );
        }
    }

    #[test]
    fn colours_of_another_profile_become_those_of_screens() {
        use image::ImageEncoder as _;
        let profile = ColorProfile::new_display_p3().encode().unwrap();
        let (width, height) = (400, 300);
        for alpha in [false, true] {
            let picture = match alpha {
                true => {
                    DynamicImage::from(image::RgbaImage::from_pixel(width, height, image::Rgba([200, 80, 60, 255])))
                }
                false => DynamicImage::from(RgbImage::from_pixel(width, height, Rgb([200, 80, 60]))),
            };
            let mut png = Vec::new();
            let mut encoder = PngEncoder::new(&mut png);
            encoder.set_icc_profile(profile.clone()).unwrap();
            encoder.write_image(picture.as_bytes(), width, height, picture.color().into()).unwrap();
            let shown = decode(&png, ImageFormat::Png).unwrap().picture.to_rgb8();
            let first = shown.get_pixel(0, 0).0;
            assert!(first[0] > 205 && first[1] < 80, "{first:?}");
            assert!(shown.pixels().all(|pixel| pixel.0 == first), "from the first part to the last");
        }
    }

    #[test]
    fn pictures_that_would_fill_the_memory_are_refused_by_their_size() {
        let wide = encoded(&DynamicImage::new_luma8(30_000, 2), ImageFormat::Png);
        assert!(message(inspect(&wide, ImageFormat::Png)).contains("30000 × 2 pixels"));
        let mut bomb = encoded(&DynamicImage::new_luma8(8, 8), ImageFormat::Png);
        bomb.splice(16..24, [0, 0, 0x2E, 0xE0, 0, 0, 0x2E, 0xE0]);
        let mut checksum = flate2::Crc::new();
        checksum.update(bomb.get(12..29).unwrap());
        bomb.splice(29..33, checksum.sum().to_be_bytes());
        assert!(message(inspect(&bomb, ImageFormat::Png)).contains("12000 × 12000 pixels"));
    }

    #[test]
    fn pictures_on_their_side_are_turned_and_forget_where_they_were_taken() {
        let mut picture = RgbImage::new(60, 20);
        picture.put_pixel(0, 0, Rgb([255, 255, 255]));
        for x in 0..20 {
            for y in 0..20 {
                picture.put_pixel(x, y, Rgb([255, 0, 0]));
            }
        }
        let mut jpeg = encoded(&picture.into(), ImageFormat::Jpeg);
        let exif = b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        jpeg.splice(2..2, [&[0xFF, 0xE1][..], &length, exif].concat());
        let inspected = inspect(&jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!((inspected.width, inspected.height), (20, 60));
        assert!(!inspected.bytes.windows(4).any(|part| part == b"Exif"));
        let kept = image::load_from_memory(&inspected.bytes).unwrap();
        assert_eq!(kept.dimensions(), (20, 60));
        assert!(kept.get_pixel(10, 5).0[0] > 200 && kept.get_pixel(10, 50).0[0] < 60);
    }
}
