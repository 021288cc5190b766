//! Converts an image to the square icon of a site.

use image::codecs::png::PngEncoder;
use image::imageops::{FilterType, overlay};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

use crate::PictureError;
use crate::decode::decode;
use crate::encode::broken;

/// Width and height in pixels, as required by phones with the highest resolution.
const SIDE: u32 = 180;

/// Makes a square PNG with the whole image in its centre. Transparent areas become white, as home screens of phones
/// would show them black.
///
/// # Errors
/// When the bytes are not an image or cannot be encoded.
pub fn icon(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let stored = image::guess_format(bytes).unwrap_or(ImageFormat::Jpeg);
    let decoded = decode(bytes, stored).map_err(|_| broken("a stored image cannot be decoded"))?;
    let (picture, _room) = (decoded.picture, decoded.room);
    let picture = picture.resize(SIDE, SIDE, FilterType::Lanczos3).into_rgba8();
    let mut square = RgbaImage::from_pixel(SIDE, SIDE, Rgba([255; 4]));
    let middle = |side: u32| i64::from(SIDE.saturating_sub(side) / 2);
    overlay(&mut square, &picture, middle(picture.width()), middle(picture.height()));
    let mut made = Vec::new();
    let square = DynamicImage::from(DynamicImage::from(square).into_rgb8());
    square.write_with_encoder(PngEncoder::new(&mut made)).map_err(broken)?;
    Ok(made)
}
