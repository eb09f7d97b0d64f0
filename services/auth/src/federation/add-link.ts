import { asDatabaseError, type Executor, sql, UniqueViolation } from '@signet/db'
import { isAtItsIssuer, type Person, personOf, recognise, refusalOfLink } from '@signet/federation'
import { isAttached, ownClientId } from '@signet/sessions'
import { errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { OwnVisit } from '../own-account/own-page.ts'
import { notePage } from '../pages/problem/error.ts'
import type { FailureReason } from '../upstream/failure-reasons.ts'
import { isCancelled, problemOf } from '../upstream/problem.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type Answer, type ProvidedVisit, redeem } from './answer.ts'
import { linkIdentity } from './identities.ts'
import { leaveFor } from './leave.ts'
import { isLinked, lockEntitled } from './prove-account.ts'
import { recordFailure } from './provider-state.ts'
import { factsOf, identityOf } from './resolve-account.ts'
import { findUpstream } from './upstream-store.ts'

export const linkFailures = [
  'cancelled',
  'unavailable',
  'gone',
  'domain_not_allowed',
  'linked_elsewhere',
] as const satisfies readonly (FailureReason | 'linked_elsewhere')[]
export type LinkFailure = (typeof linkFailures)[number]

interface Linkable {
  readonly id: string
  readonly displayName: string
}

/** An account that a directory manages may link only the directory's provider. */
export async function linkableProviders(
  executor: Executor,
  { project, settings }: OptionsContext,
  accountId: string,
): Promise<Linkable[]> {
  if (!settings['federation.enabled']) return []
  return executor.rows<Linkable>(sql`
    SELECT p.id, p.display_name AS "displayName"
    FROM identity_providers p JOIN accounts a ON a.project_id = p.project_id AND a.id = ${accountId}
    WHERE p.project_id = ${project.id} AND p.enabled
      AND NOT EXISTS (
        SELECT 1 FROM identities d
        WHERE d.project_id = p.project_id AND d.provider_id = p.id AND d.account_id = a.id AND ${isAtItsIssuer})
      AND (a.connection_id IS NULL OR EXISTS (
        SELECT 1 FROM provisioning_connections k
        WHERE k.project_id = p.project_id AND k.provider_id = p.id AND k.id = a.connection_id))
    ORDER BY p.position, p.id`)
}

/** The transaction is bound to the user's session. */
export async function leaveToLink(
  { context, ctx, account, session }: OwnVisit,
  providerId: string,
): Promise<{ readonly url: URL; readonly name: string } | LinkFailure> {
  const { database } = context.deps
  const isOffered = (await linkableProviders(database, context, account.id)).some(
    ({ id }) => id === providerId,
  )
  const upstream = isOffered ? await findUpstream(context, providerId) : null
  if (!upstream) return 'gone'
  const redirect = { purpose: 'link', sessionUid: session.uid, accountId: account.id } as const
  try {
    // A provider of an unknown kind may reject a prompt that it does not support.
    const prompt = recognise(upstream) ? 'select_account' : undefined
    const params = { prompt, ui_locales: ctx.query.ui_locales }
    return {
      url: await leaveFor({ context, ctx }, upstream, { redirect, params }),
      name: upstream.displayName,
    }
  } catch (error) {
    return failureOf(context, upstream, error)
  }
}

/**
 * Requires the session that started the link: otherwise an attacker could link an identity to an account that another user is signed in
 * to (login CSRF, RFC 9700 4.7).
 */
export async function comeBackToLink(
  visit: ProvidedVisit,
  upstream: Upstream | null,
  answer: Answer,
  isFirst: boolean,
): Promise<void> {
  const { context, ctx, provider } = visit
  const { sessionUid, accountId } = answer.transaction
  const session = await provider.Session.get(ctx)
  notePage({ route: 'federation.callback', clientId: ownClientId, accountId: session.accountId })
  if (accountId === null || session.uid !== sessionUid || session.accountId !== accountId)
    throw new errors.SessionNotFound('the account that started the link is no longer signed in here')
  const failed = isFirst ? await link(visit, upstream, answer, { accountId, sessionUid: session.uid }) : null
  const at = { provider: upstream?.id ?? '', ...(failed ? { failed } : {}) }
  ctx.status = 303
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.redirect(`${context.mountPath}/account/identities?${new URLSearchParams(at)}`)
}

async function link(
  visit: ProvidedVisit,
  upstream: Upstream | null,
  answer: Answer,
  owner: Owner,
): Promise<LinkFailure | null> {
  const { context } = visit
  if (!upstream?.enabled) return 'gone'
  try {
    const { assertion, upstream: discovered } = await redeem(visit, upstream, answer)
    return await addLink(
      context,
      discovered,
      personOf({ ...discovered, kind: recognise(discovered) }, assertion),
      owner,
    )
  } catch (error) {
    return failureOf(context, upstream, error)
  }
}

async function failureOf(
  { deps, project }: OptionsContext,
  upstream: Upstream,
  error: unknown,
): Promise<LinkFailure> {
  if (isCancelled(error)) return 'cancelled'
  const problem = problemOf(error)
  if (problem === null) throw error
  await recordFailure(
    deps.database,
    { projectId: project.id, providerId: upstream.id },
    'unavailable',
    problem,
  )
  return 'unavailable'
}

interface Owner {
  readonly accountId: string
  readonly sessionUid: string
}

/** The caller holds the lock of the account. */
const isSignedIn = async (
  tx: Executor,
  projectId: string,
  { accountId, sessionUid }: Owner,
): Promise<boolean> =>
  (
    await tx.rows<object>(sql`
      SELECT 1 FROM oidc_sessions s WHERE s.project_id = ${projectId} AND s.uid = ${sessionUid}
        AND s.account_id = ${accountId} AND ${isAttached(sql`s`)}`)
  ).length > 0

async function addLink(
  context: OptionsContext,
  upstream: Upstream,
  person: Person,
  { accountId, sessionUid }: Owner,
): Promise<LinkFailure | null> {
  const { deps, project } = context
  const identity = identityOf(upstream, person)
  try {
    return await deps.database.transaction(async (tx) => {
      const refusal = refusalOfLink(await factsOf(tx, context, upstream, person), accountId)
      if (refusal) return refusal
      if (!(await lockEntitled(tx, project.id, accountId))) return 'gone'
      if (!(await isSignedIn(tx, project.id, { accountId, sessionUid }))) return 'gone'
      if (await isLinked(tx, project.id, accountId, identity)) return null
      const linkable = await linkableProviders(tx, context, accountId)
      if (!linkable.some(({ id }) => id === upstream.id)) return 'linked_elsewhere'
      await linkIdentity(tx, context, { accountId, identity, by: 'enduser' })
      return null
    })
  } catch (error) {
    // A concurrent request linked the identity to another account.
    if (asDatabaseError(error) instanceof UniqueViolation) return 'linked_elsewhere'
    throw error
  }
}
