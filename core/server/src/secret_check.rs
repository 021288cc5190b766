//! Checks that data is opened with the secret key that encrypted it.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};
use stoa_kernel::encryption::Cipher;
use stoa_tenancy::{Databases, KeyCheck};

use crate::config::Config;
use crate::private_files;
use crate::secrets::MasterKey;
use crate::wiring::{CurrentSchema, database_settings};

const WRONG_KEY: &str = "the secret key is not the one that encrypted this data. Restore the right key: copy \
    secret.key from your backup into the data folder, or set secrets.key. With another key, encrypted data (second \
    factors, gift card codes, keys of payment providers and webhooks) cannot be decrypted. If the right key is lost \
    for good, `stoa secret-key accept` accepts the current one; everything that was encrypted has to be set up again";
const MISSING_KEY: &str = "the secret key is missing, but there is data that was encrypted with it. Restore it: copy \
    secret.key from your backup into the data folder, or set secrets.key. Without it, encrypted data (second \
    factors, gift card codes, keys of payment providers and webhooks) cannot be decrypted. If it is lost for good, \
    `stoa secret-key accept` creates a new one; everything that was encrypted has to be set up again";

/// Data that was encrypted with another key cannot be decrypted, and new data would be encrypted with this one, so
/// start-up fails then. `unkept` is the folder for a newly generated key; none when the key is not new.
///
/// # Errors
/// When the key is wrong or missing, with instructions; when the database or the file cannot be written.
pub(crate) async fn check_key(
    databases: &Databases,
    key: &MasterKey,
    unkept: Option<&Path>,
    now: Timestamp,
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
    databases.store_key_check(&check_value, now).await?;
    match databases.compare_key(&check_value).await? {
        KeyCheck::Right => Ok(()),
        _ => bail!(WRONG_KEY),
    }
}

/// Accepts the current key, or a new one, for existing data: what was encrypted with the previous key can no longer be
/// decrypted.
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
    let seal = Cipher::new(&key.derive("secrets of sites"))?;
    let databases =
        Databases::open(database_settings(config)?, Arc::new(CurrentSchema), seal, Arc::new(SystemClock)).await?;
    databases.replace_key_check(&key.check_value(), SystemClock.now()).await?;
    Ok(databases.close().await?)
}
