import type { InputOf, Operations } from '@signet/contracts'
import type { Prisma } from '@signet/db/prisma'
import { clientSecretPlace, signingKeyPlace, storedIssuer } from '@signet/federation'
import type { HandlerDeps } from '../../deps.ts'
import { changesDetail } from '../../implement.ts'
import type { ProviderRecord } from './provider-store.ts'

export type ProviderInput = Omit<
  InputOf<Operations['federation_provider_update']>,
  'projectId' | 'providerId'
>
export type Columns = Omit<Prisma.IdentityProviderUncheckedCreateInput, 'projectId' | 'id' | 'position'>

/** Values that never leave the vault. */
const secrets = ['clientSecret', 'signingKey'] as const

const isSecret = (name: string): boolean => secrets.some((each) => each === name)

/** The plain fields that an input gives, in the form they are kept in. */
function givenFields({
  confirm: _confirm,
  expect: _expect,
  pendingChange: _pending,
  ...input
}: ProviderInput): Record<string, unknown> {
  const domains = input.allowedEmailDomains?.map((domain) => domain.toLowerCase())
  const issuer = typeof input.issuer === 'string' ? { issuer: storedIssuer(input.issuer) } : {}
  const fields = { ...input, ...issuer, ...(domains ? { allowedEmailDomains: [...new Set(domains)] } : {}) }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !isSecret(name)),
  )
}

/** The columns that an input sets; secrets are sealed for their place. */
export function columnsOf(
  { vault }: Pick<HandlerDeps, 'vault'>,
  at: { readonly projectId: string; readonly providerId: string },
  input: ProviderInput,
): Partial<Columns> {
  const { clientSecret, signingKey } = input
  return {
    ...(givenFields(input) as Partial<Columns>),
    ...(clientSecret === undefined
      ? {}
      : { clientSecretSealed: clientSecret && vault.seal(clientSecret, clientSecretPlace(at)) }),
    ...(signingKey === undefined
      ? {}
      : { signingKeySealed: signingKey && vault.seal(signingKey, signingKeyPlace(at)) }),
  }
}

/** The audit's detail: fields that change with their values, secrets only by name. */
export function detailOf(
  before: object,
  input: ProviderInput,
): Record<string, { from: unknown; to: unknown }> {
  const fields = givenFields(input)
  return { ...changesDetail(before, fields), ...secretChanges(before, input) }
}

const secretChanges = (before: object, input: ProviderInput) =>
  Object.fromEntries(
    secrets
      .filter((name) => input[name] !== undefined)
      .map((name) => [
        name,
        {
          from: Reflect.get(before, `${name}Set`) ? 'set' : null,
          to: input[name] === null ? null : 'changed',
        },
      ]),
  )

/** What the kind's own fields are after a change; null takes one away. */
export const kindFieldsAfter = (
  before: ProviderRecord,
  {
    issuer = before.issuer,
    tenant = before.tenant,
    teamId = before.teamId,
    keyId = before.keyId,
    clientSecret,
    signingKey,
  }: ProviderInput,
) => ({
  issuer,
  tenant,
  teamId,
  keyId,
  clientSecret: clientSecret === undefined ? before.clientSecretSet || null : clientSecret,
  signingKey: signingKey === undefined ? before.signingKeySet || null : signingKey,
})
