/** Everything that speaks to the service, with the HTTP library below it, in one piece. Imported by `import()` only. */
export { HttpTransport } from './http/httpTransport';
export { ServiceClient } from './serviceClient';
export { builtInShape, parseShape } from './mapping/serviceMapping';
