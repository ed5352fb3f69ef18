import * as l10n from '@vscode/l10n';
import type { NetworkCode, NetworkError, ProxyInfo } from '../client/core/errors';
import type { ProxySource } from '../client/core/types';

/** Describes why no response arrived, and what to do next. */
export function describeNetworkError(error: NetworkError): string {
  const detail = error.systemCode ?? error.proxy?.status;
  const text = sentences(error).join(' ');
  return detail === undefined ? text : `${text} (${detail})`;
}

function sentences(error: NetworkError): string[] {
  const { code, proxy } = error;
  if (code === 'certificate') return [refusedCertificate(error), certificateReason(error.systemCode ?? '')];
  if (proxy?.isAtFault === true) return [proxyReason(error, proxy), proxyStep(code, proxy.source)];
  const reason = serverReasons(error.host)[code] ?? l10n.t('The connection to {0} failed.', error.host);
  if (proxy === undefined) return [reason];
  return [reason, l10n.t('The request went through the proxy {0}.', proxy.host)];
}

function serverReasons(host: string): Partial<Record<NetworkCode, string>> {
  return {
    dns: l10n.t('The name of {0} could not be found. Check the base URL, the network and the VPN.', host),
    refused: l10n.t(
      '{0} refused the connection. Check the base URL and whether the service is running.',
      host,
    ),
    unreachable: l10n.t('{0} cannot be reached. Check the network and the VPN.', host),
    connectTimeout: l10n.t('{0} did not accept a connection in time. Check the network and the VPN.', host),
    reset: l10n.t('The connection to {0} broke before an answer came.', host),
    timeout: l10n.t('{0} did not answer in time.', host),
    stalled: l10n.t('{0} stopped taking data.', host),
    protocol: l10n.t('{0} answered with something that is not HTTP. Check the base URL.', host),
  };
}

function refusedCertificate({ operation, host, proxy }: NetworkError): string {
  if (proxy?.isAtFault === true) {
    return l10n.t('The certificate of the proxy {0} was refused.', proxy.host);
  }
  return operation === 'uploadFile'
    ? l10n.t('The certificate of the file server {0} was refused.', host)
    : l10n.t('The certificate of {0} was refused.', host);
}

const unknownAuthority =
  /SELF_SIGNED|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|^CERT_UNTRUSTED$|^INVALID_CA$/;
const otherHost = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;

function certificateReason(systemCode: string): string {
  if (unknownAuthority.test(systemCode)) {
    return l10n.t(
      'No authority that this computer trusts has signed it. Ask your administrator to add that authority to the certificates of the system, and leave the setting http.systemCertificates on.',
    );
  }
  if (otherHost.test(systemCode)) {
    return l10n.t('It is that of another host. Check the address, and do not go on if it is right.');
  }
  switch (systemCode) {
    case 'CERT_HAS_EXPIRED':
      return l10n.t('It has expired. Ask whoever runs the server to renew it.');
    case 'CERT_NOT_YET_VALID':
      return l10n.t('It is not valid yet. Check the date and the time of this computer.');
    case 'CERT_REVOKED':
      return l10n.t('It has been revoked. Do not go on, and tell whoever runs the server.');
    default:
      return l10n.t('Ask your administrator.');
  }
}

function proxyReason({ code, host }: NetworkError, proxy: ProxyInfo): string {
  const name = proxy.host;
  switch (code) {
    case 'proxyUnsupported':
      return l10n.t(
        'The proxy that is set cannot be used. Its address must begin with http://, https:// or socks5://.',
      );
    case 'proxyAuthentication':
      return l10n.t('The proxy {0} wants other credentials than it was given.', name);
    case 'proxy':
      return l10n.t('The proxy {0} does not let requests to {1} through.', name, host);
    case 'proxyGateway':
      return l10n.t('The proxy {0} cannot reach {1}.', name, host);
    case 'dns':
      return l10n.t('The name of the proxy {0} could not be found.', name);
    case 'refused':
    case 'unreachable':
    case 'connectTimeout':
      return l10n.t('The proxy {0} cannot be reached.', name);
    default:
      return l10n.t('The proxy {0} broke the connection off.', name);
  }
}

function proxyStep(code: NetworkCode, source: ProxySource): string {
  if (code === 'proxy') return l10n.t('Ask your administrator.');
  if (code === 'proxyGateway') return l10n.t('Check the base URL and try again later.');
  const needsUser = code === 'proxyAuthentication';
  switch (source) {
    case 'http.proxy':
      return needsUser
        ? l10n.t('Put user and password into the setting http.proxy, or set http.proxyAuthorization.')
        : l10n.t('Check the setting http.proxy.');
    case 'system':
      return needsUser
        ? l10n.t('Put user and password into the setting http.proxyAuthorization.')
        : l10n.t('Check the proxy settings of the system.');
    default:
      return needsUser
        ? l10n.t(
            'Put user and password into the variable {0} of the environment, or set http.proxyAuthorization.',
            source,
          )
        : l10n.t('Check the variable {0} of the environment.', source);
  }
}
