//! Hostile SVG documents, each made by a function, and what has to come of it.

use std::{fmt::Write as _, ops::Range};

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{Expected, File, costly, png};

const BROKEN: Expected = Expected::Refused("broken");
const FORBIDDEN: Expected = Expected::Refused("forbidden");
const OTHER: Expected = Expected::Refused("other_type");
const TOO_COSTLY: Expected = Expected::Refused("too_costly");
const TOO_LARGE: Expected = Expected::Refused("too_large");
const UNKNOWN: Expected = Expected::Refused("unknown_type");

const RED: &str = "<rect width='64' height='64' fill='red'/>";

/// All of them.
pub fn files() -> Vec<File> {
    let mut files = Vec::new();
    files.extend(active());
    files.extend(outside());
    files.extend(entities());
    files.extend(references());
    files.extend(filters());
    files.extend(large());
    files.extend(numbers());
    files.extend(styles());
    files.extend(long_styles());
    files.extend(strokes());
    files.extend(pictures());
    files.extend(signs());
    files.extend(other_bytes());
    files
}

fn file(name: &'static str, bytes: impl Into<Vec<u8>>, expected: Expected) -> File {
    File { name, bytes: bytes.into(), declared: Some("image/svg+xml"), expected }
}

/// A document of 64 × 64 units with a red ground.
fn svg(inside: impl AsRef<str>) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         viewBox=\"0 0 64 64\">{RED}{}</svg>",
        inside.as_ref()
    )
}

/// What is made of each number, one behind the other.
fn each(numbers: Range<usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect::<Vec<_>>().concat()
}

fn nested(count: usize, open: &str, inside: &str, close: &str) -> String {
    [open.repeat(count).as_str(), inside, &close.repeat(count)].concat()
}

/// What a browser would run or load into a page.
fn active() -> Vec<File> {
    let frame = "<foreignObject width='64' height='64'><body \
                 xmlns='http://www.w3.org/1999/xhtml'><iframe src='https://example.com/'/>\
                 <script>alert(1)</script></body></foreignObject>";
    let animated = "<animate attributeName='href' values='javascript:alert(1)'/><set \
                    attributeName='onload' to='alert(1)'/>";
    vec![
        file("svg-script", svg("<script>alert(1)</script>"), Expected::Drawn),
        file("script-cdata", svg("<script><![CDATA[alert('<svg>')]]></script>"), Expected::Drawn),
        file("script-elsewhere", svg("<script href='https://example.com/a.js'/>"), Expected::Drawn),
        file("event", svg("<g onload='alert(1)' onclick='alert(2)'/>"), Expected::Drawn),
        file("foreign-object", svg(frame), Expected::Drawn),
        file(
            "link-script",
            svg("<a href='javascript:alert(1)'><path d='M0 0h9'/></a>"),
            Expected::Drawn,
        ),
        file("animation", svg(animated), Expected::Drawn),
        file("sound-and-film", svg("<audio href='a.mp3'/><video href='a.mp4'/>"), Expected::Drawn),
    ]
}

/// What leads out of the document.
fn outside() -> Vec<File> {
    let image = |address: &str| svg(format!("<image href='{address}' width='64' height='64'/>"));
    let inner = STANDARD.encode(svg("<image href='file:///etc/passwd'/>"));
    let sheet = "<?xml-stylesheet href='https://example.com/a.css' type='text/css'?>";
    let black = format!("data:image/png;base64,{}", STANDARD.encode(png::black(1024, 512)));
    let rule = "<style>rect{fill:url(https://example.com/a.svg#b) red;background:\
                url(file:///etc/passwd)}</style>";
    vec![
        file("use-file", svg("<use xlink:href='file:///etc/passwd#a'/>"), Expected::Drawn),
        file("use-server", svg("<use href='https://example.com/a.svg#a'/>"), Expected::Drawn),
        file("image-http", image("http://169.254.169.254/latest/meta-data/"), Expected::Drawn),
        file("image-file", image("file:///etc/passwd"), Expected::Drawn),
        file("image-path", image("/etc/passwd"), Expected::Drawn),
        file("image-relative", image("../../icon.png"), Expected::Drawn),
        file("image-svg", image(&format!("data:image/svg+xml;base64,{inner}")), Expected::Drawn),
        file("image-text", image(&format!("data:text/plain;base64,{inner}")), Expected::Drawn),
        file("image-no-base64", image("data:image/png;base64,%%%%"), Expected::Drawn),
        file("image-own-name", image("picture:0"), Expected::Drawn),
        file(
            "image-base",
            svg("<g xml:base='file:///etc/'><image href='passwd'/></g>"),
            Expected::Drawn,
        ),
        file(
            "image-large",
            image(&format!("data:image/png;base64,{}", "A".repeat(64 << 20))),
            TOO_LARGE,
        ),
        file("images-large", image(&black), TOO_COSTLY),
        file("images", svg("<image href='data:image/png;base64,AAAA'/>".repeat(12)), TOO_COSTLY),
        file(
            "style-import",
            svg("<style>@import url(https://example.com/a.css);</style>"),
            Expected::Drawn,
        ),
        file("style-address", svg(rule), Expected::Drawn),
        file("style-elsewhere", format!("{sheet}{}", svg("")), Expected::Drawn),
        file(
            "mask-elsewhere",
            svg("<path d='M0 0h9v9' mask='url(//example.com/a#b)'/>"),
            Expected::Drawn,
        ),
    ]
}

/// A document that makes itself larger, or reads what stands elsewhere.
fn entities() -> Vec<File> {
    let mut laughs = String::from("<!ENTITY a0 \"ha\">");
    for level in 1..10 {
        let ten = format!("&a{};", level - 1).repeat(10);
        _ = write!(laughs, "<!ENTITY a{level} \"{ten}\">");
    }
    let declared = |list: &str, inside: &str| format!("<!DOCTYPE svg [{list}]>{}", svg(inside));
    let file_entity = "<!ENTITY a SYSTEM \"file:///etc/passwd\">";
    let parameter = "<!ENTITY % a SYSTEM \"https://example.com/a.dtd\"> %a;";
    vec![
        file("billion-laughs", declared(&laughs, "<title>&a9;</title>"), UNKNOWN),
        file("external-entity", declared(file_entity, "<title>&a;</title>"), UNKNOWN),
        file("parameter-entity", declared(parameter, ""), UNKNOWN),
        file("doctype-of-nothing", declared("", ""), UNKNOWN),
        file("unknown-entity", svg("<title>&nothing;</title>"), BROKEN),
        file(
            "long-doctype",
            format!("<!DOCTYPE svg SYSTEM \"{}\">{}", "a".repeat(9999), svg("")),
            Expected::Drawn,
        ),
    ]
}

fn bomb(levels: usize, width: usize) -> String {
    let mut inside = String::from("<g id='a0'><rect width='1' height='1'/></g>");
    for level in 1..=levels {
        let uses = format!("<use href='#a{}'/>", level - 1).repeat(width);
        _ = write!(inside, "<g id='a{level}'>{uses}</g>");
    }
    svg(inside)
}

/// A pattern in a pattern in a pattern, each of tiny tiles.
fn tiles(levels: usize) -> String {
    let mut inside = String::new();
    for level in 0..levels {
        let fill = format!("url(#a{})", level + 1);
        _ = write!(
            inside,
            "<pattern id='a{level}' width='.01' height='.01' patternUnits='userSpaceOnUse'>\
             <rect width='64' height='64' fill='{fill}'/><rect width='64' height='64' \
             fill='{fill}'/></pattern>"
        );
    }
    svg(format!("{inside}<rect width='64' height='64' fill='url(#a0)'/>"))
}

/// Elements that refer to each other: often, deep, or in circles.
fn references() -> Vec<File> {
    let shape = "<rect width='9' height='9' {}/>";
    let circle = |tag: &str, property: &str| {
        let inside = |to: &str| shape.replace("{}", &format!("{property}='url(#{to})'"));
        svg(format!(
            "<{tag} id='a' width='9' height='9'>{}</{tag}><{tag} id='b' width='9' height='9'>{}\
             </{tag}>{}",
            inside("b"),
            inside("a"),
            inside("a")
        ))
    };
    let chain =
        each(0..3000, |place| format!("<linearGradient id='a{place}' href='#a{}'/>", place + 1));
    let short =
        each(0..100, |place| format!("<linearGradient id='a{place}' href='#a{}'/>", place + 1));
    let in_a_mask = "<mask id='a'><rect width='9' height='9' fill='url(#b)'/></mask>\
                     <pattern id='b' width='9' height='9'><g id='c'><use href='#c'/></g></pattern>";
    let inherited = format!(
        "<mask id='a'>{RED}</mask>{}",
        format!("<g mask='url(#a)'>{}</g>", nested(58, "<g mask='inherit'>", RED, "</g>"))
            .repeat(30)
    );
    let markers = format!(
        "<marker id='a'><g>{}</g></marker><path marker-mid='url(#a)' d='M0 0{}'/>",
        "<path d='M0 0h1v1'/>".repeat(100),
        "h1v1".repeat(2000)
    );
    vec![
        file("use-10000", bomb(4, 10), TOO_COSTLY),
        file("use-1000000", bomb(6, 10), TOO_COSTLY),
        file("use-2^200", bomb(200, 2), TOO_COSTLY),
        file("use-itself", svg("<g id='a'><use href='#a'/></g>"), BROKEN),
        file("use-circle", svg("<use id='a' href='#b'/><use id='b' href='#a'/>"), BROKEN),
        file("pattern-circle", circle("pattern", "fill"), BROKEN),
        file("mask-circle", circle("mask", "mask"), BROKEN),
        file("clip-circle", circle("clipPath", "clip-path"), BROKEN),
        file("mask-of-circles", svg(in_a_mask), TOO_COSTLY),
        file("mask-inherited", svg(inherited), Expected::Drawn),
        file("use-of-a-mask", svg("<mask id='a'><use href='#a'/></mask>"), Expected::Drawn),
        file("marker-circle", circle("marker", "marker-start"), BROKEN),
        file("pattern-tiles", tiles(30), TOO_COSTLY),
        file(
            "gradient-chain",
            svg(chain + "<rect width='9' height='9' fill='url(#a0)'/>"),
            TOO_COSTLY,
        ),
        file("gradient-chain-short", svg(short), TOO_COSTLY),
        file(
            "gradient-circle",
            {
                svg("<linearGradient id='a' href='#b'/><linearGradient id='b' href='#c'/>\
                 <linearGradient id='c' href='#b'/><rect width='9' height='9' fill='url(#a)'/>")
            },
            BROKEN,
        ),
        file("markers", svg(markers), TOO_COSTLY),
    ]
}

fn filters() -> Vec<File> {
    let many = |inside: &str, count: usize| {
        let shapes = format!("<g filter='url(#a)'>{RED}</g>").repeat(count);
        svg(format!("<filter id='a'>{inside}</filter>{shapes}"))
    };
    let filter = |inside: &str| many(inside, 1);
    let order = format!("<feConvolveMatrix order='10000' kernelMatrix='{}'/>", "1 ".repeat(10_000));
    let region = "<filter id='a' filterUnits='userSpaceOnUse' x='-99999' y='-99999' \
                  width='99999' height='99999'><feGaussianBlur stdDeviation='5'/></filter>\
                  <g filter='url(#a)'><rect width='64' height='64'/></g>";
    let blur = "<feGaussianBlur stdDeviation='99999'/>";
    let turned = format!("<g transform='skewX(89.999)'>{region}</g>");
    vec![
        file("filter-turbulence", filter("<feTurbulence numOctaves='1000000000'/>"), FORBIDDEN),
        file("filter-convolve", filter(&order), FORBIDDEN),
        file("filter-morphology", filter("<feMorphology radius='1e9'/>"), FORBIDDEN),
        file("filter-image", filter("<feImage href='file:///etc/passwd'/>"), FORBIDDEN),
        file("filter-region", svg(region), Expected::Drawn),
        file("filter-blur", filter(blur), Expected::Drawn),
        file("filter-many", many(&blur.repeat(60), 20), TOO_COSTLY),
        file("filter-turned", svg(turned), TOO_COSTLY),
        file(
            "filter-nested",
            svg(nested(40, "<g style='filter:blur(5px)'>", RED, "</g>").repeat(20)),
            TOO_COSTLY,
        ),
    ]
}

/// Much of everything.
fn large() -> Vec<File> {
    let attributes = each(0..20_000, |place| format!(" a{place}=''"));
    let names = each(0..8000, |place| format!(" xmlns:a{place}='b'"));
    let ids = each(0..8000, |place| format!("<g id='{place}'/>"));
    let stops = "<stop offset='.5' stop-color='red'/>".repeat(5_000);
    let gradient = format!("<linearGradient id='a'>{stops}</linearGradient>");
    vec![
        file("groups-nested", svg(nested(10_000, "<g>", "", "</g>")), TOO_COSTLY),
        file("groups-unfinished", svg("<g>".repeat(60_000)), TOO_COSTLY),
        file("switch-nested", svg(nested(10_000, "<switch>", "", "</switch>")), TOO_COSTLY),
        file("svg-nested", svg(nested(1_000, "<svg>", "", "</svg>")), TOO_COSTLY),
        file("layers-nested", svg(nested(60, "<g opacity='.9'>", RED, "</g>")), Expected::Drawn),
        file("instructions", svg("<?a?>".repeat(40_000)), TOO_COSTLY),
        file("attributes", svg(format!("<g{attributes}/>")), TOO_COSTLY),
        file("namespaces", svg(format!("<g{names}/>")), TOO_COSTLY),
        file("ids", svg(ids), TOO_COSTLY),
        file("stops", svg(gradient), TOO_COSTLY),
        file("path-segments", svg(format!("<path d='M0 0{}'/>", "h1".repeat(500_000))), TOO_LARGE),
        file("path-comb", svg(format!("<path d='M0 0{}'/>", "L9 64 9 0".repeat(6000))), TOO_COSTLY),
        file("overdraw", svg(RED.repeat(4000)), TOO_COSTLY),
        file("long-comment", svg(format!("<!--{}-->", "-+".repeat(120_000))), Expected::Drawn),
        file("long-text", svg(format!("<text>{}</text>", "a".repeat(250_000))), Expected::Drawn),
    ]
}

fn numbers() -> Vec<File> {
    let with = |attributes: &str| svg(format!("<path d='M0 0H64V64z' {attributes}/>"));
    let far = |inside: &str| format!("<g transform='scale(9999) scale(9999)'>{inside}</g>");
    let image = format!(
        "<image x='-9' y='-9' width='99' height='99' href='data:image/png;base64,{}'/>",
        STANDARD.encode(png::small())
    );
    let dash = "<path d='M0 0H99999' stroke='red' stroke-dasharray='.0001'/>";
    let frame =
        |frame: &str| format!("<svg xmlns='http://www.w3.org/2000/svg' {frame}>{RED}</svg>");
    vec![
        file("dashes", svg(dash), TOO_COSTLY),
        file("arc-radii", svg("<path d='M0 0A1e300 1e300 0 1 1 9 9z'/>"), TOO_COSTLY),
        file("circle-radius", svg("<circle r='1e38'/>"), TOO_COSTLY),
        file(
            "circle-percent",
            svg(nested(40, "<svg width='900%'>", "<circle r='100%'/>", "</svg>")),
            TOO_COSTLY,
        ),
        file("stroke-width", with("stroke='red' stroke-width='99999'"), Expected::Drawn),
        file("transform-nan", with("transform='matrix(NaN 0 0 NaN 0 0)'"), Expected::Drawn),
        file("transform-inf", with("transform='scale(inf)'"), Expected::Drawn),
        file("transform-zero", with("transform='scale(0)'"), Expected::Drawn),
        file(
            "transform-huge",
            svg(nested(60, "<g transform='scale(99999)'>", RED, "</g>")),
            Expected::Drawn,
        ),
        file(
            "arc-thin",
            svg("<path d='M57.676 32A.001 7242.8 12 0 1 1744.5 5074.8'/>"),
            TOO_COSTLY,
        ),
        file("rect-far", svg(far(&RED.replace("<rect", "<rect x='-9' y='-99'"))), TOO_COSTLY),
        file("image-far", svg(far(&image)), TOO_COSTLY),
        file(
            "view-box-tiny",
            frame("viewBox='0 0 .00001 .00001'").replace("'64'", "'99999'"),
            TOO_COSTLY,
        ),
        file("coordinates", svg("<path d='M-99999 0L99999 64 0-99999z'/>"), Expected::Drawn),
        file("view-box-zero", frame("viewBox='0 0 0 0'"), Expected::Drawn),
        file("view-box-huge", frame("viewBox='0 0 1e30 1e30'"), TOO_COSTLY),
        file("size-huge", frame("width='99999' height='1'"), Expected::Drawn),
        file("size-zero", frame("width='0' height='0'"), BROKEN),
        file(
            "pattern-huge",
            {
                svg("<pattern id='a' width='99999' height='99999' patternUnits='userSpaceOnUse'>\
                 <rect width='9' height='9'/></pattern><rect width='9' height='9' fill='url(#a)'/>")
            },
            TOO_COSTLY,
        ),
    ]
}

fn styles() -> Vec<File> {
    let style = |css: &str, inside: &str| svg(format!("<style>{css}</style>{inside}"));
    let rules = each(0..8000, |place| format!(".a{place}{{fill:red}}"));
    let list = "a,".repeat(20_000) + "a{" + &"x:y;".repeat(5_000) + "}";
    let chain = "* ".repeat(15) + "q " + &"* ".repeat(15) + "path{fill:red}";
    let deep = nested(60, "<g>", "<path d='M0 0h9v9'/>", "</g>");
    let important = "rect{fill:red !important;fill:blue}".repeat(900);
    vec![
        file("style-rules", style(&rules, &"<g/>".repeat(3000)), TOO_COSTLY),
        file("style-times-elements", style(&rules[..12_000], &"<g/>".repeat(3000)), TOO_COSTLY),
        file("style-list", style(&list, ""), TOO_COSTLY),
        file("style-ancestors", style(&chain, &deep), TOO_COSTLY),
        file("style-important", style(&important, ""), Expected::Drawn),
        file("style-unfinished", style("a{b:'", ""), Expected::Drawn),
        file("style-braces", style(&"{".repeat(50_000), ""), Expected::Drawn),
    ]
}

/// Styles of which each look, or each value, is a long one.
fn long_styles() -> Vec<File> {
    let style = |css: &str, inside: &str| svg(format!("<style>{css}</style>{inside}"));
    let zeros = |count: usize| format!("x:{}", "0 ".repeat(count));
    let classes = format!("<g class='{}b'/>", "a ".repeat(90_000));
    let rules = format!("{}{{fill:red}}", ".b".repeat(31)).repeat(900);
    let comments = "<!---->".repeat(25_000);
    let first = |css: &str| svg(format!("{comments}<g/><style>{css}</style>"));
    let values = format!("transform:{};", "a".repeat(4096)).repeat(15);
    vec![
        file("style-long", svg(format!("<g style='{}'/>", zeros(130_000))), Expected::Drawn),
        file("style-long-in-sheet", style(&format!("a{{{}}}", zeros(32_000)), ""), Expected::Drawn),
        file(
            "style-conditions",
            style(&format!("{}{{fill:red}}", ".b".repeat(32_000)), &classes),
            TOO_COSTLY,
        ),
        file("style-long-class", style(&rules, &classes), TOO_COSTLY),
        file(
            "style-first-of-many",
            first(&format!("g{}{{}}", ":first-child".repeat(5400))),
            TOO_COSTLY,
        ),
        file(
            "style-first-for-many",
            first(&format!("g{}{{}}", ":first-child".repeat(30)).repeat(170)),
            TOO_COSTLY,
        ),
        file("style-values", style(&format!("*{{{values}}}"), &"<g/>".repeat(3700)), TOO_COSTLY),
    ]
}

/// Strokes of lines that are joined by curves, or end in some.
fn strokes() -> Vec<File> {
    let stroked = |how: &str, path: &str, uses: usize| {
        svg(format!(
            "<g fill='none' stroke='red' stroke-width='9999' {how}='round'><g \
             transform='rotate(1)'><path id='a' d='M0 0{path}'/>{}</g></g>",
            "<use href='#a'/>".repeat(uses)
        ))
    };
    vec![
        file("round-joins", stroked("stroke-linejoin", &"h1-1".repeat(24_500), 5), TOO_COSTLY),
        file("round-ends", stroked("stroke-linecap", &"m1 0h1".repeat(16_000), 5), TOO_COSTLY),
        file("round-joins-once", stroked("stroke-linejoin", &"h1-1".repeat(24_500), 0), TOO_COSTLY),
    ]
}

/// Pictures inside of which each is cheap enough.
fn pictures() -> Vec<File> {
    let image = |webp: &[u8]| {
        let data = STANDARD.encode(webp);
        format!("<image href='data:image/webp;base64,{data}' width='64' height='64'/>")
    };
    let lines = format!(
        "<g fill='none' stroke='red' transform='rotate(1)'><path id='a' d='M0 0{}'/>{}</g>",
        "h1v1".repeat(23_000),
        "<use href='#a'/>".repeat(5)
    );
    vec![
        file(
            "images-of-numbers",
            svg(image(&costly::numbers(256, 2000, 44_000)).repeat(4)),
            TOO_COSTLY,
        ),
        file("image-and-lines", svg(image(&costly::lossless(470)) + &lines), TOO_COSTLY),
    ]
}

/// Values that would end where the document is written anew, and go on as something else.
fn signs() -> Vec<File> {
    let fill = |value: &str| svg(format!("<path d='M0 0h9v9' fill='{value}'/>"));
    vec![
        file("value-with-a-quote", fill("red\""), Expected::Drawn),
        file(
            "value-with-an-element",
            fill("red\"/&gt;&lt;image href=\"/etc/passwd"),
            Expected::Drawn,
        ),
        file("reference-with-a-quote", fill("url(#a) red\""), Expected::Drawn),
    ]
}

/// What looks like something else, or is.
fn other_bytes() -> Vec<File> {
    let utf16: Vec<u8> = "\u{FEFF}"
        .encode_utf16()
        .chain(svg("").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut latin1 = b"<?xml version='1.0' encoding='ISO-8859-1'?>".to_vec();
    latin1.extend_from_slice(svg("<title>\u{1}</title>").replace('\u{1}', "").as_bytes());
    let title = latin1.windows(8).position(|bytes| bytes == b"</title>").unwrap_or_default();
    latin1.insert(title, 0xE9);
    let html = "<!DOCTYPE html><html><body><svg xmlns='http://www.w3.org/2000/svg'/></body></html>";
    let other = "<?xml version='1.0'?><rss><svg xmlns='http://www.w3.org/2000/svg'/></rss>";
    vec![
        file("utf-16", utf16, UNKNOWN),
        file("latin-1", latin1, UNKNOWN),
        file("gzip", [&[0x1F, 0x8B, 8, 0][..], &[0; 60]].concat(), UNKNOWN),
        file("html-as-svg", html, UNKNOWN),
        file("other-root", other, UNKNOWN),
        file("null-bytes", svg("\0"), BROKEN),
        file("not-closed", svg("<g>"), BROKEN),
        file("two-roots", svg("") + &svg(""), BROKEN),
        File { declared: Some("image/png"), ..file("declared-png", svg(""), OTHER) },
    ]
}
