//! Cache of compiled components.
//!
//! Loading compiled code means running it, so code is loaded only if this installation made it: each artefact carries a
//! MAC over the digest of its component, the engine and the code. A file that someone exchanged, also for the artefact
//! of another plugin, is not loaded. The cache of wasmtime has no such check.

mod disk;

use std::fmt;
use std::hash::{Hash as _, Hasher};
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

use disk::{keep_recent, make_private, note_use, write};

const MAC_BYTES: usize = 32;
/// Of what is noted about a component that passed the checks.
const NOTE_ENDING: &str = "checked";
/// The artefacts of packages that were not used for the longest time are deleted beyond this sum.
const MOST_OF_PACKAGES: u64 = 512 * 1024 * 1024;
/// The same for those of plugins of the folder, and the notes about them. Packages, which sites bring, take none of it.
const MOST_OF_FOLDER: u64 = 1024 * 1024 * 1024;

/// Whose code it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// That of a plugin of the server's folder.
    Folder,
    /// That of a package.
    Package,
}

impl Origin {
    fn ending(self) -> &'static str {
        match self {
            Self::Folder => "fcwasm",
            Self::Package => "cwasm",
        }
    }
}

/// Where compiled code is kept, and the key of its MACs.
#[derive(Clone)]
pub struct CompileCache {
    /// The folder. It is created if needed, belongs to this user and is closed to all others.
    pub folder: PathBuf,
    /// A key that only this installation knows.
    pub key: Vec<u8>,
}

impl fmt::Debug for CompileCache {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CompileCache").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// An open cache.
pub(crate) struct Artefacts {
    folder: PathBuf,
    key: Vec<u8>,
}

impl Artefacts {
    /// Opens a cache, after checking who has access to its folder.
    pub(crate) fn open(cache: &CompileCache) -> Result<Self, String> {
        let folder = std::path::absolute(&cache.folder)
            .and_then(|folder| make_private(&folder).map(|()| folder))
            .map_err(|error| format!("cache of compiled plugins {}: {error}", cache.folder.display()))?;
        Ok(Self { folder, key: cache.key.clone() })
    }

    /// The compiled component of a plugin of the folder: from the cache if it is there and ours, otherwise compiled and
    /// kept.
    pub(crate) fn component(&self, engine: &Engine, bytes: &[u8], digest: &[u8]) -> wasmtime::Result<Component> {
        if let Some(component) = self.find(engine, digest, Origin::Folder) {
            return Ok(component);
        }
        let component = Component::from_binary(engine, bytes)?;
        match component.serialize() {
            Ok(code) => self.keep(engine, digest, Origin::Folder, &code),
            Err(error) => tracing::warn!(%error, "compiled code of a plugin is not kept"),
        }
        Ok(component)
    }

    /// The compiled component, if the cache has it and it is ours.
    pub(crate) fn find(&self, engine: &Engine, digest: &[u8], origin: Origin) -> Option<Component> {
        let identity = identity(engine, digest);
        self.kept(engine, &self.file(&identity, origin), &identity)
    }

    /// Whether there is code of a plugin of the folder. Whether it is ours is checked when it is loaded.
    pub(crate) fn has(&self, engine: &Engine, digest: &[u8]) -> bool {
        let identity = identity(engine, digest);
        let file = self.file(&identity, Origin::Folder);
        if !file.exists() {
            // Earlier versions kept it with the code of packages. It may not be there either.
            let _ = std::fs::rename(self.file(&identity, Origin::Package), &file);
        }
        let is_there = std::fs::symlink_metadata(&file).is_ok_and(|facts| facts.is_file());
        if is_there {
            note_use(&file);
        }
        is_there
    }

    /// Notes something about a component. It is found with the same engine, component and fingerprint alone, which has
    /// 32 bytes.
    pub(crate) fn note(&self, engine: &Engine, digest: &[u8], fingerprint: &[u8], text: &[u8]) {
        let identity = [identity(engine, digest).as_slice(), fingerprint].concat();
        let file = self.named(&identity, NOTE_ENDING);
        if let Err(error) = write(&file, &self.mac(b"note", &[&identity, text]), text) {
            tracing::warn!(file = %file.display(), %error, "checks of a plugin are not noted and done again");
        }
    }

    /// What was noted, if it is ours.
    pub(crate) fn noted(&self, engine: &Engine, digest: &[u8], fingerprint: &[u8]) -> Option<Vec<u8>> {
        let identity = [identity(engine, digest).as_slice(), fingerprint].concat();
        let file = self.named(&identity, NOTE_ENDING);
        let is_regular = std::fs::symlink_metadata(&file).ok()?.is_file();
        let bytes = is_regular.then(|| std::fs::read(&file).ok()).flatten()?;
        let (mac, text) = bytes.split_at_checked(MAC_BYTES)?;
        self.keyed(b"note", &[&identity, text])?.verify_slice(mac).ok()?;
        note_use(&file);
        Some(text.to_vec())
    }

    /// Keeps code that the compile process of this installation made, and loads it.
    pub(crate) fn adopt(
        &self,
        engine: &Engine,
        digest: &[u8],
        origin: Origin,
        code: &[u8],
    ) -> wasmtime::Result<Component> {
        self.keep(engine, digest, origin, code);
        load(engine, code)
    }

    /// Without the file, the component is only compiled again.
    fn keep(&self, engine: &Engine, digest: &[u8], origin: Origin, code: &[u8]) {
        let identity = identity(engine, digest);
        let file = self.file(&identity, origin);
        if let Err(error) = write(&file, &self.mac(b"code", &[&identity, code]), code) {
            tracing::warn!(file = %file.display(), %error, "compiled code of a plugin is not kept");
        }
    }

    fn file(&self, identity: &[u8], origin: Origin) -> PathBuf {
        self.named(identity, origin.ending())
    }

    fn named(&self, identity: &[u8], ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", hex::encode(self.mac(b"name", &[identity]))))
    }

    fn kept(&self, engine: &Engine, file: &Path, identity: &[u8]) -> Option<Component> {
        let is_regular = std::fs::symlink_metadata(file).ok()?.is_file();
        let read = if is_regular { std::fs::read(file) } else { Ok(Vec::new()) };
        // A server that has no file handles left, say, does not lose its code.
        let bytes = read
            .inspect_err(|error| tracing::warn!(file = %file.display(), %error, "compiled code cannot be read"))
            .ok()?;
        let Some((mac, code)) =
            bytes.split_at_checked(MAC_BYTES).filter(|(mac, code)| self.is_ours(mac, identity, code))
        else {
            tracing::error!(
                file = %file.display(),
                "compiled code of a plugin was changed or exchanged; it is deleted and compiled again"
            );
            let _ = std::fs::remove_file(file);
            return None;
        };
        debug_assert_eq!(mac.len(), MAC_BYTES);
        let component = load(engine, code)
            .inspect_err(|error| tracing::warn!(%error, "compiled code of a plugin cannot be loaded"))
            .ok()?;
        note_use(file);
        Some(component)
    }

    fn is_ours(&self, mac: &[u8], identity: &[u8], code: &[u8]) -> bool {
        self.keyed(b"code", &[identity, code]).is_some_and(|expected| expected.verify_slice(mac).is_ok())
    }

    fn mac(&self, purpose: &[u8], parts: &[&[u8]]) -> Vec<u8> {
        self.keyed(purpose, parts).map_or_else(Vec::new, |mac| mac.finalize().into_bytes().to_vec())
    }

    fn keyed(&self, purpose: &[u8], parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
        // Keys of any length are accepted.
        let mut mac = <Hmac<Sha256> as hmac::Mac>::new_from_slice(&self.key).ok()?;
        mac.update(b"stoa plugin artefact 1");
        mac.update(purpose);
        parts.iter().for_each(|part| mac.update(part));
        Some(mac)
    }

    /// Deletes the artefacts that were not used for the longest time, and those of earlier versions, which wasmtime
    /// kept.
    pub(crate) fn prune(&self) {
        for entry in std::fs::read_dir(self.folder.join("modules")).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("wasmtime-") {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        keep_recent(&self.folder, &[Origin::Package.ending()], MOST_OF_PACKAGES);
        keep_recent(&self.folder, &[Origin::Folder.ending(), NOTE_ENDING], MOST_OF_FOLDER);
    }
}

/// Loads code that passed the check of its MAC, or that the compile process just returned.
#[expect(unsafe_code, reason = "the MAC proves that this installation made the code, with this engine")]
fn load(engine: &Engine, code: &[u8]) -> wasmtime::Result<Component> {
    // SAFETY: the bytes are the unchanged result of `Component::serialize` in this installation: see `is_ours` and
    // `adopt`.
    unsafe { Component::deserialize(engine, code) }
}

/// What the code was made of: component and engine with its version and settings. Both have a fixed length.
fn identity(engine: &Engine, digest: &[u8]) -> Vec<u8> {
    struct Sha(Sha256);

    impl Hasher for Sha {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }

        /// Not used: the whole digest is read.
        fn finish(&self) -> u64 {
            0
        }
    }

    let mut hasher = Sha(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut hasher);
    let mut identity = hasher.0.finalize().to_vec();
    identity.extend_from_slice(&Sha256::digest(digest));
    identity
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use wasmtime::Engine;

    use super::{Artefacts, CompileCache, Origin, keep_recent};

    /// Two components that differ in nothing but a custom section.
    fn component(name: u8) -> Vec<u8> {
        let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
        bytes.extend_from_slice(&[0, 3, 1, b'n', name]);
        bytes
    }

    fn cache(folder: &Path, key: &[u8]) -> Artefacts {
        Artefacts::open(&CompileCache { folder: folder.to_owned(), key: key.to_vec() }).expect("cache")
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry").path()).collect();
        files.sort();
        files
    }

    #[test]
    fn changed_and_exchanged_code_is_not_loaded() {
        let folder = tempfile::tempdir().expect("folder");
        let folder = folder.path().join("cache");
        let engine = Engine::default();
        let artefacts = cache(&folder, b"key");
        let make =
            |artefacts: &Artefacts, name: u8| artefacts.component(&engine, &component(name), &[name; 32]).is_ok();
        assert!(make(&artefacts, 1) && make(&artefacts, 2));
        let [first, second] = files(&folder).try_into().expect("an artefact of each");
        let good = fs::read(&first).expect("artefact");
        let identity = |name: u8| super::identity(&engine, &[name; 32]);
        let owner = if artefacts.kept(&engine, &first, &identity(1)).is_some() { 1 } else { 2 };
        // The check of the other component's identity has deleted the file.
        fs::write(&first, &good).expect("put back");
        assert!(artefacts.kept(&engine, &first, &identity(owner)).is_some());

        let other = fs::read(&second).expect("artefact");
        fs::write(&first, other).expect("exchange");
        assert!(artefacts.kept(&engine, &first, &identity(owner)).is_none(), "the code of another component");
        assert!(!first.exists(), "it is deleted");

        let mut changed = good.clone();
        *changed.last_mut().expect("code") ^= 1;
        fs::write(&first, changed).expect("change");
        assert!(artefacts.kept(&engine, &first, &identity(owner)).is_none(), "changed code");

        fs::write(&first, &good).expect("put back");
        assert!(cache(&folder, b"another key").kept(&engine, &first, &identity(owner)).is_none(), "another key");

        fs::write(&first, &good).expect("put back");
        let mut config = wasmtime::Config::new();
        config.epoch_interruption(true);
        let later = Engine::new(&config).expect("engine");
        assert!(artefacts.kept(&later, &first, &super::identity(&later, &[owner; 32])).is_none(), "another engine");
    }

    #[test]
    fn notes_are_found_with_the_same_component_and_fingerprint_alone() {
        let folder = tempfile::tempdir().expect("folder");
        let folder = folder.path().join("cache");
        let engine = Engine::default();
        let artefacts = cache(&folder, b"key");
        assert!(!artefacts.has(&engine, &[1; 32]));
        artefacts.component(&engine, &component(1), &[1; 32]).expect("compiled");
        assert!(artefacts.has(&engine, &[1; 32]) && !artefacts.has(&engine, &[2; 32]));
        artefacts.note(&engine, &[1; 32], &[7; 32], b"passed");
        let found = |artefacts: &Artefacts, component: u8, fingerprint: u8| {
            artefacts.noted(&engine, &[component; 32], &[fingerprint; 32])
        };
        assert_eq!(found(&artefacts, 1, 7).as_deref(), Some(b"passed".as_slice()));
        assert_eq!((found(&artefacts, 2, 7), found(&artefacts, 1, 8)), (None, None));
        assert_eq!(found(&cache(&folder, b"another key"), 1, 7), None);
        let note = files(&folder).into_iter().find(|file| file.extension().is_some_and(|end| end == "checked"));
        let note = note.expect("a note");
        let mut changed = fs::read(&note).expect("note");
        *changed.last_mut().expect("text") ^= 1;
        fs::write(&note, changed).expect("change");
        assert_eq!(found(&artefacts, 1, 7), None);
    }

    #[test]
    fn packages_do_not_displace_the_code_of_the_folder() {
        let folder = tempfile::tempdir().expect("folder");
        let folder = folder.path().join("cache");
        let engine = Engine::default();
        let artefacts = cache(&folder, b"key");
        let code = artefacts.component(&engine, &component(1), &[1; 32]).expect("compiled").serialize().expect("code");
        artefacts.note(&engine, &[1; 32], &[7; 32], b"passed");
        for package in 2..5 {
            artefacts.adopt(&engine, &[package; 32], Origin::Package, &code).expect("adopted");
        }
        keep_recent(&folder, &[Origin::Package.ending()], 0);
        assert_eq!(files(&folder).len(), 2, "code and note of the folder");
        assert!(artefacts.has(&engine, &[1; 32]));
        // Code that an earlier version kept with that of packages goes on to be used.
        artefacts.adopt(&engine, &[6; 32], Origin::Package, &code).expect("adopted");
        assert!(artefacts.has(&engine, &[6; 32]) && artefacts.find(&engine, &[6; 32], Origin::Folder).is_some());
        assert!(artefacts.find(&engine, &[6; 32], Origin::Package).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn folder_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let ground = tempfile::tempdir().expect("folder");
        let open = ground.path().join("open");
        fs::create_dir(&open).expect("folder");
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).expect("mode");
        cache(&open, b"key");
        assert_eq!(fs::metadata(&open).expect("folder").permissions().mode() & 0o777, 0o700);
        let link = ground.path().join("link");
        std::os::unix::fs::symlink(&open, &link).expect("link");
        let refused = Artefacts::open(&CompileCache { folder: link, key: Vec::new() }).err().expect("refused");
        assert!(refused.contains("a link"), "{refused}");
        if rustix::process::geteuid().is_root() {
            let foreign = ground.path().join("foreign");
            fs::create_dir(&foreign).expect("folder");
            std::os::unix::fs::chown(&foreign, Some(12_345), None).expect("owner");
            let refused = Artefacts::open(&CompileCache { folder: foreign, key: Vec::new() }).err().expect("refused");
            assert!(refused.contains("belongs to the user 12345"), "{refused}");
        }
    }
}
