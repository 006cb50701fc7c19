// Parsing, comparing, ranges and increments of semver, from TypeScript in CommonJS.
const semver: typeof import('semver') = require('semver');

interface Release {
  version: string;
  notes?: string;
}

const releases: Release[] = [
  { version: '1.2.10' },
  { version: '1.2.9', notes: 'security' },
  { version: '2.0.0-beta.2' },
  { version: '2.0.0-beta.11' },
  { version: '2.0.0' },
];

function newest(within: string, of: readonly Release[]): string | null {
  return semver.maxSatisfying(of.map((release) => release.version), within);
}

console.log(releases.map((release) => release.version).sort(semver.compare));
for (const range of ['^1.2.0', '~1.2.9', '>=2.0.0-beta.3 <2.0.0', '1.x || 2.x', '>3'] as const) {
  console.log(range.padEnd(24), newest(range, releases), new semver.Range(range).range);
}
console.log(semver.inc('1.2.3', 'minor'), semver.inc('1.2.3', 'prerelease', 'rc'), semver.diff('1.2.3', '2.0.0-rc.1'));
console.log(semver.coerce('v3.4 of something')?.version, semver.valid('1.2'), semver.clean('  =v1.2.3 '));
const parsed = semver.parse('4.5.6-alpha.7+build.8')!;
console.log(parsed.major, parsed.prerelease, parsed.build, `${parsed}`);
console.log(semver.intersects('^1.2.0', '<1.3'), semver.subset('~1.2.3', '^1.0.0'), semver.minVersion('>1.2.3-rc')!.version);
try {
  new semver.SemVer('not a version');
} catch (error) {
  console.log((error as Error).name, (error as Error).message);
}
