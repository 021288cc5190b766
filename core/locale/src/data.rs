//! Sources of CLDR data: compiled into the program, or blobs loaded by a host.
//!
//! Servers include the data of all languages. That is too large for browsers: they load the blob of a language when
//! needed. The blobs are made from the data of the same crates, so both format alike.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use icu_locale_fallback::LocaleFallbacker;
use icu_provider::DataErrorKind;
use icu_provider::buf::BufferMarker;
use icu_provider::prelude::{
    DataError, DataIdentifierBorrowed, DataMarkerInfo, DataRequest, DataResponse, DynamicDataProvider,
};
use icu_provider_blob::BlobDataProvider;

use crate::formatters::SHARED as SHARED_FORMATTERS;

/// A blob without locale data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the blob holds no locale data of this version")]
pub struct DataFault;

/// Locale data of some languages. The first blob must be that of English: only it includes what all languages share.
#[derive(Debug, Default)]
pub struct LocaleData {
    loaded: RwLock<Loaded>,
}

#[derive(Debug, Default)]
struct Loaded {
    blobs: Vec<BlobDataProvider>,
    fallbacker: Option<LocaleFallbacker>,
}

static SHARED: LazyLock<Arc<LocaleData>> = LazyLock::new(Arc::default);

impl LocaleData {
    /// The data that [`crate::Locale::parse`] uses in a program without compiled data.
    #[must_use]
    pub fn shared() -> &'static Arc<Self> {
        &SHARED
    }

    /// Adds a language. Existing locales keep the data they have already loaded.
    ///
    /// # Errors
    ///
    /// If the bytes are not a blob, or the first blob is not that of English.
    pub fn add(&self, blob: Vec<u8>) -> Result<(), DataFault> {
        let blob = BlobDataProvider::try_new_from_blob(blob.into_boxed_slice()).map_err(|_| DataFault)?;
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if loaded.fallbacker.is_none() {
            let fallbacker = LocaleFallbacker::try_new_with_buffer_provider(&blob).map_err(|_| DataFault)?;
            loaded.fallbacker = Some(fallbacker);
        }
        loaded.blobs.push(blob);
        SHARED_FORMATTERS.clear();
        Ok(())
    }
}

impl Loaded {
    fn find(&self, marker: DataMarkerInfo, request: DataRequest) -> Result<DataResponse<BufferMarker>, DataError> {
        let missing = DataErrorKind::IdentifierNotFound.with_req(marker, request);
        let found = self.blobs.iter().find_map(|blob| blob.load_data(marker, request).ok());
        found.ok_or(missing)
    }
}

impl DynamicDataProvider<BufferMarker> for LocaleData {
    /// Looks for the locale, then for its parents, like the compiled data does.
    fn load_data(&self, marker: DataMarkerInfo, request: DataRequest) -> Result<DataResponse<BufferMarker>, DataError> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let exact = loaded.find(marker, request);
        let (Err(missing), Some(fallbacker)) = (&exact, &loaded.fallbacker) else { return exact };
        let with_fallback = fallbacker.as_borrowed().for_config(marker.fallback_config);
        let mut wider = with_fallback.fallback_for(*request.id.locale);
        while !wider.get().is_unknown() {
            wider.step();
            let id =
                DataIdentifierBorrowed::for_marker_attributes_and_locale(request.id.marker_attributes, wider.get());
            if let Ok(mut response) = loaded.find(marker, DataRequest { id, ..request }) {
                response.metadata.locale = Some(wider.take());
                return Ok(response);
            }
        }
        Err(*missing)
    }
}

/// Data source of a locale.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// Compiled data.
    #[cfg(feature = "compiled-data")]
    Compiled,
    Blobs(Arc<LocaleData>),
}

impl Source {
    /// Default data source of a locale.
    pub(crate) fn usual() -> Self {
        #[cfg(feature = "compiled-data")]
        let usual = Self::Compiled;
        #[cfg(not(feature = "compiled-data"))]
        let usual = Self::Blobs(Arc::clone(LocaleData::shared()));
        usual
    }

    /// Fallback chains of locales.
    pub(crate) fn fallbacker(&self) -> Option<LocaleFallbacker> {
        match self {
            #[cfg(feature = "compiled-data")]
            Self::Compiled => Some(LocaleFallbacker::new().static_to_owned()),
            Self::Blobs(blobs) => blobs.loaded.read().unwrap_or_else(PoisonError::into_inner).fallbacker.clone(),
        }
    }
}

/// Creates a formatter from the data of a source: `made!(source, Type: constructor, constructor_from_blobs;
/// arguments)`. The constructors from blobs are the generic ones for any provider; those for buffers would also include
/// code for older formats.
macro_rules! made {
    ($source:expr, $type:ty: $compiled:ident, $from_blobs:ident; $($argument:expr),*) => {
        match $source {
            #[cfg(feature = "compiled-data")]
            $crate::data::Source::Compiled => <$type>::$compiled($($argument),*).ok(),
            $crate::data::Source::Blobs(blobs) => {
                use icu_provider::buf::AsDeserializingBufferProvider as _;
                <$type>::$from_blobs(&blobs.as_deserializing(), $($argument),*).ok()
            }
        }
    };
}

/// Loads one piece of data about currencies: `loaded!(source, Marker, request)`.
macro_rules! loaded {
    ($source:expr, $marker:ty, $request:expr) => {{
        use icu_provider::buf::AsDeserializingBufferProvider as _;
        use icu_provider::prelude::{DataPayload, DataProvider};
        let payload: Option<DataPayload<$marker>> = match $source {
            #[cfg(feature = "compiled-data")]
            $crate::data::Source::Compiled => {
                icu_experimental::provider::Baked.load($request).ok().map(|response| response.payload)
            }
            $crate::data::Source::Blobs(blobs) => {
                blobs.as_deserializing().load($request).ok().map(|response| response.payload)
            }
        };
        payload
    }};
}

pub(crate) use {loaded, made};
