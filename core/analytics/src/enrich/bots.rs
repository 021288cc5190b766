//! Programs among the visitors, by their user agents. Not a crate of expressions: one pass over the text for all names
//! costs a fraction of a microsecond, and the names can be read in `data/bots.txt`.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

const NAMES: &str = include_str!("../../data/bots.txt");

/// How the user agents of all browsers begin.
const BROWSERS: [&str; 2] = ["mozilla/", "opera/"];

/// A brand of phones whose name ends like that of a bot.
const PHONES: &str = "cubot";

static PARTS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(names()).ok());

fn names() -> impl Iterator<Item = &'static str> {
    NAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a program that no person uses sends this user agent. A request without one is by such a program too.
pub fn is_bot(user_agent: &str) -> bool {
    let text = user_agent.to_ascii_lowercase();
    if !BROWSERS.iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let text = if text.contains(PHONES) { text.replace(PHONES, "") } else { text };
    PARTS.as_ref().is_some_and(|parts| parts.is_match(&text))
}

#[cfg(test)]
mod tests {
    use super::is_bot;

    #[test]
    fn programs_are_told_from_browsers() {
        for program in [
            "",
            "curl/8.5.0",
            "python-requests/2.32.3",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
        ] {
            assert!(is_bot(program), "{program}");
        }
        for browser in [
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 \
             Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 9; CUBOT) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile \
             Safari/537.36",
            "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18",
        ] {
            assert!(!is_bot(browser), "{browser}");
        }
    }
}
