import { type Executor, sql } from '@signet/db'
import {
  type ClientCertificate,
  clientSecretPlace,
  openPendingChange,
  signingKeyPlace,
} from '@signet/federation'
import type { AnyContext } from '../../implement.ts'
import type { Entry } from '../../projects/file-entry.ts'
import { parseClientCertificate } from '../providers/client-certificate.ts'

interface SealedRow {
  readonly clientSecret: string | null
  readonly signingKey: string | null
  readonly pending: string | null
  readonly certificate: string | null
}

/** Removes stored secrets, and fields whose new value waits for a trial sign-in: the same file applied again changes nothing. */
export async function withoutStoredSecrets(
  executor: Executor,
  { deps: { vault } }: AnyContext,
  { projectId, id }: { readonly projectId: string; readonly id: string },
  entry: Entry,
): Promise<Entry> {
  const [row] = await executor.rows<SealedRow>(sql`
    SELECT client_secret_sealed AS "clientSecret", signing_key_sealed AS "signingKey", pending_sealed AS pending, client_certificate AS certificate
    FROM identity_providers WHERE project_id = ${projectId} AND id = ${id}`)
  if (!row) return entry
  const at = { projectId, providerId: id }
  const stored: Readonly<Record<string, unknown>> = {
    ...(row.clientSecret === null
      ? {}
      : { clientSecret: vault.open(row.clientSecret, clientSecretPlace(at)) }),
    ...(row.signingKey === null ? {} : { signingKey: vault.open(row.signingKey, signingKeyPlace(at)) }),
    ...(row.pending === null ? {} : openPendingChange(vault, at, row.pending).values),
  }
  const isStored = (name: string, value: unknown) =>
    (name === 'clientCertificate' && isSameCertificate(value, stored[name], row.certificate)) ||
    (Object.hasOwn(stored, name) && JSON.stringify(stored[name]) === JSON.stringify(value))
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => !isStored(name, value)))
}

/** A certificate determines its key, so equal certificates with their chains are equal values. */
function isSameCertificate(value: unknown, pending: unknown, certificate: string | null): boolean {
  const given = typeof value === 'string' ? parseClientCertificate(value).certificate : undefined
  const waiting = (pending as ClientCertificate | undefined)?.certificate
  return given !== undefined && given === (waiting ?? certificate)
}
