//! Shared values whose types the compiler does not look into.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A shared value that can be sent between threads, whatever its type contains.
///
/// The future of an async function can be sent when all that it holds can. The compiler proves that by walking through
/// the fields of the types, for each function anew, and longer than in proportion where a type with pools, caches and
/// clients comes up several times: half a second for each job of the worker. A trait object says it without a proof.
///
/// Clones share the value. Reading costs one call that is not inlined.
pub struct Opaque<T>(Arc<dyn AsRef<T> + Send + Sync>);

struct Held<T>(T);

impl<T> AsRef<T> for Held<T> {
    fn as_ref(&self) -> &T {
        &self.0
    }
}

impl<T: Send + Sync + 'static> Opaque<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(Held(value)))
    }
}

impl<T> Clone for Opaque<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Opaque<T> {
    type Target = T;

    fn deref(&self) -> &T {
        AsRef::<T>::as_ref(&*self.0)
    }
}

impl<T: fmt::Debug> fmt::Debug for Opaque<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}
