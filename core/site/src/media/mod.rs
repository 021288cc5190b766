//! Pictures and files: taken in when their content is what it should be, kept without what does not belong to
//! them, served in the widths and formats that browsers ask for.

mod catch_up;
mod drawing;
mod film;
mod film_file;
mod folders;
mod gallery_item;
mod intake;
mod library;
mod limits;
mod model;
mod pool;
mod rights;
mod room;
mod serve;
mod shared;
mod smugmug;
mod sniff;
mod uploads;
mod uses;

pub use catch_up::{next_colours, read_missing_colours};
pub use film::{Film, FilmFacts, FilmServices, MOST_ANSWER_BYTES, film_question, read_film};
pub use folders::{Folder, FolderForm, folders, make_folder, remove_folder, update_folder, without_description};
pub use gallery_item::GalleryItemMedia;
pub use intake::create;
pub use library::{by_ids, get, list, move_to, remove, update, with_posters};
pub use limits::{OwnLimits, PlanLimits, Storage, UploadLimits, has_room, room_for_file, set_limits, storage};
pub use model::{Asset, AssetKind, AssetPatch, AssetQuery, NewAsset, Place};
pub use room::Media;
pub use serve::{find, original, start_screen_icon, start_screen_picture, variant};
pub use shared::{SharedPicture, add_shared, shared_picture};
pub use smugmug::{
    MOST_SMUGMUG_BYTES, SmugmugGallery, SmugmugPicture, SmugmugService, galleries_question, pictures_question,
    read_galleries, read_pictures, unreadable,
};
pub use sniff::type_of;
pub use stoa_pictures::{ColorData, VARIANT_WIDTHS, VariantFormat, variant_width};
pub use uploads::{
    NewUpload, PART_BYTES, Upload, append, begin, begun, cancel, check_may_add, finish, forget_old, next_to_forget,
    receive, upload,
};
pub use uses::{Use, uses};
