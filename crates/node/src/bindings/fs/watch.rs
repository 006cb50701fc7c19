//! fs.watch, on inotify.
//!
//! A thread has one inotify descriptor, polled by its loop, for all watchers: a user may have only 128 of them. The
//! kernel returns the same watch descriptor for the same file, so several watchers may share one. Which event is a
//! `change` and which a `rename` follows libuv: data and attributes are a change, everything else a rename.

use super::FilePath;
use super::path::to_text;
use crate::bindings::Binding;
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Source};
use hexloop_engine::{Answer, Call, Out, Root};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::rc::Rc;

const CHANGES: u32 = libc::IN_ATTRIB | libc::IN_MODIFY;
const WATCHED: u32 = CHANGES
    | libc::IN_CREATE
    | libc::IN_DELETE
    | libc::IN_DELETE_SELF
    | libc::IN_MOVE_SELF
    | libc::IN_MOVED_FROM
    | libc::IN_MOVED_TO;
/// Event types for JavaScript.
const RENAME: f64 = 1.0;
const CHANGE: f64 = 2.0;

thread_local! {
    static INOTIFY: RefCell<Option<Rc<Inotify>>> = const { RefCell::new(None) };
}

struct Inotify {
    inotify: OwnedFd,
    source: OnceCell<Source>,
    /// Called with (watcher id, RENAME or CHANGE, name).
    deliver: OnceCell<Root>,
    watches: RefCell<HashMap<i32, Vec<Watcher>>>,
}

struct Watcher {
    number: f64,
    /// The name to report when the event has none: it is about the watched file itself.
    own_name: OsString,
}

pub fn fill(binding: &Binding<'_>) {
    binding
        // (deliver): called once, before the first watcher.
        .function("initWatcher", |call| {
            let outcome = open(call.root(0));
            Ok(outcome.map_or_else(|error| uv_error(&error), |()| 0).into())
        })
        // (id, path): the inotify watch descriptor, or a negative errno.
        .function("watch", |call| {
            let (number, path) = (call.number(0)?, FilePath::from_call(call, 1)?);
            let outcome = current().ok_or_else(not_open).and_then(|instance| instance.add(number, &path));
            Ok(outcome.unwrap_or_else(|error| uv_error(&error)).into())
        })
        .function("unwatch", unwatch)
        .function("setWatcherRef", |call| {
            if let Some(instance) = current()
                && let Some(source) = instance.source.get()
            {
                if call.boolean(0) { source.ref_() } else { source.unref() }
            }
            Ok(().into())
        });
}

fn current() -> Option<Rc<Inotify>> {
    INOTIFY.with_borrow(Clone::clone)
}

fn not_open() -> io::Error {
    io::Error::from_raw_os_error(libc::EBADF)
}

fn uv_error(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(libc::EIO)
}

fn open(deliver: Root) -> io::Result<()> {
    // SAFETY: only flags.
    let inotify = unsafe { libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC) };
    if inotify < 0 {
        return Err(io::Error::last_os_error());
    }
    let instance = Rc::new(Inotify {
        // SAFETY: just opened, and not owned elsewhere.
        inotify: unsafe { OwnedFd::from_raw_fd(inotify) },
        source: OnceCell::new(),
        deliver: OnceCell::from(deliver),
        watches: RefCell::default(),
    });
    let weak = Rc::downgrade(&instance);
    let source = Source::register(&host().lp, &mut SourceFd(&inotify), Interest::READABLE, move |_| {
        if let Some(instance) = weak.upgrade() {
            instance.read_events();
        }
    })?;
    // JavaScript references it while it has referenced watchers.
    source.unref();
    let _ = instance.source.set(source);
    INOTIFY.set(Some(instance));
    Ok(())
}

fn unwatch<'c>(call: &Call<'c>) -> Answer<'c> {
    let (number, watch) = (call.number(0)?, call.number(1)? as i32);
    if let Some(instance) = current() {
        instance.remove(number, watch);
    }
    Ok(().into())
}

impl Inotify {
    fn add(&self, number: f64, path: &FilePath) -> io::Result<i32> {
        let name = path.to_c_string();
        // SAFETY: an inotify descriptor and a NUL-terminated path.
        let watch = unsafe { libc::inotify_add_watch(self.inotify.as_raw_fd(), name.as_ptr(), WATCHED) };
        if watch < 0 {
            return Err(io::Error::last_os_error());
        }
        let path: &Path = path.as_ref();
        let own_name = path.file_name().unwrap_or(path.as_os_str()).to_owned();
        self.watches.borrow_mut().entry(watch).or_default().push(Watcher { number, own_name });
        Ok(watch)
    }

    fn remove(&self, number: f64, watch: i32) {
        let mut watches = self.watches.borrow_mut();
        let Some(watchers) = watches.get_mut(&watch) else { return };
        watchers.retain(|watcher| watcher.number != number);
        if watchers.is_empty() {
            watches.remove(&watch);
            // SAFETY: an inotify descriptor. Removing a watch that the kernel has already removed returns an error and
            // changes nothing.
            unsafe { libc::inotify_rm_watch(self.inotify.as_raw_fd(), watch) };
        }
    }

    /// Reads until the descriptor is drained: readiness is edge-triggered.
    fn read_events(&self) {
        // Aligned for inotify_event, and large enough for the longest name many times over.
        let mut buffer = [0_u64; 512];
        loop {
            // SAFETY: pointer and length describe the array.
            let count =
                unsafe { libc::read(self.inotify.as_raw_fd(), buffer.as_mut_ptr().cast(), size_of_val(&buffer)) };
            if count <= 0 {
                return;
            }
            // SAFETY: the system wrote `count` bytes there.
            let bytes = unsafe { std::slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), count as usize) };
            for event in Events(bytes).collect::<Vec<_>>() {
                self.emit(&event);
            }
        }
    }

    fn emit(&self, event: &Event) {
        let targets: Vec<(f64, String)> = match self.watches.borrow().get(&event.watch) {
            None => return,
            Some(watchers) => watchers
                .iter()
                .map(|watcher| (watcher.number, to_text(event.name.as_ref().unwrap_or(&watcher.own_name), true)))
                .collect(),
        };
        let kind = if event.mask & !CHANGES == 0 { CHANGE } else { RENAME };
        for (number, name) in targets {
            host().call(&self.deliver, vec![Out::Number(number), Out::Number(kind), Out::Text(name)]);
        }
    }
}

struct Event {
    watch: i32,
    mask: u32,
    name: Option<OsString>,
}

/// Parses inotify's output: headers of sixteen bytes, each followed by a name padded with NUL.
struct Events<'b>(&'b [u8]);

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let (header, rest) = self.0.split_at_checked(16)?;
        let word = |at: usize| u32::from_ne_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (name, rest) = rest.split_at_checked(word(12) as usize)?;
        self.0 = rest;
        let name = name.split(|byte| *byte == 0).next().filter(|name| !name.is_empty());
        Some(Event { watch: word(0) as i32, mask: word(4), name: name.map(|name| OsStr::from_bytes(name).to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_with_and_without_a_name() {
        let mut bytes = Vec::new();
        for word in [7_u32, libc::IN_CREATE, 0, 16] {
            bytes.extend_from_slice(&word.to_ne_bytes());
        }
        bytes.extend_from_slice(b"new file\0\0\0\0\0\0\0\0");
        for word in [8_u32, libc::IN_MODIFY, 0, 0] {
            bytes.extend_from_slice(&word.to_ne_bytes());
        }
        let events: Vec<Event> = Events(&bytes).collect();
        assert_eq!(events.len(), 2);
        assert_eq!((events[0].watch, events[0].name.as_deref()), (7, Some(OsStr::new("new file"))));
        assert_eq!((events[1].watch, events[1].mask, events[1].name.is_none()), (8, libc::IN_MODIFY, true));
    }

    #[test]
    fn a_truncated_event_is_ignored() {
        assert_eq!(Events(&[0; 15]).count(), 0);
        let mut bytes = vec![0; 16];
        bytes[12] = 200;
        assert_eq!(Events(&bytes).count(), 0);
    }
}
