import { type AssertionAudience, type AssertionIssuer, limits } from '@signet/contracts'
import { filled } from './values/presets.ts'

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

export interface ReceiverValues {
  readonly key: string
  readonly issuer: string
  readonly clientId: string
  readonly resources: readonly string[]
  /** Space-separated. */
  readonly scopes: string
  readonly seconds: string
}

export interface TokenGrantValues {
  readonly exchanges: boolean
  readonly exchangeAudiences: readonly string[]
  readonly receivers: readonly ReceiverValues[]
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

/** Omits empty members. */
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

export const newReceiver = (): ReceiverValues => ({
  key: crypto.randomUUID(),
  issuer: '',
  clientId: '',
  resources: [],
  scopes: '',
  seconds: String(limits.assertionAudiences.seconds.default),
})

export const valuesOfReceiver = (stored: AssertionAudience): ReceiverValues => ({
  key: stored.issuer,
  issuer: stored.issuer,
  clientId: stored.clientId,
  resources: stored.resources ?? [],
  scopes: (stored.scopes ?? []).join(' '),
  seconds: String(stored.seconds ?? limits.assertionAudiences.seconds.default),
})

/** Omits empty members: no list means no limit. */
export const audiencesOf = (rows: readonly ReceiverValues[]): AssertionAudience[] =>
  rows.map(({ issuer, clientId, resources, scopes, seconds }) => ({
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(filled(resources).length > 0 ? { resources: filled(resources) } : {}),
    ...(scopes.trim() ? { scopes: filled(scopes.split(' ')) } : {}),
    ...(seconds ? { seconds: Number(seconds) } : {}),
  }))
