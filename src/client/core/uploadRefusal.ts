import type { StatusError } from './errors';

/**
 * What a refusal of a file by a file server is about:
 *
 * - `url`: the upload URL, which will not be accepted again;
 * - `request`: what was sent is not what the URL was signed for, so that another URL fails in the same way;
 * - `content`: the bytes are not those of a checksum in the URL or in a header;
 * - `store`: the store, its account or a server on the way, so that the same URL may be accepted later.
 */
export type UploadRefusal = 'url' | 'request' | 'content' | 'store';

// Codes of S3, Azure, Google, Alibaba, Huawei and their like.
const requestCodes =
  /^(SignatureDoesNotMatch|AuthorizationHeaderMalformed|MissingSecurityHeader|MissingRequiredHeader|AccessDeniedByUnsignedHeaders)$/;
const contentCodes =
  /^(BadDigest|InvalidDigest|DigestMismatch|Md5Mismatch|InvalidMd5|Crc64Mismatch|XAmzContent(SHA256|Checksum)Mismatch)$/;
const urlCodes =
  /expired|^(AuthenticationFailed|MalformedHeader|InvalidToken|InvalidAccessKeyId|TokenRefreshRequired)$/i;
const urlCodesOf400 = /^(ExpiredToken|AccessDenied|AuthenticationFailed|RequestExpired|MalformedHeader)$/;
/** Codes that say no more than their status. */
const emptyCodes = /^(AccessDenied|access_denied|Forbidden|Unauthori[sz]ed)$/i;

/** @returns undefined for an upload that failed in another way, such as with the status of a server that is busy */
export function findUploadRefusal(error: StatusError): UploadRefusal | undefined {
  const { operation, status, code = '', urlState } = error;
  if (operation !== 'uploadFile') return undefined;
  switch (status) {
    case 404:
    case 410:
      return 'url';
    case 400:
      return findByCode(code) ?? (urlCodesOf400.test(code) ? 'url' : undefined);
    case 401:
    case 403:
      return urlState === 'expired' ? 'url' : (findByCode(code) ?? findWithoutCode(error));
    default:
      return undefined;
  }
}

function findByCode(code: string): UploadRefusal | undefined {
  if (contentCodes.test(code)) return 'content';
  return requestCodes.test(code) ? 'request' : undefined;
}

function findWithoutCode({ code = '', pageTitle, retryAfter, urlState }: StatusError): UploadRefusal {
  if (urlCodes.test(code)) return 'url';
  // A URL in its time is refused for another reason, such as a permission of its signer, or a cap on the account.
  if (emptyCodes.test(code)) return urlState === 'inTime' ? 'store' : 'url';
  // Pages come from servers on the way, which know nothing about the URL.
  return code !== '' || pageTitle !== undefined || retryAfter !== undefined ? 'store' : 'url';
}
