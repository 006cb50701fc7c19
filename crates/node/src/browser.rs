//! Opens a page in the user's browser: `--open`.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// An opener that fails does so at once; a browser started directly keeps running.
const TIMEOUT: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Starts `$BROWSER` or the system's opener, without waiting for it to exit.
pub fn open_in_browser(page: &Path) {
    let page = std::path::absolute(page).unwrap_or_else(|_| page.to_owned());
    if !openers().iter().any(|opener| start(opener, &page)) {
        use std::io::Write as _;
        let message =
            format!("hexloop: no browser could be started (set BROWSER to one); the page is {}\n", page.display());
        let _ = std::io::stderr().write_all(message.as_bytes());
    }
}

/// `$BROWSER` is a colon-separated list.
fn openers() -> Vec<String> {
    let named = std::env::var("BROWSER").unwrap_or_default();
    let named = named.split(':').filter(|name| !name.trim().is_empty()).map(str::to_owned);
    let system: &[&str] = if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "wslview", "gio open"] };
    named.chain(system.iter().map(|name| (*name).to_owned())).collect()
}

/// Whether the page is being opened. `%s` in the opener is replaced with the page; otherwise the page is its last
/// argument.
fn start(opener: &str, page: &Path) -> bool {
    let page = page.to_string_lossy();
    let mut words: Vec<String> = opener.split_whitespace().map(|word| word.replace("%s", &page)).collect();
    if !opener.contains("%s") {
        words.push(page.into_owned());
    }
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl+C in the terminal must not reach the browser.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().is_ok_and(|mut child| wait(&mut child).is_none_or(|status| status.success()))
}

/// None: still running.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + TIMEOUT;
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    None
}
