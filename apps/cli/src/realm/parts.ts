import { isDeepStrictEqual } from 'node:util'
import { limits, projectFileSections } from '@signet/contracts'
import { isValues, type Values } from '../users/mapped.ts'
import type { ConvertedRealm } from './convert.ts'
import { membersOf } from './export.ts'

/** Order of application; a realm has no directories and no edited mails. */
const order = projectFileSections.filter((section) => section !== 'directories' && section !== 'mails')

type Section = keyof ConvertedRealm['sections']

/** A quarter of the limit of a file, so that a transaction is short on a busy machine. */
const perPart = limits.plannedChanges / 4

/**
 * Returns project files that can be applied one after the other. Each file has the objects of the project and of the earlier files, so
 * that no file deletes an object. Entries that the project has already cause no part.
 * @param stored present project file
 */
export function splitIntoParts(
  stored: Values,
  { project, sections }: Pick<ConvertedRealm, 'project' | 'sections'>,
): Values[] {
  const parts: Values[] = []
  const present: Record<string, Values> = Object.fromEntries(
    order.map((name) => [name, membersOf(stored[name])]),
  )
  let changed = 0
  const close = () => {
    parts.push({ version: 1, project, ...present })
    changed = 0
  }
  for (const section of order as readonly Section[])
    for (const [name, entry] of Object.entries(sections[section])) {
      const before = membersOf(present[section])[name]
      if (isValues(before) && contains(before, entry)) continue
      present[section] = { ...present[section], [name]: { ...membersOf(before), ...entry } }
      changed += 1
      if (changed === perPart) close()
    }
  if (changed > 0 || parts.length === 0) close()
  return parts
}

/** A read file has no client id and no secrets. */
const contains = (before: Values, entry: Values): boolean =>
  Object.entries(entry).every(
    ([name, value]) =>
      name === 'clientSecret' || name === 'clientId' || isDeepStrictEqual(before[name], value),
  )
