//! docs/plugins/errors.md names every message.

use std::time::Duration;

use stoa_plugin_author::{IndexError, PackageError, PublicKey};
use stoa_plugin_host::{GuestError, GuestErrorCode, PluginErrorKind};

const PAGE: &str = include_str!("../../../../docs/plugins/errors.md");
const KEY: &str = "ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Whether a message of the page, in which `…` stands for anything, is the beginning of a text or all of it.
fn is_named(text: &str) -> bool {
    let text = text.replace('`', "");
    PAGE.split('`').skip(1).step_by(2).any(|message| {
        let mut rest = text.as_str();
        message.split('…').all(|part| match rest.find(part.trim()) {
            Some(at) => {
                rest = &rest[at + part.trim().len()..];
                true
            }
            None => false,
        }) && message.len() > 6
    })
}

#[test]
fn every_failure_of_a_call_is_explained() {
    let guest = GuestError {
        code: GuestErrorCode::Declined,
        message: "no".to_owned(),
        buyer_message: None,
        retry_after_ms: None,
    };
    for kind in [
        PluginErrorKind::NotFound,
        PluginErrorKind::NotProvided("x".to_owned()),
        PluginErrorKind::Invalid("x".to_owned()),
        PluginErrorKind::Trap("x".to_owned()),
        PluginErrorKind::Timeout(Duration::from_millis(20)),
        PluginErrorKind::Exhausted(Duration::from_millis(20)),
        PluginErrorKind::TooManyCalls(1),
        PluginErrorKind::SiteExhausted(Duration::from_secs(30)),
        PluginErrorKind::Memory(1),
        PluginErrorKind::Oversize { what: "HTML", limit: 1 },
        PluginErrorKind::Guest(Box::new(guest)),
        PluginErrorKind::Busy,
        PluginErrorKind::Starved,
        PluginErrorKind::Suspended { retry_after_ms: 1 },
        PluginErrorKind::Host("x".to_owned()),
    ] {
        assert!(is_named(&kind.to_string()), "{kind}");
    }
    assert!(!is_named("something else"), "the comparison finds what is missing");
}

#[test]
fn every_refusal_of_a_package_is_explained() {
    let key = || KEY.parse::<PublicKey>().expect("a key");
    for error in [
        PackageError::TooLarge { limit: 1 },
        PackageError::NotAPackage("x".to_owned()),
        PackageError::TooManyFiles { limit: 1 },
        PackageError::ForeignFile("x".to_owned()),
        PackageError::FileTooLarge { path: "x".to_owned(), limit: 1 },
        PackageError::Missing("x".to_owned()),
        PackageError::Unreadable { file: "plugin.sig", reason: "x".to_owned() },
        PackageError::Format { found: 2 },
        PackageError::WrongSignature,
        PackageError::Changed("x".to_owned()),
        PackageError::OtherPublisher { found: key(), expected: key() },
        PackageError::OtherPlugin { manifest: "x".to_owned(), package: "y".to_owned() },
    ] {
        assert!(is_named(&error.to_string()), "{error}");
    }
}

#[test]
fn every_refusal_of_an_index_is_explained() {
    let key = || KEY.parse::<PublicKey>().expect("a key");
    let text = || "x".to_owned();
    for error in [
        IndexError::TooLarge,
        IndexError::NotAnIndex(text()),
        IndexError::Format { found: 2 },
        IndexError::OtherKey { found: key(), expected: key() },
        IndexError::WrongSignature,
        IndexError::WentBack { found: 1, seen: 2 },
        IndexError::BadEntry(text()),
        IndexError::OtherPublisher { id: text(), known: text(), found: text() },
        IndexError::VersionExists { id: text(), version: text() },
        IndexError::NoSuchVersion(text()),
        IndexError::MissingPackage(text()),
        IndexError::WrongPackage { path: text(), reason: text() },
    ] {
        assert!(is_named(&error.to_string()), "{error}");
    }
}

/// The texts of sources that contain one of some words, without those of their tests.
fn texts_of(sources: &[&str], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default().replace("\\\"", "");
        let texts = code.split('"').skip(1).step_by(2);
        let texts = texts.filter(|text| text.contains(' ') && words.iter().any(|word| text.contains(word)));
        found.extend(texts.map(str::to_owned));
    }
    found
}

/// Checks that the page names every text, of which there are at least so many.
fn assert_named(texts: &[String], least: usize) {
    let missing: Vec<&String> = texts.iter().filter(|text| !is_named(text)).collect();
    assert_eq!(missing, Vec::<&String>::new());
    assert!(texts.len() >= least, "{texts:#?}");
}

/// The messages of builds, as they stand in the sources.
#[test]
fn every_failure_of_a_build_is_explained() {
    let sources = [
        include_str!("../../src/javascript.rs"),
        include_str!("../../src/loader.rs"),
        include_str!("../../src/build.rs"),
    ];
    let words = [
        "need",
        "is missing",
        "is no interface",
        "exports no",
        "does not compile",
        "could not install",
        "still change",
    ];
    assert_named(&texts_of(&sources, &words), 7);
}

/// What `stoa plugin check` finds, as it stands in the sources.
#[test]
fn every_finding_of_a_check_is_explained() {
    let sources = [
        include_str!("../../src/check/mod.rs"),
        include_str!("../../src/check/schema.rs"),
        include_str!("../../src/check/texts.rs"),
        include_str!("../../src/check/client.rs"),
        include_str!("../../src/check/component.rs"),
        include_str!("../../src/layout.rs"),
    ];
    let words = [
        "is missing",
        "is no ",
        "is not ",
        "is larger",
        "is empty",
        "has no",
        "has to be",
        "has other",
        "neither",
        "contains a script",
        "unused library",
        "only letters",
        "the default ",
    ];
    assert_named(&texts_of(&sources, &words), 18);
}

/// The reasons for which the host refuses a plugin, as they stand in its sources.
#[test]
fn every_refusal_of_a_plugin_is_explained() {
    let sources = [
        include_str!("../../../host/src/registry/loader.rs"),
        include_str!("../../../host/src/registry/plugin.rs"),
        include_str!("../../../host/src/registry/trial.rs"),
        include_str!("../../../host/src/folder.rs"),
        include_str!("../../../host/src/texts.rs"),
        include_str!("../../../host/src/interfaces.rs"),
        include_str!("../../../host/src/loading/functions.rs"),
        include_str!("../../../host/src/manifest/mod.rs"),
        include_str!("../../../host/src/manifest/background.rs"),
        include_str!("../../../host/src/manifest/block.rs"),
        include_str!("../../../host/src/manifest/checks.rs"),
        include_str!("../../../host/src/manifest/client.rs"),
        include_str!("../../../host/src/manifest/format.rs"),
        include_str!("../../../host/src/manifest/panel.rs"),
        include_str!("../../../host/src/manifest/rules.rs"),
        include_str!("../../../host/src/manifest/secret_use.rs"),
        include_str!("../../../host/src/manifest/sizes.rs"),
    ];
    let words = [
        "has to",
        "imports",
        "exports",
        "declares",
        "twice",
        "empty",
        "is ignored",
        "contains",
        "is larger",
        "is not",
        "is none of",
        "is no object",
        "is no text",
        "more than",
        "names a header",
        "has a prefix",
        "is for a secret",
        "may still change",
    ];
    assert_named(&texts_of(&sources, &words), 45);
}
