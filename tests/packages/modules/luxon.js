// Zones, formats, durations, intervals of luxon.
import { DateTime, Duration, Interval, Settings, Info } from 'luxon';

Settings.defaultZone = 'utc';
Settings.defaultLocale = 'en-GB';
const at = DateTime.fromISO('2024-03-31T00:30:00', { zone: 'Europe/Berlin' });
console.log(at.toISO(), at.plus({ hours: 2 }).toISO(), at.plus({ days: 1 }).toISO(), at.isInDST, at.offsetNameLong);
console.log(at.setZone('America/Los_Angeles').toFormat("yyyy LLL dd, HH:mm 'in' z ZZZZ"), at.toUTC().toHTTP());
console.log(at.setLocale('de').toLocaleString(DateTime.DATE_FULL), at.toLocaleString(DateTime.DATETIME_MED), at.weekNumber, at.ordinal);
console.log(DateTime.fromFormat('12.05.1999 7:08 PM', 'dd.MM.yyyy h:mm a').toSQL(), DateTime.fromISO('2024-W10-3').toISODate(), DateTime.fromMillis(0).toRelative({ base: DateTime.fromMillis(864e5 * 40) }));
console.log(Duration.fromISO('P1Y2M10DT2H30M').toObject(), Duration.fromMillis(93784000).shiftTo('days', 'hours', 'minutes').toHuman(), Duration.fromObject({ minutes: 90 }).toFormat('hh:mm'));
const span = Interval.fromDateTimes(at.startOf('month'), at.endOf('month'));
console.log(span.length('days').toFixed(3), span.contains(at), span.splitBy({ weeks: 1 }).length, span.toISODate(), Interval.fromISO('2024-01-01/P1M').count('days'));
const bad = DateTime.fromISO('2024-13-45');
console.log(bad.isValid, bad.invalidReason, bad.invalidExplanation, Info.months('short', { locale: 'fr' }).join(' '));
console.log(at.diff(DateTime.utc(2023, 1, 1), ['months', 'days', 'hours']).toObject(), at < at.plus(1), `${DateTime.max(at, DateTime.utc(2020))}`);
