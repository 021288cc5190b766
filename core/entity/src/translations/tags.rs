//! Names of tags, and of categories of posts. They have no rows of their own: a tag is a resource as long as something
//! has it, and is found by its name without regard to case.

use stoa_kernel::translation::TranslatedKind;

use super::Translations;

/// Key of the name of a tag.
pub const TAG_NAME: &str = "name";

/// The id that a tag has as a resource to translate.
pub fn tag_id(tag: &str) -> String {
    tag.to_lowercase()
}

impl Translations {
    /// Puts the translated names in place of those of tags.
    pub fn name_tags<'t>(&self, tags: impl IntoIterator<Item = &'t mut String>) {
        if self.is_empty() {
            return;
        }
        for tag in tags {
            if let Some(row) = self.rows(TranslatedKind::Tag, &tag_id(tag)).first() {
                tag.clone_from(&row.text);
            }
        }
    }
}
