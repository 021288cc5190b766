//! Compiled functions, kept one by one: components that contain the same interpreter have thousands of functions in
//! common, and differ in the memory that they begin with.
//!
//! What is read from the file is executed. It is for one who compiles plugins of their own, never for a server: see
//! `artefacts.rs`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use sha2::{Digest as _, Sha256};
use wasmtime::CacheStore;

/// An interpreter has 13,000 functions. Beyond this sum, only those that were used last are kept.
const LARGEST_FILE: usize = 192 * 1024 * 1024;
const KEY_BYTES: usize = 32;
const CHECK_BYTES: usize = 8;
const LENGTH_BYTES: usize = 4;

type Key = [u8; KEY_BYTES];

struct Function {
    code: Vec<u8>,
    is_new: bool,
    is_used: AtomicBool,
}

#[derive(Default)]
struct State {
    is_read: bool,
    /// Whether the end of the file cannot be read, as after a process that was killed.
    is_torn: bool,
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

    /// Writes what is new, and forgets the functions.
    pub(crate) fn keep(&self) {
        let state = std::mem::take(&mut *self.state.write().unwrap_or_else(PoisonError::into_inner));
        let sum: usize = state.functions.values().map(|function| function.code.len()).sum();
        let is_full = sum > LARGEST_FILE;
        let mut bytes = Vec::new();
        for (key, function) in state.functions {
            let is_kept = if is_full { function.is_used.into_inner() } else { function.is_new || state.is_torn };
            if is_kept {
                append(&mut bytes, &key, &function.code);
            }
        }
        let written = match bytes.is_empty() {
            true => Ok(()),
            false if is_full || state.is_torn => replace(&self.file, &bytes),
            false => extend(&self.file, &bytes),
        };
        if let Err(error) = written {
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
            let bytes = std::fs::read(&self.file).unwrap_or_default();
            let (functions, rest) = parse(&bytes);
            *state = State { is_read: true, is_torn: !rest.is_empty(), functions };
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
        let function = Function { code: value, is_new: true, is_used: AtomicBool::new(true) };
        self.state.write().unwrap_or_else(PoisonError::into_inner).functions.insert(key, function);
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

/// The functions of a file up to the first one that is not whole, and the bytes from there on.
fn parse(mut bytes: &[u8]) -> (HashMap<Key, Function>, &[u8]) {
    let mut functions = HashMap::new();
    while let Some((key, code, rest)) = first_of(bytes) {
        functions.insert(key, Function { code: code.to_vec(), is_new: false, is_used: AtomicBool::new(false) });
        bytes = rest;
    }
    (functions, bytes)
}

fn first_of(bytes: &[u8]) -> Option<(Key, &[u8], &[u8])> {
    let (key, rest) = bytes.split_first_chunk::<KEY_BYTES>()?;
    let (length, rest) = rest.split_first_chunk::<LENGTH_BYTES>()?;
    let (check, rest) = rest.split_first_chunk::<CHECK_BYTES>()?;
    let (code, rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    (check_of(key, code) == *check).then_some((*key, code, rest))
}

/// Writes under another name first, so that a reader never sees part of a file.
fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let aside = file.with_extension(std::process::id().to_string());
    std::fs::write(&aside, bytes)?;
    std::fs::rename(&aside, file)
}

/// Writes at the end. Another process may do so at the same time.
fn extend(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::File::options().create(true).append(true).open(file)?.write_all(bytes)
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
        assert!(changed.insert(&[3; KEY_BYTES], b"three".to_vec()));
        changed.keep();
        let mended = FunctionCache::new(&file);
        assert_eq!([1, 2, 3].iter().filter(|name| get(&mended, **name).is_some()).count(), 2, "without what was torn");
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
            cache.keep();
            (code.expect("code"), fs::metadata(&file).expect("functions").len())
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
        let (first, kept) = compile(&component);
        let (second, kept_again) = compile(&component);
        assert_eq!((kept_again, second == first), (kept, true), "nothing was compiled again");
    }
}
