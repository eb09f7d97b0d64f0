import { type Sql, sql } from '@signet/db'

declare const form: unique symbol

/** Text of audit entries and faults, written by `actors`. */
export type Actor = string & { readonly [form]: true }

interface ActorForm {
  /** Text before the first colon; null for an actor without a colon. */
  readonly prefix: string | null
  /** Selects the current name or address: null when the actor does not exist. Null for a form that names no object. */
  readonly name: ((actor: Sql, projectId: Sql) => Sql) | null
  /** Entries cannot be erased, so that the name of an end user is never stored. */
  readonly storesName: boolean
}

const firstPart = (actor: Sql): Sql => sql`split_part(${actor}, ':', 2)`
const secondPart = (actor: Sql): Sql => sql`split_part(${actor}, ':', 3)`

/** Written by `actors`; the query of a form resolves it. */
export const actorForms = {
  connection: {
    prefix: 'connection',
    name: (actor, projectId) => sql`
      SELECT c.display_name FROM provisioning_connections c WHERE c.project_id = ${projectId} AND c.id = ${firstPart(actor)}`,
    storesName: true,
  },
  upstream: {
    prefix: 'upstream',
    name: (actor) => sql`
      SELECT p.display_name FROM identity_providers p WHERE p.project_id = ${firstPart(actor)} AND p.id = ${secondPart(actor)}`,
    storesName: true,
  },
  endUser: {
    prefix: 'enduser',
    name: (actor) => sql`
      SELECT COALESCE(u.email, u.username, u.id) FROM accounts u
      WHERE u.project_id = ${firstPart(actor)} AND u.id = ${secondPart(actor)}`,
    storesName: false,
  },
  application: {
    prefix: 'client',
    name: (actor) => sql`
      SELECT COALESCE(c.client_name, c.id) FROM clients c
      WHERE c.project_id = ${firstPart(actor)} AND c.id = ${secondPart(actor)}`,
    storesName: true,
  },
  serviceAccount: {
    prefix: 'service',
    name: (actor) => sql`SELECT s.name FROM service_accounts s WHERE s.id = ${firstPart(actor)}`,
    storesName: true,
  },
  administrator: {
    prefix: null,
    name: (actor) => sql`SELECT COALESCE(a.email, a.id) FROM administrators a WHERE a.id = ${actor}`,
    storesName: true,
  },
  instance: { prefix: null, name: null, storesName: false },
} as const satisfies Record<string, ActorForm>

export type ActorFormName = keyof typeof actorForms

const instance = 'instance'

export const actors = {
  connection: (id: string) => `connection:${id}` as Actor,
  upstream: (projectId: string, providerId: string) => `upstream:${projectId}:${providerId}` as Actor,
  endUser: (projectId: string, accountId: string) => `enduser:${projectId}:${accountId}` as Actor,
  application: (projectId: string, clientId: string) => `client:${projectId}:${clientId}` as Actor,
  serviceAccount: (id: string) => `service:${id}` as Actor,
  administrator: (accountId: string) => accountId as Actor,
  /** A worker or a command of the operator. */
  instance: () => instance as Actor,
} satisfies Record<ActorFormName, (...parts: string[]) => Actor>

export function formOfActor(actor: string): ActorFormName {
  if (actor === instance) return 'instance'
  const prefix = actor.includes(':') ? actor.slice(0, actor.indexOf(':')) : null
  const found = Object.entries<ActorForm>(actorForms).find(([, known]) => known.prefix === prefix)
  return found ? (found[0] as ActorFormName) : 'administrator'
}

export function storedName(actor: Actor, projectId: string | null): Sql {
  const { name, storesName }: ActorForm = actorForms[formOfActor(actor)]
  return name && storesName ? sql`(${name(sql`${actor}::text`, sql`${projectId}::text`)})` : sql`NULL::text`
}

/** Selects by key. A join could be planned as a scan of the accounts of every project. */
export function currentName(actor: Sql, projectId: Sql): Sql {
  const { connection, upstream, endUser, application, serviceAccount, administrator } = actorForms
  return sql`CASE split_part(${actor}, ':', 1)
    WHEN 'connection' THEN (${connection.name(actor, projectId)})
    WHEN 'upstream' THEN (${upstream.name(actor)})
    WHEN 'enduser' THEN (${endUser.name(actor)})
    WHEN 'client' THEN (${application.name(actor)})
    WHEN 'service' THEN (${serviceAccount.name(actor)})
    ELSE (${administrator.name(actor)}) END`
}
