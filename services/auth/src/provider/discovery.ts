import { type Executor, sql } from '@signet/db'
import { locales } from '@signet/i18n'
import type { LayerFactory } from '../core/layer.ts'
import {
  identityAssertionProfile,
  identityAssertionType,
  jwtBearer,
  tokenExchange,
} from '../protocol/grant-types.ts'

export const discoveryLayer: LayerFactory =
  ({ provider, context: { deps, project, settings } }) =>
  async (ctx, next) => {
    await next()
    if (ctx.status !== 200) return
    const metadata = ctx.body as Record<string, unknown>
    const ofApis = await readApiScopes(deps.database, project.id)
    Object.assign(metadata, {
      ...(ofApis.length
        ? { scopes_supported: [...new Set([...texts(metadata.scopes_supported), ...ofApis])] }
        : {}),
      // The root issuer is also that of the administrators' project, where machines exchange tokens.
      ...(project.addressForm === 'root' && settings['clientCredentials.enabled']
        ? { grant_types_supported: [...new Set([...texts(metadata.grant_types_supported), jwtBearer])] }
        : {}),
      // Agents register at the administrators' project, also while applications of tenants cannot.
      ...(project.addressForm === 'root' && settings['mcp.enabled']
        ? {
            registration_endpoint: `${provider.issuer}/reg`,
            client_id_metadata_document_supported: true,
          }
        : {}),
      ui_locales_supported: [...locales],
      ...(settings['ciba.enabled'] ? { backchannel_user_code_parameter_supported: false } : {}),
      ...(settings['globalTokenRevocation.enabled']
        ? { global_token_revocation_endpoint: `${provider.issuer}/global-token-revocation` }
        : {}),
      ...(settings['mTLS.enabled'] ? { mtls_endpoint_aliases: mtlsAliases(metadata) } : {}),
    })
    const grants = texts(metadata.grant_types_supported)
    if (grants.includes(jwtBearer))
      metadata.authorization_grant_profiles_supported = [identityAssertionProfile]
    if (grants.includes(tokenExchange))
      metadata.identity_chaining_requested_token_types_supported = [identityAssertionType]
  }

/** Keeps the metadata small (RFC 8414 2 permits to omit scopes). */
const maxScopes = 500

const readApiScopes = async (executor: Executor, projectId: string): Promise<string[]> =>
  (
    await executor.rows<{ scope: string }>(sql`
      SELECT DISTINCT scope FROM resources, unnest(scopes) AS scope WHERE project_id = ${projectId} ORDER BY scope LIMIT ${maxScopes}`)
  ).map(({ scope }) => scope)

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** RFC 8705 5: the aliases are the usual addresses, where the proxy requests a certificate already. */
const certificateEndpoints = [
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'userinfo_endpoint',
  'pushed_authorization_request_endpoint',
  'device_authorization_endpoint',
  'backchannel_authentication_endpoint',
]

const mtlsAliases = (metadata: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    certificateEndpoints.filter((name) => metadata[name] !== undefined).map((name) => [name, metadata[name]]),
  )
