//! Device, browser and operating system of a user agent, as reports name them. Not a crate: those that know every
//! version of every program need megabytes of expressions, and reports show a few families.

use crate::hit::Device;

/// What a user agent says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Kind of device.
    pub device: Device,
    /// Family of the browser.
    pub browser: Option<&'static str>,
    /// Family of the operating system.
    pub os: Option<&'static str>,
}

/// Parts that tell browsers apart, in this order: many also name the browsers that they are made from.
const BROWSERS: [(&str, &str); 25] = [
    ("edg/", "Edge"),
    ("edga/", "Edge"),
    ("edgios/", "Edge"),
    ("edge/", "Edge"),
    ("opr/", "Opera"),
    ("opios/", "Opera"),
    ("opera", "Opera"),
    ("samsungbrowser/", "Samsung Internet"),
    ("ucbrowser/", "UC Browser"),
    ("yabrowser/", "Yandex Browser"),
    ("vivaldi/", "Vivaldi"),
    ("duckduckgo/", "DuckDuckGo"),
    ("ddg/", "DuckDuckGo"),
    ("silk/", "Silk"),
    ("instagram ", "Instagram"),
    ("fban/", "Facebook"),
    ("fbav/", "Facebook"),
    ("firefox/", "Firefox"),
    ("fxios/", "Firefox"),
    ("crios/", "Chrome"),
    ("chromium/", "Chromium"),
    ("chrome/", "Chrome"),
    ("trident/", "Internet Explorer"),
    ("msie ", "Internet Explorer"),
    ("android", "Android Browser"),
];

/// The same for operating systems.
const SYSTEMS: [(&str, &str); 15] = [
    ("windows phone", "Windows Phone"),
    ("xbox", "Xbox"),
    ("windows", "Windows"),
    ("ipad", "iPadOS"),
    ("iphone", "iOS"),
    ("ipod", "iOS"),
    ("harmonyos", "HarmonyOS"),
    ("kaios", "KaiOS"),
    ("tizen", "Tizen"),
    ("android", "Android"),
    ("cros ", "ChromeOS"),
    ("playstation", "PlayStation"),
    ("mac os x", "macOS"),
    ("macintosh", "macOS"),
    ("linux", "Linux"),
];

const TABLETS: [&str; 5] = ["ipad", "tablet", "kindle", "silk/", "playbook"];
const PHONES: [&str; 5] = ["mobile", "iphone", "ipod", "windows phone", "kaios"];

/// Reads a user agent.
pub fn agent(user_agent: &str) -> Agent {
    let text = user_agent.to_ascii_lowercase();
    let has = |part: &str| text.contains(part);
    let named = |names: &[(&str, &'static str)]| names.iter().find(|(part, _)| has(part)).map(|(_, name)| *name);
    let browser = named(&BROWSERS).or_else(|| has("applewebkit").then_some("Safari"));
    Agent { device: device(&text), browser, os: named(&SYSTEMS) }
}

fn device(text: &str) -> Device {
    let any = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if any(&TABLETS) {
        return Device::Tablet;
    }
    if any(&PHONES) {
        return Device::Mobile;
    }
    // Tablets with Android do not call themselves mobile.
    if text.contains("android") { Device::Tablet } else { Device::Desktop }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_read() {
        for (text, device, browser, os) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 \
                 Safari/537.36 Edg/141.0.0.0",
                Device::Desktop,
                Some("Edge"),
                Some("Windows"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.1 Mobile/15E148 Safari/604.1",
                Device::Mobile,
                Some("Safari"),
                Some("iOS"),
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 \
                 Mobile/15E148 Safari/604.1",
                Device::Tablet,
                Some("Chrome"),
                Some("iPadOS"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 \
                 Chrome/122.0.0.0 Mobile Safari/537.36",
                Device::Mobile,
                Some("Samsung Internet"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 \
                 Safari/537.36",
                Device::Tablet,
                Some("Chrome"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 \
                 Safari/605.1.15",
                Device::Desktop,
                Some("Safari"),
                Some("macOS"),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0",
                Device::Desktop,
                Some("Firefox"),
                Some("Linux"),
            ),
            ("", Device::Desktop, None, None),
        ] {
            assert_eq!(agent(text), Agent { device, browser, os }, "{text}");
        }
    }
}
