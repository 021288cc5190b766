//! Images and files: checked when uploaded, stored without unwanted metadata, and served in the widths and formats that
//! browsers request.

mod color_backfill;
mod detect_file_type;
mod external_video;
mod folders;
mod gallery_item;
mod intake;
mod library;
mod limits;
mod model;
mod pool;
mod rights;
mod serve;
mod service;
mod shared;
mod smugmug;
mod svg;
mod upload_parts;
mod uploads;
mod uses;
mod video_file;

pub use color_backfill::{backfill_colors, next_color_backfill};
pub use detect_file_type::type_of;
pub use external_video::{ExternalVideo, MAX_OEMBED_BYTES, OEmbedServices, VideoMetadata, oembed_url, read_oembed};
pub use folders::{Folder, FolderForm, folders, make_folder, remove_folder, update_folder, without_description};
pub use gallery_item::gallery_item_media;
pub use intake::create;
pub use library::{by_ids, get, list, move_to, remove, update, with_posters};
pub use limits::{
    FileRoom, LimitOverrides, PlanLimits, Storage, UploadLimits, room_for_file, room_for_form_file, set_limits, storage,
};
pub use model::{Asset, AssetPatch, AssetQuery, FolderScope, NewAsset};
pub(crate) use serve::{discard_loose, original_key};
pub use serve::{find, home_screen_icon, home_screen_image, original, variant};
pub use service::Media;
pub use shared::{SharedImage, add_shared, shared_row, store_shared_image};
pub use smugmug::{
    MAX_SMUGMUG_BYTES, SmugmugGallery, SmugmugPicture, SmugmugService, galleries_url, gallery_images_url,
    read_galleries, read_images, unreadable,
};
pub use stoa_pictures::{ColorData, VARIANT_WIDTHS, VariantFormat, variant_width};
pub use upload_parts::{delete_old, next_deletion};
pub use uploads::{
    NewUpload, PART_BYTES, Upload, UploadPart, append, begin, begun, cancel, check_can_add, finish, receive, upload,
};
pub(crate) use uses::of as uses_of;
pub use uses::{AssetUse, uses};
