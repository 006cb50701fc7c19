//! The disk cache: an entry is read back intact or not at all, with concurrent writers, and within the size limit.

use hexloop_source::cache::{Cache, Cacheable, Key};
use hexloop_source::{Goal, Rewrites, Transformed, transform};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

const LARGE: u64 = 1 << 30;

/// A temporary folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hexloop-cache-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn results(&self) -> Vec<PathBuf> {
        files(&self.0).into_iter().filter(|path| !path.ends_with("growth")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn key(text: &str) -> Key {
    Key::of("test", "", text.as_bytes())
}

#[test]
fn a_cached_result_is_read_back() {
    let folder = Folder::new();
    let cache = Cache::new(folder.0.join("made/when/needed"), LARGE);
    assert_eq!(cache.get(&key("a")), None);
    cache.put(&key("a"), b"result of a");
    cache.put(&key("b"), b"");
    assert_eq!(cache.get(&key("a")).as_deref(), Some(&b"result of a"[..]));
    assert_eq!(cache.get(&key("b")).as_deref(), Some(&b""[..]));
    assert_eq!(
        Cache::new(folder.0.join("made/when/needed"), LARGE).get(&key("a")).as_deref(),
        Some(&b"result of a"[..])
    );
}

#[test]
fn a_corrupted_result_is_a_miss_and_is_rewritten() {
    let folder = Folder::new();
    let cache = Cache::new(&folder.0, LARGE);
    cache.put(&key("a"), b"a result of some length");
    let path = folder.results().pop().unwrap();
    let whole = fs::read(&path).unwrap();
    let truncations = (0..whole.len()).map(|length| whole[..length].to_vec());
    let flips = (0..whole.len()).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        bytes
    });
    let others = [[&whole[..], b"more"].concat(), vec![0; whole.len()], b"not ours".to_vec()];
    for damaged in truncations.chain(flips).chain(others) {
        fs::write(&path, &damaged).unwrap();
        assert_eq!(cache.get(&key("a")), None, "{damaged:?}");
    }
    cache.put(&key("a"), b"a result of some length");
    assert_eq!(cache.get(&key("a")).as_deref(), Some(&b"a result of some length"[..]));
}

#[test]
fn a_result_under_the_name_of_another_is_not_taken_for_it() {
    let folder = Folder::new();
    let cache = Cache::new(&folder.0, LARGE);
    cache.put(&key("a"), b"result of a");
    let of_a = folder.results().pop().unwrap();
    cache.put(&key("b"), b"result of b");
    let of_b = folder.results().into_iter().find(|path| *path != of_a).unwrap();
    fs::copy(of_a, of_b).unwrap();
    assert_eq!(cache.get(&key("b")), None);
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    let folder = Folder::new();
    let file = folder.0.join("file");
    fs::write(&file, "not a folder").unwrap();
    let cache = Cache::new(&file, LARGE);
    cache.put(&key("a"), b"result");
    assert_eq!(cache.get(&key("a")), None);
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
}

#[test]
fn the_folder_never_exceeds_its_limit() {
    let folder = Folder::new();
    let limit = 256 << 10;
    let cache = Cache::new(&folder.0, limit);
    let result = vec![7; 3000];
    for number in 0..400 {
        cache.put(&key(&number.to_string()), &result);
        let total: u64 = folder.results().iter().map(|path| fs::metadata(path).unwrap().len()).sum();
        assert!(total <= limit, "{total} bytes after {number} results");
    }
    assert!(cache.get(&key("399")).is_some(), "the last one stays");
    assert!(folder.results().len() > 20, "not all of them are taken away");
}

#[test]
fn the_oldest_are_evicted_first() {
    let folder = Folder::new();
    let cache = Cache::new(&folder.0, 256 << 10);
    cache.put(&key("used"), &[1; 100]);
    cache.put(&key("old"), &[2; 100]);
    let long_ago = SystemTime::now() - Duration::from_secs(3 * 24 * 60 * 60);
    for path in folder.results() {
        fs::File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
    }
    for number in 0..80 {
        if number == 40 {
            assert!(cache.get(&key("used")).is_some());
        }
        cache.put(&key(&number.to_string()), &[3; 3000]);
    }
    assert!(cache.get(&key("used")).is_some(), "a result that was used is not old");
    assert!(cache.get(&key("old")).is_none());
}

#[test]
fn a_result_larger_than_a_quarter_of_the_limit_is_not_cached() {
    let folder = Folder::new();
    let cache = Cache::new(&folder.0, 100_000);
    cache.put(&key("large"), &[0; 30_000]);
    assert_eq!(folder.results(), Vec::<PathBuf>::new());
}

#[test]
fn concurrent_writers_leave_complete_results() {
    let folder = Folder::new();
    let limit = 128 << 10;
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let cache = Cache::new(&folder.0, limit);
            scope.spawn(move || {
                for round in 0..200 {
                    let name = format!("{}", round % 40);
                    // Every writer writes the same bytes for a name, as a transform does.
                    let expected = vec![(round % 40) as u8; 1000 + (round % 40) * 50];
                    if let Some(found) = cache.get(&key(&name)) {
                        assert_eq!(found, expected, "writer {writer}");
                    }
                    cache.put(&key(&name), &expected);
                }
            });
        }
    });
    let unfinished = folder.results().iter().filter(|path| path.to_string_lossy().contains("unfinished")).count();
    assert_eq!(unfinished, 0);
}

#[test]
fn a_transformed_source_survives_caching() {
    let rewrites = Rewrites { stack_reads: Some("$stack"), ..Rewrites::default() };
    let text = "log(error.stack)\nlog(1, other.stack, 'é', third.stack)";
    let transformed = transform(text, Goal::CommonJs, &rewrites).unwrap();
    let (head, code) = (transformed.head().unwrap(), transformed.text().to_owned());
    assert_eq!(Transformed::from_parts(&head, code.clone()), Some(transformed));
    assert_eq!(Transformed::from_parts(&head[..3], code), None);
}
