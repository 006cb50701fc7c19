//! Output of the command itself. A closed pipe (`hexloop help | head`) is no error.

use std::io::{ErrorKind, Write as _};

/// Writes to standard output. Returns the exit code: 1 if that failed for another reason than a closed pipe.
pub fn print(text: &str) -> i32 {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => fail(&format!("cannot write to standard output: {error}"), 1),
    }
}

/// Writes to standard error; failures cannot be reported.
pub fn warn(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Prints an error message, and returns the exit code.
pub fn fail(message: &str, code: i32) -> i32 {
    warn(&format!("hexloop: {message}\n"));
    code
}
