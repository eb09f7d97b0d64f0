import type { Workload, WorkloadKind } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { checkKeySet } from './client-keys.ts'

interface SubjectForm {
  /** An asterisk does not match it, so that it stays in one part of the subject. */
  readonly separator: string
  /** The owner is literal and the remainder is bounded. */
  readonly accepted: RegExp
  readonly example: string
  readonly owner: string
}

const literal = '[^*:/\\s]+'

const forms: Readonly<Record<WorkloadKind, SubjectForm>> = {
  github: {
    separator: ':',
    accepted: new RegExp(`^repo:${literal}/[^:/\\s]+:[a-z_]+(?::[^\\s]+)?$`),
    example: 'repo:acme/infra:ref:refs/heads/*',
    owner: 'the owner of the repository',
  },
  gitlab: {
    separator: ':',
    accepted: new RegExp(`^project_path:${literal}/[^:\\s]+:ref_type:(?:branch|tag):ref:[^\\s]+$`),
    example: 'project_path:acme/infra:ref_type:branch:ref:main',
    owner: 'the group of the project',
  },
  kubernetes: {
    separator: ':',
    accepted: new RegExp(`^system:serviceaccount:${literal}:[^:/\\s]+$`),
    example: 'system:serviceaccount:deploy:signet',
    owner: 'the namespace',
  },
  spiffe: {
    separator: '/',
    accepted: new RegExp(`^spiffe://${literal}/${literal}(?:/[^/\\s]+)*$`),
    example: 'spiffe://acme.example/ns/deploy/sa/*',
    owner: 'the trust domain and the first part of the path',
  },
}

/** Rejects a pattern that matches every identity of its issuer, or those of several owners. */
export function checkWorkload(path: string, { kind, subject, claims, jwks }: Workload): void {
  const { accepted, example, owner } = forms[kind]
  if (/^[*:/]+$/.test(subject)) refuseValue(`${path}.subject`, 'matches every identity of the issuer')
  if (!accepted.test(subject))
    refuseValue(`${path}.subject`, `must name ${owner} without an asterisk, as in ${example}`)
  for (const [name, pattern] of Object.entries(claims ?? {})) {
    if (reserved.has(name)) refuseValue(`${path}.claims.${name}`, 'is verified already')
    if (/^\*+$/.test(pattern)) refuseValue(`${path}.claims.${name}`, 'matches every value')
  }
  if (jwks) checkKeySet(`${path}.jwks`, jwks)
}

/** Verified by every exchange. */
const reserved = new Set(['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti'])

/** Undefined when all claims match. */
export function unmatchedClaim(
  { kind, subject, claims }: Workload,
  token: Readonly<Record<string, unknown>>,
): string | undefined {
  const { separator } = forms[kind]
  const patterns = Object.entries({ ...claims, sub: subject })
  return patterns.find(([name, pattern]) => !matches(pattern, token[name], separator))?.[0]
}

/** Uses no regular expression, so that no pattern takes exponential time. */
function matches(pattern: string, value: unknown, separator: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number') return false
  const text = String(value)
  const [first = '', ...rest] = pattern.split('*')
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast ? text.length - part.length : text.indexOf(part, at)
    if (found < at || !text.startsWith(part, found) || text.slice(at, found).includes(separator)) return false
    at = found + part.length
  }
  return at === text.length
}
