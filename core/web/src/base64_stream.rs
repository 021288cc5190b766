//! Base64 of a stream, such as a file within a JSON document.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures::stream::{self, Stream, StreamExt as _};
use stoa_kernel::ports::{ByteStream, PortError};

/// Streams base64. It encodes 3 bytes as 4 characters: the rest of a chunk is encoded with the next one.
pub fn in_base64(content: ByteStream) -> impl Stream<Item = Result<Bytes, PortError>> + Send + 'static {
    let parts = content.map(Some).chain(stream::once(async { None }));
    parts.scan(Vec::new(), |left: &mut Vec<u8>, part| {
        let encoded = match part {
            Some(Ok(bytes)) => {
                left.extend_from_slice(&bytes);
                let rest = left.split_off(left.len() - left.len() % 3);
                Ok(Bytes::from(STANDARD.encode(std::mem::replace(left, rest))))
            }
            Some(Err(error)) => Err(error),
            None => Ok(Bytes::from(STANDARD.encode(std::mem::take(left)))),
        };
        std::future::ready(Some(encoded))
    })
}

#[cfg(test)]
mod tests {
    use futures::TryStreamExt as _;

    use super::*;

    #[tokio::test]
    async fn base64_stream_any_chunk_size() -> Result<(), PortError> {
        let whole: Vec<u8> = (0..=255).collect();
        for size in [1, 2, 3, 4, 7, 255, 256] {
            let parts: Vec<Result<Bytes, PortError>> =
                whole.chunks(size).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
            let encoded: Vec<Bytes> = in_base64(stream::iter(parts).boxed()).try_collect().await?;
            assert_eq!(encoded.concat(), STANDARD.encode(&whole).into_bytes(), "parts of {size}");
        }
        Ok(())
    }
}
