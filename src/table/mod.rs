//! Parquet files as this program writes them, by the low-level API: Arrow would be the larger part of the program.
//!
//! What all such files have in common is here; [`rows`] makes one of rows that come as bytes. Which
//! columns there are is left to those above.

mod rows;

use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};

pub(crate) use rows::{Cells, ColumnType, Kind, RowTable};

/// Rows of a page: what a look-up decodes.
pub(crate) const PAGE_ROWS: usize = 4096;

/// What all files have in common.
pub(crate) fn properties(group_rows: usize) -> WriterPropertiesBuilder {
    let level = ZstdLevel::try_new(1).expect("1 is a level");
    WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_created_by(format!("plydex {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(level))
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(PAGE_ROWS)
        .set_max_row_group_row_count(Some(group_rows))
        .set_statistics_enabled(EnabledStatistics::None)
}
