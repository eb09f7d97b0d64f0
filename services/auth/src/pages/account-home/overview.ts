import {
  displayNameOf,
  type NamedSignInFailure,
  readSignInState,
  selectSignInFailures,
} from '@signet/accounts'
import { isTimeZone } from '@signet/contracts'
import { sql } from '@signet/db'
import { mailConfigured } from '@signet/mail'
import { ownIdentities } from '../../federation/own-identities.ts'
import { appsOf } from '../../own-account/own-apps.ts'
import type { OwnVisit } from '../../own-account/own-page.ts'
import { ownPasskeys } from '../../own-account/own-passkeys.ts'
import { shownPicture } from '../../own-account/own-profile.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { countWaitingRequests } from '../../protocol/ciba.ts'
import { hasSecondFactor } from '../../sign-in/next-step.ts'
import { areFew } from '../own-recovery-codes/view.ts'
import { type OwnSession, ownSessions } from './sessions.ts'

const maxFailures = 10

/** Failures since the last change of the password that replace the state of the account. */
const manyFailures = 5

/** Null when every step is done. */
export type NextStep = 'confirmAddress' | 'passkey' | 'authenticator' | 'recoveryCodes' | 'password' | null

export interface OwnFailure extends Omit<NamedSignInFailure, 'lastAt'> {
  readonly lastAt: Date
}

interface OwnApp {
  readonly clientId: string
  readonly name: string
  readonly since: Date
  readonly lastUsed: Date | null
}

export interface Overview {
  readonly name: string | null
  /** An https address; null without one. */
  readonly picture: string | null
  /** Absent without a valid one in the profile. */
  readonly timeZone?: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly username: string | null
  /** Null also in a project without passwords. */
  readonly passwordSetAt: Date | null
  /** Null without an authenticator. */
  readonly authenticatorSince: Date | null
  /** Null where the project has none. */
  readonly passkeys: readonly string[] | null
  /** A passkey of the account works at the present host. */
  readonly hasPasskey: boolean
  /** Null where the project has none. */
  readonly providers: readonly string[] | null
  /** Unused codes; null without generated ones. */
  readonly recoveryCodes: number | null
  readonly hasSecondFactor: boolean
  readonly sessions: readonly OwnSession[]
  readonly failures: readonly OwnFailure[]
  readonly apps: readonly OwnApp[]
  /** Requests of applications that sent no browser. */
  readonly waitingRequests: number
  readonly nextStep: NextStep
}

interface Row {
  readonly name: string | null
  readonly picture: string | null
  readonly timeZone: string | null
  readonly passwordSetAt: Date | null
  readonly authenticatorSince: Date | null
}

async function readRow({ context: { deps, project }, account }: OwnVisit): Promise<Row | undefined> {
  const [row] = await deps.database.rows<Row>(sql`
    SELECT ${displayNameOf(sql`a`)} AS name, a.claims->>'picture' AS picture,
      COALESCE(a.claims->>'zoneinfo', a.profile->>'timezone') AS "timeZone", a.password_set_at AS "passwordSetAt", a.totp_enrolled_at AS "authenticatorSince"
    FROM accounts a WHERE a.project_id = ${project.id} AND a.id = ${account.id}`)
  return row
}

async function readFailures({ context: { deps, project }, account }: OwnVisit): Promise<OwnFailure[]> {
  const rows = await deps.database.rows<OwnFailure>(selectSignInFailures(project.id, account.id))
  return rows.slice(0, maxFailures)
}

export async function readOverview(visit: OwnVisit): Promise<Overview> {
  const { context, account } = visit
  const { deps, project, settings } = context
  const owner = { projectId: project.id, accountId: account.id }
  const [row, state, passkeys, identities, sessions, failures, apps, waitingRequests] = await Promise.all([
    readRow(visit),
    readSignInState(deps.database, project.id, account.id),
    ownPasskeys(deps.database, context, owner),
    ownIdentities(deps.database, context, account.id),
    ownSessions(visit),
    readFailures(visit),
    appsOf(visit),
    settings['ciba.enabled'] ? countWaitingRequests(context, account.id) : 0,
  ])
  const hasProviders = settings['federation.enabled'] && project.providers.length > 0
  const facts = {
    name: row?.name ?? null,
    picture: shownPicture(row?.picture),
    ...(row?.timeZone && isTimeZone(row.timeZone) ? { timeZone: row.timeZone } : {}),
    email: account.email,
    emailVerified: account.emailVerified,
    username: account.username,
    passwordSetAt: project.passwordLogin ? (row?.passwordSetAt ?? null) : null,
    authenticatorSince: row?.authenticatorSince ?? null,
    passkeys: relyingParty(context) ? passkeys.map(({ name }) => name) : null,
    hasPasskey: passkeys.some(({ worksHere }) => worksHere),
    providers: hasProviders ? identities.map(({ displayName }) => displayName) : null,
    recoveryCodes: state?.recoveryCodes ?? null,
    hasSecondFactor: state !== null && hasSecondFactor(state),
    ...{ sessions, failures, apps, waitingRequests },
  }
  return { ...facts, nextStep: nextStepOf(facts, await canConfirm(visit)) }
}

export async function canConfirm({ context: { deps }, account }: OwnVisit): Promise<boolean> {
  const { email, emailVerified, managed } = account
  return email !== null && !emailVerified && !managed && (await mailConfigured(deps.database))
}

function nextStepOf(facts: Omit<Overview, 'nextStep'>, isConfirmable: boolean): NextStep {
  if (isConfirmable) return 'confirmAddress'
  const needsFactor = facts.passwordSetAt !== null && !facts.hasPasskey && facts.authenticatorSince === null
  if (needsFactor) return facts.passkeys ? 'passkey' : 'authenticator'
  const needsCodes = facts.hasSecondFactor && (facts.recoveryCodes === null || areFew(facts.recoveryCodes))
  if (needsCodes) return 'recoveryCodes'
  return recentFailures(facts) < manyFailures ? null : 'password'
}

/** Causes of an attempt by another person. */
const guesses: readonly NamedSignInFailure['cause'][] = [
  'wrong_password',
  'wrong_code',
  'wrong_recovery_code',
]

/** Counts the failures that a new password answers: none without a password. */
export const recentFailures = ({
  failures,
  passwordSetAt,
}: Pick<Overview, 'failures' | 'passwordSetAt'>): number =>
  failures
    .filter(({ cause }) => guesses.includes(cause))
    .filter(({ lastAt }) => passwordSetAt !== null && lastAt > passwordSetAt)
    .reduce((sum, { count }) => sum + count, 0)
