//! Compiled functions, kept one by one: components that contain the same interpreter have thousands of functions in
//! common, and differ in the memory that they begin with.
//!
//! What is read from the file is executed. It is for one who compiles plugins of their own, never for a server: see
//! `artefacts.rs`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use sha2::{Digest as _, Sha256};
use wasmtime::CacheStore;

/// An interpreter has about 20,000 functions. Beyond this sum, only those that were used last are kept.
const LARGEST_FILE: usize = 192 * 1024 * 1024;
const KEY_BYTES: usize = 32;
const CHECK_BYTES: usize = 8;
const LENGTH_BYTES: usize = 4;

type Key = [u8; KEY_BYTES];

struct Function {
    code: Vec<u8>,
    is_used: AtomicBool,
}

#[derive(Default)]
struct State {
    is_read: bool,
    is_changed: bool,
    functions: HashMap<Key, Function>,
}

/// The functions of a file. It is read when something is compiled.
pub(crate) struct FunctionCache {
    file: PathBuf,
    state: RwLock<State>,
}

impl fmt::Debug for FunctionCache {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FunctionCache").field("file", &self.file).finish_non_exhaustive()
    }
}

impl FunctionCache {
    pub(crate) fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), state: RwLock::default() }
    }

    /// Writes the file, if there is something new, and forgets the functions.
    pub(crate) fn keep(&self) {
        let state = std::mem::take(&mut *self.state.write().unwrap_or_else(PoisonError::into_inner));
        if !state.is_changed {
            return;
        }
        let sum: usize = state.functions.values().map(|function| function.code.len()).sum();
        let mut bytes = Vec::with_capacity(sum);
        for (key, Function { code, is_used }) in state.functions {
            if sum <= LARGEST_FILE || is_used.into_inner() {
                append(&mut bytes, &key, &code);
            }
        }
        if let Err(error) = write(&self.file, &bytes) {
            // They are only compiled again.
            tracing::warn!(file = %self.file.display(), %error, "compiled functions are not kept");
        }
    }

    fn read(&self) {
        if self.state.read().unwrap_or_else(PoisonError::into_inner).is_read {
            return;
        }
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if !state.is_read {
            state.is_read = true;
            state.functions = parse(&std::fs::read(&self.file).unwrap_or_default());
        }
    }
}

impl CacheStore for FunctionCache {
    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        let key = Key::try_from(key).ok()?;
        self.read();
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let function = state.functions.get(&key)?;
        function.is_used.store(true, Ordering::Relaxed);
        Some(Cow::Owned(function.code.clone()))
    }

    fn insert(&self, key: &[u8], value: Vec<u8>) -> bool {
        let Ok(key) = Key::try_from(key) else { return false };
        self.read();
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.is_changed = true;
        state.functions.insert(key, Function { code: value, is_used: AtomicBool::new(true) });
        true
    }
}

fn check_of(key: &[u8], code: &[u8]) -> [u8; CHECK_BYTES] {
    let digest = Sha256::new().chain_update(key).chain_update(code).finalize();
    let mut check = [0; CHECK_BYTES];
    check.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    check
}

fn append(bytes: &mut Vec<u8>, key: &Key, code: &[u8]) {
    let Ok(length) = u32::try_from(code.len()) else { return };
    bytes.extend_from_slice(key);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&check_of(key, code));
    bytes.extend_from_slice(code);
}

/// The functions of a file up to the first one that is not whole.
fn parse(mut bytes: &[u8]) -> HashMap<Key, Function> {
    let mut functions = HashMap::new();
    while let Some((key, code, rest)) = first_of(bytes) {
        functions.insert(key, Function { code: code.to_vec(), is_used: AtomicBool::new(false) });
        bytes = rest;
    }
    functions
}

fn first_of(bytes: &[u8]) -> Option<(Key, &[u8], &[u8])> {
    let (key, rest) = bytes.split_first_chunk::<KEY_BYTES>()?;
    let (length, rest) = rest.split_first_chunk::<LENGTH_BYTES>()?;
    let (check, rest) = rest.split_first_chunk::<CHECK_BYTES>()?;
    let (code, rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    (check_of(key, code) == *check).then_some((*key, code, rest))
}

/// Writes under another name first, so that a reader never sees part of a file.
fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let aside = file.with_extension(std::process::id().to_string());
    std::fs::write(&aside, bytes)?;
    std::fs::rename(&aside, file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn get(cache: &FunctionCache, name: u8) -> Option<Vec<u8>> {
        cache.get(&[name; KEY_BYTES]).map(Cow::into_owned)
    }

    #[test]
    fn functions_are_found_again_if_they_are_whole() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("functions");
        let cache = FunctionCache::new(&file);
        assert_eq!(get(&cache, 1), None);
        assert!(cache.insert(&[1; KEY_BYTES], b"one".to_vec()) && cache.insert(&[2; KEY_BYTES], b"two".to_vec()));
        assert!(!cache.insert(b"short", Vec::new()));
        assert_eq!(get(&cache, 1).as_deref(), Some(b"one".as_slice()));
        cache.keep();

        let again = FunctionCache::new(&file);
        assert_eq!((get(&again, 1).as_deref(), get(&again, 3)), (Some(b"one".as_slice()), None));
        let written = fs::metadata(&file).expect("file").modified().expect("time");
        again.keep();
        assert_eq!(fs::metadata(&file).expect("file").modified().expect("time"), written, "nothing is new");

        let mut bytes = fs::read(&file).expect("file");
        *bytes.last_mut().expect("code") ^= 1;
        fs::write(&file, &bytes).expect("change");
        let changed = FunctionCache::new(&file);
        assert_eq!([1, 2].iter().filter(|name| get(&changed, **name).is_some()).count(), 1, "the last one is changed");
    }

    #[test]
    fn an_engine_compiles_functions_once() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("functions");
        let compile = |module: &[u8]| {
            let cache = std::sync::Arc::new(FunctionCache::new(&file));
            let mut config = wasmtime::Config::new();
            config.enable_incremental_compilation(std::sync::Arc::clone(&cache) as _).expect("a store");
            let engine = wasmtime::Engine::new(&config).expect("engine");
            let code = wasmtime::component::Component::from_binary(&engine, module).expect("it compiles").serialize();
            let is_changed = cache.state.read().expect("state").is_changed;
            cache.keep();
            (code.expect("code"), is_changed)
        };
        // A component with a module of one function that returns 7.
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.extend_from_slice(&[1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 10, 6, 1, 4, 0, 0x41, 7, 0x0b]);
        let mut component = b"\0asm\x0d\0\x01\0".to_vec();
        component.push(1);
        component.push(u8::try_from(module.len()).expect("a small module"));
        component.extend_from_slice(&module);
        // An instance of it.
        component.extend_from_slice(&[2, 4, 1, 0, 0, 0]);
        let (first, is_new) = compile(&component);
        let (second, is_new_again) = compile(&component);
        assert!(is_new && !is_new_again);
        assert_eq!(first, second);
    }
}
