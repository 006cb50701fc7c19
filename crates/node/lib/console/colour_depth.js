'use strict';

// The color depth of a terminal, in bits: 1 (none), 4, 8 or 24. Decided from the environment, as in Node's
// tty.WriteStream#getColorDepth: first what the user forces or forbids, then multiplexers and CI servers, then the terminal's
// name.

const globals = require('globals');
const {
  arrayFilter, arrayFind, arrayJoin, objectHasOwn, regexpTest, stringStartsWith, stringToLowerCase,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');

const NONE = 1;
const SIXTEEN = 4;
const INDEXED = 8;
const TRUE_COLOUR = 24;

const FORCED = { '': SIXTEEN, 1: SIXTEEN, true: SIXTEEN, 2: INDEXED, 3: TRUE_COLOUR };

// In the order in which they are checked: the first variable that is set decides.
const BUILD_SERVERS = [
  ['APPVEYOR', INDEXED],
  ['BUILDKITE', INDEXED],
  ['CIRCLECI', TRUE_COLOUR],
  ['DRONE', INDEXED],
  ['GITEA_ACTIONS', TRUE_COLOUR],
  ['GITHUB_ACTIONS', TRUE_COLOUR],
  ['GITLAB_CI', INDEXED],
  ['TRAVIS', INDEXED],
];

const PROGRAMS = { HyperTerm: TRUE_COLOUR, MacTerm: TRUE_COLOUR, Apple_Terminal: INDEXED };

const TRUE_COLOUR_TERMINALS = /^(?:mosh|rxvt-unicode-24bit|terminator|xterm-kitty)$/;
const SIXTEEN_COLOUR_TERMINALS =
  /^(?:eterm|cons25|console|cygwin|dtterm|gnome|hurd|jfbterm|konsole|kterm|mlterm|putty|st)$/;
const SIXTEEN_COLOUR_FAMILIES = /ansi|color|linux|direct|^con[0-9]*x[0-9]|^(?:rxvt|screen|xterm|vt100|vt220)/;

const isSet = (value) => value !== undefined && value !== '';

let hasWarned = false;

function warnIfIgnored(env) {
  const ignored = arrayFilter(['NODE_DISABLE_COLORS', 'NO_COLOR'], (name) => isSet(env[name]));
  if (hasWarned || ignored.length === 0) return;
  hasWarned = true;
  globals.process.emitWarning(
    `The '${arrayJoin(ignored, "' and '")}' env is ignored due to the 'FORCE_COLOR' env being set.`, 'Warning');
}

function forcedDepth(env) {
  if (!objectHasOwn(FORCED, env.FORCE_COLOR)) return NONE;
  warnIfIgnored(env);
  return FORCED[env.FORCE_COLOR];
}

function buildServerDepth(env) {
  const known = arrayFind(BUILD_SERVERS, ({ 0: name }) => objectHasOwn(env, name));
  if (known !== undefined) return known[1];
  return env.CI_NAME === 'codeship' ? INDEXED : NONE;
}

function programDepth(env) {
  if (env.TERM_PROGRAM !== 'iTerm.app') return PROGRAMS[env.TERM_PROGRAM];
  return !env.TERM_PROGRAM_VERSION || regexpTest(/^[0-2]\./, env.TERM_PROGRAM_VERSION) ? INDEXED : TRUE_COLOUR;
}

function terminalDepth(env) {
  const { COLORTERM, TERM } = env;
  if (COLORTERM === 'truecolor' || COLORTERM === '24bit') return TRUE_COLOUR;
  if (TERM) {
    if (isIn(TERM, 'truecolor')) return TRUE_COLOUR;
    if (stringStartsWith(TERM, 'xterm-256')) return INDEXED;
    const name = stringToLowerCase(TERM);
    if (regexpTest(TRUE_COLOUR_TERMINALS, name)) return TRUE_COLOUR;
    if (regexpTest(SIXTEEN_COLOUR_TERMINALS, name) || regexpTest(SIXTEEN_COLOUR_FAMILIES, name)) return SIXTEEN;
  }
  return COLORTERM ? SIXTEEN : NONE;
}

function getColorDepth(env = globals.process.env) {
  if (env.FORCE_COLOR !== undefined) return forcedDepth(env);
  if (isSet(env.NODE_DISABLE_COLORS) || isSet(env.NO_COLOR) || env.TERM === 'dumb') return NONE;
  if (env.TMUX) return TRUE_COLOUR;
  if (objectHasOwn(env, 'TF_BUILD') && objectHasOwn(env, 'AGENT_NAME')) return SIXTEEN;
  if (objectHasOwn(env, 'CI')) return buildServerDepth(env);
  if ('TEAMCITY_VERSION' in env) {
    return regexpTest(/^(?:9\.0*[1-9]\d*\.|\d{2,}\.)/, env.TEAMCITY_VERSION) ? SIXTEEN : NONE;
  }
  return programDepth(env) ?? terminalDepth(env);
}

/** Whether at least `count` colors (default 16) are supported: tty.WriteStream#hasColors([count][, env]). */
function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else require('core/validate').validateInteger(count, 'count', 2);
  return count <= 2 ** getColorDepth(env);
}

/** For a stream of the program: its own getColorDepth() if it has one; otherwise any terminal. FORCE_COLOR overrides both. */
function depthOfStream(stream) {
  if (globals.process.env.FORCE_COLOR !== undefined) return getColorDepth();
  if (!stream?.isTTY) return NONE;
  return typeof stream.getColorDepth === 'function' ? stream.getColorDepth() : SIXTEEN;
}

module.exports = { depthOfStream, getColorDepth, hasColors };
