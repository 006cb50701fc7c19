'use strict';
// What programs ask about the runtime they are on.

const native = binding('process');

// Programs compare process.versions with what they need, so `node` is the version whose API this follows, and `modules`,
// `napi`, `uv` and `v8` are those of that very Node: they say "an API like that one's", not "this code is inside".
// What runs the program is `hexloop` and `jsc`.
function versions() {
  return Object.freeze({
    node: native.version.slice(1),
    hexloop: native.hexloopVersion,
    modules: '147',
    napi: '10',
    uv: '1.52.1',
    v8: '14.6.202.34-node.34',
  });
}

function release() {
  return { name: 'node' };
}

function features() {
  return Object.defineProperties({}, {
    inspector: feature(false),
    debug: feature(false),
    uv: feature(true),
    ipv6: feature(true),
    tls_alpn: feature(true),
    tls_sni: feature(true),
    tls_ocsp: feature(true),
    tls: feature(true),
    openssl_is_boringssl: feature(false),
    cached_builtins: feature(true),
    require_module: feature(false),
    typescript: feature(false),
  });
}

function feature(value) {
  return { __proto__: null, value, enumerable: true, configurable: false, writable: false };
}

// How Node was built is what packages with native parts read here; nothing of it holds for this runtime.
function config() {
  return Object.freeze({ target_defaults: Object.freeze({}), variables: Object.freeze({}) });
}

module.exports = { config, features, release, versions };
