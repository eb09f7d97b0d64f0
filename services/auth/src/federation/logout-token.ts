// OpenID Connect Back-Channel Logout 1.0
import { isIssuerOf } from '@signet/federation'
import { decodeJwt, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { OptionsContext } from '../core/issuer-context.ts'
import { KeysUnavailable } from '../upstream/keys-unavailable.ts'
import { Subject } from '../upstream/provider-answers.ts'
import { providerAlgorithms } from '../upstream/provider-keys.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Thrown for every invalid logout token: the caller learns no reason. */
export class LogoutRefused extends Error {
  override name = 'LogoutRefused'
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Seconds since a token was issued. */
const maxAge = 300
const clockTolerance = 30

/** Section 2.4. `nonce` is forbidden, so that an ID token is no logout token. */
const LogoutToken = z
  .looseObject({
    iat: z.number(),
    jti: z.string().min(1).max(500),
    sub: Subject.optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.looseObject({ [event]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)
export type LogoutToken = z.output<typeof LogoutToken> & { readonly issuer: string; readonly until: number }

/**
 * Section 2.6
 * @throws LogoutRefused
 */
export async function verifyLogoutToken(
  { deps }: OptionsContext,
  upstream: Upstream,
  token: string,
): Promise<LogoutToken> {
  try {
    const { iss: issuer = '' } = decodeJwt(token)
    if (!isIssuerOf(upstream, issuer)) throw new LogoutRefused()
    const { payload, protectedHeader } = await jwtVerify(token, await deps.upstreams.keys.of(issuer), {
      algorithms: providerAlgorithms,
      issuer,
      audience: upstream.clientId,
      maxTokenAge: maxAge,
      clockTolerance,
    })
    const parsed = LogoutToken.safeParse(payload)
    if (!parsed.success || !isLogoutType(protectedHeader.typ)) throw new LogoutRefused()
    return { ...parsed.data, issuer, until: parsed.data.iat + maxAge + clockTolerance }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof KeysUnavailable) throw new LogoutRefused()
    throw error
  }
}

/** Explicit typing is recommended, not required; any other type is rejected. */
const isLogoutType = (typ: string | undefined): boolean =>
  typ === undefined || /^(?:application\/)?(?:logout\+jwt|jwt)$/i.test(typ)
