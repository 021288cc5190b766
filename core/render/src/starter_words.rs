//! Words in the initial content of sites, such as titles of pages and labels of forms, in the language of a site. The
//! other texts of that content are examples, which owners replace.

use stoa_messages::Catalogue;

/// The messages of these words. The initial content of a theme has the words in English.
const WORDS: [&str; 20] = [
    "starter.home",
    "starter.shop",
    "starter.about",
    "starter.contact",
    "starter.journal",
    "starter.stories",
    "starter.notes",
    "starter.work",
    "starter.editors",
    "starter.seeShop",
    "starter.aboutUs",
    "starter.moreAboutUs",
    "starter.newInShop",
    "starter.seeEverything",
    "starter.messageArrived",
    "starter.messageToEditors",
    "blockDefault.fieldName",
    "blockDefault.fieldEmail",
    "blockDefault.fieldMessage",
    "blockDefault.send",
];

/// A word of the initial content in a language; none if it is not one of these words.
pub fn starter_word(english: &str, language: &str) -> Option<&'static str> {
    let source = Catalogue::for_language("en");
    let key = WORDS.into_iter().find(|&key| source.text(key) == english)?;
    Some(Catalogue::for_language(language).text(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_starter_content() {
        assert_eq!(starter_word("Shop", "fr-CA"), Some("Boutique"));
        assert_eq!(starter_word("Send", "de"), Some("Senden"));
        assert_eq!(starter_word("Shop", "pl"), Some("Shop"), "there is no catalogue");
        assert_eq!(starter_word("Made in one room", "fr"), None);
    }
}
