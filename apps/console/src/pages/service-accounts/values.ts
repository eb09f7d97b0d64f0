import type { Input } from '../../api/client.ts'
import type { Findings } from '../../components/form.tsx'
import { endOfDay } from '../../components/last-day.tsx'
import type { AdminScope } from '../../components/rights-fields.tsx'
import { t } from '../../texts/index.ts'

export const credentialKinds = ['github', 'gitlab', 'kubernetes', 'spiffe', 'key'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export const nameOfPlatform = {
  github: 'GitHub Actions',
  gitlab: 'GitLab CI',
  kubernetes: 'Kubernetes',
  spiffe: 'SPIFFE',
} as const

export const examples: Readonly<
  Record<Exclude<CredentialKind, 'key'>, { readonly issuer: string; readonly subject: string }>
> = {
  github: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:acme/infra:ref:refs/heads/*',
  },
  gitlab: {
    issuer: 'https://gitlab.com',
    subject: 'project_path:acme/infra:ref_type:branch:ref:main',
  },
  kubernetes: { issuer: 'https://cluster.example', subject: 'system:serviceaccount:deploy:signet' },
  spiffe: { issuer: 'https://spire.acme.example', subject: 'spiffe://acme.example/ns/deploy/sa/*' },
}

type CreateInput = Input<'service_account_create'>

export interface Values {
  readonly teamId: string
  readonly name: string
  readonly role: CreateInput['role']
  readonly scopes: readonly AdminScope[]
  /** YYYY-MM-DD; empty without an end. */
  readonly expires: string
  readonly kind: CredentialKind
  readonly issuer: string
  readonly subject: string
  readonly jwks: string
}

/** Returns the public issuer; undefined for a platform of several issuers. */
export const publicIssuer = (kind: Exclude<CredentialKind, 'key'>): string | undefined =>
  kind === 'github' || kind === 'gitlab' ? examples[kind].issuer : undefined

/** Returns null for text that is neither a key set nor a single key. */
export function keysIn(text: string): Readonly<Record<string, unknown>>[] | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { keys = [value] } = value as { keys?: unknown }
    return Array.isArray(keys) ? keys : null
  } catch {
    return null
  }
}

export function toInput({ kind, issuer, subject, jwks, expires, ...values }: Values): CreateInput {
  const common = {
    ...values,
    name: values.name.trim(),
    scopes: [...values.scopes],
    expiresAt: endOfDay(expires),
  }
  if (kind === 'key') return { ...common, keys: keysIn(jwks) ?? [] }
  return {
    ...common,
    workloads: [{ kind, issuer: issuer.trim(), subject: subject.trim() }],
  }
}

export function check(
  { teamId, name, scopes, kind, issuer, subject, jwks }: Values,
  noKeys: string,
): Findings {
  return {
    teamId: teamId ? undefined : t.problems.fillIn,
    name: name.trim() ? undefined : t.problems.fillIn,
    scopes: scopes.length > 0 ? undefined : t.problems.fillIn,
    ...(kind === 'key'
      ? { keys: keysIn(jwks) ? undefined : noKeys }
      : {
          'workloads.0.issuer': issuer.trim() ? undefined : t.problems.fillIn,
          'workloads.0.subject': subject.trim() ? undefined : t.problems.fillIn,
        }),
  }
}
