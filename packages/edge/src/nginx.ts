import { type EdgeForm, instanceHostsOf, patternOf, proxyHeaderNames, schemeOf, upstreams } from './form.ts'
import { hopByHopHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { type EdgeRule, edgeRules, methods } from './routes.ts'
import { scimMediaType, scimPath, scimRefusal, tooLarge, tooManyRequests } from './scim-refusal.ts'
import { tls12Ciphers } from './tls.ts'

/**
 * Requires nginx 1.22 or later, which has no active health checks: a request that no server received is sent to the next one, and no
 * server is ever marked as down, so that all being late ends no service.
 */
export const nginxConfiguration = (form: EdgeForm): string =>
  `${[
    '# Printed by edge:print from packages/edge. nginx -t -c FILE checks it.',
    'worker_processes auto;\nworker_rlimit_nofile 20000;\nevents { worker_connections 10000; }',
    `http {\n${indented([basics(form), maps(form), ...upstreams.map((name) => upstream(form, name)), ...serversOf(form)].join('\n\n'))}\n}`,
  ].join('\n\n')}\n`

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`

const basics = ({ trustedProxies }: EdgeForm): string => `server_tokens off;
# Paths and headers are not logged: both can contain tokens. The services log the route with the id of the request.
log_format signet escape=json '{"time":"$time_iso8601","client":"$signet_client","method":"$request_method",'
    '"status":$status,"seconds":$request_time,"service":"$signet_route","server":"$upstream_addr","id":"$request_id"}';
access_log /dev/stdout signet;
client_header_timeout ${seconds(limits.headersMs)};
client_body_timeout ${seconds(limits.requestMs)};
client_max_body_size ${limits.bodyBytes};
large_client_header_buffers 2 ${limits.headerBytes};
keepalive_timeout ${seconds(limits.keepAliveMs)};
reset_timedout_connection on;
# The address of the client is that of the connection, or the one reported by a trusted proxy in front.
geo $signet_trusted {
    default 0;
${trustedProxies.map((network) => `    ${network} 1;\n`).join('')}}
limit_conn_zone $signet_client zone=signet_clients:16m;
limit_conn_status 429;`

const maps = (form: EdgeForm): string => `map $http_x_forwarded_for $signet_last_forwarded {
    default "";
    ~(?:^|,)\\s*([^,\\s]+)\\s*$ $1;
}
map "$signet_trusted:$signet_last_forwarded" $signet_client {
    default $remote_addr;
    ~^1:(.+)$ $1;
}
map "$signet_trusted:$signet_last_forwarded" $signet_forwarded_for {
    default $remote_addr;
    ~^1:. "$http_x_forwarded_for, $remote_addr";
}
map "$signet_trusted:$http_x_request_id" $signet_request_id {
    default $request_id;
    ~^1:(.+)$ $1;
}
map $host $signet_at_instance {
    default 0;
${instanceHostsOf(form)
  .map((host) => `    ${host} 1;\n`)
  .join('')}}
map $request_method $signet_is_read {
    default 0;
    GET 1;
    HEAD 1;
}
# The first matching rule decides.
map "$signet_at_instance:$signet_is_read:$uri" $signet_route {
${edgeRules.map(ruleOf).join('\n')}
}
# An absolute target names another host than the header.
map "$host|$http_host" $signet_other_host {
    default 1;
    "~*^([^|]+)\\|\\1(?::[0-9]+)?$" 0;
}
# A Connection header may name only these options: a proxy may remove every header that it names.
map $http_connection $signet_odd_connection {
    default 1;
    "" 0;
    "~*^(?:close|keep-alive|upgrade|te|http2-settings)(?:\\s*,\\s*(?:close|keep-alive|upgrade|te|http2-settings))*$" 0;
}`

function ruleOf({ host, path, isRead, route }: EdgeRule): string {
  const pattern = patternOf(path).replace(/^\^/, '')
  const prefix = `^${host === 'instance' ? '1' : '.'}:${isRead ? '1' : '.'}:`
  return `    "~${prefix}${pattern}" ${'to' in route ? route.to : 'refused' in route ? 'refused' : 'redirect'};`
}

const upstream = ({ servers }: EdgeForm, name: (typeof upstreams)[number]): string => `upstream ${name} {
    zone ${name} 64k;
${servers[name].map((address) => `    server ${address} max_fails=0 max_conns=${limits.connectionsPerService};\n`).join('')}    keepalive 64;
    keepalive_timeout ${seconds(limits.upstreamIdleMs)};
}`

function serversOf(form: EdgeForm): string[] {
  const { bind, tls } = form
  if (!tls) return [server(form, `listen ${bind} default_server;`)]
  const redirect = `server {
    listen ${tls.redirectFrom} default_server;
    return 308 https://$host$request_uri;
}`
  const listen = `listen ${bind} ssl http2 default_server;
ssl_certificate ${tls.certificate};
ssl_certificate_key ${tls.key};
ssl_protocols TLSv1.2 TLSv1.3;
ssl_ciphers ${tls12Ciphers};
ssl_session_cache shared:signet:10m;
add_header Strict-Transport-Security "max-age=31536000" always;`
  return [redirect, server(form, listen)]
}

const server = (form: EdgeForm, listen: string): string => `server {
${indented(listen)}
    absolute_redirect off;
    limit_conn signet_clients ${limits.requestsPerClient};

    if ($signet_other_host) { return 400; }
    if ($signet_odd_connection) { return 400; }
    if ($request_method !~ ^(?:${methods.join('|')})$) { return 405; }
    if ($signet_route = refused) { return 404; }
    if ($signet_route = redirect) { return 302 /admin/; }

    # A body that is never completed takes no connection to a service.
    proxy_request_buffering on;
    client_body_buffer_size 64k;
    proxy_http_version 1.1;
    proxy_connect_timeout 2s;
    proxy_read_timeout ${seconds(limits.answerMs)};
    # POST and PATCH are sent to the next server only when no server has received them.
    proxy_next_upstream error;
    proxy_next_upstream_tries 3;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $signet_forwarded_for;
    proxy_set_header X-Forwarded-Proto ${schemeOf(form)};
    proxy_set_header X-Request-Id $signet_request_id;
${[
  ...hopByHopHeaders.filter((name) => !['connection', 'transfer-encoding'].includes(name)),
  'Expect',
  ...proxyHeaderNames,
]
  .map((name) => `    proxy_set_header ${name} "";\n`)
  .join('')}
    location / {
        proxy_pass http://$signet_route;
    }
    # Directories read errors in the form of SCIM only.
    location ~ ${patternOf(scimPath)} {
        error_page 413 = @scim_too_large;
        error_page 429 = @scim_too_many;
        proxy_pass http://$signet_route;
    }
    location @scim_too_large {
        default_type "${scimMediaType}";
        return 413 '${scimRefusal(413, tooLarge)}';
    }
    location @scim_too_many {
        default_type "${scimMediaType}";
        add_header Retry-After 1 always;
        return 429 '${scimRefusal(429, tooManyRequests)}';
    }
}`
