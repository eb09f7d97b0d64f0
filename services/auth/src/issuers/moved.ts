import type { ServerResponse } from 'node:http'
import { type Executor, sql } from '@signet/db'
import { noteRequest } from '@signet/runtime'
import { type Address, issuerOf } from '@signet/tenancy'

interface MovedProject {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

/** Null for any other address. A former address stays claimed (`address_tombstones`) until the project is destroyed. */
export async function readMovedIssuer(
  executor: Executor,
  address: Address,
  baseUrl: string,
): Promise<string | null> {
  if (address.form === 'root') return null
  const [kind, key] = address.form === 'host' ? ['host', address.host] : ['slug', address.slug]
  const [project] = await executor.rows<MovedProject>(sql`
    SELECT p.address_form AS "addressForm", p.slug, p.host
    FROM address_tombstones t JOIN projects p ON p.id = t.project_id
    WHERE t.kind = ${kind} AND t.key = ${key} AND p.deletion_scheduled_at IS NULL`)
  return project ? issuerOf(project, baseUrl) : null
}

/**
 * Answers with 410 and the current issuer. A redirect would not help: the issuer of the tokens changed (OpenID Connect Discovery 1.0,
 * 4.3), so the client must be configured again.
 */
export function sendMoved(response: ServerResponse, issuer: string): void {
  noteRequest({ cause: 'issuer_moved' })
  response.writeHead(410, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=30',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  const discovery = `${issuer}/.well-known/openid-configuration`
  response.end(
    JSON.stringify({
      error: 'issuer_moved',
      error_description: `The address of this issuer changed. Configure the issuer ${issuer}.`,
      issuer,
      discovery,
    }),
  )
}
