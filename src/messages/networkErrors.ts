import * as l10n from '@vscode/l10n';
import type { NetworkCode, NetworkError, ProxyInfo } from '../client/core/errors';
import type { ProxySource } from '../client/core/types';
import { settings } from '../contributions';

/** Describes why no response arrived, and what to do next. */
export function describeNetworkError(error: NetworkError): string {
  const detail = error.systemCode ?? error.proxy?.status;
  const text = listSentences(error).join(' ');
  return detail === undefined ? text : `${text} (${detail})`;
}

function listSentences(error: NetworkError): string[] {
  const { code, proxy } = error;
  if (code === 'certificate') return [describeCertificateError(error), describeCertificateReason(error)];
  if (proxy?.isAtFault === true)
    return [describeProxyReason(error, proxy), ...listProxySteps(error, proxy.source)];
  const reason = describeServerReason(error) ?? l10n.t('The connection to {0} failed.', error.host);
  if (proxy === undefined) return [reason];
  return [reason, l10n.t('The request was sent through the proxy {0}.', proxy.host)];
}

function describeServerReason({ operation, host, code, systemCode = '' }: NetworkError): string | undefined {
  const isFileServer = operation === 'uploadFile';
  if (code === 'protocol') return describeProtocolReason(host, { systemCode, isFileServer });
  if (systemCode === 'EMFILE' || systemCode === 'ENFILE')
    return l10n.t(
      'No connection to {0} could be opened, because too many files and connections are open on this computer. Close other programs or windows, or lower the setting {1}, then try again.',
      host,
      settings.parallelFiles,
    );
  return (isFileServer ? listFileServerReasons(host)[code] : undefined) ?? listServerReasons(host)[code];
}

/** The base URL says nothing about a file server, whose address the service gives. */
function listFileServerReasons(host: string): Partial<Record<NetworkCode, string>> {
  return {
    dns: l10n.t(
      'The host name of the file server {0} could not be resolved. Check the network and the VPN, or ask the operator of the service.',
      host,
    ),
    refused: l10n.t(
      'The file server {0} refused the connection. Try again later, or ask the operator of the service.',
      host,
    ),
  };
}

/** What a server that speaks no HTTP, or other HTTP, does by the code of the parser or of TLS. */
function describeProtocolReason(
  host: string,
  { systemCode, isFileServer }: { readonly systemCode: string; readonly isFileServer: boolean },
): string {
  if (/OVERFLOW/.test(systemCode))
    return l10n.t('The headers of the response from {0} are larger than is accepted.', host);
  if (/ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE)/.test(systemCode))
    return l10n.t(
      '{0} ended the encrypted connection. It may require a certificate of the client, which cannot be sent.',
      host,
    );
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(systemCode))
    return l10n.t('{0} offers only versions of TLS that are no longer safe.', host);
  const isPlain = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE/.test(systemCode);
  if (isFileServer) return l10n.t('{0} did not send a valid HTTP response. Ask its operator.', host);
  if (isPlain)
    return l10n.t(
      '{0} does not use encryption at this port. Check the beginning and the port of the base URL.',
      host,
    );
  // Something else listens there. Any other code is about a response that has begun as one.
  const isOther = /^(EPROTO|HPE_INVALID_(CONSTANT|VERSION))$/.test(systemCode) || systemCode === '';
  return isOther
    ? l10n.t('{0} did not send a valid HTTP response. Check the base URL.', host)
    : l10n.t('{0} did not send a valid HTTP response. Ask its operator.', host);
}

function listServerReasons(host: string): Partial<Record<NetworkCode, string>> {
  return {
    dns: l10n.t(
      'The host name of {0} could not be resolved. Check the base URL, the network and the VPN.',
      host,
    ),
    refused: l10n.t(
      '{0} refused the connection. Check the base URL and whether the service is running.',
      host,
    ),
    unreachable: l10n.t('{0} cannot be reached. Check the network and the VPN.', host),
    connectTimeout: l10n.t('The connection to {0} timed out. Check the network and the VPN.', host),
    reset: l10n.t('The connection to {0} was lost before a response arrived.', host),
    cut: l10n.t('The response from {0} broke off: the connection was lost before its end arrived.', host),
    timeout: l10n.t('{0} did not respond in time.', host),
    stalled: l10n.t('{0} stopped accepting data.', host),
  };
}

function describeCertificateError({ host, proxy }: NetworkError): string {
  if (proxy?.isAtFault === true) {
    return l10n.t('The certificate of the proxy {0} was rejected.', proxy.host);
  }
  return l10n.t('The certificate of {0} was rejected.', host);
}

/** OpenSSL names a chain of one certificate so, whose issuer is neither sent nor known. */
const onlyOwnCertificate = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
const unknownAuthority = /SELF_SIGNED|^UNABLE_TO_GET_ISSUER_CERT|^CERT_UNTRUSTED$|^INVALID_CA$/;
const otherHost = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;

function describeCertificateReason({ operation, proxy, systemCode = '' }: NetworkError): string {
  if (systemCode === onlyOwnCertificate) {
    return l10n.t(
      'The server sends its certificate alone, and this computer does not know the authority that issued it. If browsers accept it, they have found an intermediate certificate by themselves: ask the operator of the server to send it as well. Otherwise, ask your administrator to add that authority to the certificates of the system, and keep the setting http.systemCertificates enabled.',
    );
  }
  if (unknownAuthority.test(systemCode)) {
    return l10n.t(
      'It was not issued by an authority that this computer trusts. Ask your administrator to add that authority to the certificates of the system, and keep the setting http.systemCertificates enabled.',
    );
  }
  if (otherHost.test(systemCode)) {
    // Nobody here can check an address that the service gave.
    if (operation === 'uploadFile' && proxy?.isAtFault !== true)
      return l10n.t(
        'It was issued for a different host. The service gave this address: ask its operator whether it is correct. If it is, do not continue: the connection may be intercepted.',
      );
    return l10n.t(
      'It was issued for a different host. Check the address. If it is correct, do not continue: the connection may be intercepted.',
    );
  }
  switch (systemCode) {
    case 'CERT_HAS_EXPIRED':
      return l10n.t('It has expired. Ask the operator of the server to renew it.');
    case 'CERT_NOT_YET_VALID':
      return l10n.t('It is not valid yet. Check the date and time of this computer.');
    case 'CERT_REVOKED':
      return l10n.t('It has been revoked. Do not continue, and inform the operator of the server.');
    default:
      return l10n.t('Contact your administrator.');
  }
}

function describeProxyReason({ code, host }: NetworkError, proxy: ProxyInfo): string {
  const name = proxy.host;
  switch (code) {
    case 'proxyUnsupported':
      return l10n.t(
        'The configured proxy cannot be used. Its address must begin with http://, https:// or socks5://.',
      );
    case 'proxyUnescaped':
      return l10n.t(
        'The address of the proxy is not used, because its user name or password contains “#”, “/”, “?” or “\\”, which end the name of a host. Write them as %23, %2F, %3F or %5C.',
      );
    case 'proxyAuthentication':
      return l10n.t('The proxy {0} requires valid credentials.', name);
    case 'proxy':
      return l10n.t('The proxy {0} does not allow requests to {1}.', name, host);
    case 'proxyGateway':
      return l10n.t('The proxy {0} cannot reach {1}.', name, host);
    case 'dns':
      return l10n.t('The host name of the proxy {0} could not be resolved.', name);
    case 'refused':
    case 'unreachable':
    case 'connectTimeout':
      return l10n.t('The proxy {0} cannot be reached.', name);
    default:
      return l10n.t('The proxy {0} closed the connection.', name);
  }
}

function listProxySteps({ code, operation }: NetworkError, source: ProxySource): readonly string[] {
  if (code === 'proxy') return [l10n.t('Contact your administrator.')];
  if (code === 'proxyGateway' && operation === 'uploadFile') return [l10n.t('Try again later.')];
  if (code === 'proxyGateway') return [l10n.t('Check the base URL and try again later.')];
  const place = describeProxySource(source);
  if (code !== 'proxyAuthentication') return [place, l10n.t('Check its address there.')];
  return source === 'system'
    ? [l10n.t('Enter the user name and password in the setting http.proxyAuthorization.')]
    : [place, l10n.t('Add the user name and password there, or set http.proxyAuthorization.')];
}

/** Says where the proxy is set. */
export function describeProxySource(source: ProxySource): string {
  switch (source) {
    case 'http.proxy':
      return l10n.t('The proxy is set in http.proxy.');
    case 'system':
      return l10n.t('The proxy is set in the system settings.');
    default:
      return l10n.t('The proxy is set in the environment variable {0}.', source);
  }
}
