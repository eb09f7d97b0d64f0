import type { Input } from '../../api/client.ts'
import { t } from '../../texts/index.ts'

export const kinds = ['agent', 'key', 'workload'] as const

/** Agents that publish a metadata document. */
export const products = [
  { id: 'claude', name: 'Claude Code', clientId: 'https://claude.ai/oauth/claude-code-client-metadata' },
  { id: 'vscode', name: 'VS Code', clientId: 'https://vscode.dev/oauth/client-metadata.json' },
] as const

export const otherProduct = 'other'

/** Returns the name and the client id that a product fills in; another agent has none. */
export const productValues = (chosen: string): Pick<Identity, 'name' | 'clientId'> => {
  const { name, clientId } = products.find(({ id }) => id === chosen) ?? freshIdentity
  return { name, clientId }
}

export const productOf = (clientId: string): string =>
  products.find((each) => each.clientId === clientId)?.id ?? otherProduct

export interface Identity {
  readonly kind: (typeof kinds)[number]
  readonly clientId: string
  readonly name: string
  readonly jwks: string
  readonly issuer: string
  readonly subject: string
  readonly actsFor: string
}

export const freshIdentity: Identity = {
  kind: 'agent',
  clientId: '',
  name: '',
  jwks: '',
  issuer: '',
  subject: '',
  actsFor: '',
}

function keysOf(text: string): { keys: Record<string, unknown>[] } | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys)
      ? { keys: parsed.keys }
      : null
  } catch {
    return null
  }
}

type IdentityInput = Pick<Input<'agent_client_permit'>, 'clientId' | 'name' | 'actsFor' | 'jwks' | 'workload'>

export function identityInput({
  kind,
  clientId,
  name,
  jwks,
  issuer,
  subject,
  actsFor,
}: Identity): IdentityInput {
  const identity = { clientId: clientId.trim(), name: name.trim() }
  if (kind === 'agent') return identity
  if (kind === 'key') return { ...identity, actsFor, jwks: keysOf(jwks) }
  return { ...identity, actsFor, workload: { issuer: issuer.trim(), subject: subject.trim() } }
}

export function checkIdentity({ kind, clientId, name, jwks, issuer, subject, actsFor }: Identity) {
  const filled = (text: string) => (text.trim() ? undefined : t.problems.fillIn)
  return {
    clientId: filled(clientId),
    name: filled(name),
    actsFor: kind === 'agent' ? undefined : filled(actsFor),
    jwks: kind === 'key' && !keysOf(jwks) ? t.agents.notKeys : undefined,
    'workload.issuer': kind === 'workload' ? filled(issuer) : undefined,
    'workload.subject': kind === 'workload' ? filled(subject) : undefined,
  }
}
