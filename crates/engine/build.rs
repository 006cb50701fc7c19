//! Finds the system's JavaScriptCore and passes its path to the linker. `./x` installs it.

use std::process::Command;

/// The same library under its two Debian names; the first one present is taken.
const PACKAGES: [&str; 2] = ["javascriptcoregtk-4.1", "javascriptcoregtk-6.0"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        println!("cargo:rustc-link-lib=framework=JavaScriptCore");
        return;
    }
    for package in PACKAGES {
        let Ok(output) = Command::new("pkg-config").args(["--libs-only-L", package]).output() else { break };
        if output.status.success() {
            for flag in String::from_utf8_lossy(&output.stdout).split_whitespace() {
                if let Some(dir) = flag.strip_prefix("-L") {
                    println!("cargo:rustc-link-search=native={dir}");
                }
            }
            println!("cargo:rustc-link-lib=dylib={package}");
            return;
        }
    }
    panic!(
        "JavaScriptCore was not found by pkg-config (looked for {}).\n\
         Run `./x build`, which installs it, or install your system's package \
         (Debian: libjavascriptcoregtk-4.1-dev).",
        PACKAGES.join(", ")
    );
}
