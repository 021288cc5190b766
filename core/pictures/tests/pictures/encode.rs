//! Widths and formats of images as browsers get them.

use image::{DynamicImage, ImageFormat};
use stoa_pictures::{VariantFormat, shrink, variant_mime_type, variant_step, variant_width};

use crate::encoded;

fn png(picture: &DynamicImage) -> Vec<u8> {
    encoded(picture, ImageFormat::Png)
}

#[test]
fn scaling_keeps_aspect_ratio_and_alpha() {
    let opaque = png(&DynamicImage::new_rgb8(800, 600));
    let clear = png(&DynamicImage::new_rgba8(800, 600));
    for (source, format, mime_type) in [
        (&opaque, VariantFormat::Plain, "image/jpeg"),
        (&clear, VariantFormat::Plain, "image/png"),
        (&opaque, VariantFormat::WebP, "image/webp"),
        (&clear, VariantFormat::WebP, "image/webp"),
    ] {
        let made = shrink(source, 100, format).unwrap();
        assert_eq!(variant_mime_type(&made), mime_type);
        let picture = image::load_from_memory(&made).unwrap();
        assert_eq!((picture.width(), picture.height()), (100, 75), "{mime_type}");
    }
    for source in [&opaque, &clear] {
        let made = shrink(source, 100, VariantFormat::Avif).unwrap();
        assert_eq!((made.get(4..12), variant_mime_type(&made)), (Some(&b"ftypavif"[..]), "image/avif"));
    }
}

/// An image of noise, which compresses badly.
fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    DynamicImage::from(image::RgbImage::from_fn(width, height, |_, _| image::Rgb([next(), next(), next()])))
}

#[test]
fn same_width_reencoded_if_much_smaller() {
    let large = png(&noise(120, 90));
    for format in [VariantFormat::Plain, VariantFormat::WebP] {
        let made = shrink(&large, 300, format).unwrap();
        let picture = image::load_from_memory(&made).unwrap();
        assert_eq!((picture.width(), picture.height()), (120, 90), "images are not enlarged");
        assert!(made.len() < large.len() && variant_mime_type(&made) != "image/png");
    }
    let small = shrink(&large, 300, VariantFormat::WebP).unwrap();
    assert_eq!(
        shrink(&small, 300, VariantFormat::WebP).unwrap(),
        small,
        "encoding it again would reduce its quality and save nothing"
    );
    let plain = shrink(&small, 300, VariantFormat::Plain).unwrap();
    assert_eq!(variant_mime_type(&plain), "image/jpeg", "clients that do not accept WebP do not get it");
}

// spec: image.variant-serving.open
#[test]
fn variant_width_is_capped_by_image_width() {
    for (asked, own, step) in [(500, 600, 500), (750, 600, 750), (2500, 600, 750), (500, 500, 500), (2500, 9000, 2500)]
    {
        assert_eq!(variant_step(asked, own), step, "{asked} of {own}");
    }
}

#[test]
fn requested_width_rounds_to_known_width() {
    assert_eq!(variant_width("500w"), Some(500));
    assert_eq!(variant_width("501w"), None);
    assert_eq!(variant_width("500"), None);
    assert_eq!(variant_width("original"), None);
}
