// The parts of undici that the extension uses, from files without side effects: see `esbuild.mjs`.
const Dispatcher = require('./node_modules/undici/lib/dispatcher/dispatcher.js');
Dispatcher.prototype.connect = require('./node_modules/undici/lib/api/api-connect.js');
exports.Client = require('./node_modules/undici/lib/dispatcher/client.js');
exports.buildConnector = require('./node_modules/undici/lib/core/connect.js');
exports.errors = require('./node_modules/undici/lib/core/errors.js');
