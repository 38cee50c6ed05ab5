//! Bytes that may be kept at a time, by many together.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// A number of bytes that all who take from it may keep together.
pub(crate) struct Budget {
    most: usize,
    taken: AtomicUsize,
}

impl Budget {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, taken: AtomicUsize::new(0) })
    }

    /// A share without any bytes yet.
    pub(crate) fn share(self: &Arc<Self>) -> Share {
        Share { budget: self.clone(), bytes: 0 }
    }

    /// A share of so many bytes, where there are so many.
    pub(crate) fn take(self: &Arc<Self>, bytes: usize) -> Option<Share> {
        let mut share = self.share();
        share.grow(bytes).then_some(share)
    }
}

/// Bytes of a budget; dropping it gives them back.
pub(crate) struct Share {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Share {
    /// How many bytes they are.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes more bytes; false, and nothing is taken, if there are not so many.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let most = self.budget.most;
        let grown = |taken: usize| taken.checked_add(bytes).filter(|taken| *taken <= most);
        let order = Ordering::Relaxed;
        let fits = self.budget.taken.fetch_update(order, order, grown).is_ok();
        if fits {
            self.bytes += bytes;
        }
        fits
    }

    /// Becomes so many bytes; false, and nothing changes, if there are not so many.
    pub(crate) fn resize(&mut self, bytes: usize) -> bool {
        if bytes > self.bytes {
            return self.grow(bytes - self.bytes);
        }
        self.shrink(self.bytes - bytes);
        true
    }

    /// Gives bytes back, as many as there are at most.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.taken.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Share({})", self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_take_from_the_same_bytes_and_give_them_back() {
        let budget = Budget::new(10);
        let mut one = budget.take(6).unwrap();
        assert!(budget.take(5).is_none());
        let mut other = budget.take(4).unwrap();
        assert!(!one.grow(1) && !other.grow(usize::MAX));
        one.shrink(2);
        assert!(other.grow(2));
        assert_eq!((one.bytes(), other.bytes()), (4, 6));
        drop(other);
        assert!(one.grow(6));
        assert!(!one.resize(11) && one.resize(7) && one.resize(1));
        one.shrink(usize::MAX);
        assert_eq!(one.bytes(), 0);
        assert!(budget.take(10).is_some());
    }
}
