'use strict';
// What programs ask about the runtime they are on.

const { arrayMap, objectFreeze } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const native = binding('process');

// `hexloop` and `jsc` are what runs the program. Programs compare the others with what they need: `node` is the version
// whose API this follows, and `modules`, `napi`, `uv` and `v8` are those of that very Node. They say "an API like that
// one's", not "this code is inside".
function versions() {
  const engine = native.engineVersion();
  return objectFreeze({
    node: sliceOf(native.version, 1),
    hexloop: native.hexloopVersion,
    ...(engine === undefined ? undefined : { jsc: engine }),
    modules: '147',
    napi: '10',
    uv: '1.52.1',
    v8: '14.6.202.34-node.34',
  });
}

// The name is what packages look at. There are no archives of this runtime to point to.
function release() {
  return { name: 'node' };
}

// What is true of this runtime today.
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
    // Enums, namespaces and parameter properties become JavaScript; Node by itself refuses them.
    get typescript() { return 'transform'; },
  };
}

// What has been loaded until it is first asked for.
const moduleLoadList = () => arrayMap(require.ids(), (id) => `NativeModule ${id}`);

const preloadModules = () => binding('module').preload();

// Packages with native parts read here how Node was built. Of that only the machine holds for this runtime, and
// that the engine speaks all languages (Intl).
function config() {
  return objectFreeze({
    variables: objectFreeze({
      host_arch: native.arch, target_arch: native.arch, v8_enable_i18n_support: 1, node_module_version: Number(versions().modules),
    }),
    target_defaults: objectFreeze({ default_configuration: 'Release' }),
  });
}

module.exports = { config, features, moduleLoadList, preloadModules, release, versions };
