//! Path parameters in the OpenAPI document: operations describe only those that mean something else than usual.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Object, OpenApi, RefOr, Required, Type};

use crate::documented_errors::operations;

/// What path parameters are by their names, unless an operation describes them.
const USUAL_MEANINGS: &[(&str, &str)] = &[
    ("addressId", "The address"),
    ("analyticsLinkId", "The link to the figures"),
    ("annotationId", "The note"),
    ("areaId", "Id of the area in the templates"),
    ("assetId", "The image or file"),
    ("attemptId", "The payment attempt"),
    ("cartToken", "Token of the cart"),
    ("categoryId", "The category"),
    ("collectionId", "The store"),
    ("commentId", "The comment"),
    ("contributorId", "The contributor"),
    ("couponId", "Id of the discount"),
    ("customerId", "The customer"),
    ("deliveryId", "The delivery"),
    ("discountId", "The discount"),
    ("emailKind", "The kind of e-mail"),
    ("errorHash", "Id of the error"),
    ("eventDeliveryId", "The delivery of an event to a plugin"),
    ("entryId", "The cart line"),
    ("experimentId", "The experiment"),
    ("fileId", "The file"),
    ("filePath", "Path of the file, with slashes percent-encoded"),
    ("folderId", "The folder"),
    ("formId", "Block id of the form"),
    ("invitationId", "The invitation"),
    ("itemId", "The product"),
    ("jobName", "Name of the job in the manifest of the plugin"),
    ("language", "BCP 47 tag of the language, such as `de` or `pt-BR`"),
    ("linkId", "The link"),
    ("format", "Name of the format in the manifest of the plugin"),
    ("listId", "The list"),
    ("mailId", "The e-mail"),
    ("namespace", "1 to 64 lower-case letters, digits and hyphens"),
    ("orderId", "The order"),
    ("pageId", "The page"),
    ("trashedPageId", "The page"),
    ("paymentId", "The payment"),
    ("picture", "Number of the picture, from 0"),
    ("panel", "Name of the panel in the manifest of the plugin"),
    ("pluginId", "Publisher and name of the plugin, such as `stoa.callout`"),
    ("priceListId", "The price list"),
    ("provider", "The payment plugin"),
    ("redirectId", "The redirect"),
    ("resourceId", "The resource"),
    ("reviewId", "The review"),
    ("runId", "The run of a load test"),
    ("savedMethodId", "The saved payment method"),
    ("savedSectionId", "The section"),
    ("secretName", "Name of the secret in the manifest of the plugin"),
    ("signInId", "The session"),
    ("submissionId", "The submission"),
    ("tag", "The tag"),
    ("taxId", "The tax"),
    ("textKey", "Key of the text, such as `storefront.addToCart`"),
    ("token", "Token from the link in the e-mail"),
    ("translatedKind", "Kind of the resource, such as `page` or `product`"),
    ("uploadId", "The upload"),
    ("variantId", "The variant"),
    ("versionId", "A published version of the templates"),
    ("websiteId", "The site"),
    ("zoneId", "The zone"),
];

fn usual_meaning(name: &str) -> Option<&'static str> {
    USUAL_MEANINGS.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning)
}

/// Adds the path parameters that operations do not describe, in the order of the path and before all others.
pub(crate) fn complete(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        for (_, operation) in operations(item) {
            add_missing(path, operation);
        }
    }
}

fn add_missing(path: &str, operation: &mut Operation) {
    let mut described = operation.parameters.take().unwrap_or_default();
    let mut parameters = Vec::new();
    for name in names(path) {
        let is_this = |known: &RefOr<Parameter>| match known {
            RefOr::T(known) => known.parameter_in == ParameterIn::Path && known.name == name,
            RefOr::Ref(_) => false,
        };
        match described.iter().position(is_this) {
            Some(place) => parameters.push(described.remove(place)),
            None => parameters.push(parameter(name).into()),
        }
    }
    parameters.append(&mut described);
    operation.parameters = Some(parameters).filter(|all| !all.is_empty());
}

/// Names in braces; `{*name}` takes the rest of a path.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim_start_matches('*')))
}

fn parameter(name: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(usual_meaning(name))
        .schema(Some(Object::with_type(Type::String)))
        .build()
}
