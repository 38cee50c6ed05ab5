use super::*;

const LIMIT: usize = 1 << 20;

fn drain(parser: &mut Parser, found: &mut Vec<Item>) {
    while let Some(item) = parser.next() {
        found.push(item);
    }
}

/// What a stream gives when it arrives in these pieces.
fn parse(pieces: &[&[u8]], limit: usize) -> (Vec<Item>, Parser) {
    let mut parser = Parser::new(limit);
    let mut found = Vec::new();
    for piece in pieces {
        parser.push(Bytes::copy_from_slice(piece));
        drain(&mut parser, &mut found);
    }
    (found, parser)
}

fn event(name: &str, data: &str, id: Option<&str>) -> Item {
    Item::Event(Event {
        name: Bytes::copy_from_slice(name.as_bytes()),
        data: Bytes::copy_from_slice(data.as_bytes()),
        id: id.map(|id| Bytes::copy_from_slice(id.as_bytes())),
    })
}

/// Streams, what they hold, and the delay that they ask for.
fn table() -> Vec<(&'static str, Vec<Item>, Option<u64>)> {
    vec![
        ("data: a\n\n", vec![event("", "a", None)], None),
        ("data:a\r\rdata:b\r\n\r\n", vec![event("", "a", None), event("", "b", None)], None),
        ("\u{FEFF}data: a\n\n", vec![event("", "a", None)], None),
        ("data: \u{FEFF}a\n\n", vec![event("", "\u{FEFF}a", None)], None),
        ("data:  a \n\n", vec![event("", " a ", None)], None),
        ("data: a\ndata:\ndata: b\n\n", vec![event("", "a\n\nb", None)], None),
        ("data\n\n", vec![event("", "", None)], None),
        ("data\ndata\n\n", vec![event("", "\n", None)], None),
        (": comment\n\n:\n\n", vec![], None),
        (
            "event: endpoint\ndata: /x\n\ndata: y\n\n",
            vec![event("endpoint", "/x", None), event("", "y", None)],
            None,
        ),
        (
            "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            vec![event("", "a", Some("1")), event("", "b", Some("1")), event("", "c", Some(""))],
            None,
        ),
        ("id: a\u{0}b\ndata: a\n\n", vec![event("", "a", None)], None),
        ("id: 5\ndata:\nretry: 500\n\n", vec![event("", "", Some("5"))], Some(500)),
        ("retry: 5x\nretry: -1\nretry:\n\n", vec![], None),
        ("retry: 7\nretry: 99999999999999999999999\n", vec![], Some(7)),
        ("unknown: x\ndata: a\nDATA: b\n\n", vec![event("", "a", None)], None),
        ("event: x\n\ndata: a\n\n", vec![event("", "a", None)], None),
        ("data: a:b:c\n\n", vec![event("", "a:b:c", None)], None),
        ("data: not ended\n", vec![], None),
    ]
}

#[test]
fn streams_are_taken_apart_by_the_standards_rules() {
    for (text, items, retry) in table() {
        let (found, parser) = parse(&[text.as_bytes()], LIMIT);
        assert_eq!(found, items, "{text:?}");
        assert_eq!(parser.retry(), retry, "{text:?}");
    }
}

#[test]
fn it_does_not_matter_where_a_stream_is_split() {
    for (text, items, retry) in table() {
        let bytes = text.as_bytes();
        for middle in 0..=bytes.len() {
            for second in middle..=bytes.len() {
                let pieces = [&bytes[..middle], &bytes[middle..second], &bytes[second..]];
                let (found, parser) = parse(&pieces, LIMIT);
                assert_eq!(found, items, "{text:?} split at {middle} and {second}");
                assert_eq!(parser.retry(), retry, "{text:?} split at {middle} and {second}");
            }
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(parse(&single, LIMIT).0, items, "{text:?} byte by byte");
    }
}

#[test]
fn any_bytes_are_survived() {
    // A small generator of arbitrary bytes, rich in what the parser looks for.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..2_000 {
        let mut bytes = Vec::new();
        for _ in 0..64 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let byte = u8::try_from(state & 0xFF).unwrap();
            bytes.push(*b"\r\n:data id\xEF\xBB\xBF".get(usize::from(byte)).unwrap_or(&byte));
        }
        let whole = parse(&[&bytes], 32).0;
        let (left, right) = bytes.split_at(usize::try_from(state % 64).unwrap());
        assert_eq!(parse(&[left, right], 32).0.len(), whole.len(), "{bytes:?}");
    }
}

#[test]
fn an_event_above_the_limit_is_dropped_and_the_next_one_read() {
    let long = format!("data: {}\n\ndata: next\n\n", "x".repeat(100));
    for size in [1, 7, 50, 1_000] {
        let pieces: Vec<&[u8]> = long.as_bytes().chunks(size).collect();
        let (found, _) = parse(&pieces, 64);
        assert_eq!(found, [Item::Oversized(106), event("", "next", None)], "pieces of {size}");
    }
}

#[test]
fn many_small_lines_count_together() {
    let text = format!("{}\ndata: next\n\n", "data: 1234\n".repeat(10));
    let (found, _) = parse(&[text.as_bytes()], 64);
    assert_eq!(found, [Item::Oversized(100), event("", "next", None)]);
}

#[test]
fn comments_cost_nothing_however_long() {
    let text = format!(":{}\n: more\ndata: a\n\n", "x".repeat(1_000));
    for size in [1, 10, 5_000] {
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
        assert_eq!(parse(&pieces, 64).0, [event("", "a", None)], "pieces of {size}");
    }
}

#[test]
fn one_line_of_data_is_not_copied() {
    let chunk = Bytes::from_static(b"data: payload\n\n");
    let place = chunk.as_ptr() as usize;
    let mut parser = Parser::new(LIMIT);
    parser.push(chunk);
    let Some(Item::Event(event)) = parser.next() else { panic!("no event") };
    assert_eq!(event.data.as_ptr() as usize, place + 6);
}

#[test]
fn an_id_counts_only_when_its_event_is_complete() {
    let (_, parser) = parse(&[b"id: 1\ndata: a\n\nid: 2\ndata: b\n"], LIMIT);
    assert_eq!(parser.last_event_id().map(|id| &**id), Some(b"1".as_slice()));
    let (found, parser) = parse(&[b"id: 3\n\n"], LIMIT);
    assert!(found.is_empty());
    assert_eq!(parser.last_event_id().map(|id| &**id), Some(b"3".as_slice()));
}
