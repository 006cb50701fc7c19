//! Source positions for stack traces: maps them to what V8 would report, and provides the source line of an error.
//!
//! The engine reports positions in the code that it compiled. They are mapped back to what the user wrote:
//!
//! ```text
//!   engine ──► without the wrapper's columns ──► without rewrites (`ColumnMap`) ──► where V8 would point in that line
//!                                                                                   │
//!              TypeScript, JSX: the original file ◄── `Stripped` ◄──────────────────┤
//!              --enable-source-maps: the original file ◄── its source map ◄─────────┘
//! ```
//!
//! The source map of a file is read when a stack first needs it. As in Node, files loaded while source maps were
//! disabled never have one.

use crate::call_sites::runtime_frames;
use crate::{builtins, source_functions};
use hexloop_engine::stack::{self, Place};
use hexloop_source::{ColumnMap, SourceMap, Stripped};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

thread_local! {
    static REGISTRY: RefCell<Registry> = RefCell::new(Registry::default());
}

#[derive(Default)]
struct Registry {
    compiled: HashMap<String, Compiled>,
    /// Whether files compiled from now on may have a source map.
    maps_enabled: bool,
    registrations: u64,
    /// Sources of `node:vm` by registration, the oldest first.
    vm_sources: VecDeque<(String, u64)>,
    /// Contents of original files that exist only in a source map.
    originals: HashMap<String, String>,
    /// The sources used last, most recent first: consecutive stacks contain the same few.
    recent: Vec<Lines>,
}

/// How many sources are kept with their line starts.
const MAX_RECENT: usize = 12;

/// How many sources of `node:vm` are kept: a program may create any number of them, each with its own name.
const MAX_VM_SOURCES: usize = 4096;

struct Lines {
    url: String,
    text: Cow<'static, str>,
    /// The offset of each line.
    starts: Vec<u32>,
    /// The number of the first line.
    first_line: u32,
}

impl Lines {
    fn new(url: &str, text: Cow<'static, str>, first_line: u32) -> Lines {
        let newlines = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(newlines).collect();
        Lines { url: url.to_owned(), text, starts, first_line }
    }

    /// A line and its offset.
    fn line_and_start(&self, number: u32) -> Option<(String, u32)> {
        let start = *self.starts.get(number.checked_sub(self.first_line)? as usize)?;
        self.line(number).map(|line| (line.to_owned(), start))
    }

    fn line(&self, number: u32) -> Option<&str> {
        let index = number.checked_sub(self.first_line)? as usize;
        let start = *self.starts.get(index)? as usize;
        let end = self.starts.get(index + 1).map_or(self.text.len(), |next| *next as usize - 1);
        let line = &self.text[start..end];
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

impl Registry {
    /// Evicts the oldest `node:vm` sources. One that runs again is registered again.
    fn evict_old(&mut self, url: &str, number: u64) {
        self.vm_sources.push_back((url.to_owned(), number));
        while self.vm_sources.len() > MAX_VM_SOURCES
            && let Some((url, number)) = self.vm_sources.pop_front()
        {
            if self.compiled.get(&url).is_some_and(|compiled| compiled.number == number) {
                self.compiled.remove(&url);
            }
        }
    }

    /// [`map`] for most files, which were not generated from another one, with one look-up. False: it is any other.
    fn map_within_file(&mut self, place: &mut Place) -> bool {
        let mut start = StartPosition::OF_FILE;
        if let Some(compiled) = self.compiled.get(&place.url) {
            if !matches!(compiled.origin, Origin::Itself) {
                return false;
            }
            compiled.remove_wrapper(place);
            start = compiled.start;
        }
        if let Some(line) = self.lines(&place.url).and_then(|lines| lines.line(place.line)) {
            place.column = stack::v8_column(line, place.column);
        }
        start.add_column(place);
        true
    }

    /// The lines of a source, if available. A file is read once.
    fn lines(&mut self, url: &str) -> Option<&Lines> {
        match self.recent.iter().position(|lines| lines.url == url) {
            Some(at) => self.recent[..=at].rotate_right(1),
            None => {
                let text = self.read(url)?;
                let first_line = self.compiled.get(url).map_or(1, |compiled| compiled.start.line);
                self.recent.truncate(MAX_RECENT - 1);
                self.recent.insert(0, Lines::new(url, text, first_line));
            }
        }
        self.recent.first()
    }

    fn read(&self, url: &str) -> Option<Cow<'static, str>> {
        let stored = self.compiled.get(url).and_then(|compiled| compiled.text.clone());
        if let Some(text) = stored.or_else(|| self.originals.get(url).cloned()) {
            return Some(text.into());
        }
        if let Some(id) = runtime_frames::id_of(url) {
            return builtins::source(id);
        }
        let path = hexloop_source::file_path(url).unwrap_or_else(|| url.to_owned());
        path.starts_with('/').then(|| std::fs::read_to_string(path).ok()).flatten().map(Cow::Owned)
    }
}

struct Compiled {
    /// Columns that the wrapper takes on the first line.
    prefix: u32,
    columns: Option<ColumnMap>,
    /// Only for sources that are not files (`-e`, standard input, the REPL).
    text: Option<String>,
    origin: Origin,
    start: StartPosition,
    /// The number of this registration.
    number: u64,
}

/// Where a source starts: `lineOffset` and `columnOffset` of `node:vm`, counted from 1.
#[derive(Clone, Copy)]
pub struct StartPosition {
    pub line: u32,
    pub column: i32,
    /// The engine's number of `line`: lines of the wrapper may precede it.
    pub engine_line: u32,
}

impl StartPosition {
    const OF_FILE: StartPosition = StartPosition { line: 1, column: 1, engine_line: 1 };

    fn add_column(self, place: &mut Place) {
        if self.line == place.line {
            place.column = place.column.saturating_add_signed(self.column - 1).max(1);
        }
    }
}

impl Compiled {
    /// Removes the wrapper and the rewrites from a position.
    fn remove_wrapper(&self, place: &mut Place) {
        let line = (place.line + 1).saturating_sub(self.start.engine_line);
        if line == 1 {
            place.column = place.column.saturating_sub(self.prefix).max(1);
        }
        if let Some(columns) = &self.columns {
            place.column = columns.original(line, place.column);
        }
        place.line = (line + self.start.line).saturating_sub(1);
    }
}

/// What the compiled code was generated from.
#[derive(Clone)]
enum Origin {
    /// Nothing: it is the file itself.
    Itself,
    /// TypeScript or JSX; this is the result.
    Stripped(Rc<Stripped>),
    /// Unknown: its source map has not been read.
    Unknown,
    Mapped(Rc<SourceMap>),
}

/// Registers how a source was compiled.
pub fn register(url: &str, prefix: u32, columns: Option<ColumnMap>, text: Option<String>) {
    insert(url, prefix, columns, text, StartPosition::OF_FILE);
}

/// The same for a source with a start position. Returns the number of the registration.
pub fn register_at(url: &str, columns: Option<ColumnMap>, text: String, start: StartPosition) -> u64 {
    let number = insert(url, 0, columns, Some(text), start);
    REGISTRY.with_borrow_mut(|registry| registry.evict_old(url, number));
    number
}

fn insert(url: &str, prefix: u32, columns: Option<ColumnMap>, text: Option<String>, start: StartPosition) -> u64 {
    source_functions::forget(url);
    REGISTRY.with_borrow_mut(|registry| {
        registry.recent.retain(|lines| lines.url != url);
        let origin = if registry.maps_enabled { Origin::Unknown } else { Origin::Itself };
        registry.registrations += 1;
        let number = registry.registrations;
        registry.compiled.insert(url.to_owned(), Compiled { prefix, columns, text, origin, start, number });
        number
    })
}

/// Whether this registration is the current one of a source.
pub fn is_current(url: &str, number: u64) -> bool {
    REGISTRY.with_borrow(|registry| registry.compiled.get(url).is_some_and(|compiled| compiled.number == number))
}

/// The start position of a source.
pub fn start_position(url: &str) -> StartPosition {
    REGISTRY
        .with_borrow(|registry| registry.compiled.get(url).map_or(StartPosition::OF_FILE, |compiled| compiled.start))
}

/// Records that a registered source was TypeScript or JSX.
pub fn register_stripped(url: &str, stripped: Stripped) {
    REGISTRY.with_borrow_mut(|registry| {
        if let Some(compiled) = registry.compiled.get_mut(url) {
            compiled.origin = Origin::Stripped(Rc::new(stripped));
        }
    });
}

/// `process.setSourceMapsEnabled()`, for what is loaded afterwards.
pub fn enable_maps(enabled: bool) {
    REGISTRY.with_borrow_mut(|registry| registry.maps_enabled = enabled);
}

/// A source map as text, and what is needed to interpret it.
pub struct NamedMap {
    pub json: String,
    /// The URL that the map's sources are relative to.
    pub base: String,
    /// Of the generated file.
    pub line_lengths: Vec<u32>,
}

/// The source map of a file, or the one created when it was stripped.
pub fn named_map(url: &str) -> Option<NamedMap> {
    let base = as_url(url);
    let (json, base, text) = match origin(url) {
        Origin::Itself | Origin::Unknown => return None,
        Origin::Stripped(stripped) => (stripped.map.as_ref()?.to_json(), base, stripped.code.clone()),
        Origin::Mapped(_) => {
            let text = text(url)?;
            let (json, base) = hexloop_source::find_reference(&text, &base)?.read(&base)?;
            (json, base, text)
        }
    };
    let line_lengths = text.lines().map(|line| line.encode_utf16().count() as u32).collect();
    Some(NamedMap { json, base, line_lengths })
}

fn as_url(url: &str) -> String {
    if url.starts_with('/') { hexloop_source::file_url(url) } else { url.to_owned() }
}

/// Maps a position in compiled code to where V8 would point in what the user wrote.
pub fn map(mut place: Place) -> Place {
    if REGISTRY.with_borrow_mut(|registry| registry.map_within_file(&mut place)) {
        return place;
    }
    let place = without_wrapper(place);
    match origin(&place.url) {
        Origin::Stripped(stripped) => through_stripped(place, &stripped),
        Origin::Mapped(map) => through_map(v8_place(place), &map),
        Origin::Itself | Origin::Unknown => add_start_column(v8_place(place)),
    }
}

fn add_start_column(mut place: Place) -> Place {
    REGISTRY.with_borrow(|registry| {
        if let Some(compiled) = registry.compiled.get(&place.url) {
            compiled.start.add_column(&mut place);
        }
    });
    place
}

fn without_wrapper(mut place: Place) -> Place {
    REGISTRY.with_borrow(|registry| {
        if let Some(compiled) = registry.compiled.get(&place.url) {
            compiled.remove_wrapper(&mut place);
        }
    });
    place
}

/// Maps a position in compiled code to exactly the same in what the user wrote.
pub fn original_place(place: Place) -> Place {
    let place = written_place(place);
    match origin(&place.url) {
        Origin::Mapped(map) => through_map(place, &map),
        _ => place,
    }
}

/// The same, but in the file that was loaded where that has a source map.
pub fn written_place(place: Place) -> Place {
    let mut place = without_wrapper(place);
    if let Origin::Stripped(stripped) = origin(&place.url) {
        (place.line, place.column) = stripped.original(place.line, place.column);
    }
    place
}

fn v8_place(mut place: Place) -> Place {
    let column = with_line(&place.url, place.line, |text| stack::v8_column(text, place.column));
    place.column = column.unwrap_or(place.column);
    place
}

fn through_stripped(mut place: Place, stripped: &Stripped) -> Place {
    let original = || REGISTRY.with_borrow_mut(|registry| registry.lines(&place.url)?.line_and_start(place.line));
    if let Some(text) = stripped.line(place.line, original) {
        place.column = stack::v8_column(&text, before_whitespace(&text, place.column));
    }
    (place.line, place.column) = stripped.original(place.line, place.column);
    place
}

/// `f<T>(x)` has become `f   (x)`, and the engine points at the parenthesis.
fn before_whitespace(text: &str, column: u32) -> u32 {
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = (column as usize).saturating_sub(1).min(units.len());
    let is_whitespace = |unit: u16| char::from_u32(unit.into()).is_some_and(|c| c.is_whitespace() || c == '\u{feff}');
    let end = units[..at].iter().rposition(|unit| !is_whitespace(*unit)).map_or(at, |last| last + 1);
    if units.get(at) == Some(&u16::from(b'(')) { end as u32 + 1 } else { column }
}

fn through_map(place: Place, map: &SourceMap) -> Place {
    let Some(original) = map.original(place.line, place.column) else { return place };
    let url = path_of(original.source);
    if let Some(text) = map.content(original.source) {
        REGISTRY.with_borrow_mut(|registry| {
            registry.originals.entry(url.clone()).or_insert_with(|| text.to_owned());
        });
    }
    Place { url, line: original.line, column: original.column }
}

/// Node's name of a mapped file: its path, if it is a file.
fn path_of(source: &str) -> String {
    hexloop_source::file_path(source).unwrap_or_else(|| source.to_owned())
}

/// What compiled code was generated from; reads its source map on first use.
fn origin(url: &str) -> Origin {
    let known = REGISTRY.with_borrow(|registry| registry.compiled.get(url).map(|compiled| compiled.origin.clone()));
    match known {
        Some(Origin::Unknown) => {}
        Some(known) => return known,
        None => return Origin::Itself,
    }
    let read = text(url).and_then(|text| SourceMap::of_text(&text, &as_url(url)));
    let origin = read.map_or(Origin::Itself, |map| Origin::Mapped(Rc::new(map)));
    REGISTRY.with_borrow_mut(|registry| {
        if let Some(compiled) = registry.compiled.get_mut(url) {
            compiled.origin = origin.clone();
        }
    });
    origin
}

/// Calls `read` with a line of a source, if available.
pub fn with_line<R>(url: &str, number: u32, read: impl FnOnce(&str) -> R) -> Option<R> {
    REGISTRY.with_borrow_mut(|registry| registry.lines(url)?.line(number).map(read))
}

/// The whole text of a source, if available.
pub fn text(url: &str) -> Option<String> {
    REGISTRY.with_borrow_mut(|registry| registry.lines(url).map(|lines| lines.text.clone().into_owned()))
}

/// The URLs of all compiled sources.
pub fn urls() -> Vec<String> {
    REGISTRY.with_borrow(|registry| registry.compiled.keys().cloned().collect())
}
