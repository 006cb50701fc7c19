//! The line that was seen most often while tasks held the loop.

use crate::reading::Reading;

/// That line.
pub struct Hot {
    pub place: i32,
    pub stack: i32,
    pub seen: usize,
    pub samples: usize,
}

impl Hot {
    pub fn find(reading: &Reading<'_>, tasks: &[i64]) -> Option<Hot> {
        let samples = &reading.trace.samples;
        let rows: Vec<usize> = (0..samples.task.len()).filter(|row| tasks.contains(&samples.task[*row])).collect();
        let place_of = |row: &usize| reading.place_in(samples.stack[*row]);
        let (place, seen) = reading.most_common(rows.iter().map(place_of))?;
        let line = reading.line_at(place);
        let row = rows.iter().find(|row| reading.line_at(place_of(row)) == line)?;
        Some(Hot { place, stack: samples.stack[*row], seen, samples: rows.len() })
    }
}
