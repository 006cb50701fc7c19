//! Three timers in one program: an interval, a deadline, and one in the background.
//!
//! `cargo run -p hexloop --example ticker`

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use hexloop::{Handle, Loop, RunMode, Timer};

fn main() -> std::io::Result<()> {
    let lp = Loop::new()?;
    let ms = Duration::from_millis;
    let began = lp.now();
    let since = {
        let lp = lp.clone();
        move || (lp.now() - began).as_millis()
    };

    let ticks = Rc::new(Cell::new(0));
    let ticker = Rc::new(Timer::new(&lp, {
        let (ticks, since) = (ticks.clone(), since.clone());
        move || {
            ticks.set(ticks.get() + 1);
            println!("{:4} ms  tick {}", since(), ticks.get());
        }
    }));
    ticker.start_repeating(ms(100), ms(100));

    // A background timer: it runs while something else keeps the loop alive, and does not keep it alive itself.
    let background = Timer::new(&lp, {
        let since = since.clone();
        move || println!("{:4} ms  (background)", since())
    });
    background.start_repeating(ms(170), ms(170));
    background.unref();

    let deadline = Timer::new(&lp, {
        let (ticker, since) = (ticker.clone(), since.clone());
        move || {
            println!("{:4} ms  deadline: the ticker is closed", since());
            let since = since.clone();
            ticker.close(move || println!("{:4} ms  closed", since()));
        }
    });
    deadline.start(ms(550));

    lp.run(RunMode::Default)?;
    let metrics = lp.metrics();
    println!("{} ticks, {} turns, {:?} of it asleep", ticks.get(), metrics.loop_count, metrics.idle_time);
    Ok(())
}
