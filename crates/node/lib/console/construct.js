'use strict';

// new Console(options) or new Console(stdout, stderr, ignoreErrors).

const { functionBind, mapValues, objectDefineProperties, objectDefineProperty, objectKeys } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Console, createState, installState } = require('console/log');
const { StreamOutput } = require('console/stream_output');
const { ERR_CONSOLE_WRITABLE_STREAM, ERR_INCOMPATIBLE_OPTION_PAIR } = require('core/errors').codes;
const { validateInteger, validateObject, validateOneOf } = require('core/validate');

const { kindOf } = require('inspect/kinds');

const MAX_GROUP_INDENTATION = 1000;

function checkStream(stream, name) {
  if (!stream || typeof stream.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM(name);
}

function optionsByStream(inspectOptions, stdout, stderr, colorMode) {
  if (inspectOptions === undefined) return undefined;
  validateObject(inspectOptions, 'options.inspectOptions');
  const byStream = kindOf(inspectOptions) === 'Map' ?
    inspectOptions :
    new Map([[stdout, inspectOptions], [stderr, inspectOptions]]);
  for (const { colors } of each(mapValues(byStream))) {
    if (colors !== undefined && colorMode !== undefined) {
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }
  return byStream;
}

// Bound from the instance, not the prototype, so that methods of a subclass are bound.
function bindMethods(console) {
  for (const name of each(objectKeys(Console.prototype))) {
    console[name] = functionBind(console[name], console);
    objectDefineProperty(console[name], 'name', { __proto__: null, value: name });
  }
}

function hiddenStream(stream) {
  return { __proto__: null, value: stream, writable: true, enumerable: false, configurable: true };
}

function construct(console, { 0: first, 1: second, 2: third }) {
  const options = !first || typeof first.write === 'function' ?
    { stdout: first, stderr: second, ignoreErrors: third } :
    first;
  const { stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto', inspectOptions, groupIndentation } = options;
  checkStream(stdout, 'stdout');
  checkStream(stderr, 'stderr');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  if (groupIndentation !== undefined) validateInteger(groupIndentation, 'groupIndentation', 0, MAX_GROUP_INDENTATION);
  const byStream = optionsByStream(inspectOptions, stdout, stderr, options.colorMode);

  bindMethods(console);
  objectDefineProperties(console, { _stdout: hiddenStream(stdout), _stderr: hiddenStream(stderr) });
  installState(console, createState(
    new StreamOutput(console, 'stdout'),
    new StreamOutput(console, 'stderr'),
    Boolean(ignoreErrors),
    colorMode,
    groupIndentation ?? 2,
    byStream,
  ));
}

module.exports = { construct };
