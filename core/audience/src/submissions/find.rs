//! Looks up forms in published content.

use sea_orm::sea_query::{Alias, Expr, ExprTrait as _, SimpleExpr};
use sea_orm::{ColumnTrait, FromQueryResult, Iden};
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document, FOOTER_SIGN_UP, POPUP_SIGN_UP, footer_sign_up, popup_sign_up};
use stoa_entity::tenant::{collection, header_footer, post};
use stoa_entity::{Find, TenantTx, containing};
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{CollectionId, PostId};

use super::form::Form;
use crate::AudienceError;

/// Finds a form in published content: first on the given page, then on other pages and posts that contain its id; the
/// sign-ups of popup and footer in their settings.
pub(super) async fn find_form(
    tx: &TenantTx,
    kinds: &dyn BlockKinds,
    form_id: &str,
    page_id: &str,
) -> Result<Form, AudienceError> {
    let in_any = |rows: Vec<PublishedDocument>| {
        let mut documents = rows.iter().filter_map(|row| Document::from_json(row.document.as_ref()?).ok());
        documents.find_map(|document| Form::find(&document, kinds, form_id))
    };
    if [POPUP_SIGN_UP, FOOTER_SIGN_UP].contains(&form_id) {
        let around = popup_and_footer_sign_ups(tx).await?;
        let form = around.iter().find_map(|(_, document)| Form::find(document, kinds, form_id));
        return form.ok_or(AudienceError::UnknownForm);
    }
    if let Some(form) = in_any(page(tx, page_id).await?) {
        return Ok(form);
    }
    let pages = shown_pages(tx).filter(names(collection::Column::Published, form_id));
    let pages = pages.order_by_asc(collection::Column::Id).select_columns_and(&[], of_page()).await?;
    if let Some(form) = in_any(pages) {
        return Ok(form);
    }
    let posts = shown_posts(tx).filter(names(post::Column::Document, form_id)).order_by_asc(post::Column::Id);
    in_any(posts.select_columns_and(&[], of_post()).await?).ok_or(AudienceError::UnknownForm)
}

/// Finds the form that submitted values belong to, among those of the page, of the theme's areas, and of popup and
/// footer: the one with the most submitted fields, on a tie the one with the fewest fields.
pub(super) async fn find_form_by_fields(
    tx: &TenantTx,
    kinds: &dyn BlockKinds,
    answers: &Map<String, Value>,
    page_id: &str,
) -> Result<Form, AudienceError> {
    let own = page(tx, page_id).await?;
    if own.is_empty() {
        return Err(AudienceError::UnknownForm);
    }
    let areas =
        shown_pages(tx).filter(collection::Column::Kind.eq(CollectionKind::Area)).order_by_asc(collection::Column::Id);
    let areas: Vec<PublishedDocument> = areas.select_columns_and(&[], of_page()).await?;
    let documents = own.iter().chain(&areas).filter_map(|row| Document::from_json(row.document.as_ref()?).ok());
    let around = popup_and_footer_sign_ups(tx).await?.into_iter().map(|(_, document)| document);
    let forms = documents.chain(around).flat_map(|document| Form::all(&document, kinds));
    let fit = |form: &Form| {
        let answered = form.fields.iter().filter(|field| answers.contains_key(&field.id)).count();
        (answered, std::cmp::Reverse(form.fields.len()))
    };
    let mut best: Option<Form> = None;
    for form in forms.filter(|form| fit(form).0 > 0) {
        if best.as_ref().is_none_or(|best| fit(&form) > fit(best)) {
            best = Some(form);
        }
    }
    best.ok_or(AudienceError::UnknownForm)
}

/// The published document of a page or collection item.
async fn page(tx: &TenantTx, page_id: &str) -> Result<Vec<PublishedDocument>, AudienceError> {
    if let Ok(id) = page_id.parse::<CollectionId>() {
        return Ok(shown_pages(tx).filter(collection::Column::Id.eq(id)).select_columns_and(&[], of_page()).await?);
    }
    let Ok(id) = page_id.parse::<PostId>() else { return Ok(Vec::new()) };
    Ok(shown_posts(tx).filter(post::Column::Id.eq(id)).select_columns_and(&[], of_post()).await?)
}

/// Pages without collection items, whose published documents are in `post`.
fn shown_pages(tx: &TenantTx) -> Find<'_, collection::Entity> {
    let pages = tx.find::<collection::Entity>().filter(collection::Column::Enabled.eq(true));
    pages.filter(collection::Column::Kind.ne(CollectionKind::Item))
}

fn shown_posts(tx: &TenantTx) -> Find<'_, post::Entity> {
    tx.find::<post::Entity>().filter(post::Column::PublishedOn.is_not_null())
}

fn of_page() -> Vec<(SimpleExpr, &'static str)> {
    vec![(Expr::col(collection::Column::Published), "document")]
}

fn of_post() -> Vec<(SimpleExpr, &'static str)> {
    vec![(Expr::col(post::Column::Document), "document")]
}

/// The published document of a page or post.
#[derive(FromQueryResult)]
struct PublishedDocument {
    document: Option<Value>,
}

/// Whether a document contains a text anywhere, such as a block id.
pub(super) fn names(document: impl Iden + 'static, text: &str) -> SimpleExpr {
    Expr::col(document).cast_as(Alias::new("text")).like(containing(text))
}

/// The newsletter sign-ups in popup and footer, with the name of their place.
pub(super) async fn popup_and_footer_sign_ups(tx: &TenantTx) -> Result<Vec<(&'static str, Document)>, AudienceError> {
    let Some(arranged) = tx.find::<header_footer::Entity>().one().await? else { return Ok(Vec::new()) };
    let popup = arranged.settings.get("header").and_then(popup_sign_up).map(|document| ("Popup", document));
    let footer = arranged.settings.get("footer").and_then(footer_sign_up).map(|document| ("Footer", document));
    Ok(popup.into_iter().chain(footer).collect())
}
