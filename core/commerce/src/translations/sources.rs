//! Shipping options, discounts and store settings as resources to translate.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_address::{EVERYWHERE, PickupPlace};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{discount, plugin_setting, tax_rule};
use stoa_entity::translations::{FoundText, ResourceTexts, Translatable, Visit, texts_of};
use stoa_kernel::Failure;
use stoa_kernel::translation::TranslatedKind;

use crate::CommerceError;
use crate::payments::PaymentChoices;
use crate::restock::RestockMessages;
use crate::settings::{StoreChoices, StoreSettings};
use crate::shipping_zones;

/// Id of the store settings of a site.
pub(super) const STORE: &str = "store";

/// Shipping options and pick-up locations as resources to translate.
pub struct ShippingOptionTexts;

#[async_trait]
impl Translatable for ShippingOptionTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::ShippingOption
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut all = options(tx).await?;
        all.retain(|option| after.is_none_or(|after| option.id.as_str() > after));
        all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(all)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        let mut all = options(tx).await?;
        all.retain(|option| ids.contains(&option.id));
        Ok(all)
    }
}

/// The options of all zones in the order of their ids. A zone can have a copy of another one's, with the same id.
async fn options(tx: &TenantTx) -> Result<Vec<ResourceTexts>, CommerceError> {
    let zones = shipping_zones::all(tx).await?;
    let resource = |mut option: shipping_zones::ShippingOption| {
        let texts = texts_of(|visit| shipping_texts(&mut option.label, option.pickup.as_mut(), visit));
        ResourceTexts { id: option.id, title: option.label, texts }
    };
    let mut all: Vec<ResourceTexts> = zones.into_iter().flat_map(|zone| zone.options).map(resource).collect();
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.dedup_by(|one, other| one.id == other.id);
    Ok(all)
}

/// The texts of a shipping option or pick-up location. Its address is not translated.
pub(super) fn shipping_texts(label: &mut String, pickup: Option<&mut PickupPlace>, visit: &mut Visit<'_>) {
    visit(FoundText::plain("label", "Name", label));
    if let Some(place) = pickup {
        visit(FoundText::lines("instructions", "Instructions", &mut place.instructions));
    }
}

/// Names of discounts as resources to translate.
pub struct DiscountTexts;

#[async_trait]
impl Translatable for DiscountTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Discount
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = tx.find::<discount::Entity>();
        if let Some(after) = after {
            find = find.filter(discount::Column::Id.gt(after));
        }
        Ok(discounts(find.order_by_asc(discount::Column::Id).limit(limit).all().await?))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        let own = discount::Column::Id.is_in(ids.iter().cloned());
        Ok(discounts(tx.find::<discount::Entity>().filter(own).all().await?))
    }
}

fn discounts(rows: Vec<discount::Model>) -> Vec<ResourceTexts> {
    let resource = |mut row: discount::Model| {
        let title = row.label.clone();
        let texts = texts_of(|visit| discount_texts(&mut row.label, visit));
        ResourceTexts { id: row.id.to_string(), title, texts }
    };
    rows.into_iter().map(resource).collect()
}

pub(super) fn discount_texts(label: &mut String, visit: &mut Visit<'_>) {
    visit(FoundText::plain("label", "Name shown to customers", label));
}

/// Names of tax rules as resources to translate.
pub struct TaxRuleTexts;

#[async_trait]
impl Translatable for TaxRuleTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::TaxRule
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut find = tx.find::<tax_rule::Entity>();
        if let Some(after) = after {
            find = find.filter(tax_rule::Column::Id.gt(after));
        }
        Ok(tax_rules(find.order_by_asc(tax_rule::Column::Id).limit(limit).all().await?))
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        let own = tax_rule::Column::Id.is_in(ids.iter().cloned());
        Ok(tax_rules(tx.find::<tax_rule::Entity>().filter(own).all().await?))
    }
}

/// Rules of several places can have the same name, so the title says the place too.
fn tax_rules(rows: Vec<tax_rule::Model>) -> Vec<ResourceTexts> {
    let resource = |mut row: tax_rule::Model| {
        let place = [row.country.as_str(), &row.region, &row.postal_prefix];
        let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty() && *part != EVERYWHERE).collect();
        let title = if place.is_empty() { row.label.clone() } else { format!("{} ({})", row.label, place.join(" ")) };
        let texts = texts_of(|visit| tax_texts(&mut row.label, visit));
        ResourceTexts { id: row.id.to_string(), title, texts }
    };
    rows.into_iter().map(resource).collect()
}

pub(super) fn tax_texts(label: &mut String, visit: &mut Visit<'_>) {
    visit(FoundText::plain("label", "Name shown to customers", label));
}

/// Id of the payment methods of a site.
pub(super) const PAYMENTS: &str = "payments";
/// Settings of bundled plugins that tell customers how to pay.
const HOW_TO_PAY: [(&str, &str, &str); 2] = [
    ("stoa.manual", "transferText", "How to pay by bank transfer"),
    ("stoa.manual", "deliveryText", "How to pay on delivery"),
];

/// The names that the owner gave to payment methods, and how to pay without a provider, as a resource to translate.
pub struct PaymentTexts;

#[async_trait]
impl Translatable for PaymentTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Payment
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        if limit == 0 || after.is_some_and(|after| PAYMENTS <= after) {
            return Ok(Vec::new());
        }
        Ok(vec![payments(tx).await?])
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        if !ids.iter().any(|id| id == PAYMENTS) {
            return Ok(Vec::new());
        }
        Ok(vec![payments(tx).await?])
    }
}

async fn payments(tx: &TenantTx) -> Result<ResourceTexts, CommerceError> {
    let (choices, _) = PaymentChoices::load(tx).await?;
    let settings = tx.find::<plugin_setting::Entity>().all().await?;
    let texts = texts_of(|visit| {
        for choice in choices.methods {
            if let Some(mut label) = choice.label {
                method_name(&choice.provider, &choice.method, &mut label, visit);
            }
        }
        for (provider, setting, label) in HOW_TO_PAY {
            let own = settings.iter().find(|row| row.plugin_id == provider);
            if let Some(text) = own.and_then(|row| row.settings.get(setting)?.as_str()) {
                let key = format!("setting/{provider}/{setting}");
                visit(FoundText::lines(&key, label, &mut text.trim().to_owned()));
            }
        }
    });
    Ok(ResourceTexts { id: PAYMENTS.to_owned(), title: "Payment methods".to_owned(), texts })
}

pub(super) fn method_name(provider: &str, method: &str, label: &mut String, visit: &mut Visit<'_>) {
    visit(FoundText::plain(&format!("name/{provider}/{method}"), "Name shown to customers", label));
}

/// The questions of the checkout and the texts of restock notices as a resource to translate.
pub struct StoreTexts;

#[async_trait]
impl Translatable for StoreTexts {
    fn kind(&self) -> TranslatedKind {
        TranslatedKind::Store
    }

    async fn page(&self, tx: &TenantTx, after: Option<&str>, limit: u64) -> Result<Vec<ResourceTexts>, Failure> {
        let mut all = vec![store(tx).await?];
        all.retain(|own| after.is_none_or(|after| own.id.as_str() > after));
        all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(all)
    }

    async fn some(&self, tx: &TenantTx, ids: &[String]) -> Result<Vec<ResourceTexts>, Failure> {
        if !ids.iter().any(|id| id == STORE) {
            return Ok(Vec::new());
        }
        Ok(vec![store(tx).await?])
    }
}

async fn store(tx: &TenantTx) -> Result<ResourceTexts, CommerceError> {
    let mut choices = StoreSettings::load(tx).await?.choices;
    let texts = texts_of(|visit| store_texts(&mut choices, visit));
    Ok(ResourceTexts { id: STORE.to_owned(), title: "Checkout and restock notices".to_owned(), texts })
}

/// The texts of store settings. Those of restock notices that are as in a new shop are in the catalogues.
pub(super) fn store_texts(choices: &mut StoreChoices, visit: &mut Visit<'_>) {
    for field in &mut choices.checkout.fields {
        visit(FoundText::plain(&format!("question/{}/label", field.id), "Checkout question", &mut field.label));
        for choice in &mut field.choices {
            let key = format!("question/{}/choice/{choice}", field.id);
            visit(FoundText::plain(&key, "Checkout question: Choice", choice));
        }
    }
    let success = &mut choices.restock_notifications_success_text;
    visit(FoundText::plain("restock/success", "Restock notices: Message after the sign-up", success));
    let (own, usual) = (&mut choices.restock.messages, RestockMessages::default());
    for (key, label, text, usual) in [
        ("restock/button", "Restock notices: Button", &mut own.button_text, usual.button_text),
        ("restock/text", "Restock notices: Text", &mut own.cta_text, usual.cta_text),
        ("restock/placeholder", "Restock notices: Placeholder", &mut own.placeholder_text, usual.placeholder_text),
        (
            "restock/newsletter",
            "Restock notices: Newsletter",
            &mut own.mailing_list_description,
            usual.mailing_list_description,
        ),
    ] {
        if *text != usual {
            visit(FoundText::plain(key, label, text));
        }
    }
}
