//! Icons of a site.

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use stoa_pictures::icon;

use crate::encoded;

#[test]
fn icon_is_padded_to_white_square() {
    let wide = RgbaImage::from_pixel(60, 20, Rgba([200, 10, 10, 255]));
    let made = icon(&encoded(&DynamicImage::from(wide), ImageFormat::Png)).unwrap();
    assert_eq!(image::guess_format(&made).unwrap(), ImageFormat::Png);
    let made = image::load_from_memory(&made).unwrap().into_rgb8();
    assert_eq!(made.dimensions(), (180, 180));
    assert_eq!((made.get_pixel(90, 10).0, made.get_pixel(90, 90).0), ([255; 3], [200, 10, 10]));
    assert!(icon(b"not an image").is_err());
}
