// The parts of undici that the extension uses, from files without side effects: `esbuild.mjs` puts this file in place of undici.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js');
exports.Client = require('undici/lib/dispatcher/client.js');
exports.buildConnector = require('undici/lib/core/connect.js');
exports.errors = require('undici/lib/core/errors.js');
