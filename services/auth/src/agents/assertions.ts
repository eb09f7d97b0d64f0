import { EgressRefused } from '@signet/http'
import { type JWTVerifyOptions, errors as joseErrors } from 'jose'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { TrustedKeys } from './trusted-keys.ts'

/** A verified JWT used as an authorization grant (RFC 7523 3), accepted once. */
export interface Assertion {
  readonly sub: string
  readonly jti: string
  readonly exp: number
  readonly [claim: string]: unknown
}

const clockToleranceSeconds = 10

/**
 * Longest age of an assertion: a CI job gets its token at its start, an identity assertion is issued for one
 * exchange. Seconds.
 */
const workloadAge = 3_600
const identityAge = 600

export class Assertions {
  readonly #provider: Provider
  readonly #issuer: string
  readonly #keys: TrustedKeys

  constructor(provider: Provider, { deps, issuer }: OptionsContext) {
    this.#provider = provider
    this.#issuer = issuer
    this.#keys = new TrustedKeys(deps.egress)
  }

  /** Verifies an OpenID token that a workload requested for this issuer. @throws InvalidGrant */
  ofWorkload = (token: string, issuer: string): Promise<Assertion> =>
    this.#accept(token, issuer, {
      audience: [this.#issuer, `${this.#issuer}/token`],
      maxTokenAge: workloadAge,
    })

  /**
   * Verifies a provider's assertion about a user (draft-ietf-oauth-identity-assertion-authz-grant 6.1).
   * @throws InvalidGrant
   */
  ofPerson = (token: string, issuer: string): Promise<Assertion> =>
    this.#accept(token, issuer, {
      audience: this.#issuer,
      maxTokenAge: identityAge,
      typ: 'oauth-id-jag+jwt',
    })

  async #accept(
    token: string,
    issuer: string,
    options: JWTVerifyOptions & { readonly maxTokenAge: number },
  ): Promise<Assertion> {
    const payload = await this.#keys
      .verify(token, issuer, {
        ...options,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'aud', 'exp', 'iat', 'jti'],
      })
      .catch(refuseInvalid)
    const { sub, jti, exp, iat = 0, aud } = payload
    if (typeof sub !== 'string' || typeof jti !== 'string' || exp === undefined || typeof aud !== 'string')
      throw new errors.InvalidGrant('the assertion is not valid')
    // Stored for as long as the assertion would be accepted again: until it expires or is too old.
    const until = Math.min(exp, iat + options.maxTokenAge) + clockToleranceSeconds
    if (!(await this.#provider.ReplayDetection.unique(issuer, jti, until)))
      throw new errors.InvalidGrant('the assertion was used before')
    return { ...payload, sub, jti, exp }
  }
}

function refuseInvalid(error: unknown): never {
  if (error instanceof joseErrors.JOSEError || error instanceof EgressRefused)
    throw new errors.InvalidGrant('the assertion is not valid')
  throw error
}
