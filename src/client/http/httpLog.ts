import type { Clock } from '../core/clock';
import { ServiceError } from '../core/errors';
import { sanitizeText } from '../text/sanitizeText';
import type { HttpRequest, HttpResponse } from './httpTransport';

/** Wraps a log so that its failure, for example because it is closed, does not affect the requests it describes. */
export function keepFromFailing(log: (line: string) => void): (line: string) => void {
  return (line) => {
    try {
      log(line);
    } catch {
      // There is nowhere to report it.
    }
  };
}

/**
 * Runs `send` between two log lines: the request, and its outcome with its duration in ms. Query, headers and bodies
 * are left out because they hold signatures and tokens. So is the path at a file server, because some servers sign
 * there.
 */
export async function withRequestLog(
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpResponse>,
  { clock, log }: { readonly clock: Clock; readonly log: (line: string) => void },
): Promise<HttpResponse> {
  const line = `${request.method} ${request.target.host}${describeSubject(request)}`;
  const start = clock.elapsed();
  log(line);
  try {
    const response = await send(request);
    log(`${line}: ${response.status} in ${Math.round(clock.elapsed() - start)} ms`);
    return response;
  } catch (error) {
    const cause =
      error instanceof ServiceError ? error.message : request.signal.aborted ? 'cancelled' : 'failed';
    log(`${line}: ${cause} after ${Math.round(clock.elapsed() - start)} ms`);
    throw error;
  }
}

function describeSubject({ operation, target, about = '' }: HttpRequest): string {
  if (operation === 'uploadFile') return ` (${sanitizeText(about, 200)})`;
  const [path = ''] = target.path.split('?');
  return path;
}
