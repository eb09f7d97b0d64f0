import {
  choosePassword,
  hasCredential,
  isUnproven,
  type Presented,
  proveAddress,
  type RemovedCredentials,
} from '@signet/accounts'
import { type Executor, sql } from '@signet/db'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { PresentedCredentials } from '../artifacts/sign-in-basis.ts'
import { auditOwnAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { originOf } from './onward.ts'
import { type PendingSignIn, progressIn } from './progress.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'

export const credentialsOf = ({
  amr,
  basis,
  recoveryCode,
  secondPasskey,
}: PendingSignIn): PresentedCredentials => ({
  passwordSetAt: basis?.password ? basis.passwordSetAt : null,
  authenticator: amr.includes('otp') && !recoveryCode,
  passkeys: [basis?.passkey, secondPasskey].flatMap((id) => id ?? []),
})

export const presentedBy = (pending: PendingSignIn): Presented => ({
  ...credentialsOf(pending),
  identity: pending.links ? undefined : pending.upstream,
})

/**
 * Audits the credentials that the proof removed.
 * @returns whether the address was never proven before
 */
export async function proveOwner(
  tx: Executor,
  context: OptionsContext,
  accountId: string,
  presented: Presented = {},
): Promise<boolean> {
  const { project, issuer } = context
  const audited = await auditOwnAct(tx, { projectId: project.id, accountId }, 'enduser.email.confirm')
  const removed = await proveAddress(audited, { id: project.id, issuer }, accountId, presented)
  await auditRemoved(tx, context, accountId, removed)
  return removed !== null
}

export async function choosePasswordAsOwner(
  tx: Executor,
  context: OptionsContext,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  const { project, issuer } = context
  await noteSignInMethodChange(tx, context, accountId, { changed: 'password' })
  const owner = { projectId: project.id, accountId }
  const audited = await auditOwnAct(tx, owner, 'enduser.password.change', { by: 'mailed link' })
  const removed = await choosePassword(audited, { id: project.id, issuer }, accountId, passwordHash)
  await auditRemoved(tx, context, accountId, removed)
}

export async function auditRemoved(
  tx: Executor,
  { project }: OptionsContext,
  accountId: string,
  removed: RemovedCredentials | null,
): Promise<void> {
  if (!removed || Object.values(removed).every((one) => Number(one) === 0)) return
  const owner = { projectId: project.id, accountId }
  await auditOwnAct(tx, owner, 'enduser.credentials.remove', { ...removed })
}

interface OwnSession {
  readonly uid: string
  readonly presented?: unknown
}

/**
 * Returns the credentials that this browser has proven, in the pending sign-in that requested the link or in its session. Null when
 * there are none, for example on another device.
 */
export async function presentedHere(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  accountId: string,
): Promise<Presented | null> {
  const origin = await originOf(provider, context, ctx, 'verification')
  const { pending } = progressIn(origin?.result)
  if (pending?.accountId === accountId) return presentedBy(pending)
  const session = await provider.Session.get(ctx)
  return session.accountId === accountId ? presentedIn(context, accountId, session) : null
}

/** Includes the link of the session's provider; null for a session that stores none. */
async function presentedIn(
  { deps, project }: OptionsContext,
  accountId: string,
  { uid, presented }: OwnSession,
): Promise<Presented | null> {
  const [link] = await deps.database.rows<NonNullable<Presented['identity']>>(sql`
    SELECT u.provider_id AS "providerId", d.issuer, u.subject FROM upstream_sessions u
    JOIN identities d ON d.project_id = u.project_id AND d.provider_id = u.provider_id AND d.subject = u.subject
    WHERE u.project_id = ${project.id} AND u.session_uid = ${uid} AND d.account_id = ${accountId}`)
  const credentials = PresentedCredentials.safeParse(presented).data
  if (!link && !credentials) return null
  return { ...credentials, ...(link ? { identity: link } : {}) }
}

/**
 * Proving the address without a credential would remove the existing ones. The owner must supply a password, or a sign-in in this
 * browser when the project does not allow passwords. Null when nothing would be removed.
 */
export async function missingCredential(
  { deps, project }: OptionsContext,
  accountId: string,
): Promise<'password' | 'sign-in' | null> {
  const rows = await deps.database.rows<object>(sql`
    SELECT 1 FROM accounts a
    WHERE a.project_id = ${project.id} AND a.id = ${accountId} AND ${isUnproven} AND NOT a.password_given
      AND ${hasCredential()}`)
  if (rows.length === 0) return null
  return project.passwordLogin ? 'password' : 'sign-in'
}

interface StoredPassword {
  readonly hash: string | null
  readonly setAt: string | null
}

export async function readPassword(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<StoredPassword | undefined> {
  const [row] = await executor.rows<StoredPassword>(sql`
    SELECT password_hash AS hash, extract(epoch FROM password_set_at)::text AS "setAt" FROM accounts
    WHERE project_id = ${projectId} AND id = ${accountId}`)
  return row
}
