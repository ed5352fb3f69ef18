import { createHash, createHmac } from 'node:crypto';

interface ObjectLink {
  /** Scheme and host, such as `http://127.0.0.1:4568`. */
  readonly origin: string;
  /** `/<bucket>/<name>`, not encoded. */
  readonly path: string;
  readonly signedAt: Date;
  /** Lifetime of the URL in seconds. */
  readonly expires: number;
}

/** The id and the secret of the built-in key of s3rver. */
const key = 'S3RVER';

const region = 'us-east-1';

/** An upload URL with an AWS signature version 4 in its query. It covers the host and no other header. */
export function presignedUrl(link: ObjectLink): string {
  const time = link.signedAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const path = encodedPath(link.path);
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${key}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(link.expires),
    'X-Amz-SignedHeaders': 'host',
  });
  const host = `host:${new URL(link.origin).host}\n`;
  const request = ['PUT', path, query, host, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const hash = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key}`,
  );
  query.append('X-Amz-Signature', createHmac('sha256', signingKey).update(text).digest('hex'));
  return `${link.origin}${path}?${query.toString()}`;
}

/** Percent-encodes all but letters, digits and `-._~`, as signatures require. */
function encodedPath(path: string): string {
  const toCode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, toCode);
}
