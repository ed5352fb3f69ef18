import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createManyProjects } from './manyProjects';

/** Responds to every request with a long list of projects. */
const body = createManyProjects();
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
