// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
import { sql } from '@signet/db'
import { isIssuerOf } from '@signet/federation'
import { rootProjects } from '@signet/tenancy'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isIssuedAhead } from '../protocol/issued-at.ts'
import { KeysUnavailable } from '../upstream/keys-unavailable.ts'
import { type ProviderKeys, providerAlgorithms } from '../upstream/provider-keys.ts'

/** The root issuer accepts a provider of either project that shares it. */
export interface Caller {
  readonly issuer: string
  readonly providers: readonly { readonly projectId: string; readonly id: string }[]
}

/** Thrown for every rejected caller: the response reveals nothing about a project's providers. */
export class UntrustedCaller extends Error {
  override name = 'UntrustedCaller'
}

/** Other JWTs of a provider, such as ID tokens, are rejected. */
const tokenType = 'global-token-revocation+jwt'

/** Longest life of a caller's token. Seconds. */
const maxLifetime = 600

type IsNew = (issuer: string, jti: string, exp: number) => Promise<boolean>

/**
 * The JWT is short-lived, with this issuer or endpoint as the only audience and a `jti` that is accepted once.
 * @throws UntrustedCaller
 */
export async function authenticate(
  context: OptionsContext,
  keys: ProviderKeys,
  isNew: IsNew,
  authorization: string,
): Promise<Caller> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) throw new UntrustedCaller()
  try {
    const caller = await trustedProvider(context, decodeJwt(token).iss ?? '')
    const { payload } = await jwtVerify(token, await keys.of(caller.issuer), {
      algorithms: providerAlgorithms,
      typ: tokenType,
      issuer: caller.issuer,
      clockTolerance: 10,
      requiredClaims: ['exp', 'iat', 'jti'],
    })
    if (!isForUs(context.issuer, payload)) throw new UntrustedCaller()
    const { iat = 0, exp = 0, jti = '' } = payload
    if (exp - iat > maxLifetime || isIssuedAhead(iat) || !(await isNew(caller.issuer, jti, exp + 10)))
      throw new UntrustedCaller()
    return caller
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof KeysUnavailable) throw new UntrustedCaller()
    throw error
  }
}

const isForUs = (issuer: string, { aud }: JWTPayload): boolean =>
  aud === issuer || aud === `${issuer}/global-token-revocation`

interface ProviderRow {
  readonly projectId: string
  readonly id: string
  readonly catalogueId: string | null
  readonly protocol: 'oidc' | 'saml'
  readonly issuer: string | null
  readonly tenant: string | null
}

async function trustedProvider({ deps, project }: OptionsContext, issuer: string): Promise<Caller> {
  const projects = project.addressForm === 'root' ? rootProjects : sql`SELECT ${project.id}`
  const rows = await deps.database.rows<ProviderRow>(sql`
    SELECT project_id AS "projectId", id, catalogue_id AS "catalogueId", protocol, issuer, tenant FROM identity_providers
    WHERE project_id IN (${projects}) AND enabled AND accepts_global_token_revocation`)
  const providers = rows.filter((provider) => isIssuerOf(provider, issuer))
  if (providers.length === 0) throw new UntrustedCaller()
  return { issuer, providers }
}
