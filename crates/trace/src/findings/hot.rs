//! The most frequently sampled line while tasks blocked the loop.

use crate::view::TraceView;

/// That line.
pub struct Hot {
    pub place: i32,
    pub stack: i32,
    pub seen: usize,
    pub samples: usize,
}

impl Hot {
    pub fn find(view: &TraceView<'_>, tasks: &[i64]) -> Option<Hot> {
        let samples = &view.trace.samples;
        let rows: Vec<usize> = (0..samples.task.len()).filter(|row| tasks.contains(&samples.task[*row])).collect();
        let place_of = |row: &usize| view.place_in(samples.stack[*row]);
        let (place, seen) = view.most_common_line(rows.iter().map(place_of))?;
        let line = view.line_at(place);
        let row = rows.iter().find(|row| view.line_at(place_of(row)) == line)?;
        Some(Hot { place, stack: samples.stack[*row], seen, samples: rows.len() })
    }
}
