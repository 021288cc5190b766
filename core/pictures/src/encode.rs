//! Resizes images and encodes them in formats that browsers support.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageBuffer, ImageFormat, Pixel};
use ravif::{Encoder, Img, RGBA8};

use crate::PictureError;
use crate::decode::decode;

/// Widths of image variants, in pixels.
pub const VARIANT_WIDTHS: [u32; 7] = [100, 300, 500, 750, 1000, 1500, 2500];

const JPEG_QUALITY: u8 = 82;
const WEBP_QUALITY: f32 = 80.0;
const AVIF_QUALITY: f32 = 62.0;
/// An image that is not resized is re-encoded only if that reduces its size to at most this percentage.
const REENCODE_MAX_PERCENT: usize = 80;
/// From 1 (slow and small) to 10: an image 1000 pixels wide takes about a second.
const AVIF_SPEED: u8 = 9;

/// The width requested by a `format` such as `500w`; none for unknown widths.
pub fn variant_width(format: &str) -> Option<u32> {
    let width = format.strip_suffix('w')?.parse().ok()?;
    VARIANT_WIDTHS.contains(&width).then_some(width)
}

/// Formats of image variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantFormat {
    /// Smallest but slow to encode: in the background.
    Avif,
    /// Small and fast to encode.
    WebP,
    /// For browsers that support neither: JPEG, or PNG for images with transparency.
    Plain,
}

impl VariantFormat {
    /// Suffix after the width in the blob key.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::WebP => "webp",
            Self::Plain => "plain",
        }
    }

    /// Whether clients that request this format also support the stored one.
    fn takes(self, stored: ImageFormat) -> bool {
        match stored {
            ImageFormat::Jpeg | ImageFormat::Png => true,
            ImageFormat::WebP => self != Self::Plain,
            _ => false,
        }
    }
}

/// The media type of a variant made by [`shrink`].
pub fn variant_mime_type(bytes: &[u8]) -> &'static str {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Avif) => "image/avif",
        Ok(ImageFormat::WebP) => "image/webp",
        Ok(ImageFormat::Png) => "image/png",
        _ => "image/jpeg",
    }
}

/// The variant width to store for a requested width: at most the smallest one that is not below the image's own width.
/// In that variant the image keeps its own width.
pub fn variant_step(asked: u32, own_width: u32) -> u32 {
    let whole = VARIANT_WIDTHS.into_iter().find(|step| *step >= own_width);
    whole.map_or(asked, |whole| asked.min(whole))
}

pub(crate) fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> PictureError {
    PictureError::Encoder(error.into())
}

/// Resizes an image to at most `width` pixels. If it keeps its width and re-encoding saves little, the original bytes
/// are returned, to avoid a second loss of quality.
///
/// # Errors
/// When the bytes are not an image or cannot be encoded.
pub fn shrink(bytes: &[u8], width: u32, format: VariantFormat) -> Result<Vec<u8>, PictureError> {
    let stored = image::guess_format(bytes).unwrap_or(ImageFormat::Jpeg);
    let decoded = decode(bytes, stored).map_err(|_| broken("a stored image cannot be decoded"))?;
    let (picture, _room) = (decoded.picture, decoded.room);
    let is_whole = picture.width() <= width;
    let width = width.min(picture.width());
    let height = u64::from(picture.height()) * u64::from(width) / u64::from(picture.width().max(1));
    let height = u32::try_from(height.max(1)).unwrap_or(u32::MAX);
    let target = match (picture.color().has_alpha(), is_whole) {
        (true, true) => picture.into_rgba8().into(),
        (true, false) => resized::<_, U8x4>(picture.into_rgba8(), width, height)?.into(),
        (false, true) => picture.into_rgb8().into(),
        (false, false) => resized::<_, U8x3>(picture.into_rgb8(), width, height)?.into(),
    };
    let made = match format {
        VariantFormat::Avif => avif(&target),
        VariantFormat::WebP => webp(&target),
        VariantFormat::Plain => plain(&target),
    }?;
    let saves_little = made.len().saturating_mul(100) > bytes.len().saturating_mul(REENCODE_MAX_PERCENT);
    Ok(if is_whole && format.takes(stored) && saves_little { bytes.to_vec() } else { made })
}

/// Resizes an image whose pixels the resizer knows as `R`. Only the two types of pixels in use are compiled: the resizer
/// has code for thirteen.
fn resized<P, R>(
    picture: ImageBuffer<P, Vec<u8>>,
    width: u32,
    height: u32,
) -> Result<ImageBuffer<P, Vec<u8>>, PictureError>
where
    P: Pixel<Subpixel = u8>,
    R: PixelTrait,
{
    let mut target = ImageBuffer::new(width, height);
    let source = TypedImageRef::<R>::from_buffer(picture.width(), picture.height(), &picture).map_err(broken)?;
    let mut view = TypedImage::<R>::from_buffer(width, height, &mut target).map_err(broken)?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize_typed(&source, &mut view, &options).map_err(broken)?;
    drop(view);
    Ok(target)
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

/// Encodes an image as WebP.
pub(crate) fn webp(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let made = match picture {
        DynamicImage::ImageRgb8(pixels) => {
            webp::Encoder::from_rgb(pixels, width, height).encode_simple(false, WEBP_QUALITY)
        }
        DynamicImage::ImageRgba8(pixels) => {
            webp::Encoder::from_rgba(pixels, width, height).encode_simple(false, WEBP_QUALITY)
        }
        grey if grey.color().has_alpha() => return webp(&grey.to_rgba8().into()),
        grey => return webp(&grey.to_rgb8().into()),
    };
    made.map(|bytes| bytes.to_vec()).map_err(|error| broken(format!("WebP: {error:?}")))
}

fn avif(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let encoder = Encoder::new().with_quality(AVIF_QUALITY).with_speed(AVIF_SPEED).with_num_threads(Some(1));
    let side = |pixels: u32| usize::try_from(pixels).unwrap_or(usize::MAX);
    let (width, height) = (side(picture.width()), side(picture.height()));
    let pixels: Vec<RGBA8> = picture.to_rgba8().pixels().map(|pixel| RGBA8::from(pixel.0)).collect();
    // Leaves out the alpha channel of an opaque image. The function for images without alpha is inlined, and with it all of
    // the encoder, which is generic: this crate would take four times as long to compile.
    let made = encoder.encode_rgba(Img::new(&pixels, width, height));
    Ok(made.map_err(broken)?.avif_file)
}
