import { type AgentScope, agentScopes } from '../../agent-scopes.ts'
import { limits } from '../../limits.ts'
import type { JsonSchema } from '../json-schema.ts'

const scopeTexts: Readonly<Record<AgentScope, string>> = {
  'admin:read': 'Reads everything that the administrator may read.',
  'admin:write': 'Makes changes that can be taken back.',
  'admin:high': 'Makes changes of high consequence, which cannot be taken back.',
}

const scopes: Readonly<Record<string, string>> = Object.fromEntries(
  agentScopes.map((scope) => [scope, scopeTexts[scope]]),
)

/** Request of a machine for an access token of the administration API, for a shell. */
export const tokenRequest = (baseUrl: string): string => `curl '${baseUrl}/token' \\
  -d grant_type=client_credentials \\
  -d client_id=acme-infrastructure \\
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\
  -d client_assertion="$ASSERTION" \\
  -d scope='admin:read admin:write' \\
  -d resource='${baseUrl}/mcp'`

const introduction = (baseUrl: string): string => `Administers this Signet instance.

## Tokens for scripts

A super administrator permits a machine in the console (Agents) by its public key, with the scopes that it may request. The
script signs an assertion (RFC 7523) with its private key and sends it to the token endpoint:

\`\`\`
${tokenRequest(baseUrl)}
\`\`\`

Each call sends the token in the header \`Authorization: Bearer …\`. A token is valid for ${limits.agentTokenSeconds / 60} minutes.
\`security\` of each operation names the scope that it needs. No scope includes another.

## Errors

An error is a problem document (RFC 9457) with a stable \`code\`. \`x-codes\` of each operation lists its codes by status.
A refused call has changed nothing.

## Changes

Every change accepts \`Idempotency-Key\`, so that it can be repeated safely after a lost answer. A change with a preview
returns its effect until it is repeated with \`confirm\` and the \`expect\` of the preview. With \`Prefer: handling=strict\` the
preview is a 409 \`preview_required\` for every operation, so that 2xx means that the change is made. A change of high consequence by a
token first returns 409 \`confirmation_required\`; it is repeated with the returned value in \`Signet-Confirmation\`.`

export interface OpenApiInfo {
  readonly baseUrl: string
  readonly title?: string
  readonly version?: string
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

export function documentInfo({ baseUrl, title, version }: OpenApiInfo): JsonSchema {
  const address = withoutSlash(baseUrl)
  return {
    info: {
      title: title ?? 'Signet administration API',
      version: version ?? '1.0.0',
      description: introduction(address),
      contact: { name: 'Operator of this instance', url: address },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    externalDocs: {
      description: 'The same operations as pages.',
      url: `${address}/docs/reference/api/overview/`,
    },
    servers: [{ url: `${address}/admin/api`, description: 'This instance.' }],
  }
}

export const securitySchemes = (baseUrl: string): JsonSchema => ({
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-signet_console',
    description: 'The console session.',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'A token of a permitted machine or agent, sent as a bearer token. A machine authenticates with private_key_jwt, and requests the resource <address>/mcp. A client with a key proof sends its token with DPoP (RFC 9449).',
    flows: {
      clientCredentials: { tokenUrl: `${withoutSlash(baseUrl)}/token`, scopes },
      authorizationCode: {
        authorizationUrl: `${withoutSlash(baseUrl)}/auth`,
        tokenUrl: `${withoutSlash(baseUrl)}/token`,
        scopes,
      },
    },
  },
})
