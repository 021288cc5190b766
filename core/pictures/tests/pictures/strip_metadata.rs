//! What cameras and programs write into a file is not stored.

use image::{DynamicImage, ImageFormat};
use stoa_pictures::{PictureError, inspect};

use crate::encoded;

fn small(format: ImageFormat) -> Vec<u8> {
    encoded(&DynamicImage::new_rgb8(20, 10), format)
}

#[test]
fn trailing_data_is_removed() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let clean = small(format);
        let mut hung_on = clean.clone();
        hung_on.extend_from_slice(b"PK\x03\x04<script>alert(1)</script>");
        let stripped = inspect(&hung_on, format).unwrap();
        assert!(!stripped.bytes.windows(7).any(|part| part == b"<script"), "{format:?}");
        let before = image::load_from_memory_with_format(&clean, format).unwrap();
        let after = image::load_from_memory_with_format(&stripped.bytes, format).unwrap();
        assert_eq!(before, after, "{format:?}");
        assert!(!stripped.animated);
        for end in [3, 12, clean.len() / 2] {
            let cut = inspect(clean.get(..end).unwrap(), format);
            assert!(
                matches!(&cut, Err(PictureError::Refused(why)) if why.starts_with("is damaged")),
                "{format:?} cut at {end}: {cut:?}"
            );
        }
    }
}

#[test]
fn comments_and_location_are_removed() {
    let mut jpeg = small(ImageFormat::Jpeg);
    let exif = [&[0xFF, 0xE1, 0, 14][..], b"Exif\0\0GPS 47", &[0xFF, 0xFE, 0, 6], b"home"].concat();
    jpeg.splice(2..2, exif);
    let stripped = inspect(&jpeg, ImageFormat::Jpeg).unwrap();
    assert!(!stripped.bytes.windows(3).any(|part| part == b"GPS"));
    assert!(!stripped.bytes.windows(4).any(|part| part == b"home"));
    assert!(image::load_from_memory(&stripped.bytes).is_ok());
}
