use std::io::Cursor;

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::SiteError;

/// Widths in pixels that pictures are served in.
pub const VARIANT_WIDTHS: [u32; 7] = [100, 300, 500, 750, 1000, 1500, 2500];

/// Most bytes of a picture: 20 MB.
pub(super) const MOST_BYTES: usize = 20_000_000;
const MOST_PIXELS_A_SIDE: u32 = 12_000;
const MOST_PIXELS: u64 = 50_000_000;
const JPEG_QUALITY: u8 = 82;

/// The width that a `format` such as `500w` asks for; none for anything but the known widths.
pub fn variant_width(format: &str) -> Option<u32> {
    let width = format.strip_suffix('w')?.parse().ok()?;
    VARIANT_WIDTHS.contains(&width).then_some(width)
}

/// What is known of a picture after it was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inspected {
    pub(super) mime_type: &'static str,
    pub(super) extension: &'static str,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Decodes a picture to be sure that it is one.
pub(super) fn inspect(bytes: &[u8]) -> Result<Inspected, SiteError> {
    if bytes.len() > MOST_BYTES {
        return Err(SiteError::UnusableFile(
            "The file is too large. The maximum allowed file size is 20 MB".to_owned(),
        ));
    }
    let format = image::guess_format(bytes).ok();
    let (mime_type, extension) = match format {
        Some(ImageFormat::Jpeg) => ("image/jpeg", "jpg"),
        Some(ImageFormat::Png) => ("image/png", "png"),
        Some(ImageFormat::WebP) => ("image/webp", "webp"),
        Some(ImageFormat::Gif) => ("image/gif", "gif"),
        _ => return Err(SiteError::UnusableFile("The file must be a JPEG, PNG, WebP or GIF picture.".to_owned())),
    };
    let picture = decode(bytes)
        .map_err(|_| SiteError::UnusableFile("The picture is damaged, or larger than 50 million pixels.".to_owned()))?;
    Ok(Inspected { mime_type, extension, width: picture.width(), height: picture.height() })
}

fn decode(bytes: &[u8]) -> Result<DynamicImage, image::ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS_A_SIDE);
    limits.max_image_height = Some(MOST_PIXELS_A_SIDE);
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        let kind = image::error::LimitErrorKind::DimensionError;
        return Err(image::ImageError::Limits(image::error::LimitError::from_kind(kind)));
    }
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// A picture made smaller.
#[derive(Clone, Debug)]
pub(super) struct Shrunk {
    pub(super) bytes: Vec<u8>,
    pub(super) mime_type: &'static str,
}

/// Makes a picture `width` pixels wide, which must be less than it has: WebP where pixels are
/// see-through, else JPEG.
pub(super) fn shrink(bytes: &[u8], width: u32) -> Result<Shrunk, SiteError> {
    let broken = |error: Box<dyn std::error::Error + Send + Sync>| SiteError::Picture(error);
    let picture = decode(bytes).map_err(|error| broken(Box::new(error)))?;
    let height = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width().max(1));
    let height = u32::try_from(height.max(1)).unwrap_or(u32::MAX);
    let see_through = picture.color().has_alpha();
    let (source, mut target) = if see_through {
        (DynamicImage::from(picture.into_rgba8()), DynamicImage::new_rgba8(width, height))
    } else {
        (DynamicImage::from(picture.into_rgb8()), DynamicImage::new_rgb8(width, height))
    };
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize(&source, &mut target, &options).map_err(|error| broken(Box::new(error)))?;
    encode(&target, see_through).map_err(|error| broken(Box::new(error)))
}

fn encode(picture: &DynamicImage, see_through: bool) -> Result<Shrunk, image::ImageError> {
    let mut bytes = Vec::new();
    if see_through {
        picture.write_with_encoder(WebPEncoder::new_lossless(&mut bytes))?;
        return Ok(Shrunk { bytes, mime_type: "image/webp" });
    }
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
    Ok(Shrunk { bytes, mime_type: "image/jpeg" })
}

/// The media type of bytes that [`shrink`] made.
pub(super) fn shrunk_type(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(b"RIFF") { "image/webp" } else { "image/jpeg" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn pictures_are_known_by_their_content() {
        let inspected = inspect(&png(&DynamicImage::new_rgb8(40, 30))).unwrap();
        assert_eq!(inspected, Inspected { mime_type: "image/png", extension: "png", width: 40, height: 30 });
        assert!(matches!(inspect(b"MZ\x90 not a picture"), Err(SiteError::UnusableFile(_))));
        let mut cut = png(&DynamicImage::new_rgb8(40, 30));
        cut.truncate(40);
        assert!(matches!(inspect(&cut), Err(SiteError::UnusableFile(_))));
    }

    #[test]
    fn smaller_pictures_keep_their_shape_and_transparency() {
        let opaque = shrink(&png(&DynamicImage::new_rgb8(800, 600)), 100).unwrap();
        assert_eq!((opaque.mime_type, shrunk_type(&opaque.bytes)), ("image/jpeg", "image/jpeg"));
        let made = image::load_from_memory(&opaque.bytes).unwrap();
        assert_eq!((made.width(), made.height()), (100, 75));
        let clear = shrink(&png(&DynamicImage::new_rgba8(800, 600)), 300).unwrap();
        assert_eq!((clear.mime_type, shrunk_type(&clear.bytes)), ("image/webp", "image/webp"));
    }

    #[test]
    fn only_the_known_widths_are_served() {
        assert_eq!(variant_width("500w"), Some(500));
        assert_eq!(variant_width("501w"), None);
        assert_eq!(variant_width("500"), None);
        assert_eq!(variant_width("original"), None);
    }
}
