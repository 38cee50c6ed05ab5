//! The whole way of an icon, mostly against small servers on loopback.

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

use super::*;

/// A small valid file.
pub(super) fn png() -> Vec<u8> {
    let mut file = Vec::new();
    let pixels = [200; 4 * 4 * 4];
    PngEncoder::new(&mut file).write_image(&pixels, 4, 4, ExtendedColorType::Rgba8).unwrap();
    file
}

pub(super) fn inline(bytes: &[u8]) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes))
}

pub(super) fn candidate(src: &str) -> Candidate<'_> {
    Candidate { src, media_type: None, sizes: &[], theme: None }
}

/// A server that is a process.
fn process() -> Site {
    Site::new(
        "a test".into(),
        None,
        #[cfg(feature = "http")]
        crate::net::HttpClient::default(),
    )
}

pub(super) async fn ask(
    icons: &Icons,
    site: &Site,
    candidates: &[Candidate<'_>],
) -> Result<SafeIcon, RefusedReason> {
    let outcome = icons.picture(site, candidates, 32, "light").await;
    outcome.map_err(|refused| refused.reason())
}

#[tokio::test]
async fn a_picture_is_made_of_an_icon_that_stands_in_its_address() {
    let icons = Icons::default();
    let src = inline(&png());
    let icon = ask(&icons, &process(), &[candidate(&src)]).await.unwrap();
    assert_eq!((icon.width(), icon.height(), icon.made_from()), (32, 32, IconKind::Png));
    assert_eq!(ask(&icons, &process(), &[candidate(&src)]).await.unwrap(), icon);
}

#[tokio::test]
async fn nothing_to_choose_from_and_sizes_that_are_none_are_refused() {
    let icons = Icons::default();
    assert_eq!(ask(&icons, &process(), &[]).await.unwrap_err(), RefusedReason::Missing);
    let src = inline(&png());
    for size in [0, crate::icon::MAX_SIZE + 1, u32::MAX] {
        let refused = icons.picture(&process(), &[candidate(&src)], size, "light").await;
        assert_eq!(refused.unwrap_err().reason(), RefusedReason::Size, "{size}");
    }
}

#[tokio::test]
async fn every_type_that_was_said_must_be_that_of_the_bytes() {
    let file = inline(&png());
    let unsaid = file.replace("image/png", "");
    let octets = file.replace("image/png", "application/octet-stream");
    let jpeg = file.replace("image/png", "image/jpeg");
    for (src, media_type, fits) in [
        (&file, None, true),
        (&file, Some("image/png"), true),
        (&unsaid, None, true),
        (&unsaid, Some("image/png"), true),
        (&octets, Some("image/png"), true),
        (&file, Some("image/jpeg"), false),
        (&jpeg, None, false),
        (&jpeg, Some("image/png"), false),
        (&unsaid, Some("image/svg+xml"), false),
    ] {
        let asked = Candidate { media_type, ..candidate(src) };
        let outcome = ask(&Icons::default(), &process(), &[asked]).await;
        let expected = if fits { Ok(()) } else { Err(RefusedReason::OtherType) };
        assert_eq!(outcome.map(|_| ()), expected, "{} {media_type:?}", &src[..40]);
    }
}

#[tokio::test]
async fn a_broken_icon_does_not_hide_a_good_one_and_the_first_refusal_is_told() {
    let good = inline(&png());
    let icons = Icons::default();
    let broken = ["data:image/png,GIF8", "data:,", "data:;base64,!", "data:image/png,x"];
    for count in 0..4 {
        let mut candidates: Vec<_> = broken[..count].iter().map(|src| candidate(src)).collect();
        candidates.push(candidate(&good));
        assert!(ask(&icons, &process(), &candidates).await.is_ok(), "{count}");
    }
    let mut candidates: Vec<_> = broken.iter().map(|src| candidate(src)).collect();
    candidates.push(candidate(&good));
    let first = ask(&icons, &process(), &candidates).await.unwrap_err();
    assert_eq!(first, RefusedReason::UnknownType);
    candidates.swap(0, 2);
    assert_eq!(ask(&icons, &process(), &candidates).await.unwrap_err(), RefusedReason::Address);
}

#[tokio::test]
async fn what_its_address_alone_refuses_is_not_tried() {
    let (good, long) = (inline(&png()), "image/png;".repeat(30));
    let junk = [
        candidate("javascript:1"),
        candidate("https://mcp.example/i"),
        candidate("ftp://x/"),
        Candidate { media_type: Some(&long), ..candidate(&good) },
    ];
    let mut candidates = junk.repeat(15);
    let alone = ask(&Icons::default(), &process(), &candidates).await.unwrap_err();
    assert_eq!(alone, RefusedReason::Address, "the first of them is told");
    candidates.push(candidate("data:,"));
    candidates.push(candidate(&good));
    assert!(ask(&Icons::default(), &process(), &candidates).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn all_the_waiting_for_a_picture_has_one_end_which_has_a_name_of_its_own() {
    let (icons, site) = (Icons::default(), process());
    let _turns = icons.0.drawings.clone().acquire_many_owned(2).await.unwrap();
    let sources = ["data:,a", "data:,b", "data:,c", "data:,d"];
    let began = tokio::time::Instant::now();
    let refused = ask(&icons, &site, &sources.map(candidate)).await.unwrap_err();
    assert_eq!(refused, RefusedReason::Busy);
    assert_eq!(began.elapsed(), MAX_WAIT + IconSettings::FETCH_TIME);
}

#[tokio::test]
async fn a_server_that_has_much_to_draw_leaves_a_turn_to_others() {
    let (icons, greedy, src) = (Icons::default(), process(), inline(&png()));
    // What it draws takes long.
    let _drawing = icons.turn_to_draw(&greedy).await.unwrap();
    let sources = ["data:,a", "data:,b", "data:,c"];
    let candidates = sources.map(candidate);
    let mut waiting = Box::pin(ask(&icons, &greedy, &candidates));
    let (modest, good) = (process(), [candidate(&src)]);
    tokio::select! {
        biased;
        outcome = &mut waiting => panic!("{outcome:?}"),
        icon = ask(&icons, &modest, &good) => assert!(icon.is_ok()),
    }
}

#[tokio::test]
async fn a_long_file_in_an_address_waits_for_its_turn_before_anything_goes_through_it() {
    let (icons, site) = (Icons::default(), process());
    let long = inline(&[png(), vec![0; 2 * MAX_AT_ONCE]].concat());
    let broken = format!("{long}\u{1b}");
    let turn = icons.turn_to_draw(&site).await.unwrap();
    let candidates = [candidate(&broken)];
    let mut refused = Box::pin(ask(&icons, &site, &candidates));
    tokio::select! {
        biased;
        outcome = &mut refused => panic!("{outcome:?}"),
        () = std::future::ready(()) => {}
    }
    drop(turn);
    assert_eq!(refused.await.unwrap_err(), RefusedReason::Address);
    let icon = ask(&icons, &site, &[candidate(&long)]).await.unwrap();
    assert_eq!(ask(&icons, &site, &[candidate(&long)]).await.unwrap(), icon);
    let asked = Candidate { media_type: Some("image/jpeg"), ..candidate(&long) };
    assert_eq!(ask(&icons, &site, &[asked]).await.unwrap_err(), RefusedReason::OtherType);
}

#[tokio::test]
async fn a_process_has_no_place_on_the_web() {
    for src in ["https://mcp.example/i.png", "https://127.0.0.1/i.png"] {
        let refused = ask(&Icons::default(), &process(), &[candidate(src)]).await.unwrap_err();
        assert_eq!(refused, RefusedReason::Origin, "{src}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_a_few_are_drawn_at_once() {
    let (icons, site, src) = (Icons::default(), process(), inline(&png()));
    let candidates = [candidate(&src)];
    let drawing = icons.0.drawings.clone().acquire_many_owned(2).await.unwrap();
    let asked = ask(&icons, &site, &candidates);
    assert!(timeout(Duration::from_secs(9), asked).await.is_err(), "two are being drawn");
    drop(drawing);
    assert!(ask(&icons, &site, &candidates).await.is_ok());
}

#[tokio::test]
async fn one_who_waits_takes_over_from_one_who_gave_up() {
    let (icons, site, src) = (Icons::default(), process(), inline(&png()));
    // Nobody can draw, so that the first waits.
    let turns = icons.0.drawings.clone().acquire_many_owned(2).await.unwrap();
    let candidates = [candidate(&src)];
    let mut first = Box::pin(ask(&icons, &site, &candidates));
    let mut second = Box::pin(ask(&icons, &site, &candidates));
    tokio::select! {
        biased;
        _ = &mut first => panic!("nobody can draw"),
        _ = &mut second => panic!("nobody can draw"),
        () = std::future::ready(()) => {}
    }
    drop(first);
    drop(turns);
    assert!(second.await.is_ok());
}
