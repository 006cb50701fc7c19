//! Serialization of the heads: numbers of four bytes; strings and lists prefixed with their length.

pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn number(&mut self, number: usize) {
        self.0.extend((number as u32).to_le_bytes());
    }

    pub fn flag(&mut self, flag: bool) {
        self.0.push(flag.into());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend(bytes);
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.number(items.len());
        items.iter().for_each(|item| write(self, item));
    }
}

pub(crate) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    pub fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn number(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize)
    }

    pub fn flag(&mut self) -> Option<bool> {
        Some(self.take(1)? == [1])
    }

    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Reader<'b>) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        (0..length).map(|_| read(self)).collect()
    }
}
