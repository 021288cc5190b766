-- Words that a category had before in the addresses of a language, which still lead to it. NULL: none.
ALTER TABLE translated_address ADD COLUMN former_words {json};
