import { type EdgeForm, instanceHostsOf, patternOf, proxyHeaderNames, schemeOf } from './form.ts'
import { limits } from './limits.ts'
import { type EdgeRule, edgeRules, methods, type Upstream } from './routes.ts'

/**
 * Requires Caddy 2.6 or later. Caddy cannot limit the requests in progress of one address: the services limit its requests and their
 * bodies.
 */
export const caddyConfiguration = (
  form: EdgeForm,
): string => `# Printed by edge:print from packages/edge. caddy validate --adapter caddyfile --config FILE checks it.
{
	admin off
	auto_https off
	servers {
		timeouts {
			read_header ${seconds(limits.headersMs)}
			read_body ${seconds(limits.requestMs)}
			idle ${seconds(limits.keepAliveMs)}
		}
		# Caddy adds 4 KiB.
		max_header_size ${limits.headerBytes - 4096}
	}
}
${form.tls ? redirect(form.tls.redirectFrom) : ''}
${site(form)} {
${bindTo(form.bind)}${tls(form)}	# Paths and headers are not logged: both can contain tokens. The services log the route with the id of the request.
	log {
		output stdout
		format filter {
			wrap json
			fields {
				request>uri delete
				request>headers delete
				resp_headers delete
			}
		}
	}
	@odd_connection {
		header Connection *
		not header_regexp Connection (?i)^(close|keep-alive|upgrade|te|http2-settings)(\\s*,\\s*(close|keep-alive|upgrade|te|http2-settings))*$
	}
	@other_method not method ${methods.join(' ')}
	request_body {
		max_size ${limits.bodyBytes}
	}
	# The first matching rule decides.
	route {
		respond @odd_connection 400
		respond @other_method 405
${edgeRules.map((rule, index) => rulesOf(form, rule, index)).join('')}	}
}
`

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`

const redirect = (address: string): string => `
http://${siteOf(address)} {
${bindTo(address)}	redir https://{host}{uri} 308
}
`

const site = ({ tls: secured, bind }: EdgeForm): string => `${secured ? 'https' : 'http'}://${siteOf(bind)}`

/** Caddy takes a port for a site of every host. */
const siteOf = (address: string): string => address.slice(address.lastIndexOf(':'))

const bindTo = (address: string): string => `	bind ${address.slice(0, address.lastIndexOf(':'))}\n`

const tls = ({ tls: secured }: EdgeForm): string =>
  secured
    ? `	tls ${secured.certificate} ${secured.key}
	header Strict-Transport-Security max-age=31536000
`
    : ''

function rulesOf(form: EdgeForm, { host, path, isRead, route }: EdgeRule, index: number): string {
  const name = `@rule${index}`
  const lines = [
    ...(host === 'instance' ? [`host ${instanceHostsOf(form).join(' ')}`] : []),
    ...(isRead ? ['method GET HEAD'] : []),
    `path_regexp ${patternOf(path)}`,
  ]
  const matcher = `		${name} {\n${lines.map((line) => `			${line}\n`).join('')}		}\n`
  if ('refused' in route) return `${matcher}		respond ${name} 404\n`
  if ('redirect' in route) return `${matcher}		redir ${name} ${route.redirect} 302\n`
  return `${matcher}${proxy(form, name, route.to)}`
}

/**
 * Caddy has no server while all fail their check, so the check is that of the process: a state that makes every replica unready causes
 * no outage of its own.
 */
const proxy = (
  form: EdgeForm,
  matcher: string,
  to: Upstream,
): string => `		reverse_proxy ${matcher} ${form.servers[to].join(' ')} {
			lb_policy round_robin
			lb_try_duration 2s
			lb_try_interval 100ms
			health_uri /health
			health_interval 500ms
			health_timeout 2s
${form.trustedProxies.length > 0 ? `			trusted_proxies ${form.trustedProxies.join(' ')}\n` : ''}			header_up X-Forwarded-Proto ${schemeOf(form)}
			header_up X-Request-Id {http.request.uuid}
${proxyHeaderNames.map((name) => `			header_up -${name}\n`).join('')}			header_up -Te
			header_up -Upgrade
			header_up -Connection
			header_up -Http2-Settings
			transport http {
				dial_timeout 2s
				response_header_timeout ${seconds(limits.answerMs)}
				keepalive ${seconds(limits.upstreamIdleMs)}
				compression off
			}
		}
`
