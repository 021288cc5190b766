//! Folders of images and files.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::AssetFolderId;
use stoa_site::media::{self, Folder, FolderForm};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// A folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetFolderOut {
    id: String,
    /// The parent folder; null at the top level.
    parent_id: Option<String>,
    name: String,
    /// Number of images and files directly in the folder, excluding subfolders.
    files: i64,
}

/// All folders, sorted by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetFoldersOut {
    folders: Vec<AssetFolderOut>,
    /// Number of images in the whole library without a description.
    without_description: u64,
}

/// Name and location of a folder.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetFolderBody {
    /// At most 60 characters; unique within its parent folder.
    #[schema(min_length = 1, max_length = 60)]
    name: String,
    /// The parent folder; null for the top level. Folders can be nested at most 6 deep.
    #[serde(default)]
    parent_id: Option<String>,
}

/// Path parameters of a folder.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FolderPath {
    #[serde(deserialize_with = "path_id")]
    folder_id: AssetFolderId,
}

impl From<Folder> for AssetFolderOut {
    fn from(folder: Folder) -> Self {
        let parent_id = folder.parent_id.map(String::from);
        Self { id: folder.id.into(), parent_id, name: folder.name, files: folder.files }
    }
}

impl From<AssetFolderBody> for FolderForm {
    fn from(body: AssetFolderBody) -> Self {
        Self { name: body.name, parent_id: body.parent_id }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(asset_folders_list: reads(), asset_folder_create: changes(Invalidates::Site)))
        .routes(routes!(
            asset_folder_update: changes(Invalidates::Site),
            asset_folder_delete: changes(Invalidates::Site),
        ))
}

/// List asset folders
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/asset-folders", operation_id = "asset_folders_list",
    tag = "assets", security(("contributor" = ["content:read"])), responses((status = 200, body = AssetFoldersOut)))]
async fn asset_folders_list(caller: Contributor) -> ApiResult<Json<AssetFoldersOut>> {
    let folders = media::folders(&caller.ctx, &caller.db).await?;
    let without_description = media::without_description(&caller.ctx, &caller.db).await?;
    let folders = folders.into_iter().map(AssetFolderOut::from).collect();
    Ok(Json(AssetFoldersOut { folders, without_description }))
}

/// Create an asset folder
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/asset-folders", operation_id = "asset_folder_create",
    tag = "assets", request_body = AssetFolderBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = AssetFolderOut), (status = 409, body = Problem)))]
async fn asset_folder_create(
    caller: Contributor,
    ApiJson(body): ApiJson<AssetFolderBody>,
) -> ApiResult<(StatusCode, Json<AssetFolderOut>)> {
    let folder = media::make_folder(&caller.ctx, &caller.db, &body.into()).await?;
    Ok((StatusCode::CREATED, Json(folder.into())))
}

/// Rename or move an asset folder with its contents
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/asset-folders/{folderId}",
    operation_id = "asset_folder_update", tag = "assets", request_body = AssetFolderBody,
    security(("contributor" = ["content:write"])), responses((status = 200, body = AssetFolderOut)))]
async fn asset_folder_update(
    caller: Contributor,
    ApiPath(path): ApiPath<FolderPath>,
    ApiJson(body): ApiJson<AssetFolderBody>,
) -> ApiResult<Json<AssetFolderOut>> {
    Ok(Json(media::update_folder(&caller.ctx, &caller.db, &path.folder_id, &body.into()).await?.into()))
}

/// Delete an asset folder and move its contents up
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/asset-folders/{folderId}",
    operation_id = "asset_folder_delete", tag = "assets", security(("contributor" = ["content:write"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn asset_folder_delete(caller: Contributor, ApiPath(path): ApiPath<FolderPath>) -> ApiResult<StatusCode> {
    media::remove_folder(&caller.ctx, &caller.db, &path.folder_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
