// Replaces @vscode/spdlog, whose native part is missing because install scripts do not run.
// Without it the server writes no logs and every output channel stays empty.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    this.isFormatted = true;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    levels.forEach((name, level) => {
      this[name] = (message) => this.write(name, level, message);
    });
  }

  write(name, level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.isFormatted ? `${time} [${name}] ${message}\n` : message);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.isFormatted = false;
  }

  setPattern() {}

  flush() {}

  drop() {}
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
