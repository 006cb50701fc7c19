'use strict';
// Version and build information of the runtime.

const { arrayMap, objectDefineProperty, objectFreeze, objectKeys } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('process');

// `hexloop` and `jsc` are the actual versions. Programs compare the others with their requirements: `node` is the version whose API is
// implemented, and `modules`, `napi`, `uv` and `v8` are those of that Node version. They stand for a compatible API, not for the code
// inside.
function versions() {
  const engine = native.engineVersion();
  const all = {
    node: sliceOf(native.version, 1),
    hexloop: native.hexloopVersion,
    ...(engine === undefined ? undefined : { jsc: engine }),
    modules: '147',
    napi: '10',
    uv: '1.52.1',
    v8: '14.6.202.34-node.34',
  };
  // As in Node a program cannot change a version, but may add one.
  for (const name of each(objectKeys(all))) objectDefineProperty(all, name, { __proto__: null, writable: false });
  return all;
}

// Packages check the name. There are no archives of this runtime to link to.
function release() {
  return { name: 'node' };
}

// The features of this runtime.
function features() {
  return {
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: false,
    tls: true,
    openssl_is_boringssl: false,
    get cached_builtins() { return true; },
    get require_module() { return true; },
    get dtls() { return false; },
    get quic() { return false; },
    // Enums, namespaces and parameter properties are transformed; Node rejects them by default.
    get typescript() { return 'transform'; },
  };
}

// Computed on first access.
const moduleLoadList = () => arrayMap(require.ids(), (id) => `NativeModule ${id}`);

const preloadModules = () => binding('module').preload();

// Native packages read the build configuration of Node here. Of that only the architecture applies, and that the engine supports all
// locales (Intl).
function config() {
  return objectFreeze({
    variables: objectFreeze({
      host_arch: native.arch, target_arch: native.arch, v8_enable_i18n_support: 1, node_module_version: Number(versions().modules),
    }),
    target_defaults: objectFreeze({ default_configuration: 'Release' }),
  });
}

module.exports = { config, features, moduleLoadList, preloadModules, release, versions };
