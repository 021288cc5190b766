//! Images as the server gets, stores and sends them, through the public functions.
//!
//! Tests of their own crate: as unit tests, they would have the optimised and generic parts compiled a second time.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking, in what they share too")]

mod colours;
mod decode;
mod encode;
mod heic;
mod icon;
mod strip_metadata;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
