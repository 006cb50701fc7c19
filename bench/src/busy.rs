//! Is the host loaded by other processes? Ratios survive that, absolute numbers do not.

/// A warning if, before the first run, other processes already keep a core busy.
pub fn warning() -> Option<String> {
    load_warning(load()?, cores())
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

/// A suite needs one core for the program and part of a second one for the engine's own threads.
fn load_warning(load: f64, cores: usize) -> Option<String> {
    (load + 2.0 > cores as f64 + 0.5)
        .then(|| format!("the host is busy (load {load:.1} on {cores} cores): compare the ratios, not the nanoseconds"))
}

#[cfg(test)]
mod tests {
    use super::load_warning;

    #[test]
    fn a_host_with_two_idle_cores_has_no_warning() {
        assert_eq!(load_warning(0.2, 2), None);
        assert_eq!(load_warning(6.0, 8), None);
    }

    #[test]
    fn a_loaded_host_has_a_warning() {
        let warning = load_warning(1.5, 2).unwrap();
        assert_eq!(warning, "the host is busy (load 1.5 on 2 cores): compare the ratios, not the nanoseconds");
    }
}
