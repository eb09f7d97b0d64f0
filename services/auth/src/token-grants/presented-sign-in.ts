import { acrOf } from '@signet/accounts'
import { errors, type Grant, type RefreshToken } from 'oidc-provider'
import { idTokenType, refreshTokenType } from '../protocol/grant-types.ts'
import type { GrantParts } from './permitted-scopes.ts'
import { findGrant, rejectSubject } from './subject-token.ts'
import { findTokenSession } from './token-session.ts'

export interface PresentedSignIn {
  readonly accountId: string
  readonly grant: Grant
  /** Scopes about the user that the token has. */
  readonly scope: string
  readonly authTime?: number | undefined
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
  readonly bound: Pick<RefreshToken, 'jkt' | 'x5t#S256'>
}

/**
 * The session or the grant of the token must exist.
 * @throws InvalidRequest
 */
export function findPresentedSignIn(
  parts: GrantParts,
  token: unknown,
  type: unknown,
): Promise<PresentedSignIn> {
  if (typeof token !== 'string' || typeof type !== 'string')
    throw new errors.InvalidRequest("missing required parameters 'subject_token' and 'subject_token_type'")
  if (type === idTokenType) return ofIdToken(parts, token)
  if (type === refreshTokenType) return ofRefreshToken(parts, token)
  throw new errors.InvalidRequest(`subject_token_type must be ${idTokenType} or ${refreshTokenType}`)
}

async function ofIdToken(parts: GrantParts, token: string): Promise<PresentedSignIn> {
  const { provider, context, ctx } = parts
  const { clientId, subjectType } = ctx.oidc.client
  const { sub, sid } = await verifyIdToken(parts, token)
  // A pairwise subject cannot be converted to its account.
  if (subjectType === 'pairwise')
    return rejectSubject('is an ID token with a pairwise subject: present the refresh token')
  if (typeof sid !== 'string')
    return rejectSubject('is an ID token without a session: present the refresh token')
  const session = await findTokenSession(context, { accountId: sub, clientId, sid })
  const { grantId, authTime, acr, amr } = session ?? rejectSubject('belongs to a session that has ended')
  const grant = await findGrant(provider, grantId ?? '')
  return {
    accountId: sub,
    grant,
    scope: grant.getOIDCScope(),
    authTime: authTime ?? undefined,
    ...methods(parts, acr, amr),
    bound: {},
  }
}

/** Verifies an ID token as at a sign-out, and that it has not expired. */
async function verifyIdToken({ provider, ctx }: GrantParts, token: string) {
  const { header, payload } = await provider.IdToken.validate(token, ctx.oidc.client).catch(() =>
    rejectSubject('is no ID token of this application'),
  )
  // A logout token has a session too, and states its type. A response of UserInfo or of an authorization has none.
  if (header.typ !== undefined) return rejectSubject('is a JWT of another type than an ID token')
  const { sub, sid, exp } = payload as { readonly sub: string; readonly sid?: unknown; readonly exp?: number }
  if ((exp ?? 0) * 1000 <= Date.now()) return rejectSubject('is an ID token that has expired')
  return { sub, sid }
}

async function ofRefreshToken(parts: GrantParts, value: string): Promise<PresentedSignIn> {
  const token = await parts.provider.RefreshToken.find(value)
  if (!token) return rejectSubject('is unknown, expired or revoked, or its session has ended')
  if (token.clientId !== parts.ctx.oidc.client.clientId)
    return rejectSubject('is a refresh token of another application')
  if (token.consumed) return rejectSubject('is a refresh token that was used before')
  const { accountId, grantId, scope, authTime, acr, amr } = token
  return {
    accountId,
    grant: await findGrant(parts.provider, grantId ?? ''),
    scope: scope ?? '',
    authTime,
    ...methods(parts, acr, amr),
    bound: token,
  }
}

/** The settings derive the class from the methods. */
const methods = (
  { context: { settings } }: GrantParts,
  acr: string | null | undefined,
  amr: readonly string[] | null | undefined,
) => ({
  acr: acr ?? acrOf(settings.acrValues, amr ?? undefined),
  amr: amr ?? undefined,
})
