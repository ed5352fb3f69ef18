import { configureNginx, nginxProgram, startProgram, type WebServer } from './webServers';

/** An installed web server that passes requests on to a service, with more headers than Node.js takes. */
export interface Gateway extends Omit<WebServer, 'configuration'> {
  readonly configuration: (port: number, folder: string, upstream: string) => string;
  /** The status with which it refuses a body that is too large; undefined if it passes any on. */
  readonly tooLarge?: number;
}

/** A policy as companies let their gateways add it; HAProxy takes lines of 2 KiB. */
const policy = `default-src 'self'; ${'https://portal.example '.repeat(75)}`.trim();

/** 180 KiB of headers. */
const policyCount = 100;

/** Limit of the gateways for a body in bytes. */
export const maxGatewayBodyBytes = 1024 * 1024;

const policies = (line: (name: string) => string) =>
  Array.from({ length: policyCount }, (_, index) => line(`X-Policy-${index}`)).join('\n    ');

const nginxGateway: Gateway = {
  ...nginxProgram,
  tooLarge: 413,
  configuration: (port, folder, upstream) =>
    configureNginx(
      folder,
      `client_max_body_size ${maxGatewayBodyBytes};
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://${upstream};
          proxy_set_header Host $http_host;
          ${policies((name) => `add_header ${name} "${policy}";`)}
        }
        location /refused/ { return 403; }
      }`,
    ),
};

const haproxy: Gateway = {
  name: 'HAProxy',
  packages: 'haproxy',
  tooLarge: 413,
  program: '/usr/sbin/haproxy',
  args: (folder) => ['-db', '-f', `${folder}/server.conf`],
  configuration: (port, _, upstream) => `
global
    tune.bufsize 524288
    tune.maxrewrite 262144
defaults
    mode http
    timeout connect 1s
    timeout client 30s
    timeout server 30s
frontend gateway
    bind 127.0.0.1:${port}
    http-request deny deny_status 413 if { req.hdr_val(content-length) gt ${maxGatewayBodyBytes} }
    http-request deny if { path_beg /refused/ }
    ${policies((name) => `http-response set-header ${name} "${policy}"`)}
    default_backend service
backend service
    server service ${upstream}
`,
};

/** Compresses what the service has not, although nobody asked. */
const apacheGateway: Gateway = {
  name: 'Apache',
  packages: 'apache2',
  program: '/usr/sbin/apache2',
  args: (folder) => ['-D', 'FOREGROUND', '-f', `${folder}/server.conf`],
  configuration: (port, folder, upstream) => `
    ServerRoot ${folder}
    ServerName 127.0.0.1
    Listen 127.0.0.1:${port}
    PidFile ${folder}/server.pid
    ErrorLog ${folder}/error.log
    User www-data
    Group www-data
    ${['mpm_event', 'authz_core', 'alias', 'env', 'filter', 'deflate', 'headers', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n    ')}
    SetEnv force-gzip 1
    SetOutputFilter DEFLATE
    ProxyPreserveHost On
    ProxyPass /refused/ !
    ProxyPass / http://${upstream}/
    Redirect 403 /refused/
    ${policies((name) => `Header always set ${name} "${policy}"`)}`,
};

const caddy: Gateway = {
  name: 'Caddy',
  packages: 'caddy',
  tooLarge: 502,
  program: '/usr/bin/caddy',
  args: (folder) => ['run', '--adapter', 'caddyfile', '--config', `${folder}/server.conf`],
  configuration: (port, folder, upstream) => `{
  admin off
  auto_https off
  storage file_system ${folder}/storage
}
http://127.0.0.1:${port} {
  request_body {
    max_size ${maxGatewayBodyBytes}
  }
  header {
    ${policies((name) => `${name} "${policy}"`)}
  }
  respond /refused/* 403
  reverse_proxy ${upstream}
}
`,
};

export const gateways: readonly Gateway[] = [nginxGateway, haproxy, apacheGateway, caddy];

/** Starts a gateway before a service. @param upstream host and port of the service. @returns its origin */
export async function startGateway(gateway: Gateway, upstream: string): Promise<string> {
  const configuration = (port: number, folder: string) => gateway.configuration(port, folder, upstream);
  return (await startProgram({ ...gateway, configuration }, [])).origin;
}
