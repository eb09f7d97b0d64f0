import {
  confirmationHeader,
  errorCatalogue,
  idempotencyHeader,
  limits,
  maxIdempotencyKey,
  type Noun,
  nouns,
  operationsOf,
  problemType,
  tokenRequest,
} from '@signet/contracts'
import { code, prose, table } from '../markdown.ts'
import type { Page } from '../page.ts'
import { calls, exampleOrigin } from './document.ts'

export const overviewPath = 'reference/api/overview'

const { title, remedy, status } = errorCatalogue.email_taken
const problem = JSON.stringify(
  { type: problemType('email_taken', exampleOrigin), title, status, detail: remedy, code: 'email_taken' },
  null,
  2,
)

const api = `${exampleOrigin}/admin/api`

/** `npm run test:foreign` generates clients with these commands. */
const generators = `npx openapi-typescript ${api}/openapi.json -o schema.ts
openapi-python-client generate --url ${api}/openapi.json
curl ${api}/openapi-3.0.json -o signet.json
oapi-codegen -generate types,client -package signet signet.json > signet.go
openapi-generator-cli generate -g java --library native -i signet.json -o signet
openapi-generator-cli generate -g go -i signet.json -o signet \\
  --additional-properties enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false`

const { default: pageSize, max } = limits.listPage

function headersTable(): string {
  const parameters = [...calls.values()].flatMap(({ operation }) => operation.parameters)
  const headers = new Map(
    parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, description = '' }) => [name, description]),
  )
  return table(
    ['Header', 'Meaning'],
    [...headers].map(([name, description]) => [code(name), prose(description)]),
  )
}

export const overviewPage = (): Page => ({
  path: overviewPath,
  title: 'Administration API',
  label: 'Overview',
  description:
    'Tokens, errors, confirmations and pages of the administration API, and a list of its operations.',
  order: 0,
  body: `The API is below \`/admin/api\` of the instance. The same as data: [openapi.json](/admin/api/openapi.json) (OpenAPI 3.1), and
[openapi-3.0.json](/admin/api/openapi-3.0.json) for generators that read only OpenAPI 3.0.

## Get a token

The console sends its session cookie. Every other client sends \`Authorization: Bearer …\`. A super administrator permits a machine in the
console (Agents) with its public key and the scopes that it may request. The machine signs an assertion with its private key and sends it
to the token endpoint. A token is valid for ${limits.agentTokenSeconds / 60} minutes.

\`\`\`sh
${tokenRequest(exampleOrigin)}
\`\`\`

\`admin:read\` permits reads, \`admin:write\` changes, and \`admin:high\` changes that cannot be undone. No scope includes another.

## Errors

An error is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\` and a \`type\` that links to its meaning and
remedy. \`errors\` lists the invalid fields, and \`retryAfter\` is the number of seconds to wait. For a fault of the service, send its
\`reference\` to the operator. A rejected request changes nothing.

\`\`\`json
${problem}
\`\`\`

## Confirmation

A change with a preview returns its effects and changes nothing until the request is repeated with \`confirm\` and the \`expect\` of the
preview. If the effects differ by then, the response is 409 \`stale_preview\` with a new preview. A high-consequence change with a bearer
token first returns 409 \`confirmation_required\`: repeat it within ${limits.confirmationSeconds / 60} minutes with the same fields and the
returned value in the header \`${confirmationHeader}\`, unless its administrator has to approve it in the console.

## Pages

A list with a parameter \`cursor\` returns all rows when the request has none of \`q\`, \`sort\`, \`count\` and \`cursor\`. With one of them it
returns a page (${pageSize} rows, at most ${max}) with \`total\` and, unless the page is the last one, \`nextCursor\`. Lists of users and of
members of groups have \`startIndex\` and \`count\`, the audit has \`page\` and \`pageSize\`.

## Repeat a request safely

Every change accepts the header \`${idempotencyHeader}\` with a key of up to ${maxIdempotencyKey} characters. For a day, the same request
with the same key returns the first response and runs once. Another request with the same key is rejected.

## Change the version that you read

A read of one object returns an \`ETag\`. Send it as \`If-Match\` with PATCH, PUT or DELETE to the same address: if the object has changed
since the read, the response is 412 \`precondition_failed\` with the present object as \`current\`.

## Headers of requests

${headersTable()}

## Generate a client

Each of these commands generates a client that compiles.

\`\`\`sh
${generators}
\`\`\`

## Operations

${table(
  ['Subject', 'Operations', 'Meaning'],
  (Object.keys(nouns) as Noun[]).map((noun) => [
    `[${noun.replaceAll('-', ' ')}](page:reference/api/${noun})`,
    String(Object.keys(operationsOf[noun]).length),
    prose(nouns[noun]),
  ]),
)}`,
})
