/** Everything that speaks to the service, with the HTTP library below it, in one piece. Imported by `import()` only. */
export { HttpTransport } from './http/httpTransport';
export { ServiceClient } from './serviceClient';
export { defaultMapping, parseMapping } from './mapping/serviceMapping';
