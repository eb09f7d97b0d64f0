import type { Noun } from '@signet/contracts'

/** Nouns whose responses count or name objects of another noun. */
const alsoTouched: Partial<Readonly<Record<Noun, readonly Noun[]>>> = {
  projects: ['activity'],
  clients: ['projects'],
  resources: ['projects'],
  users: ['projects', 'groups'],
  groups: ['projects', 'users'],
  providers: ['projects', 'users'],
  directories: ['projects', 'users', 'groups'],
  teams: ['projects', 'sessions', 'administrators', 'service-accounts'],
  administrators: ['teams', 'sessions'],
  plans: ['projects'],
  mail: ['projects'],
  settings: ['projects', 'sessions'],
}

/** Returns the nouns with stale cached reads after a change; every change also has an audit entry. */
export const nounsTouchedBy = (noun: Noun): readonly Noun[] => [noun, ...(alsoTouched[noun] ?? []), 'audit']
