//! Archives: files that hold several inputs.
//!
//! A zip archive is read at any place of it, so one that comes through a pipe is laid in a temporary file first.

#[cfg(feature = "compression")]
mod imp {
    use std::fs::File;
    use std::io::{self, Read};
    use std::sync::Arc;

    use rawzip::FileReader;

    use crate::input::codec::Raw;
    use crate::input::codec::zip::{self, Member};
    use crate::input::fault::Fault;

    /// What is read of an archive.
    #[derive(Clone, Debug)]
    pub(in crate::input) enum Part {
        Member(Member),
        /// What is wrong with the archive as a whole, told behind its members.
        Fault(String),
    }

    /// Whether an archive begins so.
    pub(in crate::input) fn begins(head: &[u8]) -> bool {
        zip::MAGIC.iter().any(|magic| head.starts_with(magic))
    }

    /// The parts of an archive, in its order.
    pub(in crate::input) fn parts(file: File) -> io::Result<Vec<Part>> {
        let length = file.metadata()?.len();
        let (members, fault) = zip::members(&(Arc::new(FileReader::from(file)) as zip::Store), length)?;
        Ok(members.into_iter().map(Part::Member).chain(fault.map(Part::Fault)).collect())
    }

    impl Part {
        pub fn name(&self) -> &str {
            match self {
                Self::Member(member) => &member.name,
                Self::Fault(_) => "",
            }
        }

        pub fn open(&self) -> Raw {
            match self {
                Self::Member(member) => member.open(),
                Self::Fault(reason) => Box::new(zip::Failed(reason.clone())),
            }
        }

        pub fn begins_at(&self) -> u64 {
            match self {
                Self::Member(member) => member.begins_at(),
                Self::Fault(_) => 0,
            }
        }
    }

    /// Lays what a reader gives in a file that is gone with its last user. Where it breaks off, so does the file.
    pub(in crate::input) fn spool(reader: &mut impl Read) -> io::Result<File> {
        let mut file = tempfile::tempfile()?;
        match io::copy(reader, &mut file) {
            Ok(_) => Ok(file),
            Err(error) => Fault::of(error).map(|_| file),
        }
    }
}

#[cfg(not(feature = "compression"))]
mod imp {
    use std::fs::File;
    use std::io::{self, Read};

    use crate::input::codec::Raw;

    /// What is read of an archive; there is none.
    #[derive(Clone, Debug)]
    pub(in crate::input) enum Part {}

    impl Part {
        pub fn name(&self) -> &str {
            match *self {}
        }

        pub fn open(&self) -> Raw {
            match *self {}
        }

        pub fn begins_at(&self) -> u64 {
            match *self {}
        }
    }

    pub(in crate::input) fn begins(_: &[u8]) -> bool {
        false
    }

    pub(in crate::input) fn parts(_: File) -> io::Result<Vec<Part>> {
        Ok(Vec::new())
    }

    pub(in crate::input) fn spool(_: &mut impl Read) -> io::Result<File> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

pub(super) use imp::{Part, begins, parts, spool};
