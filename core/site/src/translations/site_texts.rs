//! Texts of the site as a whole: its title, its navigations, its header, footer and popup.

use async_trait::async_trait;
use serde_json::Value;
use stoa_document::rich_text;
use stoa_entity::TenantTx;
use stoa_entity::tenant::site;
use stoa_entity::translations::{
    FoundText, ResourceTexts, TextPlace, Translatable, TranslatableText, Translations, Visit, texts_of,
};
use stoa_kernel::Failure;
use stoa_kernel::design::NavigationName;
use stoa_kernel::translation::{TextFormat, TranslatedKind};

use crate::SiteError;
use crate::header_footer::{self, HeaderFooter};
use crate::website_settings::{self, CookieBanner};

/// Id of a resource of which a site has one.
const ONLY: &str = "site";

/// Title, tagline and description of the site, and its cookie banner, as a resource to translate.
pub struct WebsiteTexts;

#[async_trait]
impl Translatable for WebsiteTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Website
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(page_of(self.all(tx).await?, after, limit))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(some_of(self.all(tx).await?, ids))
    }
}

impl WebsiteTexts {
    async fn all(&self, tx: &TenantTx) -> Result<Vec<ResourceTexts>, SiteError> {
        let Some(mut row) = tx.find::<site::Entity>().one().await? else { return Ok(Vec::new()) };
        let mut settings = website_settings::stored(tx).await?;
        let texts = texts_of(|visit| {
            website(&mut row, visit);
            banner(&mut settings.cookie_banner, visit);
        });
        Ok(vec![ResourceTexts { id: ONLY.to_owned(), title: "Site title and description".to_owned(), texts }])
    }
}

/// The texts of the navigations as resources to translate. Entries for pages have the titles of the pages.
pub struct NavigationTexts;

#[async_trait]
impl Translatable for NavigationTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Navigation
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(page_of(self.all(tx).await?, after, limit))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(some_of(self.all(tx).await?, ids))
    }
}

impl NavigationTexts {
    async fn all(&self, tx: &TenantTx) -> Result<Vec<ResourceTexts>, SiteError> {
        let Some(mut row) = tx.find::<site::Entity>().one().await? else { return Ok(Vec::new()) };
        let resource = |name: NavigationName| {
            let texts = texts_of(|visit| navigation(entries(&mut row, name), visit));
            ResourceTexts { id: name.as_str().to_owned(), title: name.title().to_owned(), texts }
        };
        Ok(NavigationName::ALL.iter().copied().map(resource).collect())
    }
}

/// Header, footer and popup as a resource to translate, as they are published.
pub struct HeaderFooterTexts;

#[async_trait]
impl Translatable for HeaderFooterTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::HeaderFooter
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(page_of(self.all(tx).await?, after, limit))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        Ok(some_of(self.all(tx).await?, ids))
    }
}

impl HeaderFooterTexts {
    async fn all(&self, tx: &TenantTx) -> Result<Vec<ResourceTexts>, SiteError> {
        let mut stored = header_footer::stored(tx).await?;
        let texts = texts_of(|visit| frame(&mut stored, visit));
        Ok(vec![ResourceTexts { id: ONLY.to_owned(), title: "Header, footer and popup".to_owned(), texts }])
    }
}

fn page_of(mut all: Vec<ResourceTexts>, after: Option<&str>, limit: u64) -> Vec<ResourceTexts> {
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.retain(|resource| after.is_none_or(|after| resource.id.as_str() > after));
    all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    all
}

fn some_of(mut all: Vec<ResourceTexts>, ids: &[String]) -> Vec<ResourceTexts> {
    all.retain(|resource| ids.contains(&resource.id));
    all
}

fn website(row: &mut site::Model, visit: &mut Visit<'_>) {
    visit(FoundText::plain("title", "Site title", &mut row.title));
    visit(FoundText::plain("tagline", "Tagline", &mut row.tagline));
    visit(FoundText::lines("description", "Description for search engines", &mut row.description));
}

/// The texts of the cookie banner that the owner has written. The usual ones are in the catalogues.
fn banner(own: &mut CookieBanner, visit: &mut Visit<'_>) {
    let usual = CookieBanner::default();
    if own.text != usual.text {
        visit(FoundText::lines("cookieBanner/text", "Cookie banner: Text", &mut own.text));
    }
    for (key, label, text, usual) in [
        ("cookieBanner/accept", "Cookie banner: Accept", &mut own.accept_label, usual.accept_label),
        ("cookieBanner/decline", "Cookie banner: Decline", &mut own.decline_label, usual.decline_label),
        ("cookieBanner/settings", "Cookie banner: Settings", &mut own.settings_label, usual.settings_label),
        ("cookieBanner/policy", "Cookie banner: Privacy policy", &mut own.policy_label, usual.policy_label),
    ] {
        if *text != usual {
            visit(FoundText::plain(key, label, text));
        }
    }
}

fn entries(row: &mut site::Model, name: NavigationName) -> &mut Value {
    match name {
        NavigationName::Main => &mut row.main_navigation,
        NavigationName::Footer => &mut row.footer_navigation,
    }
}

/// Settings of JSON that are texts: path, name for translators, format. `*` stands for each entry of a list, and `#` in
/// the name for its number.
type JsonTexts = &'static [(&'static str, &'static str, TextFormat)];

const NAVIGATION: JsonTexts = &[
    ("*/title", "Entry #: Title", TextFormat::Plain),
    ("*/externalLink/title", "Entry #: Title", TextFormat::Plain),
    ("*/children/*/title", "Entry #: Entry #: Title", TextFormat::Plain),
    ("*/children/*/externalLink/title", "Entry #: Entry #: Title", TextFormat::Plain),
];

const HEADER: JsonTexts = &[
    ("logo/altText", "Logo: Alternative text", TextFormat::Plain),
    ("button/label", "Header button", TextFormat::Plain),
    ("announcementBar/text", "Announcement bar", TextFormat::Lines),
    ("popupOverlay/title", "Popup: Heading", TextFormat::Plain),
    ("popupOverlay/text", "Popup: Text", TextFormat::Lines),
    ("popupOverlay/picture/altText", "Popup: Alternative text of the image", TextFormat::Plain),
    ("popupOverlay/button/label", "Popup: Button", TextFormat::Plain),
    ("popupOverlay/newsletter/submitButtonText", "Popup: Newsletter button", TextFormat::Plain),
    ("popupOverlay/newsletter/successMessage", "Popup: Newsletter confirmation", TextFormat::Lines),
    ("popupOverlay/newsletter/disclaimer", "Popup: Newsletter disclaimer", TextFormat::Lines),
];

const FOOTER: JsonTexts = &[
    ("sections/*/title", "Footer section #: Title", TextFormat::Plain),
    ("sections/*/text", "Footer section #: Text", TextFormat::Lines),
    ("sections/*/content", "Footer section #: Text", TextFormat::Html),
    ("sections/*/links/*/title", "Footer section #: Link #", TextFormat::Plain),
    ("sections/*/altText", "Footer section #: Alternative text", TextFormat::Plain),
    ("sections/*/submitButtonText", "Footer section #: Newsletter button", TextFormat::Plain),
    ("sections/*/successMessage", "Footer section #: Newsletter confirmation", TextFormat::Lines),
    ("sections/*/disclaimer", "Footer section #: Newsletter disclaimer", TextFormat::Lines),
];

fn navigation(entries: &mut Value, visit: &mut Visit<'_>) {
    json_texts(entries, "", NAVIGATION, visit);
}

fn frame(frame: &mut HeaderFooter, visit: &mut Visit<'_>) {
    json_texts(&mut frame.header, "header/", HEADER, visit);
    json_texts(&mut frame.footer, "footer/", FOOTER, visit);
}

fn json_texts(value: &mut Value, before: &str, texts: JsonTexts, visit: &mut Visit<'_>) {
    for (path, label, format) in texts {
        let path: Vec<&str> = path.split('/').collect();
        let place = JsonPlace { key: before.to_owned(), label: (*label).to_owned(), format: *format };
        place.walk(value, &path, visit);
    }
}

/// A place on the way to a text in JSON.
struct JsonPlace {
    key: String,
    label: String,
    format: TextFormat,
}

impl JsonPlace {
    fn walk(self, value: &mut Value, path: &[&str], visit: &mut Visit<'_>) {
        let Some((part, rest)) = path.split_first() else { return self.found(value, visit) };
        let ends = if rest.is_empty() { "" } else { "/" };
        if *part == "*" {
            for (index, entry) in value.as_array_mut().into_iter().flatten().enumerate() {
                let label = self.label.replacen('#', &(index + 1).to_string(), 1);
                let place = Self { key: format!("{}{index}{ends}", self.key), label, format: self.format };
                place.walk(entry, rest, visit);
            }
        } else if let Some(value) = value.get_mut(*part) {
            Self { key: format!("{}{part}{ends}", self.key), ..self }.walk(value, rest, visit);
        }
    }

    fn found(self, value: &mut Value, visit: &mut Visit<'_>) {
        let is_tree = rich_text::is_tree(value);
        let original = match value.as_str() {
            _ if is_tree && rich_text::is_blank(value) => return,
            _ if is_tree => rich_text::to_html(value),
            Some(text) => text.to_owned(),
            None => return,
        };
        let text =
            TranslatableText { key: self.key, label: self.label, original, format: self.format, languages: Vec::new() };
        visit(FoundText { text, place: TextPlace::Json(value) });
    }
}

/// Lays translations over the row of the site in the language of the transaction: its title and its navigations.
pub(crate) async fn lay_over_site(tx: &TenantTx, row: &mut site::Model) -> Result<(), SiteError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let names = NavigationName::ALL.iter().map(|name| name.as_str().to_owned()).collect();
    let wanted = vec![(TranslatedKind::Website, vec![ONLY.to_owned()]), (TranslatedKind::Navigation, names)];
    let translations = Translations::shown(tx, wanted).await?;
    translations.lay_over(TranslatedKind::Website, ONLY, |visit| website(row, visit));
    for name in NavigationName::ALL.iter().copied() {
        let entries = entries(row, name);
        translations.lay_over(TranslatedKind::Navigation, name.as_str(), |visit| navigation(entries, visit));
    }
    Ok(())
}

/// Lays translations over the cookie banner in the language of the transaction.
pub(crate) async fn lay_over_banner(tx: &TenantTx, own: &mut CookieBanner) -> Result<(), SiteError> {
    if tx.language().is_none() || *own == CookieBanner::default() {
        return Ok(());
    }
    let translations = Translations::shown(tx, vec![(TranslatedKind::Website, vec![ONLY.to_owned()])]).await?;
    translations.lay_over(TranslatedKind::Website, ONLY, |visit| banner(own, visit));
    Ok(())
}

/// Lays translations over header, footer and popup in the language of the transaction.
pub(crate) async fn lay_over_frame(tx: &TenantTx, stored: &mut HeaderFooter) -> Result<(), SiteError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let wanted = vec![(TranslatedKind::HeaderFooter, vec![ONLY.to_owned()])];
    let translations = Translations::shown(tx, wanted).await?;
    translations.lay_over(TranslatedKind::HeaderFooter, ONLY, |visit| frame(stored, visit));
    Ok(())
}
