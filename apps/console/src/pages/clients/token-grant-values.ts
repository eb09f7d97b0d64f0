import { type AssertionIssuer, limits } from '@signet/contracts'

/** An issuer as its fields edit it. */
export interface IssuerValues {
  /** Identifies the row while it is edited. */
  readonly key: string
  readonly issuer: string
  readonly jwksUri: string
  readonly jwks: AssertionIssuer['jwks']
  readonly subject: AssertionIssuer['subject']
  readonly providerId: string
  readonly maxSeconds: string
  readonly identityAssertions: boolean
}

export interface TokenGrantValues {
  readonly exchanges: boolean
  readonly exchangeAudiences: readonly string[]
  readonly acceptsAssertions: boolean
  readonly issuers: readonly IssuerValues[]
  readonly requireConsent: boolean
}

export const newIssuer = (): IssuerValues => ({
  key: crypto.randomUUID(),
  issuer: '',
  jwksUri: '',
  jwks: undefined,
  subject: 'email',
  providerId: '',
  maxSeconds: String(limits.assertionSeconds.default),
  identityAssertions: false,
})

export const valuesOfIssuer = (stored: AssertionIssuer): IssuerValues => ({
  key: stored.issuer,
  issuer: stored.issuer,
  jwksUri: stored.jwksUri ?? '',
  jwks: stored.jwks,
  subject: stored.subject,
  providerId: stored.providerId ?? '',
  maxSeconds: String(stored.maxSeconds ?? limits.assertionSeconds.default),
  identityAssertions: stored.identityAssertions ?? false,
})

/** Returns the issuers to send, without empty members. */
export const issuersOf = (rows: readonly IssuerValues[]): AssertionIssuer[] =>
  rows.map(({ issuer, jwksUri, jwks, subject, providerId, maxSeconds, identityAssertions }) => ({
    issuer: issuer.trim(),
    subject,
    ...(jwksUri.trim() ? { jwksUri: jwksUri.trim() } : {}),
    ...(jwks ? { jwks } : {}),
    ...(subject === 'provider' && providerId.trim() ? { providerId: providerId.trim() } : {}),
    ...(maxSeconds ? { maxSeconds: Number(maxSeconds) } : {}),
    ...(identityAssertions ? { identityAssertions } : {}),
  }))
