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
permits a machine in the console (Agents) with its public key and the scopes that it may request. The machine signs an assertion with
its private key and sends it to the token endpoint. A token is valid for ${limits.agentTokenSeconds / 60} minutes.</p>
<pre tabindex="0">${token(instance)}</pre>
<p class="quiet"><code>admin:read</code> permits reads, <code>admin:write</code> changes, and <code>admin:high</code> changes that cannot
be undone. No scope includes another.</p>
<h2 id="errors">Errors</h2>
<p>An error is a problem document (RFC 9457, <code>application/problem+json</code>) with a stable <code>code</code> and a
<code>type</code> that links to its meaning and remedy. <code>errors</code> lists the invalid fields, and <code>retryAfter</code> is the
number of seconds to wait. For a fault of the service, send its <code>reference</code> to the operator. A rejected request changes
nothing.</p>
<pre tabindex="0">${problem(instance)}</pre>
<h2 id="confirmation">Confirmation</h2>
<p>A change with a preview returns its effects and changes nothing until the request is repeated with <code>confirm</code> and the
<code>expect</code> of the preview. If the effects differ by then, the response is 409 <code>stale_preview</code> with a new preview. A
high-consequence change with a bearer token first returns 409 <code>confirmation_required</code>: repeat it within
${limits.confirmationSeconds / 60} minutes with the same fields and the returned value in the header
<code>${confirmationHeader}</code>, unless its administrator has to approve it in the console.</p>
<h2 id="paging">Pages</h2>
<p>A list with a parameter <code>cursor</code> returns all rows when the request has none of <code>q</code>, <code>sort</code>,
<code>count</code> and <code>cursor</code>. With one of them it returns a page (${pageSize} rows, at most ${max}) with
<code>total</code> and, unless the page is the last one, <code>nextCursor</code>. Lists of users and of members of groups have
<code>startIndex</code> and <code>count</code>, the audit has <code>page</code> and <code>pageSize</code>.</p>
<h2 id="repeating">Repeat a request safely</h2>
<p>Every change accepts the header <code>${idempotencyHeader}</code> with a key of up to ${maxIdempotencyKey} characters. For a day, the
same request with the same key returns the first response and runs once. Another request with the same key is rejected.</p>
<h2 id="matching">Change the version that you read</h2>
<p>A read of one object returns an <code>ETag</code>. Send it as <code>If-Match</code> with PATCH, PUT or DELETE to the same address: if
the object has changed since the read, the response is 412 <code>precondition_failed</code> with the present object as
<code>current</code>.</p>
<h2 id="clients">Generate a client</h2>
<p>Each of these commands generates a client that compiles. <code>openapi-3.0.json</code> is for generators that read only OpenAPI 3.0.</p>
<pre tabindex="0">${generators(base)}</pre>
`
}
