import { decodeJwt } from 'jose'
import type Provider from 'oidc-provider'
import { type AccessToken, type ClientCredentials, errors, type Grant } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import { readApi } from '../protocol/apis.ts'
import { exchangeOf, exchangesOf, type FoundAccessToken } from '../request/exchanged.ts'
import type { GrantParts } from './permitted-scopes.ts'

/** @returns undefined when the JWT or its sign-in is no longer valid */
export type VerifyJwt = (token: string) => Promise<AccessToken | ClientCredentials | undefined>

/** Applications that may exchange a token one after the other. */
const maxExchanges = 3

/**
 * RFC 8693 2.2.2. The reason is recorded for the administrators of the application.
 * @param reason continues "the subject token"
 */
export function rejectSubject(reason: string): never {
  throw new errors.InvalidRequest(
    'the subject token cannot be exchanged',
    undefined,
    `the subject token ${reason}`,
  )
}

/** @throws InvalidRequest */
export async function findSubject(
  { provider, context }: GrantParts,
  verifyJwt: VerifyJwt,
  value: string,
): Promise<FoundAccessToken> {
  const found = (await provider.AccessToken.find(value)) ?? (await verifyJwt(value))
  if (!found) return rejectSubject(await unusableReason(value, context.issuer, provider.RefreshToken))
  if (found.kind !== 'AccessToken') return rejectSubject('is a token of an application, without a user')
  return found as FoundAccessToken
}

/** The caller does not get the reason. */
async function unusableReason(
  value: string,
  issuer: string,
  refreshTokens: { find(value: string): Promise<object | undefined> },
): Promise<string> {
  try {
    const { iss, exp = 0 } = decodeJwt(value)
    if (iss !== issuer) return 'is of another issuer'
    if (exp * 1000 < Date.now()) return 'has expired'
    return 'is no access token, has no valid signature, or its session or grant has ended'
  } catch {
    if (await refreshTokens.find(value)) return 'is a refresh token'
    return 'is unknown, expired or revoked, or its session or grant has ended'
  }
}

/**
 * Permits the application's own tokens, and those for an API that its administrator listed.
 * @throws InvalidRequest
 */
export async function checkMayExchange(
  { context: { deps, project }, ctx }: GrantParts,
  { clientId, aud, extra }: FoundAccessToken,
): Promise<void> {
  if (exchangesOf(exchangeOf(extra)?.act) >= maxExchanges)
    rejectSubject(`was exchanged ${maxExchanges} times already`)
  const { client } = ctx.oidc
  if (clientId === client.clientId) return
  if (typeof aud !== 'string') rejectSubject('was issued to another application and is for no API')
  const { exchangeAudiences = [] } = ownSettings(client)
  const isDeclared = (await readApi(deps.database, project.id, aud))?.identifier === aud
  if (!isDeclared || !exchangeAudiences.includes(aud))
    rejectSubject('is for an API whose tokens this application may not exchange')
}

/** @throws InvalidRequest */
export const findGrant = async ({ Grant: grants }: Pick<Provider, 'Grant'>, id: string): Promise<Grant> =>
  (await grants.find(id)) ?? rejectSubject('belongs to a grant that has ended')
