//! Data is opened only under the secret key that it was sealed with.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::seal::Seal;
use stoa_tenancy::{Databases, KeyCheck};

use crate::config::Config;
use crate::private_files;
use crate::secrets::MasterKey;
use crate::wiring::{CurrentSchema, database_settings};

const WRONG_KEY: &str = "the secret key is not the one under which this data was written. Put the right one back: the file \
    secret.key of your backup into the data folder, or the setting secrets.key. With another key, what is sealed (second \
    factors, codes of gift cards, keys of payment providers and webhooks) can never be opened. If the right key is lost for \
    good, `stoa secret-key accept` takes the present one; what was sealed has to be set up again";
const MISSING_KEY: &str = "the secret key is missing, but there is data that was written under it. Put it back: the file \
    secret.key of your backup into the data folder, or the setting secrets.key. Without it, what is sealed (second factors, \
    codes of gift cards, keys of payment providers and webhooks) can never be opened. If it is lost for good, \
    `stoa secret-key accept` makes a new one; what was sealed has to be set up again";

/// Data that was sealed under another key can never be opened, and what is written from now on would lie under this one:
/// then the start ends here. `unkept` is where a new key is to be written, if it is new.
///
/// # Errors
/// When the key is wrong or missing, and what to do then; when the database or the file cannot be written.
pub(crate) async fn check_key(
    databases: &Databases,
    key: &MasterKey,
    unkept: Option<&Path>,
    now_ms: i64,
) -> anyhow::Result<()> {
    let check_value = key.check_value();
    match (databases.compare_key(&check_value).await?, unkept) {
        (KeyCheck::Right, None) => return Ok(()),
        (KeyCheck::Unknown, None) => {}
        (KeyCheck::Empty, None) => {}
        (KeyCheck::Empty, Some(folder)) => key.keep(folder)?,
        (KeyCheck::Wrong, None) => bail!(WRONG_KEY),
        (_, Some(_)) => bail!(MISSING_KEY),
    }
    databases.keep_key_check(&check_value, now_ms).await?;
    match databases.compare_key(&check_value).await? {
        KeyCheck::Right => Ok(()),
        _ => bail!(WRONG_KEY),
    }
}

/// Takes the present key, or a new one, for the data there is: what was sealed under the one before cannot be opened.
///
/// # Errors
/// When the database cannot be reached or the key cannot be written.
pub(crate) async fn accept_key(config: &Config) -> anyhow::Result<()> {
    let folder = &config.data_dir;
    private_files::data_folder(folder)?;
    let key = match MasterKey::find(&config.secrets.key, folder)? {
        Some(key) => key,
        None => {
            let key = MasterKey::generate();
            key.keep(folder)?;
            key
        }
    };
    let seal = Seal::new(&key.derive("secrets of sites"))?;
    let databases =
        Databases::open(database_settings(config)?, Arc::new(CurrentSchema), seal, Arc::new(SystemClock)).await?;
    databases.replace_key_check(&key.check_value(), SystemClock.now_ms()).await?;
    Ok(databases.close().await?)
}
