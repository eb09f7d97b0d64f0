import type { InputOf, Operations } from '@signet/contracts'
import { Prisma } from '@signet/db/prisma'
import {
  clientSecretPlace,
  lastEndOf,
  type Protocol,
  signingKeyPlace,
  storedIssuer,
  usesCertificate,
} from '@signet/federation'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail } from '../../implement.ts'
import { certificateColumns, parseClientCertificate } from './client-certificate.ts'
import type { Columns } from './provider-columns.ts'
import type { ProviderRecord } from './provider-store.ts'

export type ProviderInput = Omit<
  InputOf<Operations['federation_provider_update']>,
  'projectId' | 'providerId'
> & { readonly protocol?: Protocol | undefined }
/** Stored sealed and never returned, with the member of a stored provider that is set with each. */
const secrets = {
  clientSecret: 'clientSecretSet',
  signingKey: 'signingKeySet',
  clientCertificate: 'certificate',
} as const

const isSecret = (name: string): name is keyof typeof secrets => Object.hasOwn(secrets, name)

/** A new secret without an expiry removes the expiry of the former one. */
export const withSecretExpiry = <Input extends ProviderInput>(input: Input): Input =>
  input.clientSecret === undefined || input.secretExpiresOn !== undefined
    ? input
    : { ...input, secretExpiresOn: null }

function givenFields({
  confirm: _confirm,
  expect: _expect,
  pendingChange: _pending,
  metadata: _metadata,
  ...input
}: ProviderInput): Record<string, unknown> {
  const domains = input.allowedEmailDomains?.map((domain) => domain.toLowerCase())
  const isUrl = typeof input.issuer === 'string' && input.protocol !== 'saml'
  const issuer = isUrl ? { issuer: storedIssuer(input.issuer ?? '') } : {}
  const fields = { ...input, ...issuer, ...(domains ? { allowedEmailDomains: [...new Set(domains)] } : {}) }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !isSecret(name)),
  )
}

const noCertificate = {
  clientCertificate: null,
  clientCertificateKeySealed: null,
  formerCertificate: null,
  formerCertificateKeySealed: null,
} as const

const isWithoutCertificate = (method: ProviderInput['clientAuthentication']): boolean =>
  method !== undefined && !usesCertificate(method)

/** Seals secrets for their column. */
export function providerColumns(
  { vault }: Pick<HandlerDeps, 'vault'>,
  at: { readonly projectId: string; readonly providerId: string },
  input: ProviderInput,
): Partial<Columns> {
  const {
    clientSecret,
    signingKey,
    clientCertificate,
    groupMappings: _rows,
    secretExpiresOn,
    ...plain
  } = input
  return {
    ...(givenFields(plain) as Partial<Columns>),
    ...(secretExpiresOn === undefined
      ? {}
      : { secretExpiresOn: secretExpiresOn && new Date(secretExpiresOn) }),
    ...(clientSecret === undefined
      ? {}
      : { clientSecretSealed: clientSecret && vault.seal(clientSecret, clientSecretPlace(at)) }),
    // The last day of the certificates is announced like that of a secret.
    ...(input.signingCertificates === undefined
      ? {}
      : { secretExpiresOn: lastEndOf(input.signingCertificates) }),
    // The next change to private_key_jwt, or to signed requests, generates another key.
    ...(input.clientAuthentication === 'secret' || input.signsRequests === false
      ? { assertionKey: Prisma.DbNull, assertionKeySealed: null }
      : {}),
    ...(isWithoutCertificate(input.clientAuthentication) ? noCertificate : {}),
    ...(clientCertificate === undefined
      ? {}
      : certificateColumns({ vault }, at, parseClientCertificate(clientCertificate))),
    ...(signingKey === undefined
      ? {}
      : { signingKeySealed: signingKey && vault.seal(signingKey, signingKeyPlace(at)) }),
  }
}

/** Returns changed fields with their values, secrets by name only. */
export function detailOf(
  before: object,
  input: ProviderInput,
): Record<string, { from: unknown; to: unknown }> {
  const fields = givenFields(input)
  return { ...changesDetail(before, fields), ...secretChanges(before, input) }
}

const secretChanges = (before: object, input: ProviderInput) =>
  Object.fromEntries(
    Object.keys(secrets)
      .filter(isSecret)
      .filter((name) => input[name] !== undefined)
      .map((name) => [
        name,
        {
          from: Reflect.get(before, secrets[name]) ? 'set' : null,
          to: input[name] === null ? null : 'changed',
        },
      ]),
  )

/** Null removes a field. */
export const kindFieldsAfter = (
  before: ProviderRecord,
  {
    issuer = before.issuer,
    ssoUrl,
    signingCertificates = before.signingCertificates,
    tenant = before.tenant,
    teamId = before.teamId,
    keyId = before.keyId,
    clientAuthentication = before.clientAuthentication,
    clientSecret,
    signingKey,
  }: ProviderInput,
) => ({
  issuer,
  ssoUrl: ssoUrl ?? before.ssoUrl,
  signingCertificates,
  tenant,
  teamId,
  keyId,
  clientAuthentication,
  clientSecret: clientSecret === undefined ? before.clientSecretSet || null : clientSecret,
  signingKey: signingKey === undefined ? before.signingKeySet || null : signingKey,
})
