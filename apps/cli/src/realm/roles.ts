import { isVisible } from '@signet/contracts'
import { recordsIn, textOf, type Values } from '../users/mapped.ts'
import { isOwnClient, membersOf, type Report, textsIn } from './export.ts'

export interface RealmGroups {
  readonly names: readonly string[]
  /**
   * @param name `role` or `client.role`
   * @returns the name of the group; undefined for a role of Keycloak itself
   */
  ofRole(name: string): string | undefined
  /** Groups and roles of the user, and the roles of both with their composites. */
  ofUser(user: Values): string[]
}

interface Role {
  readonly client: string | null
  readonly name: string
}

const keyOf = ({ client, name }: Role): string => JSON.stringify([client, name])

const isOwnRole = ({ client, name }: Role): boolean =>
  client === null
    ? name === 'offline_access' || name === 'uma_authorization' || name.startsWith('default-roles-')
    : isOwnClient(client)

const rolesOfClients = (byClient: unknown): Role[] =>
  Object.entries(membersOf(byClient)).flatMap(([client, names]) =>
    textsIn(names).map((name) => ({ client, name })),
  )

const assignedRoles = ({ realmRoles, clientRoles }: Values): Role[] => [
  ...textsIn(realmRoles).map((name) => ({ client: null, name })),
  ...rolesOfClients(clientRoles),
]

interface DeclaredRole extends Role {
  readonly composites: readonly Role[]
}

function declaredRoles({ roles }: Values): DeclaredRole[] {
  const { realm, client } = membersOf(roles)
  const toRole = (client: string | null) => (role: Values) => {
    const { realm: ofRealm, client: ofClients } = membersOf(role.composites)
    const composites = assignedRoles({ realmRoles: ofRealm, clientRoles: ofClients })
    return { client, name: String(role.name), composites }
  }
  return [
    ...recordsIn(realm).map(toRole(null)),
    ...Object.entries(membersOf(client)).flatMap(([id, list]) => recordsIn(list).map(toRole(id))),
  ]
}

/** Key: the path without the first slash. A group has the roles of its parents. */
function declaredGroups(groups: unknown, parent = '', inherited: readonly Role[] = []): Map<string, Role[]> {
  const found = new Map<string, Role[]>()
  for (const group of recordsIn(groups)) {
    const path = textOf(group.path)?.replace(/^\//, '') ?? `${parent}${group.name}`
    const roles = [...inherited, ...assignedRoles(group)]
    found.set(path, roles)
    for (const entry of declaredGroups(group.subGroups, `${path}/`, roles)) found.set(...entry)
  }
  return found
}

/**
 * Each group and each role becomes a group. A role of a client has the client id before its name. A role that has the name of a group
 * gets the prefix `role:`.
 */
export function convertGroups(realm: Values, report: Report): RealmGroups {
  const groups = declaredGroups(realm.groups)
  const declared = declaredRoles(realm)
  const composites = new Map(declared.map((role) => [keyOf(role), role.composites]))
  const taken = new Set([...groups.keys()].map((name) => name.toLowerCase()))
  const names = new Map<string, string>()
  for (const role of declared.filter((one) => !isOwnRole(one))) {
    const plain = role.client === null ? role.name : `${role.client}/${role.name}`
    const name = taken.has(plain.toLowerCase()) ? `role:${plain}` : plain
    taken.add(name.toLowerCase())
    if (name !== plain)
      report(`roles/${plain}`, `a group has this name, so the role becomes the group ${name}`)
    names.set(keyOf(role), name)
  }
  reportGroups(realm, report)
  const resolved = (roles: readonly Role[]) => resolveRoles(roles, composites)
  const all = [...groups.keys(), ...names.values()]
  const valid = all.filter((name) => name.length <= 256 && name.trim() === name && isVisible(name))
  for (const name of all.filter((one) => !valid.includes(one)))
    report(`groups/${name}`, 'the name of a group has at most 256 visible characters')
  const known = new Set(valid)
  return {
    names: valid,
    ofRole: (name) => {
      const at = name.indexOf('.')
      const split = { client: name.slice(0, at), name: name.slice(at + 1) }
      return names.get(keyOf({ client: null, name })) ?? (at < 0 ? undefined : names.get(keyOf(split)))
    },
    ofUser(user) {
      const paths = textsIn(user.groups).map((path) => path.replace(/^\//, ''))
      const roles = resolved([...assignedRoles(user), ...paths.flatMap((path) => groups.get(path) ?? [])])
      const own = [...paths, ...roles.flatMap((role) => names.get(keyOf(role)) ?? [])]
      return [...new Set(own)].filter((name) => known.has(name))
    },
  }
}

/** Each role once. */
function resolveRoles(roles: readonly Role[], composites: ReadonlyMap<string, readonly Role[]>): Role[] {
  const found = new Map<string, Role>()
  const add = (role: Role): void => {
    if (found.has(keyOf(role))) return
    found.set(keyOf(role), role)
    for (const one of composites.get(keyOf(role)) ?? []) add(one)
  }
  for (const role of roles) add(role)
  return [...found.values()]
}

function reportGroups(realm: Values, report: Report): void {
  for (const path of textsIn(realm.defaultGroups))
    report(`defaultGroups${path}`, 'a user who registers later does not join the group')
  const defaultRole = declaredRoles(realm).find(({ name }) => name === membersOf(realm.defaultRole).name)
  for (const role of (defaultRole?.composites ?? []).filter((one) => !isOwnRole(one)))
    report(`defaultRole/${role.name}`, 'a user who registers later does not get the role')
  for (const group of recordsIn(realm.groups))
    if (Object.keys(membersOf(group.attributes)).length > 0)
      report(`groups/${group.name}/attributes`, 'groups have no attributes')
  for (const user of recordsIn(realm.users)) {
    const administers = Object.keys(membersOf(user.clientRoles)).includes('realm-management')
    if (administers)
      report(`users/${user.username}/clientRoles/realm-management`, 'invite administrators to the team')
    if (user.serviceAccountClientId !== undefined && assignedRoles(user).some((role) => !isOwnRole(role)))
      report(`users/${user.username}`, 'a service account of an application has no roles')
  }
}
