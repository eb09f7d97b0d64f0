import { type Executor, raw, sql } from '@signet/db'
import { isFederationOn } from '@signet/federation'
import {
  basisFields,
  basisRow,
  type EnteringBasis,
  isBasisValid,
  type SignInBasis,
} from '../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { requireRequestState } from '../request/state.ts'

interface SignInReference {
  readonly accountId: string
  readonly basis: SignInBasis
}

type Settings = Pick<OptionsContext, 'settings'>

const enteringBasis = ({ settings }: Settings, basis: SignInBasis): EnteringBasis => ({
  ...basis,
  federated: isFederationOn(settings),
})

/** The writes of the request lock the account row and are rejected when the credentials of the sign-in are no longer valid. */
export const requireValidSignIn = (context: Settings, { accountId, basis }: SignInReference): void =>
  requireRequestState().writes.add({
    do: 'lock account',
    model: 'Session',
    id: accountId,
    basis: enteringBasis(context, basis),
  })

/** Locks the account row: a concurrent revocation waits for the transaction. */
export const lockValidSignIn = (
  tx: Executor,
  context: OptionsContext,
  entering: SignInReference,
): Promise<boolean> => querySignIn(tx, context, entering, 'FOR UPDATE OF t')

/** Checks without a lock. */
export const isSignInValid = (context: OptionsContext, entering: SignInReference): Promise<boolean> =>
  querySignIn(context.deps.artifacts.executor, context, entering, '')

async function querySignIn(
  executor: Executor,
  context: OptionsContext,
  { accountId, basis }: SignInReference,
  lock: string,
): Promise<boolean> {
  const row = JSON.stringify([{ p: context.project.id, ...basisRow(enteringBasis(context, basis)) }])
  const rows = await executor.rows<object>(sql`
    SELECT 1 FROM jsonb_to_recordset(${row}::jsonb) AS v (p text, ${raw(basisFields)})
    JOIN accounts t ON t.project_id = v.p AND t.id = ${accountId} WHERE ${raw(isBasisValid)} ${raw(lock)}`)
  return rows.length > 0
}

interface LinkReference {
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

/** @returns undefined when the link was removed */
export async function linkBasis(
  tx: Executor,
  projectId: string,
  accountId: string,
  { providerId, issuer, subject }: LinkReference,
): Promise<SignInBasis | undefined> {
  const [row] = await tx.rows<{ revocations: number; passwordSetAt: string | null; linkedAt: string }>(sql`
    SELECT a.revocations, extract(epoch FROM a.password_set_at)::text AS "passwordSetAt",
      extract(epoch FROM d.linked_at)::text AS "linkedAt"
    FROM accounts a JOIN identities d ON d.project_id = a.project_id AND d.account_id = a.id
    WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND d.provider_id = ${providerId}
      AND d.issuer = ${issuer} AND d.subject = ${subject}`)
  if (!row) return undefined
  const { revocations, passwordSetAt, linkedAt } = row
  return { revocations, passwordSetAt, password: false, link: { providerId, issuer, subject, linkedAt } }
}
