//! Constants that JavaScript and Rust share. They are defined in `lib/`; `build.rs` writes these modules.

include!(concat!(env!("OUT_DIR"), "/shared_constants.rs"));
