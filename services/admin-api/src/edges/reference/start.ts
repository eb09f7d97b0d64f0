import {
  confirmationHeader,
  errorCatalogue,
  idempotencyHeader,
  limits,
  maxIdempotencyKey,
  problemType,
} from '@signet/contracts'
import { type Html, html } from '@signet/http'

const token = (instance: string): string => `curl '${instance}/token' \\
  -d grant_type=client_credentials \\
  -d client_id=acme-infrastructure \\
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\
  -d client_assertion="$ASSERTION" \\
  -d scope='admin:read admin:write' \\
  -d resource='${instance}/mcp'`

const { title, remedy, status } = errorCatalogue.email_taken
const code = 'email_taken'
const problem = (instance: string): string =>
  JSON.stringify({ type: problemType(code, instance), title, status, detail: remedy, code }, null, 2)

/** `npm run test:foreign` makes clients with these generators. */
const generators = (base: string): string => `npx openapi-typescript ${base}/openapi.json -o schema.ts
openapi-python-client generate --url ${base}/openapi.json
curl ${base}/openapi-3.0.json -o signet.json
oapi-codegen -generate types,client -package signet signet.json > signet.go
openapi-generator-cli generate -g java --library native -i signet.json -o signet
openapi-generator-cli generate -g go -i signet.json -o signet \\
  --additional-properties enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false`

export function beginning(base: string): Html {
  const instance = base.replace(/\/admin\/api$/, '')
  const { default: pageSize, max } = limits.listPage
  return html`<h2 id="token">Get a token</h2>
<p>The console sends its session cookie. Every other client sends <code>Authorization: Bearer &hellip;</code>. A super administrator
permits a machine in the console (Agents) by its public key, with the scopes it may ask for; it signs an assertion with its
private key and asks the token endpoint. A token lives ${limits.agentTokenSeconds / 60} minutes.</p>
<pre tabindex="0">${token(instance)}</pre>
<p class="quiet"><code>admin:read</code> reads, <code>admin:write</code> makes changes, <code>admin:high</code> makes those that cannot
be taken back. None includes another.</p>
<h2 id="errors">Refusals</h2>
<p>A refusal is a problem document (RFC 9457, <code>application/problem+json</code>) with a stable <code>code</code>
and a <code>type</code> that links to its meaning and remedy.
<code>errors</code> names the fields at fault, <code>retryAfter</code> the seconds to wait, and <code>reference</code> is what to
report of a failure of ours. A refused call has changed nothing.</p>
<pre tabindex="0">${problem(instance)}</pre>
<h2 id="confirmation">Confirmation</h2>
<p>A change with a preview answers what it would do until it is repeated with <code>confirm</code> and the
<code>expect</code> of the preview; if that has changed meanwhile, a fresh preview comes with 409
<code>stale_preview</code>. A high-consequence change by a bearer token is answered 409 <code>confirmation_required</code>
first: repeat it within ${limits.confirmationSeconds / 60} minutes with the same fields and the answered value in the header
<code>${confirmationHeader}</code>, unless its administrator has to approve it in the console.</p>
<h2 id="paging">Pages</h2>
<p>A list that takes <code>cursor</code> answers whole without it. With <code>q</code>, <code>sort</code>, <code>count</code> or
<code>cursor</code> it answers a page (${pageSize} rows, at most ${max}) with <code>total</code> and, unless it is the last one,
<code>nextCursor</code>. Users and members of groups take <code>startIndex</code> and <code>count</code>, the audit
<code>page</code> and <code>pageSize</code>.</p>
<h2 id="repeating">Repeating safely</h2>
<p>Every change takes the header <code>${idempotencyHeader}</code>, up to ${maxIdempotencyKey} characters of your choosing: for a
day, the same key and call are answered once. Another call with the same key is refused.</p>
<h2 id="matching">Changing what you have read</h2>
<p>A read of one object answers an <code>ETag</code>. A change by PATCH, PUT or DELETE at the same address takes it as
<code>If-Match</code>: when the object has changed since, the change is refused with 412 <code>precondition_failed</code> and the
present object as <code>current</code>.</p>
<h2 id="clients">Generate a client</h2>
<p>Each of these commands makes a client that compiles. <code>openapi-3.0.json</code> is for generators that read only OpenAPI 3.0.</p>
<pre tabindex="0">${generators(base)}</pre>
`
}
