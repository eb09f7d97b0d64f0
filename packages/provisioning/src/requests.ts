import { normalizeKey } from '@signet/accounts'
import { limits, type ProvisioningProblem, type ProvisioningRequest } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { newTypeId } from '@signet/runtime'
import { digest } from '@signet/secrets'
import type { ConnectionRef } from './connections.ts'

export interface RequestRecord extends Omit<ProvisioningRequest, 'at'> {
  readonly at: Date
}

/** The names are stored as digests only. */
export interface NotedRequest extends RequestRecord {
  readonly names: readonly string[]
}

/**
 * Digest by which requests of a name are found. It reveals a name only to a reader who guesses it, and is stored as long as the
 * request.
 */
export const subjectOf = ({ connectionId }: ConnectionRef, name: string): string =>
  digestOf(`${connectionId} ${normalizeKey(name)}`)

export const digestOf = (text: string): string => digest(text)

/** Deletes the oldest requests beyond the limit, except the last of each problem. */
export async function recordRequests(
  tx: Executor,
  at: ConnectionRef,
  requests: readonly NotedRequest[],
): Promise<void> {
  const rows = requests.map(({ names, ...request }) => ({
    ...request,
    id: newTypeId('prq'),
    subjects: names.map((name) => subjectOf(at, name)),
  }))
  await tx.run(sql`
    INSERT INTO provisioning_requests (project_id, connection_id, id, at, method, route, status, problem, attribute, ignored,
      target_id, subjects, milliseconds)
    SELECT c.project_id, c.id, r.id, r.at, r.method, r.route, r.status, r.problem, r.attribute, r.ignored, r."targetId", r.subjects,
      r.milliseconds
    FROM provisioning_connections c, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, at timestamptz,
      method text, route text, status int, problem text, attribute text, ignored text[], "targetId" text, subjects text[],
      milliseconds int)
    WHERE c.project_id = ${at.projectId} AND c.id = ${at.connectionId}`)
  const of = ofConnection(at)
  await tx.run(sql`
    DELETE FROM provisioning_requests r WHERE ${of}
      AND r.id NOT IN (SELECT r.id FROM provisioning_requests r WHERE ${of} ORDER BY r.id DESC LIMIT ${limits.provisioningRequests}::int)
      AND r.id NOT IN (SELECT max(r.id) FROM provisioning_requests r WHERE ${of} AND r.problem IS NOT NULL GROUP BY r.problem)`)
}

const ofConnection = ({ projectId, connectionId }: ConnectionRef): Sql =>
  sql`r.project_id = ${projectId} AND r.connection_id = ${connectionId}`

export interface RequestLog {
  readonly lastRequestAt: Date | null
  /** Start of the period whose requests are all stored. */
  readonly since: Date
  /** Last request of each problem, the newest first. */
  readonly problems: { readonly problem: ProvisioningProblem; readonly at: Date; readonly status: number }[]
  readonly requests: RequestRecord[]
}

/** @param q a user name, external id, group name or id: returns only its requests */
export async function readRequests(
  executor: Executor,
  at: ConnectionRef,
  q: string | undefined,
): Promise<RequestLog> {
  const of = ofConnection(at)
  const about =
    q === undefined ? sql`true` : sql`(r.target_id = ${q} OR r.subjects @> ARRAY[${subjectOf(at, q)}])`
  const [requests, problems, [period]] = await Promise.all([
    executor.rows<RequestRecord>(sql`
      SELECT r.at, r.method, r.route, r.status, r.problem, r.attribute, r.ignored, r.target_id AS "targetId", r.milliseconds
      FROM provisioning_requests r WHERE ${of} AND ${about} ORDER BY r.id DESC LIMIT ${limits.provisioningRequests}::int`),
    executor.rows<RequestLog['problems'][number]>(sql`
      SELECT r.problem, r.at, r.status FROM provisioning_requests r
      WHERE r.id IN (SELECT max(r.id) FROM provisioning_requests r WHERE ${of} AND r.problem IS NOT NULL GROUP BY r.problem) AND ${of}
      ORDER BY r.id DESC`),
    executor.rows<{ lastAt: Date | null; since: Date }>(sql`
      SELECT (SELECT max(r.at) FROM provisioning_requests r WHERE ${of}) AS "lastAt",
        COALESCE((SELECT r.at FROM provisioning_requests r WHERE ${of} ORDER BY r.id DESC
          OFFSET ${limits.provisioningRequests - 1}::int LIMIT 1), c.created_at) AS since
      FROM provisioning_connections c WHERE c.project_id = ${at.projectId} AND c.id = ${at.connectionId}`),
  ])
  return { lastRequestAt: period?.lastAt ?? null, since: period?.since ?? new Date(), problems, requests }
}
