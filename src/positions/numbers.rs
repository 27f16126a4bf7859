//! Numbers in temporary files: seven bits a byte, the lowest first.

/// Appends a number.
#[inline]
pub(super) fn write(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front of bytes that were written here.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    number
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| super::write(number, &mut bytes));
        let mut rest = bytes.as_slice();
        assert_eq!(numbers.map(|_| super::read(&mut rest)), numbers);
        assert!(rest.is_empty());
    }
}
