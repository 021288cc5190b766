//! Layout data of a site's e-mails.

use std::sync::Arc;

use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{asset, site, site_design};

use super::custom_texts::CustomTexts;
use crate::CommerceError;
use crate::settings::StoreSettings;
use crate::words::Words;

/// Layout data of a site's e-mails: its name, language, currency, logo and colour, and the customised texts.
#[derive(Clone, Debug)]
pub struct EmailContext {
    /// Name, language and currency.
    pub settings: StoreSettings,
    /// Base URL of the site, without a trailing slash.
    pub base_url: String,
    pub(super) own: Arc<CustomTexts>,
    pub(super) look: Look,
}

/// The parts of the site's design that its e-mails show.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    /// URL of the logo.
    pub(super) logo: Option<String>,
    /// Accent colour of buttons, `#rrggbb`.
    pub(super) accent: Option<String>,
}

impl EmailContext {
    /// Without customised texts and design.
    pub fn plain(settings: StoreSettings, base_url: &str) -> Self {
        Self { settings, base_url: base_url.to_owned(), own: Arc::default(), look: Look::default() }
    }

    /// Loads the current data of the site. `base_url` has no trailing slash.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(tx: &TenantTx, base_url: &str) -> Result<Self, CommerceError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        let settings = StoreSettings::from_row(&row)?;
        let own = Arc::new(CustomTexts::load(tx).await?);
        let look = Look { logo: logo(tx, &row, base_url).await?, accent: accent(tx, &row.theme).await? };
        Ok(Self { settings, base_url: base_url.to_owned(), own, look })
    }

    /// The same in another language; in that of the site if there are no texts in the language, or none is given.
    #[must_use]
    pub fn in_language(&self, language: Option<&str>) -> Self {
        let known = language.filter(|tag| Words::in_language(tag).is_some());
        let language = known.unwrap_or(&self.settings.language).to_owned();
        Self { settings: StoreSettings { language, ..self.settings.clone() }, ..self.clone() }
    }

    pub(crate) fn words(&self) -> &'static Words {
        Words::of(&self.settings.language)
    }

    /// Absolute URL of a path.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

async fn logo(tx: &TenantTx, row: &site::Model, base_url: &str) -> Result<Option<String>, CommerceError> {
    let Some(id) = &row.logo_asset_id else { return Ok(None) };
    let picture = tx.find::<asset::Entity>().filter(asset::Column::Id.eq(id.clone())).one().await?;
    // Mail clients do not show SVG images.
    let shown = picture.filter(|picture| picture.mime_type != "image/svg+xml");
    Ok(shown.map(|picture| format!("{base_url}{}", picture.url())))
}

/// The accent colour that the owner has chosen for the site's theme.
async fn accent(tx: &TenantTx, theme: &str) -> Result<Option<String>, CommerceError> {
    let published = tx.find::<site_design::Entity>().one().await?.and_then(|row| row.published);
    let value = published.as_ref().and_then(|design| design.get("values")?.get(theme)?.get("color-accent")?.as_str());
    let is_colour = |text: &&str| {
        text.len() == 7 && text.starts_with('#') && text.bytes().skip(1).all(|byte| byte.is_ascii_hexdigit())
    };
    Ok(value.filter(is_colour).map(str::to_owned))
}
