//! Is anybody else using this machine? Ratios survive that, absolute numbers do not.

/// A word of caution when, before the first run, others already keep a core busy.
pub fn warning() -> Option<String> {
    caution(load()?, cores())
}

/// The load average of the last minute.
pub fn load() -> Option<f64> {
    let mut loads = [0.0; 1];
    // SAFETY: getloadavg writes at most as many doubles as the second argument says.
    let read = unsafe { libc::getloadavg(loads.as_mut_ptr(), 1) };
    (read == 1).then_some(loads[0])
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A suite needs one core for the program and something of a second for the engine's own threads.
fn caution(load: f64, cores: usize) -> Option<String> {
    (load + 2.0 > cores as f64 + 0.5)
        .then(|| format!("the machine is busy (load {load:.1} on {cores} cores): read the ratios, not the nanoseconds"))
}

#[cfg(test)]
mod tests {
    use super::caution;

    #[test]
    fn a_machine_with_two_free_cores_is_quiet() {
        assert_eq!(caution(0.2, 2), None);
        assert_eq!(caution(6.0, 8), None);
    }

    #[test]
    fn a_busy_machine_is_named() {
        let said = caution(1.5, 2).unwrap();
        assert_eq!(said, "the machine is busy (load 1.5 on 2 cores): read the ratios, not the nanoseconds");
    }
}
