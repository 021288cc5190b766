//! Finds English words in what people see or hear of pages and e-mails of a German site: words that only the English
//! catalogue has. `storefront-ui/e2e/languages/english-words.ts` does the same in browsers.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::Chars;

use anyhow::{Context as _, Result};

/// Attributes that name or describe an element.
const SAID: [&str; 4] = ["aria-label", "alt", "title", "placeholder"];
/// Elements whose content nobody reads.
const UNREAD: [&str; 3] = ["script", "style", "code"];
const ENTITIES: [(&str, &str); 6] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// Words that only English texts have.
pub(super) struct Vocabulary(BTreeSet<String>);

impl Vocabulary {
    /// Reads the catalogues.
    pub(super) fn read() -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages");
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).with_context(|| path.to_owned());
        let german = words_of_catalogue(&read("catalogues/de.po")?)?;
        let both = read("tests/words-of-both-languages.txt")?;
        let both: BTreeSet<&str> = both.split_whitespace().collect();
        let mut english = words_of_catalogue(&read("catalogues/en.po")?)?;
        english.retain(|word| !german.contains(word) && !both.contains(word.as_str()));
        Ok(Self(english))
    }

    /// The texts of a page with English words besides those that the site itself has written, longest first.
    pub(super) fn found_in(&self, html: &str, own: &[String]) -> Vec<String> {
        let mut found = texts_of(html);
        found.retain(|text| {
            let others = own.iter().fold(text.clone(), |rest, mine| rest.replace(mine.as_str(), " "));
            words_of(&others).iter().any(|word| self.0.contains(word))
        });
        found
    }
}

/// Words in lower case, without addresses.
fn words_of(text: &str) -> Vec<String> {
    let said = text.split_whitespace().filter(|part| !part.contains(['@', '/']));
    let letters = said.flat_map(|part| part.split(|sign: char| !sign.is_alphabetic() && !matches!(sign, '\'' | '’')));
    letters.map(|word| word.trim_matches(['\'', '’']).to_lowercase()).filter(|word| !word.is_empty()).collect()
}

fn words_of_catalogue(file: &str) -> Result<BTreeSet<String>> {
    let (mut words, mut text, mut is_text) = (BTreeSet::new(), String::new(), false);
    for line in file.lines().chain([""]) {
        let first = line.strip_prefix("msgstr ");
        is_text = first.is_some() || (is_text && line.starts_with('"'));
        if is_text {
            text.push_str(&serde_json::from_str::<String>(first.unwrap_or(line))?);
        } else {
            let mut said = String::new();
            collect_texts(&mut text.chars(), &mut said);
            words.extend(words_of(&said));
            text.clear();
        }
    }
    Ok(words)
}

/// The texts of a message up to its end or that of a choice.
fn collect_texts(signs: &mut Chars<'_>, said: &mut String) {
    while let Some(sign) = signs.next() {
        match sign {
            '}' => return,
            '{' => collect_choices(signs, said),
            '#' => said.push(' '),
            sign => said.push(sign),
        }
    }
}

/// The texts of the choices of an argument; its name and kind, and the keys of choices, are no texts.
fn collect_choices(signs: &mut Chars<'_>, said: &mut String) {
    said.push(' ');
    while let Some(sign) = signs.next() {
        match sign {
            '}' => return,
            '{' => {
                collect_texts(signs, said);
                said.push(' ');
            }
            _ => {}
        }
    }
}

/// Texts between tags, and the attributes that name or describe elements.
pub(super) fn texts_of(html: &str) -> Vec<String> {
    let (mut texts, mut rest) = (Vec::new(), html);
    while let Some((before, after)) = rest.split_once('<') {
        texts.push(before);
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let (tag, after) = split_tag(after);
        texts.extend(SAID.iter().filter_map(|name| {
            let (_, value) = tag.split_once(&format!("{name}=\""))?;
            value.split('"').next()
        }));
        let name = tag.split(|sign: char| sign.is_whitespace() || sign == '/').next().unwrap_or_default();
        rest = if UNREAD.contains(&name) {
            after.split_once(&format!("</{name}>")).map_or("", |(_, rest)| rest)
        } else {
            after
        };
    }
    texts.push(rest);
    let plain = |text: &str| ENTITIES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let spaced = texts.into_iter().map(|text| plain(text).split_whitespace().collect::<Vec<_>>().join(" "));
    spaced.filter(|text| !text.is_empty()).collect()
}

/// A tag, and what follows it; a value in quotes can have the sign that ends tags.
fn split_tag(html: &str) -> (&str, &str) {
    let mut is_quoted = false;
    for (place, sign) in html.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => {
                return html.split_at_checked(place).map_or((html, ""), |(tag, rest)| (tag, &rest[1..]));
            }
            _ => {}
        }
    }
    (html, "")
}

#[test]
fn planted_english_words_are_found() -> Result<()> {
    let words = Vocabulary::read()?;
    let german = "<title>Seite</title><p data-x=\"a > b\">In den Warenkorb</p><script>const the = 1;</script>";
    assert_eq!(words.found_in(german, &[]), [""; 0]);
    let own = ["Keep the lid on".to_owned()];
    let planted =
        "<p>Keep the lid on</p><p>Menge &amp; your total</p><a\n aria-label=\"Close the cart\" href=\"/the\"></a>";
    assert_eq!(words.found_in(planted, &own), ["Menge & your total", "Close the cart"]);
    Ok(())
}
