//! Images are checked, turned and converted when they are decoded.

use image::codecs::png::PngEncoder;
use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgb, RgbImage};
use moxcms::ColorProfile;
use stoa_pictures::{Inspected, PictureError, decode, inspect};

use crate::encoded;

fn message(refused: Result<Inspected, PictureError>) -> String {
    match refused {
        Err(PictureError::Refused(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn image_format_from_content() {
    let png = encoded(&DynamicImage::new_rgb8(40, 30), ImageFormat::Png);
    let inspected = inspect(&png, ImageFormat::Png).unwrap();
    assert_eq!((inspected.mime_type, inspected.width, inspected.height), ("image/png", 40, 30));
    for cut in [20, 40, png.len() - 6] {
        let cut = png.get(..cut).unwrap();
        assert!(message(inspect(cut, ImageFormat::Png)).starts_with("is damaged"));
    }
}

#[test]
fn sixteen_bit_channels_are_rounded() {
    let pixel = |x: u32, y: u32| image::Rgba([u16::try_from(x * 1_000 + y).unwrap(), 65_535, 127, 128 + 257 * 9]);
    let wide = image::ImageBuffer::from_fn(60, 40, pixel);
    let png = encoded(&DynamicImage::ImageRgba16(wide.clone()), ImageFormat::Png);
    let decoded = decode(&png, ImageFormat::Png).unwrap().picture;
    assert_eq!(decoded, DynamicImage::from(DynamicImage::ImageRgba16(wide).to_rgba8()));
    for picture in [DynamicImage::new_luma16(9, 5), DynamicImage::new_luma_a16(9, 5), DynamicImage::new_rgb16(9, 5)] {
        let png = encoded(&picture, ImageFormat::Png);
        let decoded = decode(&png, ImageFormat::Png).unwrap().picture;
        let channels = picture.color().channel_count();
        assert_eq!((decoded.color().channel_count(), decoded.as_bytes().len()), (channels, 45 * usize::from(channels)));
    }
}

#[test]
fn color_profiles_converted_to_srgb() {
    use image::ImageEncoder as _;
    let profile = ColorProfile::new_display_p3().encode().unwrap();
    let (width, height) = (400, 300);
    for alpha in [false, true] {
        let picture = match alpha {
            true => DynamicImage::from(image::RgbaImage::from_pixel(width, height, image::Rgba([200, 80, 60, 255]))),
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
fn oversized_images_are_rejected_by_header() {
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
fn exif_orientation_is_applied_and_exif_removed() {
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
