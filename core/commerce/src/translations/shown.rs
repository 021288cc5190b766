//! What visitors see of a store in the language of a transaction.

use std::collections::HashSet;
use std::sync::Arc;

use stoa_address::PickupPlace;
use stoa_entity::tenant::site;
use stoa_entity::translations::{Translations, Visit, source_digest, texts_of};
use stoa_entity::{DbError, TenantTx, json_column};
use stoa_kernel::boxed;
use stoa_kernel::translation::TranslatedKind;

use super::sources::{PAYMENTS, STORE, discount_texts, method_name, shipping_texts, store_texts, tax_texts};
use crate::CommerceError;
use crate::catalogue::{self, CatalogueItem};
use crate::checkout::CheckoutChoices;
use crate::ports::PaymentMethod;
use crate::pricing::ShippingChoice;
use crate::settings::{StoreChoices, StoreSettings};

/// Of what translations are read.
#[derive(Debug, Default)]
pub(crate) struct Translated {
    pub(crate) products: Vec<String>,
    pub(crate) shipping_options: Vec<String>,
    pub(crate) discounts: Vec<String>,
    pub(crate) taxes: Vec<String>,
}

/// The translations with which a cart is shown; none in the language in which the owner writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShopWords(Option<Arc<Translations>>);

impl ShopWords {
    /// Those in the language of the transaction, with those of the store settings, in one query.
    pub(crate) async fn load(tx: &TenantTx, of: Translated) -> Result<Self, DbError> {
        if tx.language().is_none() {
            return Ok(Self::default());
        }
        let wanted = vec![
            (TranslatedKind::Product, of.products),
            (TranslatedKind::ShippingOption, of.shipping_options),
            (TranslatedKind::Discount, of.discounts),
            (TranslatedKind::TaxRule, of.taxes),
            (TranslatedKind::Payment, vec![PAYMENTS.to_owned()]),
            (TranslatedKind::Store, vec![STORE.to_owned()]),
        ];
        let found = Translations::shown(tx, wanted).await?;
        Ok(Self((!found.is_empty()).then(|| Arc::new(found))))
    }

    /// A product as it is shown; none if it has no translation.
    pub(crate) fn product(&self, item: &CatalogueItem) -> Option<CatalogueItem> {
        let translations = self.0.as_deref()?;
        let is_translated = !translations.rows(TranslatedKind::Product, item.id.as_str()).is_empty();
        is_translated.then(|| catalogue::translated(item.clone(), translations))
    }

    /// Translates the name and the instructions of a shipping option.
    pub(crate) fn shipping(&self, choice: &mut ShippingChoice) {
        self.shipping_option(&choice.id, &mut choice.label, choice.pickup.as_mut());
    }

    pub(crate) fn shipping_option(&self, id: &str, label: &mut String, mut pickup: Option<&mut PickupPlace>) {
        self.lay_over(TranslatedKind::ShippingOption, id, |visit| {
            shipping_texts(label, pickup.as_deref_mut(), visit);
        });
    }

    /// Translates the name of a discount.
    pub(crate) fn discount(&self, id: &str, label: &mut String) {
        self.lay_over(TranslatedKind::Discount, id, |visit| discount_texts(label, visit));
    }

    /// Translates the name of a tax of the site; those that plugins name are in the shopper's language already.
    pub(crate) fn tax(&self, id: Option<&str>, label: &mut String) {
        if let Some(id) = id {
            self.lay_over(TranslatedKind::TaxRule, id, |visit| tax_texts(label, visit));
        }
    }

    /// Payment methods with the translations of the names that the owner gave; plugins name the others themselves.
    pub(crate) fn payment_methods(&self, mut methods: Vec<PaymentMethod>) -> Vec<PaymentMethod> {
        for method in methods.iter_mut().filter(|method| method.is_named_by_owner) {
            let PaymentMethod { provider, method, label, .. } = method;
            self.lay_over(TranslatedKind::Payment, PAYMENTS, |visit| method_name(provider, method, label, visit));
        }
        methods
    }

    /// Translates the questions of the checkout. Choices that would be the same stay as they are.
    pub(crate) fn questions(&self, choices: &CheckoutChoices) -> CheckoutChoices {
        let mut shown = StoreChoices { checkout: choices.clone(), ..StoreChoices::default() };
        self.store(&mut shown);
        shown.checkout
    }

    fn store(&self, choices: &mut StoreChoices) {
        let originals: Vec<Vec<String>> = choices.checkout.fields.iter().map(|field| field.choices.clone()).collect();
        self.lay_over(TranslatedKind::Store, STORE, |visit| store_texts(choices, visit));
        for (field, original) in choices.checkout.fields.iter_mut().zip(originals) {
            if field.choices.iter().collect::<HashSet<_>>().len() != field.choices.len() {
                field.choices = original;
            }
        }
    }

    fn lay_over(&self, kind: TranslatedKind, id: &str, walk: impl FnMut(&mut Visit<'_>)) {
        if let Some(translations) = &self.0 {
            translations.lay_over(kind, id, walk);
        }
    }
}

/// Translations of what the owner has written about payments, in one language.
#[derive(Debug)]
pub(crate) struct PaymentWords(Translations);

impl PaymentWords {
    pub(crate) async fn of(tx: &TenantTx, language: &str) -> Result<Self, DbError> {
        Ok(Self(Translations::of(tx, language, TranslatedKind::Payment, vec![PAYMENTS.to_owned()]).await?))
    }

    /// Puts the translation in place of a text that a plugin repeats from its settings.
    pub(crate) fn say(&self, said: &mut String) {
        let digest = source_digest(said);
        let rows = self.0.rows(TranslatedKind::Payment, PAYMENTS);
        if let Some(row) = rows.iter().find(|row| row.source_digest == digest) {
            said.clone_from(&row.text);
        }
    }
}

/// Lays translations over the store settings in the row of the site, in the language of the transaction.
///
/// # Errors
/// When the settings cannot be read.
#[boxed]
pub async fn lay_over_store_settings(tx: &TenantTx, row: &mut site::Model) -> Result<(), CommerceError> {
    if tx.language().is_none() {
        return Ok(());
    }
    let mut choices = StoreSettings::from_row(row)?.choices;
    if texts_of(|visit| store_texts(&mut choices, visit)).is_empty() {
        return Ok(());
    }
    let words = ShopWords::load(tx, Translated::default()).await?;
    if words.0.is_some() {
        words.store(&mut choices);
        row.store_settings = json_column::write("site.store_settings", &choices)?;
    }
    Ok(())
}
