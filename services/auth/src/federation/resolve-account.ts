import { createAccountIfFree, isNamed, normalizeKey, signUpsPaused } from '@signet/accounts'
import type { LinkingRefusal } from '@signet/contracts'
import { asDatabaseError, type Executor, type Sql, sql, UniqueViolation } from '@signet/db'
import {
  type Candidate,
  correlationValue,
  decideAccount,
  type LinkingDecision,
  type LinkingFacts,
  type Mapped,
  type Person,
  recognise,
} from '@signet/federation'
import { newId } from '@signet/runtime'
import type { SignInBasis } from '../artifacts/sign-in-basis.ts'
import { auditOutcome, upstreamAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { linkBasis } from '../sign-in/standing.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { fillAddress, type IdentityRef, linkIdentity, noteUse, refreshClaims } from './identities.ts'
import { applyMapped } from './mapped-rights.ts'

export type Resolution =
  | { readonly kind: 'signed in'; readonly accountId: string; readonly basis: SignInBasis }
  | { readonly kind: 'prove'; readonly accountId: string }
  | { readonly kind: 'refused'; readonly reason: LinkingRefusal }

class ConcurrentUpdate extends Error {
  override name = 'ConcurrentUpdate'
}

/** Finds, links or creates the account in one transaction. */
export async function resolveAccount(
  context: OptionsContext,
  upstream: Upstream,
  person: Person,
  mapped: Mapped,
): Promise<Resolution> {
  const attempt = () =>
    context.deps.database.transaction(async (tx) => {
      const resolution = await resolve(tx, context, upstream, person)
      if (resolution.kind === 'signed in') {
        const { accountId } = resolution
        await applyMapped(tx, { projectId: context.project.id, accountId, providerId: upstream.id }, mapped)
      }
      return resolution
    })
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof ConcurrentUpdate) && !(asDatabaseError(error) instanceof UniqueViolation))
      throw error
    // The concurrent transaction has committed: the second attempt finds its account.
    return attempt()
  }
}

async function resolve(
  tx: Executor,
  context: OptionsContext,
  upstream: Upstream,
  person: Person,
): Promise<Resolution> {
  const identity = identityOf(upstream, person)
  const decision = decideAccount(await factsOf(tx, context, upstream, person))
  switch (decision.kind) {
    case 'refuse':
      return { kind: 'refused', reason: decision.reason }
    case 'prove':
      return { kind: 'prove', accountId: decision.accountId }
    case 'create':
      return create(tx, context, identity, person)
    default:
      return enter(tx, context, decision, identity, person)
  }
}

export const identityOf = (
  upstream: Upstream,
  { issuer, subject, email, emailProven }: Person,
): IdentityRef => ({
  providerId: upstream.id,
  issuer,
  subject,
  email,
  emailProven,
})

async function enter(
  tx: Executor,
  context: OptionsContext,
  { kind, accountId }: Extract<LinkingDecision, { accountId: string }>,
  identity: IdentityRef,
  person: Person,
): Promise<Resolution> {
  const { id: projectId } = context.project
  if (kind === 'link') await linkIdentity(tx, context, { accountId, identity, by: 'upstream' })
  else await noteUse(tx, projectId, identity)
  const { providerId } = identity
  await refreshClaims(tx, projectId, { accountId, providerId }, person.claims)
  await fillAddress(tx, projectId, { accountId, providerId }, person)
  return signedIn(tx, projectId, accountId, identity)
}

async function create(
  tx: Executor,
  context: OptionsContext,
  identity: IdentityRef,
  { email, emailProven, claims }: Person,
): Promise<Resolution> {
  const { id: projectId } = context.project
  const accountId = newId('account')
  const account = { projectId, id: accountId, email, emailVerified: emailProven, claims }
  const act = upstreamAct({ projectId, providerId: identity.providerId }, 'enduser.create', {
    emailVerified: emailProven,
  })
  const isCreated = await auditOutcome(
    tx,
    { projectId, accountId },
    (audited) => createAccountIfFree(audited, account),
    (created) => (created ? act : null),
  )
  if (!isCreated) {
    if (email !== null && (await isUsername(tx, projectId, email)))
      return { kind: 'refused', reason: 'address_in_use' }
    throw new ConcurrentUpdate()
  }
  await linkIdentity(tx, context, { accountId, identity, by: 'upstream', created: true })
  return signedIn(tx, projectId, accountId, identity)
}

async function signedIn(
  tx: Executor,
  projectId: string,
  accountId: string,
  identity: IdentityRef,
): Promise<Resolution> {
  const basis = await linkBasis(tx, projectId, accountId, identity)
  if (!basis) throw new ConcurrentUpdate()
  return { kind: 'signed in', accountId, basis }
}

const isUsername = async (tx: Executor, projectId: string, email: string): Promise<boolean> =>
  (
    await tx.rows<object>(
      sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND username_key = ${normalizeKey(email)}`,
    )
  ).length > 0

interface CandidateRow extends Candidate {
  readonly known: boolean
  readonly correlated: boolean
  readonly holder: boolean
}

/** Locks the accounts among the facts. */
export async function factsOf(
  tx: Executor,
  { project, settings }: OptionsContext,
  upstream: Upstream,
  person: Person,
): Promise<LinkingFacts> {
  const rows = await tx.rows<CandidateRow>(candidates(project.id, upstream, person))
  return {
    person: { ...person, hostedDomain: person.signed.hd },
    known: rows.find(({ known }) => known) ?? null,
    correlated: rows.find(({ correlated }) => correlated) ?? null,
    holder: rows.find(({ holder }) => holder) ?? null,
    provider: { ...upstream, kind: recognise(upstream), bound: upstream.bound !== null },
    isAdministrators: project.reserved === 'administrators',
    signUpsPaused: await signUpsPaused(tx, settings, project.id),
  }
}

/**
 * Locks the possible accounts. A link counts only at the provider's current issuer; for a provider with many tenants, links of every
 * tenant count.
 */
function candidates(projectId: string, upstream: Upstream, person: Person): Sql {
  const { issuer, subject, email } = person
  const own = sql`d.project_id = ${projectId} AND d.provider_id = ${upstream.id}`
  const isThis = sql`d.issuer = ${issuer} AND d.subject = ${subject}`
  const manyTenants = recognise(upstream) === 'microsoft'
  const emailKey = email === null ? null : normalizeKey(email)
  const correlated = correlation(upstream, person)
  const known = sql`a.id IN (SELECT d.account_id FROM identities d WHERE ${own} AND ${isThis})`
  return sql`
    SELECT a.id AS "accountId", a.active AND a.locked_at IS NULL AS entitled, a.email_verified AS "emailVerified",
      a.connection_id IS NOT NULL AND a.connection_id IS DISTINCT FROM ${upstream.bound?.connectionId ?? null} AS "managedElsewhere",
      EXISTS (SELECT 1 FROM identities d WHERE ${own} AND d.account_id = a.id AND NOT (${isThis})
        AND (d.issuer = ${issuer} OR ${manyTenants})) AS "linkedToAnother",
      ${known} AS known, COALESCE(${correlated}, false) AS correlated, a.email_key IS NOT DISTINCT FROM ${emailKey} AND a.email_key IS NOT NULL AS holder
    FROM accounts a
    WHERE a.project_id = ${projectId} AND (${known} OR ${correlated} OR a.email_key = ${emailKey})
    ORDER BY a.id FOR UPDATE OF a`
}

/** The attribute of the account equals the claim of the connection. */
function correlation(upstream: Upstream, person: Person): Sql {
  const { bound, emailClaim } = upstream
  const provider = { kind: recognise(upstream), emailClaim }
  const value = bound && correlationValue({ ...provider, claim: bound.claim }, person)
  if (!bound || value === null) return sql`false`
  const matches =
    bound.attribute === 'externalId' ? sql`a.external_id = ${value}` : isNamed('username', value)
  return sql`(a.connection_id = ${bound.connectionId} AND ${matches})`
}
