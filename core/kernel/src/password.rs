//! Passwords that are easy to guess: the most common ones and their usual variations.

/// Error text for such a password.
pub const TOO_COMMON: &str =
    "This password is easy to guess. Choose one that is not a common word, a row of keys or your name";

/// Shorter names are part of too many words to be checked.
const MIN_NAME_LENGTH: usize = 4;
/// Maximum number of other characters around a known word: `password` with a year and an exclamation mark is still easy
/// to guess.
const MAX_EXTRA_CHARACTERS: usize = 5;

/// The most common base words of passwords, in lower case and without what [`simplified`] removes.
const WORDS: &[&str] = &[
    "access",
    "account",
    "admin",
    "administrator",
    "aaron",
    "alexander",
    "amanda",
    "america",
    "andrea",
    "andrew",
    "angel",
    "anthony",
    "apple",
    "arsenal",
    "asdf",
    "asdfgh",
    "asdfghjkl",
    "ashley",
    "azerty",
    "babygirl",
    "badboy",
    "banana",
    "barcelona",
    "baseball",
    "basketball",
    "batman",
    "beautiful",
    "blink",
    "butterfly",
    "carlos",
    "changeit",
    "changeme",
    "charlie",
    "cheese",
    "chelsea",
    "chicken",
    "chocolate",
    "computer",
    "cookie",
    "corvette",
    "cowboy",
    "dallas",
    "daniel",
    "default",
    "diamond",
    "dragon",
    "eminem",
    "family",
    "ferrari",
    "flower",
    "football",
    "forever",
    "freedom",
    "friend",
    "friends",
    "gangster",
    "george",
    "ginger",
    "google",
    "guest",
    "hallo",
    "hannah",
    "harley",
    "heaven",
    "hello",
    "helloworld",
    "hockey",
    "hunter",
    "iloveu",
    "iloveyou",
    "internet",
    "jasmine",
    "jennifer",
    "jessica",
    "jesus",
    "jordan",
    "joshua",
    "justin",
    "killer",
    "kitten",
    "letmein",
    "liverpool",
    "lollipop",
    "login",
    "london",
    "loveme",
    "lovely",
    "loveyou",
    "maggie",
    "manchester",
    "marina",
    "marlboro",
    "martin",
    "master",
    "matrix",
    "matthew",
    "mercedes",
    "merlin",
    "michael",
    "michelle",
    "monkey",
    "monster",
    "mustang",
    "mypassword",
    "naruto",
    "newpassword",
    "nicole",
    "ninja",
    "nothing",
    "oliver",
    "orange",
    "pass",
    "passport",
    "passw",
    "passwd",
    "password",
    "passwort",
    "patrick",
    "peanut",
    "pepper",
    "personal",
    "phoenix",
    "pokemon",
    "princess",
    "purple",
    "qazwsx",
    "qazwsxedc",
    "qwaszx",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyui",
    "qwertyuiop",
    "qwertz",
    "rainbow",
    "ranger",
    "richard",
    "robert",
    "root",
    "samantha",
    "samsung",
    "school",
    "secret",
    "shadow",
    "silver",
    "slipknot",
    "snoopy",
    "soccer",
    "spiderman",
    "starwars",
    "steelers",
    "summer",
    "sunshine",
    "superman",
    "superstar",
    "sweet",
    "taylor",
    "teamo",
    "tennis",
    "test",
    "testing",
    "thomas",
    "thunder",
    "tigger",
    "tinkerbell",
    "trustno",
    "unknown",
    "user",
    "victoria",
    "welcome",
    "whatever",
    "william",
    "winner",
    "winter",
    "wordpass",
    "yankees",
    "yellow",
    "zaqwsx",
    "zxcvb",
    "zxcvbn",
    "zxcvbnm",
];

/// Keyboard rows and well-known sequences; checked forward and backward.
const ROWS: &[&str] = &[
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfv",
    "13579",
    "24680",
];

/// Whether a password is easy to guess: a common one, or little more than one of the person's `names` (name, e-mail
/// address).
pub fn is_common(password: &str, names: &[&str]) -> bool {
    let plain = password.trim().to_lowercase();
    let simple = simplified(&plain);
    is_row(&plain)
        || is_repeated(&plain)
        || WORDS.contains(&simple.as_str())
        || WORDS.iter().any(|word| simple.strip_prefix(word).is_some_and(|rest| rest == *word))
        || names.iter().flat_map(|name| parts(name)).any(|name| is_small_increase(&plain, &name))
}

/// Replaces digits and signs by the letters they stand for, and removes what is put before or after a word.
fn simplified(plain: &str) -> String {
    let word = plain.trim_matches(|character: char| !character.is_alphabetic() && !is_stand_in(character));
    let word = word.trim_end_matches(|character: char| !character.is_alphabetic());
    word.chars().filter_map(plain_letter).collect()
}

fn is_stand_in(character: char) -> bool {
    matches!(character, '@' | '$')
}

fn plain_letter(character: char) -> Option<char> {
    match character {
        '@' | '4' => Some('a'),
        '3' => Some('e'),
        '1' | '!' | '|' => Some('i'),
        '0' => Some('o'),
        '$' | '5' => Some('s'),
        '7' => Some('t'),
        other => other.is_alphabetic().then_some(other),
    }
}

/// Whether the password consists only of keyboard sequences of at least three characters each.
fn is_row(plain: &str) -> bool {
    let mut rest: &str = plain;
    while !rest.is_empty() {
        let (run, behind) = rest.split_at_checked(longest_run(rest)).unwrap_or((rest, ""));
        if run.chars().count() < 3 {
            return false;
        }
        rest = behind;
    }
    !plain.is_empty()
}

/// How many bytes at the start follow a keyboard sequence or repeat.
fn longest_run(text: &str) -> usize {
    let first = text.chars().next().unwrap_or_default();
    let same = text.chars().take_while(|character| *character == first).map(char::len_utf8).sum();
    let in_rows = (1..=text.len()).rev().find(|end| {
        text.get(..*end).is_some_and(|start| {
            let backward: String = start.chars().rev().collect();
            ROWS.iter().any(|row| row.contains(start) || row.contains(&backward))
        })
    });
    in_rows.unwrap_or_default().max(same)
}

/// Whether the text is a repetition of a short text.
fn is_repeated(plain: &str) -> bool {
    let letters: Vec<char> = plain.chars().collect();
    (1..=letters.len().min(4)).any(|length| {
        letters.len() >= 2 * length
            && letters.iter().enumerate().all(|(at, letter)| letters.get(at % length) == Some(letter))
    })
}

/// The parts of a name or address that someone would use: `ada`, `byron`, `adabyron`, `example`.
fn parts(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let (local, domain) = name.split_once('@').unwrap_or((&name, ""));
    let host = domain.split('.').next().unwrap_or_default();
    let letters = |text: &str| text.chars().filter(|character| character.is_alphanumeric()).collect::<String>();
    let words = local.split(|character: char| !character.is_alphanumeric());
    let mut parts: Vec<String> = words.map(str::to_owned).collect();
    parts.extend([letters(local), host.to_owned(), name.clone()]);
    parts.retain(|part| part.chars().count() >= MIN_NAME_LENGTH);
    parts
}

fn is_small_increase(plain: &str, name: &str) -> bool {
    plain.contains(name) && plain.chars().count() <= name.chars().count() + MAX_EXTRA_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_rejected() {
        for password in [
            "password",
            "Password1",
            "P@ssw0rd!",
            "passw0rd2024",
            "PASSWORD123!",
            "passwordpassword",
            "12345678",
            "1234567890",
            "0987654321",
            "87654321",
            "qwertyuiop",
            "Qwerty123!",
            "qwerty12345",
            "1q2w3e4r5t",
            "1qaz2wsx3edc",
            "aaaaaaaaaa",
            "abcabcabcabc",
            "11111111",
            "abcdefgh",
            "abc123456789",
            "123qweasd",
            "iloveyou1",
            "letmein2025!",
            "Welcome123",
            "sunshine99",
            "changeme!!",
            "  password  ",
            "admin12345",
            "zxcvbnm123",
            "$uperman2000",
            "asdfghjkl1",
        ] {
            assert!(is_common(password, &[]), "{password}");
        }
    }

    #[test]
    fn passwords_from_own_name_are_rejected() {
        let names = ["ada.lovelace@analytical.example", "Ada Lovelace"];
        for password in ["adalovelace", "Lovelace1815", "analytical1", "ada.lovelace@analytical.example", "1lovelace!"]
        {
            assert!(is_common(password, &names), "{password}");
            assert!(password.contains('@') || !is_common(password, &["mira@example.com", "Mira"]), "{password}");
        }
        assert!(!is_common("lovelace and a difference engine", &names));
        assert!(!is_common("saturday-lamp", &["Ada"]), "names of three letters occur in too many words");
    }

    #[test]
    fn strong_passwords_are_accepted() {
        for password in [
            "long enough words",
            "correct horse",
            "stoa-demo-2026",
            "7sFq-nv2K-p",
            "passwordless is better",
            "blue monkey tree",
            "trees4ever-and-ever",
            "Grüße aus Köln",
            "密码在这里很长吗",
            "x9!",
            "",
        ] {
            assert!(!is_common(password, &[]), "{password}");
        }
    }
}
