import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './httpServer';

export interface LinkingService {
  readonly baseUrl: string;
  /** Method and path of each request, in order. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface Links {
  /** Upload URL for a file of this name. */
  readonly linkTo: (name: string) => string;
  /** Time according to the service. */
  readonly now: Date;
}

/**
 * A service without a file server: it accepts everything, and responds with upload URLs on another server.
 */
export async function startLinkingService({ linkTo, now }: Links): Promise<LinkingService> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    void text(request).then((body) => {
      const { files = [] } = JSON.parse(body || '{}') as { files?: { name: string }[] };
      const links = files.map(({ name }) => [name, linkTo(name)] as const);
      const created = {
        ...{ project_id: 'p', model_id: 'm', simulation_id: 's' },
        upload_urls: Object.fromEntries(links),
      };
      response.writeHead(url.endsWith('/finalise') ? 200 : 201, {
        'content-type': 'application/json',
        date: now.toUTCString(),
      });
      response.end(JSON.stringify(created));
    });
  });
  const { origin, close } = await listen(server);
  return { baseUrl: origin, requests, stop: close };
}
