//! Measures drawing an icon, beside the same decoders, scalers and encoders without a look at what
//! the file will cost.

use std::{
    io::{Cursor, Write as _},
    path::PathBuf,
    process::{Command, Stdio},
};

use hostline_bench::{Result, sample::Sample};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

use crate::{
    Arguments,
    report::{median, micros, of, ratio_of, thousands, verdict},
    results::{Record, Results},
};

/// What is drawn: a name, a kind, and the size that is asked for.
const ROWS: [(&str, &str, u32); 8] = [
    ("icon-png-64", "png", 64),
    ("icon-jpeg-64", "jpeg", 64),
    ("icon-webp-64", "webp", 64),
    ("icon-svg-64", "svg", 64),
    ("icon-png-512", "png", 512),
    ("icon-jpeg-512", "jpeg", 512),
    ("icon-webp-512", "webp", 512),
    ("icon-svg-512", "svg", 512),
];
const WAYS: [&str; 2] = ["hostline", "bare"];
/// How many drawings a run times.
const DRAWINGS: usize = 100;
/// How many times longer than bare drawing may take.
const LIMIT: f64 = 1.3;

const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512'>\
    <linearGradient id='sky' x2='0' y2='1'><stop stop-color='#204a87'/>\
    <stop offset='1' stop-color='#729fcf'/></linearGradient>\
    <rect x='16' y='16' width='480' height='480' rx='96' fill='url(#sky)'/>\
    <circle cx='200' cy='176' r='96' fill='#fcaf3e'/>\
    <path d='M80 432L254 200L428 432z' fill='#8ae234'/>\
    <path d='M260 432L350 300L440 432z' fill='#ef2929' fill-opacity='.6'/></svg>";

/// Measures and prints.
pub(crate) fn measure(arguments: &Arguments, programs: &std::path::Path) -> Result<()> {
    let mut results = Results::open(programs)?;
    let program = programs.join("icon-drawer");
    let rows: Vec<_> = ROWS.iter().filter(|(name, ..)| arguments.wants(name)).collect();
    for round in 0..arguments.rounds() {
        for (row, kind, size) in &rows {
            let mut ways = WAYS;
            ways.rotate_left(round % WAYS.len());
            for way in ways {
                let sample = run(&program, way, kind, *size)?;
                results.add(Record { row, program: way, round, sample });
            }
        }
        eprintln!("round {} of {} done", round + 1, arguments.rounds());
    }
    print(&rows, results.records());
    println!("every run: {}", results.path().display());
    Ok(())
}

/// Runs one way once, in a process of its own.
fn run(program: &PathBuf, way: &str, kind: &str, size: u32) -> Result<Sample> {
    let mut command = Command::new(program);
    command.args([way, kind, &size.to_string(), &DRAWINGS.to_string()]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("the input is closed")?.write_all(&file(kind)?)?;
    let output = child.wait_with_output()?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A picture of 512 × 512 pixels as a file.
fn file(kind: &str) -> Result<Vec<u8>> {
    let format = match kind {
        "png" => ImageFormat::Png,
        "jpeg" => ImageFormat::Jpeg,
        "webp" => ImageFormat::WebP,
        _ => return Ok(SVG.into()),
    };
    let picture = RgbaImage::from_fn(512, 512, |x, y| {
        let inside = (x.abs_diff(256).pow(2) + y.abs_diff(256).pow(2)) < 250 * 250;
        let shade = |part: u32| u8::try_from(part * 255 / 512).unwrap_or(u8::MAX);
        let alpha = if inside { 255 } else { 0 };
        Rgba([shade(x), shade(y), if (x / 32 + y / 32) % 2 == 0 { 200 } else { 60 }, alpha])
    });
    let picture = match format {
        ImageFormat::Jpeg => DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(picture).into_rgb8()),
        _ => DynamicImage::ImageRgba8(picture),
    };
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}

fn print(rows: &[&(&'static str, &str, u32)], records: &[Record]) {
    println!(
        "CPU time of drawing a picture of 512 × 512 once, in µs, and memory at its peak, in KiB\n"
    );
    println!("| drawing | ours | bare | ours / bare [limit] | our peak | bare peak |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (row, kind, size) in rows {
        let figure = |way: &str, take: fn(&Sample) -> f64| {
            median(of(row, way, records).map(|record| take(&record.sample)).collect())
        };
        let time = |way| figure(way, |sample| sample.cpu_us).map_or("-".into(), micros);
        #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
        let peak = |way| figure(way, |sample| sample.peak_kib as f64).map_or("-".into(), thousands);
        println!(
            "| {kind} at {size} | {} | {} | {} | {} | {} |",
            time("hostline"),
            time("bare"),
            verdict(ratio_of(row, records, "hostline", "bare"), Some(LIMIT)),
            peak("hostline"),
            peak("bare"),
        );
    }
    println!();
}
