//! Photos of phones.

use stoa_pictures::{PictureError, from_heic, inspect, is_heic};

fn test_photo(width: u32, height: u32) -> Vec<u8> {
    let pixels: Vec<u8> =
        (0..width * height).flat_map(|at| if at % width < 20 { [220, 30, 30] } else { [20, 40, 200] }).collect();
    heifer::encode_rgb8(width, height, &pixels, &heifer::EncodeOptions::default()).unwrap()
}

#[test]
fn heic_decodes_to_pixels() {
    let bytes = test_photo(160, 96);
    assert!(is_heic(&bytes));
    let (jpeg, format) = from_heic(&bytes).unwrap();
    let inspected = inspect(&jpeg, format).unwrap();
    assert_eq!((inspected.mime_type, inspected.width, inspected.height), ("image/jpeg", 160, 96));
    let kept = image::load_from_memory(&inspected.bytes).unwrap().to_rgb8();
    assert!(kept.get_pixel(5, 50).0[0] > 180 && kept.get_pixel(100, 50).0[2] > 160, "{:?}", kept.get_pixel(5, 50));
    for end in [12, 40, bytes.len() / 2] {
        assert!(matches!(from_heic(bytes.get(..end).unwrap()), Err(PictureError::Refused(_))), "cut at {end}");
    }
}

#[test]
fn heic_size_checked_before_decoding() {
    let mut bytes = test_photo(160, 96);
    let at = bytes.windows(4).position(|name| name == b"ispe").unwrap() + 8;
    bytes.splice(at..at + 8, [0, 0, 0x30, 0, 0, 0, 0x30, 0]);
    let Err(PictureError::Refused(message)) = from_heic(&bytes) else { panic!("it was decoded") };
    assert!(message.contains("12288 × 12288 pixels"), "{message}");
    bytes.splice(at..at + 8, [0, 0, 0, 16, 0, 0, 0, 16]);
    let small = from_heic(&bytes).map(|(jpeg, format)| inspect(&jpeg, format).unwrap().width);
    assert!(small.is_err() || small.is_ok_and(|width| width <= 160));
}

#[test]
fn heic_codec_from_brands() {
    for (head, expected) in [
        (&b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"[..], true),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", true),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", false),
        (b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", false),
        (b"\0\0\0\x18ftypisom\0\0\0\0isomheic", false),
        (b"\0\0\0\x18fty", false),
        (b"", false),
    ] {
        assert_eq!(is_heic(head), expected, "{head:?}");
    }
}
