//! What the command itself prints. A reader that has gone away (`hexloop help | head`) is no error.

use std::io::{ErrorKind, Write as _};

/// Writes to standard output. Returns the exit code: 1 where that failed for another reason than a closed pipe.
pub fn print(text: &str) -> i32 {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => fail(&format!("cannot write to standard output: {error}"), 1),
    }
}

/// Writes to standard error; there is nowhere to report a failure.
pub fn warn(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A message of the command, and the code to exit with.
pub fn fail(message: &str, code: i32) -> i32 {
    warn(&format!("hexloop: {message}\n"));
    code
}
