import { type Executor, sql } from '@signet/db'
import {
  firstEndOf,
  isLastMethod,
  isProvenField,
  openPendingChange,
  type PendingChange,
  parseCertificates,
  provenFields,
  readProjectAccess,
  sealPendingChange,
  storedIssuer,
  usesCertificate,
} from '@signet/federation'
import { mintToken } from '@signet/secrets'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { parseClientCertificate } from './client-certificate.ts'
import type { Columns } from './provider-columns.ts'
import { detailOf, type ProviderInput, providerColumns } from './provider-fields.ts'
import type { ProviderRecord } from './provider-store.ts'

interface Update {
  readonly deps: Pick<HandlerDeps, 'vault'>
  readonly caller: Administrator
  readonly project: Pick<ProjectRow, 'id'>
  readonly before: ProviderRecord
  readonly input: ProviderInput
}

interface WrittenColumns {
  readonly columns: Partial<Columns>
  /** Fields that take effect after a successful trial sign-in. */
  readonly pendingFields: readonly string[]
}

const noPendingChange = { pendingId: null, pendingSealed: null, pendingFields: [], pendingSince: null }

/**
 * Adds new credentials of the last sign-in method of a project to its pending change; every other update of credentials replaces the
 * pending change.
 */
export async function writtenColumns(executor: Executor, update: Update): Promise<WrittenColumns> {
  const { deps, project, before, input } = update
  const at = { projectId: project.id, providerId: before.id }
  const changed = Object.keys(detailOf(before, input)).filter(isProvenField)
  if (changed.length === 0 && input.pendingChange !== null)
    return { columns: directColumns(update), pendingFields: [] }
  if (changed.length === 0 || !(await isLast(executor, project, before)))
    return { columns: { ...directColumns(update), ...noPendingChange }, pendingFields: [] }
  const values = { ...(await earlierValues(executor, update)), ...pick(input, changed) }
  const pendingFields = provenFields.filter((name) => values[name] !== undefined)
  const direct = Object.fromEntries(Object.entries(input).filter(([name]) => !isProvenField(name)))
  return {
    columns: {
      ...providerColumns(deps, at, direct),
      pendingId: mintToken(),
      pendingSealed: sealPendingChange(deps.vault, at, { by: update.caller.accountId, values }),
      pendingFields,
      pendingSince: new Date(),
    },
    pendingFields,
  }
}

const isLast = async (executor: Executor, { id }: Update['project'], before: ProviderRecord) =>
  isLastMethod(await readProjectAccess(executor, await loadSettings(executor), id), before.id)

async function earlierValues(
  executor: Executor,
  { deps, project, before, input }: Update,
): Promise<PendingChange['values']> {
  const at = { projectId: project.id, providerId: before.id }
  const [row] = await executor.rows<{ sealed: string | null }>(sql`
    SELECT pending_sealed AS sealed FROM identity_providers WHERE project_id = ${project.id} AND id = ${before.id}`)
  if (!row?.sealed || input.pendingChange === null) return {}
  return openPendingChange(deps.vault, at, row.sealed).values
}

/** Includes the announced day of a certificate that the change puts in use or out of use. */
const directColumns = ({ deps, project, before, input }: Update): Partial<Columns> => ({
  ...providerColumns(deps, { projectId: project.id, providerId: before.id }, input),
  ...announcedEnd(before, input),
})

function announcedEnd(
  { certificate, clientAuthentication: method }: ProviderRecord,
  { clientAuthentication, clientCertificate, secretExpiresOn }: ProviderInput,
): Partial<Columns> {
  if (clientAuthentication === undefined || clientCertificate !== undefined) return {}
  if (usesCertificate(clientAuthentication))
    return certificate === null ? {} : { secretExpiresOn: firstEndOf(parseCertificates(certificate)) }
  return usesCertificate(method) && secretExpiresOn === undefined ? { secretExpiresOn: null } : {}
}

function pick(input: ProviderInput, names: readonly string[]): PendingChange['values'] {
  const isUrl = typeof input.issuer === 'string' && input.protocol !== 'saml'
  const issuer = isUrl ? { issuer: storedIssuer(input.issuer ?? '') } : {}
  const { clientCertificate: text } = input
  const certificate = text === undefined ? {} : { clientCertificate: parseClientCertificate(text) }
  const values = { ...input, ...issuer, ...certificate }
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
