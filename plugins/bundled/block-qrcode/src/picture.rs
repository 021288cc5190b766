//! The code as a PNG picture within its address.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use png::{BitDepth, ColorType, Encoder};
use qrcode::{Color, EcLevel};
use stoa_plugin_sdk::{Error, ErrorCode, error, invalid_input};

/// Pixels of one module, so that a saved picture can be printed.
const SCALE: usize = 8;
/// Modules that stay white around the code, by the standard.
const QUIET_ZONE: usize = 4;

/// `data:image/png;base64,…`
pub(crate) fn address(content: &str) -> Result<String, Error> {
    let code = qrcode::QrCode::with_error_correction_level(content, EcLevel::M)
        .map_err(|_| invalid_input("the text is too long for a QR code: use at most 1,000 letters"))?;
    let picture = picture(&code).map_err(|fault| error(ErrorCode::Internal, fault.to_string()))?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(picture)))
}

/// One bit a pixel; 1 is white.
fn picture(code: &qrcode::QrCode) -> Result<Vec<u8>, png::EncodingError> {
    let modules = code.width() + 2 * QUIET_ZONE;
    let pixels = modules * SCALE;
    let mut rows = Vec::with_capacity(pixels * modules);
    for line in 0..modules {
        let row: Vec<u8> = (0..modules).map(|column| if is_dark(code, column, line) { 0 } else { u8::MAX }).collect();
        (0..SCALE).for_each(|_| rows.extend_from_slice(&row));
    }
    let mut file = Vec::new();
    let side = u32::try_from(pixels).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(&mut file, side, side);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rows)?;
    writer.finish()?;
    Ok(file)
}

fn is_dark(code: &qrcode::QrCode, column: usize, line: usize) -> bool {
    let inside = QUIET_ZONE..QUIET_ZONE + code.width();
    inside.contains(&column) && inside.contains(&line) && code[(column - QUIET_ZONE, line - QUIET_ZONE)] == Color::Dark
}
