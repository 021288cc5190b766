//! Panels of a manifest.

use super::Permissions;
use super::checks::check_file;

const MAX_TITLE_LENGTH: usize = 60;

/// Checks a panel: its title, the files of its page and form, and the data that it needs.
pub(super) fn check(
    title: Option<&str>,
    page: Option<&str>,
    form: Option<&str>,
    needs: &[String],
    permissions: &Permissions,
) -> Result<(), String> {
    let is_title = |title: &str| title.chars().count() <= MAX_TITLE_LENGTH && !title.chars().any(char::is_control);
    if title.is_some_and(|title| title.trim().is_empty() || !is_title(title)) {
        return Err(format!("provides.title of an admin-panel has 1 to {MAX_TITLE_LENGTH} characters on one line"));
    }
    if page.is_some() && form.is_some() {
        return Err("an admin-panel has a page or a form, since a page has forms of its own".to_owned());
    }
    if let Some(page) = page {
        check_file("provides.page", page, ".html")?;
        if !page.starts_with("panels/") {
            return Err(format!("provides.page `{page}` has to be in the folder panels"));
        }
    }
    if let Some(form) = form {
        check_file("provides.form", form, ".json")?;
    }
    match needs.iter().find(|data| !permissions.reads.contains(data)) {
        Some(data) => Err(format!("provides.needs `{data}` is not one of permissions.reads")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    fn refusal(panel: &str) -> Option<String> {
        let text = format!(
            "[plugin]\nid = \"acme.a\"\nversion = \"1.0.0\"\napi = \"0.2\"\nname = \"Acme\"\n\
             component = \"p.wasm\"\n[[provides]]\nkind = \"admin-panel\"\nname = \"sales\"\n{panel}\n\
             [permissions]\nreads = [\"orders\"]\n"
        );
        Manifest::parse(&text).err()
    }

    #[test]
    fn a_panel_has_a_page_or_a_form_and_needs_what_the_plugin_reads() {
        for sound in ["", "page = \"panels/sales.html\"", "form = \"schema/sales.json\"", "needs = [\"orders\"]"] {
            assert_eq!(refusal(sound), None, "{sound}");
        }
        for (panel, word) in [
            ("page = \"sales.html\"", "the folder panels"),
            ("page = \"panels/sales.js\"", "provides.page"),
            ("page = \"panels/a.html\"\nform = \"schema/a.json\"", "a page or a form"),
            ("needs = [\"customers\"]", "permissions.reads"),
            ("title = \" \"", "provides.title"),
        ] {
            let fault = refusal(panel).expect("refused");
            assert!(fault.contains(word), "{fault}");
        }
    }
}
