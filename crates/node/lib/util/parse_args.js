'use strict';

// util.parseArgs, in two steps: arguments become tokens (without any validation), then tokens become values, and in strict mode the
// first invalid one throws.

const globals = require('globals');
const {
  arrayFind, arrayPush, arrayShift, arraySome, arrayUnshift, objectHasOwn, objectKeys, stringStartsWith,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const {
  validateArray, validateBoolean, validateBooleanArray, validateObject, validateString, validateStringArray,
  validateUnion,
} = require('core/validate');

const { ERR_PARSE_ARGS_INVALID_OPTION_VALUE, ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL, ERR_PARSE_ARGS_UNKNOWN_OPTION } =
  codes;

// The arguments of the program itself.
function programArguments() {
  const { argv, execArgv } = globals.process;
  const evaluated = arraySome(execArgv ?? [], (arg) => isIn(['-e', '--eval', '-p', '-pe', '--print'], arg) || stringStartsWith(arg, '--eval='));
  return sliceOf(argv, evaluated ? 1 : 2);
}

const getOwn = (object, key) => (object != null && objectHasOwn(object, key) ? object[key] : undefined);

function parseArgs(config = {}) {
  if (config === null) throw new TypeError('Cannot convert undefined or null to object');
  const getConfig = (key, fallback) => getOwn(config, key) ?? fallback;
  const args = getConfig('args', programArguments());
  const strict = getConfig('strict', true);
  const allowPositionals = getConfig('allowPositionals', !strict);
  const returnTokens = getConfig('tokens', false);
  const allowNegative = getConfig('allowNegative', false);
  const options = getConfig('options', { __proto__: null });

  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(allowPositionals, 'allowPositionals');
  validateBoolean(returnTokens, 'tokens');
  validateBoolean(allowNegative, 'allowNegative');
  validateObject(options, 'options');
  for (const name of each(objectKeys(options))) validateOption(name, options[name]);

  const tokens = tokenize(args, options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (returnTokens) result.tokens = tokens;

  for (const token of each(tokens)) {
    if (token.kind === 'option') {
      if (allowNegative) negate(token, options, strict);
      if (strict) checkOption(token, options, allowPositionals);
      store(token, options, result.values);
    } else if (token.kind === 'positional') {
      if (!allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      arrayPush(result.positionals, token.value);
    }
  }
  fillDefaults(options, result.values);
  // `negated` is internal, and not part of the tokens that a program sees.
  for (const token of each(tokens)) delete token.negated;
  return result;
}

function validateOption(name, option) {
  validateObject(option, `options.${name}`);
  const type = getOwn(option, 'type');
  validateUnion(type, `options.${name}.type`, ['string', 'boolean']);
  if (objectHasOwn(option, 'short')) {
    validateString(option.short, `options.${name}.short`);
    if (option.short.length !== 1) {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}.short`, option.short, 'must be a single character');
    }
  }
  const multiple = getOwn(option, 'multiple');
  if (objectHasOwn(option, 'multiple')) validateBoolean(multiple, `options.${name}.multiple`);
  const fallback = getOwn(option, 'default');
  if (fallback === undefined) return;
  const path = `options.${name}.default`;
  if (type === 'string') (multiple ? validateStringArray : validateString)(fallback, path);
  else (multiple ? validateBooleanArray : validateBoolean)(fallback, path);
}

function nameOfShort(short, options) {
  return arrayFind(objectKeys(options), (name) => getOwn(options[name], 'short') === short) ?? short;
}

const typeOf = (name, options) => getOwn(getOwn(options, name), 'type');

function tokenize(args, options) {
  const tokens = [];
  const remaining = [...each(args)];
  let index = -1;
  // Arguments expanded from a group such as -abc have the index of the group.
  let groupCount = 0;

  const option = (name, rawName, value, inlineValue) => {
    const token = { kind: 'option', name, rawName, index, value, inlineValue };
    arrayPush(tokens, token);
  };
  const takeNext = () => {
    index++;
    return arrayShift(remaining);
  };

  while (remaining.length > 0) {
    const arg = arrayShift(remaining);
    const next = remaining[0];
    if (groupCount > 0) groupCount--;
    else index++;

    if (arg === '--') {
      arrayPush(tokens, { kind: 'option-terminator', index });
      for (const rest of each(remaining)) arrayPush(tokens, { kind: 'positional', index: ++index, value: rest });
      break;
    }
    if (arg.length === 2 && arg[0] === '-' && arg[1] !== '-') {
      const name = nameOfShort(arg[1], options);
      if (typeOf(name, options) === 'string' && next != null) {
        const at = index;
        const value = takeNext();
        arrayPush(tokens, { kind: 'option', name, rawName: arg, index: at, value, inlineValue: false });
      } else {
        option(name, arg, undefined, undefined);
      }
    } else if (arg.length > 2 && arg[0] === '-' && arg[1] !== '-') {
      const first = nameOfShort(arg[1], options);
      if (typeOf(first, options) === 'string') {
        // -fVALUE
        option(first, `-${arg[1]}`, sliceOf(arg, 2), true);
        continue;
      }
      // -abc is -a -b -c, as long as the options take no value.
      const expanded = [];
      for (let at = 1; at < arg.length; at++) {
        const name = nameOfShort(arg[at], options);
        if (typeOf(name, options) !== 'string' || at === arg.length - 1) {
          arrayPush(expanded, `-${arg[at]}`);
        } else {
          arrayPush(expanded, `-${sliceOf(arg, at)}`);
          break;
        }
      }
      for (let i = expanded.length - 1; i >= 0; i--) arrayUnshift(remaining, expanded[i]);
      groupCount = expanded.length;
    } else if (stringStartsWith(arg, '--') && indexIn(arg, '=', 3) === -1) {
      const name = sliceOf(arg, 2);
      if (typeOf(name, options) === 'string' && next != null) {
        const at = index;
        const value = takeNext();
        arrayPush(tokens, { kind: 'option', name, rawName: arg, index: at, value, inlineValue: false });
      } else {
        option(name, arg, undefined, undefined);
      }
    } else if (stringStartsWith(arg, '--')) {
      const equals = indexIn(arg, '=');
      option(sliceOf(arg, 2, equals), `--${sliceOf(arg, 2, equals)}`, sliceOf(arg, equals + 1), true);
    } else {
      arrayPush(tokens, { kind: 'positional', index, value: arg });
    }
  }
  return tokens;
}

// --no-foo negates foo: in strict mode only if foo is a boolean, otherwise always.
function negate(token, options, strict) {
  if (!stringStartsWith(token.rawName, '--no-') || objectHasOwn(options, token.name)) return;
  if (!strict && token.inlineValue) return;
  const name = sliceOf(token.name, 3);
  if (strict && typeOf(name, options) !== 'boolean' && objectHasOwn(options, name)) return;
  token.name = name;
  token.negated = true;
}

function checkOption(token, options, allowPositionals) {
  const { name, rawName, value, inlineValue } = token;
  if (!objectHasOwn(options, name)) {
    throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(rawName, allowPositionals);
  }
  const short = getOwn(options[name], 'short');
  const display = `${short ? `-${short}, ` : ''}--${name}`;
  const type = typeOf(name, options);
  if (type === 'string' && typeof value !== 'string') {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${display} <value>' argument missing`);
  }
  if (type === 'boolean' && value != null) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${display}' does not take an argument`);
  }
  // `--foo -x`: an argument that starts with a dash is more likely another option.
  if (type === 'string' && !inlineValue && value.length > 1 && stringStartsWith(value, '-')) {
    const example = stringStartsWith(rawName, '--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
  }
}

function store(token, options, values) {
  const { name } = token;
  if (name === '__proto__') return;
  const value = token.negated ? false : token.value ?? true;
  if (getOwn(getOwn(options, name), 'multiple')) {
    if (values[name]) arrayPush(values[name], value);
    else values[name] = [value];
  } else {
    values[name] = value;
  }
}

function fillDefaults(options, values) {
  for (const name of each(objectKeys(options))) {
    if (name === '__proto__' || values[name] !== undefined) continue;
    const fallback = getOwn(options[name], 'default');
    if (fallback !== undefined) values[name] = fallback;
  }
}

module.exports = { parseArgs };
