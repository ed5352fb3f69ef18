import type { Responder } from './testServer';

export interface Links {
  /** Upload URL for a file of this name. */
  readonly linkTo: (name: string) => string;
  /** Time according to the service. */
  readonly now: Date;
}

/** Responds like a service that accepts everything, with upload URLs on another server. */
export function respondWithLinks({ linkTo, now }: Links): Responder {
  return ({ path, body }) => {
    const { files = [] } = JSON.parse(body || '{}') as { files?: { name: string }[] };
    const created = {
      project_id: 'p',
      model_id: 'm',
      simulation_id: 's',
      upload_urls: Object.fromEntries(files.map(({ name }) => [name, linkTo(name)])),
    };
    return {
      status: path.endsWith('/finalise') ? 200 : 201,
      headers: { 'content-type': 'application/json', date: now.toUTCString() },
      body: JSON.stringify(created),
    };
  };
}
