//! Tests of lists of packages.

use std::path::{Path, PathBuf};

use super::*;
use crate::package::encode;
use crate::{AuthorError, PackedFile, SigningKey};

struct Desk {
    folder: tempfile::TempDir,
    keeper: SigningKey,
    acme: SigningKey,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let key = |name: &str| SigningKey::create(&folder.path().join(name)).unwrap();
        let (keeper, acme) = (key("keeper.key"), key("acme.key"));
        create_index(&folder.path().join("index"), "Acme", &keeper).unwrap();
        Self { folder, keeper, acme }
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn read(&self, seen: Option<i64>) -> Result<Index, IndexError> {
        read_index(&std::fs::read(self.index().join(INDEX_FILE)).unwrap(), &self.keeper.public(), seen)
    }

    fn package(&self, version: &str, component: &[u8], key: &SigningKey) -> PathBuf {
        let manifest = format!(
            "[plugin]\nid = \"acme.hours\"\nversion = \"{version}\"\napi = \"0.1\"\nname = \"Hours\"\n\
             summary = \"Opening hours\"\ncomponent = \"plugin.wasm\"\n[[provides]]\nkind = \"block\"\n"
        );
        let file = |path: &str, content: &[u8]| PackedFile { path: path.to_owned(), content: content.to_vec() };
        let files = [file("plugin.toml", manifest.as_bytes()), file("plugin.wasm", component)];
        let path = self.folder.path().join("hours.stoaplugin");
        std::fs::write(&path, encode("acme.hours", version, "plugin.wasm", &files, key).unwrap()).unwrap();
        path
    }

    fn publish(&self, package: &Path) -> Result<Published, AuthorError> {
        publish(package, &self.index(), &self.keeper)
    }
}

#[test]
fn packages_are_published_once_and_in_order() {
    let desk = Desk::new();
    for (number, version) in ["1.9.0", "1.10.0", "1.2.0"].into_iter().enumerate() {
        let published = desk.publish(&desk.package(version, version.as_bytes(), &desk.acme)).unwrap();
        assert_eq!((published.serial, published.was_there), (i64::try_from(number).unwrap() + 2, false));
    }
    let again = desk.publish(&desk.package("1.9.0", b"1.9.0", &desk.acme)).unwrap();
    assert_eq!((again.serial, again.was_there), (4, true));
    let index = desk.read(Some(4)).unwrap();
    let versions: Vec<&str> = index.entries[0].versions.iter().map(|version| version.version.as_str()).collect();
    assert_eq!(versions, ["1.2.0", "1.9.0", "1.10.0"]);
    assert_eq!(index.entries[0].versions[0].kinds, ["block"]);
    assert_eq!(check_index(&desk.index(), Some(&desk.keeper.public())).unwrap().faults, []);
    withdraw(&desk.index(), "acme.hours", "1.9.0", "shows wrong hours", &desk.keeper).unwrap();
    let index = desk.read(None).unwrap();
    assert_eq!((index.serial, index.entries[0].versions[1].withdrawn.as_deref()), (5, Some("shows wrong hours")));
}

#[test]
fn versions_are_not_replaced_and_have_one_publisher() {
    let desk = Desk::new();
    desk.publish(&desk.package("1.0.0", b"one", &desk.acme)).unwrap();
    let changed = desk.publish(&desk.package("1.0.0", b"other", &desk.acme)).unwrap_err();
    assert!(matches!(changed, AuthorError::Index(IndexError::VersionExists { .. })), "{changed}");
    let stranger = SigningKey::create(&desk.folder.path().join("stranger.key")).unwrap();
    let taken = desk.publish(&desk.package("2.0.0", b"two", &stranger)).unwrap_err();
    assert!(matches!(taken, AuthorError::Index(IndexError::OtherPublisher { .. })), "{taken}");
    let package = desk.package("1.1.0", b"more", &desk.acme);
    let foreign = publish(&package, &desk.index(), &stranger).unwrap_err();
    assert!(matches!(foreign, AuthorError::Index(IndexError::OtherKey { .. })), "{foreign}");
    assert_eq!(desk.read(None).unwrap().serial, 2, "nothing was changed");
}

#[test]
fn changed_old_and_foreign_lists_are_refused() {
    let desk = Desk::new();
    let file = desk.index().join(INDEX_FILE);
    let old = std::fs::read(&file).unwrap();
    desk.publish(&desk.package("1.0.0", b"one", &desk.acme)).unwrap();
    let new = std::fs::read_to_string(&file).unwrap();
    let key = desk.keeper.public();
    assert_eq!(read_index(&old, &key, Some(2)).unwrap_err(), IndexError::WentBack { found: 1, seen: 2 });
    assert_eq!(read_index(&old, &key, Some(1)).map(|index| index.serial), Ok(1));
    let changed = new.replace("Opening hours", "Opening hour!");
    assert_eq!(read_index(changed.as_bytes(), &key, None).unwrap_err(), IndexError::WrongSignature);
    let foreign = read_index(new.as_bytes(), &desk.acme.public(), None).unwrap_err();
    assert_eq!(foreign, IndexError::OtherKey { found: key, expected: desk.acme.public() });
    assert!(matches!(read_index(b"{}", &key, None), Err(IndexError::NotAnIndex(_))));
    assert_eq!(read_index(&vec![b' '; MAX_INDEX + 1], &key, None).unwrap_err(), IndexError::TooLarge);
}

#[test]
fn packages_that_are_not_those_of_the_list_are_found() {
    let desk = Desk::new();
    desk.publish(&desk.package("1.0.0", b"one", &desk.acme)).unwrap();
    let path = desk.read(None).unwrap().entries[0].versions[0].path();
    std::fs::write(desk.index().join(&path), b"other").unwrap();
    let faults = check_index(&desk.index(), None).unwrap().faults;
    assert!(matches!(faults.as_slice(), [IndexError::WrongPackage { .. }]), "{faults:?}");
    std::fs::remove_file(desk.index().join(&path)).unwrap();
    assert_eq!(check_index(&desk.index(), None).unwrap().faults, [IndexError::MissingPackage(path)]);
}
