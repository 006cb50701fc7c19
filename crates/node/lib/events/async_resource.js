'use strict';

// An emitter whose listeners run in the async context in which it was created.

const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { codes } = require('core/errors');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #eventEmitter;

  constructor(eventEmitter, type, options) {
    super(type, options);
    this.#eventEmitter = eventEmitter;
  }

  get eventEmitter() {
    return this.#eventEmitter;
  }
}

class EventEmitterAsyncResource extends EventEmitter {
  #resource;

  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource && typeof options?.name !== 'string') {
        throw new codes.ERR_INVALID_ARG_TYPE('options.name', 'string', options?.name);
      }
      name = options?.name || new.target.name;
    }
    super(options);
    this.#resource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event, ...values) {
    return this.#resource.runInAsyncScope(super.emit, this, event, ...each(values));
  }

  emitDestroy() {
    this.#resource.emitDestroy();
  }

  get asyncId() {
    return this.#resource.asyncId();
  }

  get triggerAsyncId() {
    return this.#resource.triggerAsyncId();
  }

  get asyncResource() {
    return this.#resource;
  }
}

module.exports = { EventEmitterAsyncResource };
