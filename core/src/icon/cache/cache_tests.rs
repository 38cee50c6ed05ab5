//! Damage, strangers, crowds and age: what a folder on a real machine goes through.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use image::{ExtendedColorType, ImageEncoder, RgbaImage, codecs::png::PngEncoder};

use super::*;
use crate::icon::{IconKind, SafeIcon, encode::encode};

/// A folder of one test. It is removed in the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-icons-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn disk(&self) -> Disk {
        self.limited(Limits::USUAL)
    }

    fn limited(&self, limits: Limits) -> Disk {
        Disk::new(self.0.clone(), limits)
    }

    fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    fn only_file(&self) -> PathBuf {
        let mut files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files.remove(0)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SIZE: u32 = 8;

fn icon(shade: u8) -> SafeIcon {
    let picture = RgbaImage::from_pixel(SIZE, SIZE, image::Rgba([shade, 0, 0, 255]));
    SafeIcon { png: encode(&picture).unwrap(), size: SIZE, made_from: IconKind::Webp }
}

fn key(number: u32) -> Key {
    Key::of_file(&number.to_be_bytes(), SIZE)
}

fn now() -> SystemTime {
    SystemTime::now()
}

fn set_age(path: &Path, age: Duration) {
    File::options().write(true).open(path).unwrap().set_modified(now() - age).unwrap();
}

#[test]
fn whatever_a_picture_depends_on_is_in_its_key() {
    let keys = [
        Key::of_file(b"a", 1),
        Key::of_file(b"a", 2),
        Key::of_file(b"b", 1),
        Key::of_file(b"", 1),
        Key::of_address("a", None, 1),
        Key::of_address("a", None, 2),
        Key::of_address("a", Some(""), 1),
        Key::of_address("a", Some("image/png"), 1),
        Key::of_address("aimage/png", Some(""), 1),
        Key::of_address("", Some("a"), 1),
    ];
    for (place, key) in keys.iter().enumerate() {
        assert!(!keys[..place].contains(key), "{place}");
    }
    assert_eq!(Key::of_file(b"a", 1), keys[0]);
    let name = keys[0].name();
    assert!(name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}");
}

#[test]
fn a_picture_comes_back_as_it_was_and_nobody_else_may_read_it() {
    let folder = TestFolder::new();
    assert_eq!(folder.disk().picture(key(1), SIZE), None);
    folder.disk().keep(key(1), &icon(7), now());
    assert_eq!(folder.disk().picture(key(1), SIZE), Some(icon(7)));
    assert_eq!(folder.disk().picture(key(2), SIZE), None);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder.0), mode(&folder.only_file())), (0o700, 0o600));
    }
}

#[test]
fn a_damaged_file_is_removed_and_made_anew() {
    let folder = TestFolder::new();
    folder.disk().keep(key(1), &icon(7), now());
    let path = folder.only_file();
    let whole = fs::read(&path).unwrap();
    let mut damaged: Vec<Vec<u8>> = (0..whole.len())
        .map(|place| {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            bytes
        })
        .collect();
    damaged.extend((0..whole.len()).map(|length| whole[..length].to_vec()));
    damaged.push([&whole[..], b"x"].concat());
    damaged.push(vec![0; entry::MAX_BYTES + 1]);
    for bytes in damaged {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(folder.disk().picture(key(1), SIZE), None);
        assert!(!path.exists());
    }
    folder.disk().keep(key(1), &icon(7), now());
    assert_eq!(folder.disk().picture(key(1), SIZE), Some(icon(7)));
    // The file of another picture, or of the same in another size, in this one's place.
    assert_eq!(folder.disk().picture(key(1), SIZE + 1), None);
}

/// A chunk with a checksum that nobody looks at.
fn chunk(name: [u8; 4], contents: &[u8]) -> Vec<u8> {
    let length = u32::try_from(contents.len()).unwrap();
    [&length.to_be_bytes()[..], &name, contents, &[0; 4]].concat()
}

#[test]
fn a_picture_that_was_not_made_here_is_not_believed() {
    let ours = icon(7).png.to_vec();
    let (head, tail) = ours.split_at(ours.len() - 12);
    let (header, rest) = ours.split_at(8 + 25);
    let text = chunk(*b"tEXt", b"Title\0hello");
    let mut other_depth = ours.clone();
    other_depth[8 + 8 + 8 + 1] = 2;
    let mut interlaced = ours.clone();
    interlaced[8 + 8 + 12] = 1;
    let mut tall = ours.clone();
    tall[8 + 8 + 7] += 1;
    let mut rgb = Vec::new();
    let pixels = vec![0; (SIZE * SIZE * 3) as usize];
    PngEncoder::new(&mut rgb).write_image(&pixels, SIZE, SIZE, ExtendedColorType::Rgb8).unwrap();
    for (what, png) in [
        ("a text in front of the end", [head, &text, tail].concat()),
        ("a text behind the header", [header, &text, rest].concat()),
        ("an animation", [header, &chunk(*b"acTL", &[0; 8]), rest].concat()),
        ("a profile", [header, &chunk(*b"iCCP", b"x"), rest].concat()),
        ("bytes behind the end", [&ours[..], b"<script>"].concat()),
        ("a chunk behind the end", [&ours[..], &chunk(*b"IDAT", b"")].concat()),
        ("two headers", [header, &header[8..], rest].concat()),
        ("no end", head.to_vec()),
        ("no pixels", [header, tail].concat()),
        ("no header", [&ours[..8], rest].concat()),
        ("an end with contents", [head, &chunk(*b"IEND", b"x")].concat()),
        ("other channels", other_depth),
        ("interlaced", interlaced),
        ("another size", tall),
        ("no alpha", rgb),
        ("a length that is too long", [header, &u32::MAX.to_be_bytes(), b"IDAT"].concat()),
        ("an SVG", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
        ("nothing", Vec::new()),
    ] {
        let foreign = SafeIcon { png: png.into(), size: SIZE, made_from: IconKind::Png };
        let folder = TestFolder::new();
        // Header and digest are right: whoever may write to the folder can make them.
        folder.disk().keep(key(1), &foreign, now());
        assert_eq!(folder.disk().picture(key(1), SIZE), None, "{what}");
        assert!(folder.files().is_empty(), "{what}");
    }
}

#[test]
fn a_file_that_is_longer_than_a_picture_is_not_read() {
    let folder = TestFolder::new();
    folder.disk().keep(key(1), &icon(7), now());
    let path = folder.only_file();
    let (ours, pixels) = (icon(7).png, chunk(*b"IDAT", &vec![0; entry::MAX_BYTES]));
    let png = [&ours[..33], &pixels, &ours[33..]].concat();
    let size = SIZE.to_be_bytes();
    let digest = entry::digest(SIZE, 2, &png);
    fs::write(&path, [b"hosticn1", &size[..], &[2], &digest, &png].concat()).unwrap();
    assert_eq!(folder.disk().picture(key(1), SIZE), None);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_and_a_folder_that_others_may_write_to_is_not_used() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, elsewhere) = (TestFolder::new(), TestFolder::new());
    for one in [&folder, &elsewhere] {
        one.disk().keep(key(1), &icon(7), now());
    }
    let (link, target) = (folder.only_file(), elsewhere.only_file());
    fs::remove_file(&link).unwrap();
    symlink(&target, &link).unwrap();
    assert_eq!(folder.disk().picture(key(1), SIZE), None);
    assert!(link.symlink_metadata().is_err() && target.exists());

    fs::set_permissions(&elsewhere.0, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(elsewhere.disk().picture(key(1), SIZE), None);
    elsewhere.disk().keep(key(2), &icon(7), now());
    assert!(target.exists() && elsewhere.files().len() == 1);
}

#[test]
fn several_processes_share_a_folder() {
    let folder = TestFolder::new();
    // Each has a cache of its own, and tidies up with every picture.
    let limits = Limits { entries: 3, ..Limits::USUAL };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for round in 0..50_u8 {
                    let disk = folder.limited(limits);
                    let number = round % 5;
                    disk.keep(key(number.into()), &icon(number), now());
                    let found = disk.picture(key(number.into()), SIZE);
                    assert!(found.is_none_or(|found| found == icon(number)));
                }
            });
        }
    });
    // Nothing incomplete is left, and what is there is whole.
    assert!(folder.files().iter().all(|file| file.extension().unwrap() == "icon"));
    for number in 0..5_u8 {
        let found = folder.disk().picture(key(number.into()), SIZE);
        assert!(found.is_none_or(|found| found == icon(number)));
    }
}

#[test]
fn the_oldest_go_when_there_are_too_many_or_too_much() {
    let bytes = {
        let folder = TestFolder::new();
        folder.disk().keep(key(0), &icon(0), now());
        fs::metadata(folder.only_file()).unwrap().len()
    };
    for limits in [
        Limits { entries: 3, ..Limits::USUAL },
        Limits { bytes: 3 * bytes, ..Limits::USUAL },
        Limits { age: Duration::from_secs(25), ..Limits::USUAL },
    ] {
        let folder = TestFolder::new();
        for number in 1..=4_u32 {
            let before = if folder.0.exists() { folder.files() } else { Vec::new() };
            folder.limited(limits).keep(key(number), &icon(0), now());
            let files = folder.files().into_iter();
            let new = files.filter(|file| !before.contains(file)).collect::<Vec<_>>();
            // The later the younger.
            set_age(&new[0], Duration::from_secs(10 * (5 - u64::from(number))));
        }
        folder.limited(limits).keep(key(5), &icon(0), now());
        let kept: Vec<bool> =
            (1..=5).map(|number| folder.disk().picture(key(number), SIZE).is_some()).collect();
        assert_eq!(kept, [false, false, true, true, true], "{limits:?}");
    }
}

#[test]
fn a_process_that_runs_on_looks_again_now_and_then() {
    let folder = TestFolder::new();
    let disk = folder.limited(Limits { entries: 1, ..Limits::USUAL });
    for number in 0..32 {
        disk.keep(key(number), &icon(0), now());
    }
    assert_eq!(folder.files().len(), 32);
    disk.keep(key(32), &icon(0), now());
    assert_eq!(folder.files().len(), 1);
}

#[test]
fn addresses_that_lead_to_one_picture_are_limited_too() {
    let folder = TestFolder::new();
    let disk = folder.limited(Limits { entries: 40, ..Limits::USUAL });
    disk.keep(key(0), &icon(0), now());
    for number in 0..200 {
        disk.keep_address(key(number), key(0), now());
    }
    let most = 40 + 32;
    assert!(folder.files().len() <= most, "{} files", folder.files().len());
}

#[test]
fn a_folder_with_far_too_many_files_is_tidied_bit_by_bit() {
    let folder = TestFolder::new();
    let limits = Limits { entries: 1, ..Limits::USUAL };
    for number in 0..300 {
        folder.disk().keep_address(key(number), key(0), now());
    }
    folder.limited(limits).keep_address(key(300), key(0), now());
    assert_eq!(folder.files().len(), 301 - 256);
    folder.limited(limits).keep_address(key(301), key(0), now());
    assert_eq!(folder.files().len(), 1);
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = TestFolder::new();
    folder.disk().keep(key(1), &icon(0), now());
    let other = folder.0.join("notes.txt");
    fs::write(&other, "mine").unwrap();
    set_age(&other, Duration::from_hours(24 * 365));
    folder.limited(Limits { entries: 0, ..Limits::USUAL }).keep(key(2), &icon(0), now());
    assert_eq!(folder.only_file(), other);
}

#[test]
fn an_address_leads_to_its_picture_for_a_day() {
    let folder = TestFolder::new();
    let disk = folder.disk();
    let address = Key::of_address("https://mcp.example/i.png", None, SIZE);
    let seconds = now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    disk.keep_address(address, key(1), then);
    assert_eq!(disk.led_to(address, SIZE, then), None, "the picture is not there");
    disk.keep(key(1), &icon(7), now());
    let second = Duration::from_secs(1);
    for (when, expected) in
        [(then, true), (then + FRESH - second, true), (then + FRESH, false), (then - second, false)]
    {
        let found = disk.led_to(address, SIZE, when);
        assert_eq!(found, expected.then(|| (icon(7), then)), "{when:?}");
    }
    let other = Key::of_address("https://mcp.example/j.png", None, SIZE);
    assert_eq!(disk.led_to(other, SIZE, then), None);

    let path = folder.0.join(format!("{}.address", address.name()));
    for damaged in [&b""[..], b"hostadr1", &[0; entry::ADDRESS_BYTES], &[b'h'; 1000]] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(disk.led_to(address, SIZE, then), None);
        assert!(!path.exists());
    }
}

#[test]
fn a_time_that_no_clock_shows_is_no_time() {
    let bytes = [b"hostadr1", &[0; 32][..], &u64::MAX.to_be_bytes()].concat();
    assert!(entry::read_address(&bytes).is_none_or(|(_, then)| !is_fresh(then, now())));
}

#[test]
fn a_folder_that_cannot_be_made_is_as_good_as_none() {
    let folder = TestFolder::new();
    folder.disk().keep(key(1), &icon(0), now());
    let disk = Disk::new(folder.only_file().join("below a file"), Limits::USUAL);
    disk.keep(key(1), &icon(0), now());
    assert_eq!(disk.picture(key(1), SIZE), None);
}

#[test]
fn memory_keeps_what_was_used_last() {
    let memory = Memory::default();
    let most = u32::try_from(memory::MAX_PICTURES).unwrap();
    memory.keep(key(0), icon(0), None);
    memory.keep(key(1), icon(1), None);
    for number in 2..=most {
        assert!(memory.picture(&key(0), now()).is_some());
        memory.keep(key(number), icon(2), None);
    }
    assert_eq!(memory.picture(&key(0), now()), Some(icon(0)));
    assert_eq!(memory.picture(&key(1), now()), None);
    assert_eq!(memory.picture(&key(most), now()), Some(icon(2)));
}

#[test]
fn memory_is_bounded_in_bytes() {
    let memory = Memory::default();
    let large = SafeIcon { png: vec![0; memory::MAX_BYTES / 2].into(), ..icon(0) };
    for number in 0..3 {
        memory.keep(key(number), large.clone(), None);
        // Keeping the same again takes no more room.
        memory.keep(key(number), large.clone(), None);
    }
    let kept = (0..3).map(|number| memory.picture(&key(number), now()).is_some());
    assert_eq!(kept.collect::<Vec<_>>(), [false, true, true]);
    let too_large = SafeIcon { png: vec![0; memory::MAX_BYTES + 1].into(), ..icon(0) };
    memory.keep(key(4), too_large, None);
    assert_eq!(memory.picture(&key(4), now()), None);
}

#[test]
fn what_was_fetched_is_remembered_for_a_day() {
    let memory = Memory::default();
    let then = now();
    memory.keep(key(1), icon(0), Some(then));
    assert!(memory.picture(&key(1), then + FRESH - Duration::from_secs(1)).is_some());
    assert!(memory.picture(&key(1), then + FRESH).is_none());
    assert!(memory.picture(&key(1), then).is_none(), "it was forgotten");
}
