// Dates of dayjs with the plugins people load.
const dayjs = require('dayjs');
for (const name of ['utc', 'timezone', 'relativeTime', 'duration', 'customParseFormat', 'isBetween', 'weekOfYear', 'advancedFormat']) {
  dayjs.extend(require(`dayjs/plugin/${name}`));
}
require('dayjs/locale/fr');

const at = dayjs.utc('2024-03-10T06:30:15.250Z');
console.log(at.format('YYYY-MM-DD[T]HH:mm:ss.SSS'), at.add(1, 'month').subtract(2, 'days').format('ddd D MMM'));
console.log(at.tz('America/New_York').format('YYYY-MM-DD HH:mm Z'), at.tz('Asia/Kolkata').format('HH:mm Z'));
console.log(dayjs.tz('2024-07-01 12:00', 'Europe/Paris').toISOString());
console.log(at.from(at.add(3, 'hour')), at.to(at.add(40, 'day')), at.locale('fr').format('dddd D MMMM YYYY'));
console.log(dayjs.duration({ hours: 1, minutes: 90 }).format('HH:mm'), dayjs.duration('P1Y2M').asMonths());
console.log(dayjs('05/02/69 1:02 PM', 'DD/MM/YY h:mm A').format(), dayjs('99', 'YYYY-MM-DD', true).isValid());
console.log(at.isBetween('2024-03-01', '2024-04-01'), at.week(), at.format('Qo Do k'), at.startOf('week').date());
console.log(at.diff('2023-01-01', 'month', true).toFixed(3), at.toArray?.() ?? at.unix(), JSON.stringify(at));
