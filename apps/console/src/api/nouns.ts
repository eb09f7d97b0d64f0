import type { OperationName } from '@signet/contracts'

/** Nouns of operation names, the longer before the one it begins with. */
const nouns = [
  'project_user',
  'project_group',
  'project_key',
  'project',
  'client',
  'resource',
  'federation',
  'provisioning',
  'team',
  'scope',
  'audit',
  'own_session',
  'approval',
  'agent_client',
  'admin',
  'plan',
  'jwks',
  'settings',
  'smtp_settings',
  'errorreport_settings',
  'error',
] as const

/** Nouns whose answers count or name things of another noun. */
const alsoTouched: Readonly<Record<string, readonly string[]>> = {
  client: ['project'],
  resource: ['project'],
  provisioning: ['project'],
  scope: ['whoami'],
  team: ['whoami', 'scope', 'admin'],
  admin: ['team', 'whoami'],
  plan: ['project'],
  settings: ['errorreport_settings', 'whoami'],
}

export const nounOf = (name: string): string =>
  nouns.find((noun) => name === noun || name.startsWith(`${noun}_`)) ?? name

/** The nouns whose cached reads are stale after a change; every change also leaves an audit entry. */
export function nounsTouchedBy(name: OperationName): string[] {
  const noun = nounOf(name)
  return [noun, ...(alsoTouched[noun] ?? []), 'audit']
}
