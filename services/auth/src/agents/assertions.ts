import { type AssertionIssuer, limits, type Workload } from '@signet/contracts'
import { EgressRefused } from '@signet/http'
import { identityAssertionJwt } from '@signet/tenancy'
import { decodeProtectedHeader, type JWTVerifyOptions, errors as joseErrors } from 'jose'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isLongLived } from '../protocol/issued-at.ts'
import { type KeySource, TrustedKeys } from './trusted-keys.ts'

/** Signet does not evaluate these limits: ignoring them would extend the assertion. */
const unsupportedLimits = ['tenant', 'aud_tenant', 'authorization_details']

/** A verified authorization grant (RFC 7523 3), accepted once. */
export interface Assertion {
  readonly sub: string
  readonly jti: string
  readonly exp: number
  readonly [claim: string]: unknown
}

const clockToleranceSeconds = 10

/** Seconds: a CI job gets its token at its start, an identity assertion is issued for one exchange. */
const workloadAge = 3_600
const identityAge = 600

export class Assertions {
  readonly #provider: Provider
  readonly #issuer: string
  readonly #isFapi: boolean
  readonly #keys: TrustedKeys

  constructor(provider: Provider, { deps, issuer, settings }: OptionsContext) {
    this.#isFapi = settings['fapi.enabled']
    this.#provider = provider
    this.#issuer = issuer
    this.#keys = new TrustedKeys(deps.egress)
  }

  /** The workload requested the OpenID token for this issuer. @throws InvalidGrant */
  ofWorkload = (token: string, issuer: string): Promise<Assertion> =>
    this.#accept(
      token,
      { issuer },
      {
        audience: [this.#issuer, `${this.#issuer}/token`],
        maxTokenAge: workloadAge,
      },
    )

  /**
   * Kubernetes and SPIFFE renew a mounted token, with several audiences and without an id: it is accepted until it expires. @throws
   * InvalidGrant
   */
  ofServiceAccount = (token: string, { kind, issuer, jwks }: Workload): Promise<Assertion> =>
    this.#accept(
      token,
      { issuer, jwks },
      {
        audience: [this.#issuer, `${this.#issuer}/token`],
        maxTokenAge: workloadAge,
      },
      kind === 'kubernetes' || kind === 'spiffe',
    )

  /**
   * draft-ietf-oauth-identity-assertion-authz-grant 4.4, for a client of this issuer.
   * @param maxTokenAge seconds
   * @throws InvalidGrant
   */
  async ofPerson(
    token: string,
    source: KeySource,
    { clientId, maxTokenAge = identityAge }: { readonly clientId: string; readonly maxTokenAge?: number },
  ): Promise<Assertion> {
    const claims = await this.#accept(token, source, {
      audience: this.#issuer,
      maxTokenAge,
      typ: identityAssertionJwt,
    })
    if (claims.client_id !== clientId)
      throw new errors.InvalidGrant('the assertion was made for another client')
    const unsupported = unsupportedLimits.find((name) => claims[name] !== undefined)
    if (unsupported !== undefined)
      throw new errors.InvalidGrant(`the assertion has the claim ${unsupported}, which is not supported`)
    if (isLongLived(claims.exp))
      throw new errors.InvalidGrant('the assertion expires more than an hour ahead')
    return claims
  }

  /**
   * Verifies an identity assertion, or for other issuers any JWT that is an authorization grant. FAPI 2.0 5.3.2.1 accepts the issuer as
   * the only audience.
   * @throws InvalidGrant
   */
  async ofUser(token: string, trusted: AssertionIssuer, clientId: string): Promise<Assertion> {
    const maxTokenAge = trusted.maxSeconds ?? limits.assertionSeconds.default
    if (trusted.identityAssertions) return this.ofPerson(token, trusted, { clientId, maxTokenAge })
    const { typ } = headerOf(token)
    if (typ !== undefined && !grantTypes.has(String(typ).toLowerCase()))
      throw new errors.InvalidGrant('the assertion has the type (typ) of another kind of JWT')
    const claims = await this.#accept(token, trusted, {
      audience: this.#isFapi ? this.#issuer : [this.#issuer, `${this.#issuer}/token`],
      maxTokenAge,
    })
    if (isLongLived(claims.exp))
      throw new errors.InvalidGrant('the assertion expires more than an hour ahead')
    if (claims.client_id !== undefined && claims.client_id !== clientId)
      throw new errors.InvalidGrant('the assertion was made for another client')
    return claims
  }

  async #accept(
    token: string,
    source: KeySource,
    options: JWTVerifyOptions & { readonly maxTokenAge: number },
    isMounted = false,
  ): Promise<Assertion> {
    const payload = await this.#keys
      .verify(token, source, {
        ...options,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'aud', 'exp', 'iat', ...(isMounted ? [] : ['jti'])],
      })
      .catch(refuseInvalid)
    const { sub, exp, iat = 0 } = payload
    const jti = payload.jti ?? (isMounted ? '' : undefined)
    const mayBeList = isMounted || options.typ === identityAssertionJwt
    const aud = mayBeList && Array.isArray(payload.aud) ? onlyOne(payload.aud) : payload.aud
    if (typeof sub !== 'string' || typeof jti !== 'string' || exp === undefined || typeof aud !== 'string')
      throw new errors.InvalidGrant('the assertion is not valid')
    if (isMounted) return { ...payload, sub, jti, exp }
    // Stored until the assertion expires or is too old.
    const until = Math.min(exp, iat + options.maxTokenAge) + clockToleranceSeconds
    if (!(await this.#provider.ReplayDetection.unique(source.issuer, jti, until)))
      throw new errors.InvalidGrant('the assertion was used before')
    return { ...payload, sub, jti, exp }
  }
}

/** A JWT of another type has another purpose. */
const grantTypes = new Set(['jwt', 'authorization-grant+jwt', 'application/authorization-grant+jwt'])

function headerOf(token: string): { readonly typ?: unknown } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new errors.InvalidGrant('the assertion is no JWT')
  }
}

/** One of several audiences could use the token here. */
const onlyOne = (audiences: readonly string[]): string | undefined =>
  audiences.length === 1 ? audiences[0] : undefined

function refuseInvalid(error: unknown): never {
  if (error instanceof joseErrors.JOSEError)
    throw new errors.InvalidGrant(`the assertion is not valid: ${error.message}`)
  if (error instanceof EgressRefused)
    throw new errors.InvalidGrant(
      'the assertion cannot be verified: the keys of its issuer could not be read',
    )
  throw error
}
