/** Everything that sends requests to the service, bundled with undici in one piece. Load it with `import()` only. */
export { HttpTransport } from './http/httpTransport';
export { ServiceClient } from './serviceClient';
export { defaultMapping, parseMapping } from './mapping/serviceMapping';
