import operations from 'virtual:operations'
import { type OperationName, type Role, verdictFor, type WhoAmI } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import { type Noun, sheetsOf } from '../noun.ts'
import { placesOf } from '../places-of.ts'
import { operationLabel } from '../texts/operation-label.ts'

/** Returns the operations of a page that scripts and agents may call. */
export const callsOf = (nouns: readonly Noun[], path: string): OperationName[] =>
  Object.entries(placesOf(nouns)).flatMap(([key, place]) => {
    const name = key as OperationName
    return place === path && !operations[name].consoleOnly ? [name] : []
  })

interface OperationHere {
  readonly name: OperationName
  readonly label: string
  readonly place: string
  readonly to: LinkProps
}

/** Returns the role of the caller in a team; without a team, that of a caller without a membership. */
export const roleAt = ({ superAdministrator, teams }: WhoAmI, teamId: string | undefined): Role =>
  superAdministrator ? 'super' : (teams.find(({ id }) => id === teamId)?.role ?? 'stranger')

/**
 * Returns the changes that the role permits and whose page can be opened with the current parameters. The address opens the
 * dialog of a change that has one.
 */
export const operationsHere = (
  nouns: readonly Noun[],
  params: Readonly<Record<string, string | undefined>>,
  role: Role,
): OperationHere[] => {
  const sheets = sheetsOf(nouns)
  return Object.entries(placesOf(nouns)).flatMap(([key, place]) => {
    const name = key as OperationName
    const needed = [...place.matchAll(/\$(\w+)/g)].map(([, param = '']) => param)
    const { route, isRead } = operations[name]
    const isChange = !isRead && !route.startsWith('GET ')
    if (
      !isChange ||
      verdictFor(operations[name], role) === 'no' ||
      needed.some((param) => params[param] === undefined)
    )
      return []
    // Path parameters are found in the path itself.
    const tab = sheets[name]
    const search = tab === undefined ? {} : { do: name, ...(tab ? { tab } : {}) }
    return [{ name, label: operationLabel(name), place, to: { to: place, params, search } as LinkProps }]
  })
}

/**
 * Returns the changes of the active team that have a dialog in the address, with the team's name, for pages without a team. A personal
 * team and a system team have no members to change.
 */
export function operationsOfActiveTeam(
  nouns: readonly Noun[],
  whoami: WhoAmI,
): readonly (OperationHere & { readonly note: string })[] {
  const active = whoami.teams.find(({ id }) => id === whoami.activeTeamId)
  if (active?.kind !== 'regular') return []
  const sheets = sheetsOf(nouns)
  return operationsHere(nouns, { teamId: active.id }, roleAt(whoami, active.id))
    .filter(({ name, place }) => place.includes('$teamId') && name in sheets)
    .map((operation) => ({ ...operation, note: active.name }))
}
