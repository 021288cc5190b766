//! Pictures made smaller, in the formats that browsers take.

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageFormat};
use ravif::{Encoder, Img, RGB8, RGBA8};

use crate::PictureError;
use crate::decode::decode;

/// Widths in pixels that pictures are served in.
pub const VARIANT_WIDTHS: [u32; 7] = [100, 300, 500, 750, 1000, 1500, 2500];

const JPEG_QUALITY: u8 = 82;
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 62.0;
/// Of 1 (slow and small) to 10: a picture of a thousand pixels takes about a second.
const AVIF_SPEED: u8 = 9;

/// The width that a `format` such as `500w` asks for; none for anything but the known widths.
pub fn variant_width(format: &str) -> Option<u32> {
    let width = format.strip_suffix('w')?.parse().ok()?;
    VARIANT_WIDTHS.contains(&width).then_some(width)
}

/// A format that smaller pictures are made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantFormat {
    /// Smallest, slow to make: in the background.
    Avif,
    /// Small and quick.
    WebP,
    /// For browsers that name neither: JPEG, or PNG where pixels are see-through.
    Plain,
}

impl VariantFormat {
    /// What stands behind the width in the blob's key.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::WebP => "webp",
            Self::Plain => "plain",
        }
    }

    /// The media type of bytes in this format.
    pub fn mime_type(self, bytes: &[u8]) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::WebP => "image/webp",
            Self::Plain if bytes.starts_with(b"\x89PNG") => "image/png",
            Self::Plain => "image/jpeg",
        }
    }
}

fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> PictureError {
    PictureError::Encoder(error.into())
}

/// Makes a picture `width` pixels wide, which must be less than it has.
///
/// # Errors
/// When the bytes are no picture or cannot be encoded.
pub fn shrink(bytes: &[u8], width: u32, format: VariantFormat) -> Result<Vec<u8>, PictureError> {
    let stored = image::guess_format(bytes).unwrap_or(ImageFormat::Jpeg);
    let picture = decode(bytes, stored).map_err(|_| broken("a stored picture cannot be decoded"))?.picture;
    let height = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width().max(1));
    let height = u32::try_from(height.max(1)).unwrap_or(u32::MAX);
    let (source, mut target) = if picture.color().has_alpha() {
        (DynamicImage::from(picture.into_rgba8()), DynamicImage::new_rgba8(width, height))
    } else {
        (DynamicImage::from(picture.into_rgb8()), DynamicImage::new_rgb8(width, height))
    };
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize(&source, &mut target, &options).map_err(broken)?;
    match format {
        VariantFormat::Avif => avif(&target),
        VariantFormat::WebP => webp(&target),
        VariantFormat::Plain => plain(&target),
    }
}

fn plain(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let written = if picture.color().has_alpha() {
        picture.write_with_encoder(PngEncoder::new(&mut bytes))
    } else {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
    };
    written.map(|()| bytes).map_err(broken)
}

/// A picture as WebP.
pub(crate) fn webp(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let made = if picture.color().has_alpha() {
        webp::Encoder::from_rgba(&picture.to_rgba8(), width, height).encode_simple(false, WEBP_QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.to_rgb8(), width, height).encode_simple(false, WEBP_QUALITY)
    };
    made.map(|bytes| bytes.to_vec()).map_err(|error| broken(format!("WebP: {error:?}")))
}

fn avif(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let encoder = Encoder::new().with_quality(AVIF_QUALITY).with_speed(AVIF_SPEED).with_num_threads(Some(1));
    let side = |pixels: u32| usize::try_from(pixels).unwrap_or(usize::MAX);
    let (width, height) = (side(picture.width()), side(picture.height()));
    let made = if picture.color().has_alpha() {
        let pixels: Vec<RGBA8> = picture.to_rgba8().pixels().map(|pixel| RGBA8::from(pixel.0)).collect();
        encoder.encode_rgba(Img::new(&pixels, width, height))
    } else {
        let pixels: Vec<RGB8> = picture.to_rgb8().pixels().map(|pixel| RGB8::from(pixel.0)).collect();
        encoder.encode_rgb(Img::new(&pixels, width, height))
    };
    Ok(made.map_err(broken)?.avif_file)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn smaller_pictures_keep_their_shape_and_transparency() {
        let opaque = png(&DynamicImage::new_rgb8(800, 600));
        let clear = png(&DynamicImage::new_rgba8(800, 600));
        for (source, format, mime_type) in [
            (&opaque, VariantFormat::Plain, "image/jpeg"),
            (&clear, VariantFormat::Plain, "image/png"),
            (&opaque, VariantFormat::WebP, "image/webp"),
            (&clear, VariantFormat::WebP, "image/webp"),
        ] {
            let made = shrink(source, 100, format).unwrap();
            assert_eq!(format.mime_type(&made), mime_type);
            let picture = image::load_from_memory(&made).unwrap();
            assert_eq!((picture.width(), picture.height()), (100, 75), "{mime_type}");
        }
        for source in [&opaque, &clear] {
            let made = shrink(source, 100, VariantFormat::Avif).unwrap();
            assert_eq!(made.get(4..12), Some(&b"ftypavif"[..]));
        }
    }

    #[test]
    fn only_the_known_widths_are_served() {
        assert_eq!(variant_width("500w"), Some(500));
        assert_eq!(variant_width("501w"), None);
        assert_eq!(variant_width("500"), None);
        assert_eq!(variant_width("original"), None);
    }
}
