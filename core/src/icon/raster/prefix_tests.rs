use super::{
    super::samples::{BitWriter, reason},
    *,
};
use crate::icon::RefusedReason;

#[test]
fn bits_are_read_from_the_lowest() {
    let mut bits = Bits::new(&[0b1010_0110, 0b0000_1111]);
    let read = [1, 3, 5, 5, 2].map(|count| bits.read(count).unwrap());
    assert_eq!(read, [0, 0b011, 0b1_1010, 0b0_0111, 0]);
}

#[test]
fn no_bit_is_read_behind_the_end() {
    let mut bits = Bits::new(&[0xff; 9]);
    for _ in 0..9 {
        assert_eq!(bits.read(8), Ok(0xff));
    }
    assert_eq!(reason(bits.read(1)), Some(RefusedReason::Broken));
    assert_eq!(bits.read(0), Ok(0));
}

#[test]
fn shorter_codes_come_first_and_the_same_length_by_symbol() {
    // Symbol 1 is 0, symbol 0 is 10, symbol 2 is 11.
    let code = PrefixCode::new(&[2, 1, 2]).unwrap();
    let mut bits = Bits::new(&[0b0110_1011]);
    let read = [(); 5].map(|()| code.read(&mut bits).unwrap());
    assert_eq!(read, [2, 1, 0, 2, 1]);
}

#[test]
fn a_single_symbol_takes_no_bits() {
    let code = PrefixCode::new(&[0, 0, 3, 0]).unwrap();
    assert_eq!(code.read(&mut Bits::new(&[])), Ok(2));
}

#[test]
fn a_code_uses_every_row_of_bits_once() {
    for lengths in [vec![], vec![0, 0], vec![1, 2], vec![1, 1, 1], vec![2, 2, 2], vec![15, 1]] {
        assert_eq!(reason(PrefixCode::new(&lengths)), Some(RefusedReason::Broken), "{lengths:?}");
    }
}

#[test]
fn one_or_two_symbols_are_written_down_plainly() {
    let mut writer = BitWriter::default();
    writer.put(&[(1, 1), (0, 1), (0, 1), (1, 1)]);
    writer.put(&[(1, 1), (1, 1), (1, 1), (3, 8), (5, 8)]);
    let bytes = writer.bytes();
    let mut bits = Bits::new(&bytes);
    assert_eq!(Lengths::read(&mut bits, 4), Ok(Lengths(vec![0, 1, 0, 0])));
    assert_eq!(Lengths::read(&mut bits, 6), Ok(Lengths(vec![0, 0, 0, 1, 0, 1])));
}

#[test]
fn plain_symbols_are_different_and_within_the_alphabet() {
    for (first, second) in [(3, 3), (3, 7), (7, 3)] {
        let mut writer = BitWriter::default();
        writer.put(&[(1, 1), (1, 1), (1, 1), (first, 8), (second, 8)]);
        let bytes = writer.bytes();
        let outcome = Lengths::read(&mut Bits::new(&bytes), 6);
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{first} {second}");
    }
}

/// A code of lengths in which 2 is `0`, and one other is `1`.
fn lengths_with(other: usize) -> BitWriter {
    let mut writer = BitWriter::default();
    writer.put(&[(0, 1), (15, 4)]);
    for place in ORDER {
        writer.put(&[(u32::from(place == 2 || place == other), 3)]);
    }
    writer
}

#[test]
fn lengths_repeat() {
    // 2, then thrice the same.
    let mut writer = lengths_with(16);
    writer.put(&[(0, 1), (0, 1), (1, 1), (0, 2)]);
    let bytes = writer.bytes();
    assert_eq!(Lengths::read(&mut Bits::new(&bytes), 4), Ok(Lengths(vec![2; 4])));
}

#[test]
fn lengths_may_stop_early() {
    // Four of them are written: 2, 2, 2, 2.
    let mut writer = lengths_with(16);
    writer.put(&[(1, 1), (0, 3), (2, 2), (0, 4)]);
    let bytes = writer.bytes();
    let expected = [vec![2; 4], vec![0; 36]].concat();
    assert_eq!(Lengths::read(&mut Bits::new(&bytes), 40), Ok(Lengths(expected)));
}

#[test]
fn lengths_do_not_go_beyond_the_alphabet() {
    // 2, then thrice the same, for three symbols.
    let mut writer = lengths_with(16);
    writer.put(&[(0, 1), (0, 1), (1, 1), (0, 2)]);
    let bytes = writer.bytes();
    assert_eq!(reason(Lengths::read(&mut Bits::new(&bytes), 3)), Some(RefusedReason::Broken));
    // More are announced than there are.
    let mut writer = lengths_with(16);
    writer.put(&[(1, 1), (0, 3), (3, 2)]);
    let bytes = writer.bytes();
    assert_eq!(reason(Lengths::read(&mut Bits::new(&bytes), 4)), Some(RefusedReason::Broken));
}

#[test]
fn long_codes_make_large_tables() {
    let short = Lengths(vec![1, 1]).table_bytes();
    let long = Lengths([vec![11; 2048], vec![0; 280]].concat()).table_bytes();
    assert!(short < 200 && long > 69_000, "{short} {long}");
}
