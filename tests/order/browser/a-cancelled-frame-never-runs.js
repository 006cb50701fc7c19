// profile: browser
const id = requestAnimationFrame(() => console.log('never'));
cancelAnimationFrame(id);
requestAnimationFrame(() => console.log('frame'));
