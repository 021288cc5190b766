//! The data of a site that all its e-mails show.

use std::sync::Arc;

use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{asset, site, site_design};
use stoa_kernel::boxed;
use stoa_messages::{Catalogue, Texts, has_language};
use stoa_wording::{SiteWording, SiteWordings, wordings};

use super::custom_texts::CustomTexts;
use crate::EmailError;
use crate::page_links::PageLanguage;
use crate::site_info::SiteInfo;

/// The data of a site that its e-mails show: name, language, currency, logo and colour, and the customised texts.
#[derive(Clone, Debug)]
pub struct EmailContext {
    /// Name, language and currency.
    pub site: SiteInfo,
    /// Base URL of the site, without a trailing slash.
    pub base_url: String,
    wording: SiteWording,
    /// Texts of the site in place of those of the catalogues.
    wordings: SiteWordings,
    /// The languages in which visitors read the site.
    page_languages: Arc<Vec<PageLanguage>>,
    /// That of the links to pages; none for the primary one.
    linked: Option<PageLanguage>,
    pub(crate) custom_texts: Arc<CustomTexts>,
    pub(crate) design: Design,
}

/// The parts of the site's design that its e-mails show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Design {
    /// URL of the logo.
    pub(crate) logo: Option<String>,
    /// Accent colour of buttons, `#rrggbb`.
    pub(crate) accent: Option<String>,
}

impl EmailContext {
    /// Without customised texts and design.
    pub fn plain(site: SiteInfo, base_url: &str) -> Self {
        let wording = SiteWording::usual(&site.language);
        Self {
            site,
            base_url: base_url.to_owned(),
            wording,
            wordings: SiteWordings::default(),
            page_languages: Arc::default(),
            linked: None,
            custom_texts: Arc::default(),
            design: Design::default(),
        }
    }

    /// Loads the current data of the site. `base_url` has no trailing slash.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn load(tx: &TenantTx, base_url: &str) -> Result<Self, EmailError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(EmailError::NotFound)?;
        let site = SiteInfo::from_row(&row)?;
        let custom_texts = Arc::new(CustomTexts::load(tx).await?);
        let design = Design { logo: logo(tx, &row, base_url).await?, accent: accent(tx, &row.theme).await? };
        let page_languages = Arc::new(PageLanguage::all(tx).await?);
        let wordings = wordings(tx, row.texts_stamp.as_deref()).await?;
        let wording = wordings.over(Catalogue::for_language(&site.language));
        Ok(Self { wording, wordings, page_languages, custom_texts, design, ..Self::plain(site, base_url) })
    }

    /// The same in another language; in that of the site if there are no texts in the language, or none is given. Links
    /// lead to pages in the language, if visitors read the site in it.
    #[must_use]
    pub fn in_language(&self, language: Option<&str>) -> Self {
        let wording = self.wordings.over(Catalogue::for_reader(language, &self.site.language));
        let known = language.filter(|tag| has_language(tag));
        let language = known.unwrap_or(&self.site.language).to_owned();
        let linked = known.and_then(|tag| self.page_languages.iter().find(|own| own.is(tag))).cloned();
        Self { site: SiteInfo { language, ..self.site.clone() }, wording, linked, ..self.clone() }
    }

    /// The translated texts, with those of the site in their place.
    pub fn texts(&self) -> Texts<'_> {
        self.wording.texts()
    }

    /// Absolute URL of a path in the language of the e-mail.
    pub fn url(&self, path: &str) -> String {
        match &self.linked {
            Some(language) => format!("{}{}", self.base_url, language.path(path)),
            None => format!("{}{path}", self.base_url),
        }
    }

    /// Absolute URL of the home page in the language of the e-mail.
    pub(crate) fn home_url(&self) -> String {
        self.linked.as_ref().map_or_else(|| self.base_url.clone(), |_| self.url("/"))
    }

    /// Absolute URL of a path with a query that is the same in every language; it names that of the e-mail, for the
    /// page to which it leads.
    pub(crate) fn url_naming_language(&self, path: &str) -> String {
        let language = self.linked.as_ref().map(|language| format!("&language={}", language.tag()));
        format!("{}{path}{}", self.base_url, language.unwrap_or_default())
    }
}

async fn logo(tx: &TenantTx, row: &site::Model, base_url: &str) -> Result<Option<String>, EmailError> {
    let Some(id) = &row.logo_asset_id else { return Ok(None) };
    let image = tx.find::<asset::Entity>().filter(asset::Column::Id.eq(id.clone())).one().await?;
    // Mail clients do not show SVG images.
    let shown = image.filter(|image| image.mime_type != "image/svg+xml");
    Ok(shown.map(|image| format!("{base_url}{}", image.url())))
}

/// The accent colour that the owner has chosen for the site's theme.
async fn accent(tx: &TenantTx, theme: &str) -> Result<Option<String>, EmailError> {
    let published = tx.find::<site_design::Entity>().one().await?.and_then(|row| row.published);
    let value = published.as_ref().and_then(|design| design.0.values.get(theme)?.get("color-accent")?.as_str());
    let is_colour = |text: &&str| {
        text.len() == 7 && text.starts_with('#') && text.bytes().skip(1).all(|byte| byte.is_ascii_hexdigit())
    };
    Ok(value.filter(is_colour).map(str::to_owned))
}
