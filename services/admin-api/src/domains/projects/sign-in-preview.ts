import type { Operations, PreviewOf } from '@signet/contracts'
import { type Executor, raw, sql } from '@signet/db'
import {
  arePasskeysOn,
  hasPasskey,
  isSignInMethod,
  lossOf,
  readProjectAccess,
  withPasskeys,
} from '@signet/federation'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'
import type { ProjectFields } from './sign-in-rules.ts'

type Preview = PreviewOf<Operations['project_update']>

interface Counts {
  readonly withoutEnabledLink: number
  readonly unverified: number
  readonly passwordWithoutAuthenticator: number
  readonly passkeyOnly: number
  readonly passwordWithoutPasskey: number
  readonly passkeysNotListed: number
  readonly applications: number
  readonly isDefault: boolean
}

interface Consequence {
  readonly counts: keyof Preview['expect']
  readonly says: (count: number) => string
}

/** Counts the affected users; null when the change is not stricter. Each confirmed count belongs to one changed field. */
export async function previewSignIn(
  executor: Executor,
  project: ProjectRow,
  changes: Partial<ProjectFields>,
): Promise<Preview | null> {
  const counts = await count(executor, project, changes)
  const consequences = signInConsequences(project, changes, counts)
  if (consequences.length === 0) return null
  return {
    consequences: consequences.map(({ counts: name, says }) => says(counts[name])),
    expect: Object.fromEntries(consequences.map(({ counts: name }) => [name, counts[name]])),
    changes: Object.entries(changes).map(([field, to]) => ({
      field,
      from: project[field as keyof ProjectFields],
      to,
    })),
  }
}

function signInConsequences(
  project: ProjectRow,
  changes: Partial<ProjectFields>,
  { isDefault }: Counts,
): Consequence[] {
  const passwords = changes.passwordLogin ?? project.passwordLogin
  const opensInstance = changes.registrationOpen && (isDefault || project.reserved !== null)
  return [
    ...(changes.passwordLogin === false ? [passwordsEnd] : []),
    ...(changes.emailVerificationRequired && passwords ? [verificationStarts] : []),
    ...(changes.totpRequired && passwords ? [authenticatorStarts] : []),
    ...passkeyConsequences(project, changes),
    ...(opensInstance ? [signUpOpens] : []),
  ]
}

/** A rule that ends passkeys while passwords stay on; `withoutEnabledLink` counts them when passwords end. */
function passkeyConsequences(project: ProjectRow, changes: Partial<ProjectFields>): Consequence[] {
  const after = { ...project, ...changes }
  const ends = arePasskeysOn(project) && !arePasskeysOn(after) && changes.passwordLogin !== false
  const starts = changes.passkeys === 'required' && after.passwordLogin
  return [
    ...(ends ? [passkeysEnd] : []),
    ...(starts ? [passkeysStart] : []),
    ...(isListNarrowed(project, changes) ? [authenticatorsListed] : []),
  ]
}

function isListNarrowed(
  { passkeyAuthenticators: before }: ProjectRow,
  { passkeyAuthenticators: after = [] }: Partial<ProjectFields>,
): boolean {
  return after.length > 0 && (before.length === 0 || before.some((aaguid) => !after.includes(aaguid)))
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

const passwordsEnd: Consequence = {
  counts: 'withoutEnabledLink',
  says: (count) =>
    `Passwords stop working: ${people(count)} without a link to an enabled identity provider cannot sign in any more.`,
}

const verificationStarts: Consequence = {
  counts: 'unverified',
  says: (count) => `${people(count)} must verify an e-mail address before signing in again.`,
}

const authenticatorStarts: Consequence = {
  counts: 'passwordWithoutAuthenticator',
  says: (count) => `${people(count)} with a password must enrol an authenticator at the next sign-in.`,
}

const passkeysEnd: Consequence = {
  counts: 'passkeyOnly',
  says: (count) =>
    `Passkeys stop working: ${people(count)} without another way to sign in cannot sign in any more.`,
}

const passkeysStart: Consequence = {
  counts: 'passwordWithoutPasskey',
  says: (count) => `${people(count)} with a password must add a passkey at the next sign-in.`,
}

const authenticatorsListed: Consequence = {
  counts: 'passkeysNotListed',
  says: (count) =>
    `New passkeys need a listed authenticator that proves its model: ${count === 1 ? '1 passkey of another authenticator keeps' : `${count} passkeys of other authenticators keep`} working.`,
}

const signUpOpens: Consequence = {
  counts: 'applications',
  says: (count) =>
    `Any visitor may create an account on this instance and sign in to ${count === 1 ? '1 application' : `${count} applications`}.`,
}

const none = {
  withoutEnabledLink: 0,
  unverified: 0,
  passwordWithoutAuthenticator: 0,
  passwordWithoutPasskey: 0,
  passkeysNotListed: 0,
  isDefault: false,
}

/** Counts only accounts that can sign in now. */
async function count(
  executor: Executor,
  project: ProjectRow,
  changes: Partial<ProjectFields>,
): Promise<Counts> {
  const { id, applications } = project
  const listed = changes.passkeyAuthenticators ?? project.passkeyAuthenticators
  const settings = await loadSettings(executor)
  const keepsPasskeys = arePasskeysOn({ ...project, ...changes })
  const [row] = await executor.rows<Omit<Counts, 'applications' | 'passkeyOnly'>>(sql`
    SELECT count(*) FILTER (WHERE NOT (${keepsPasskeys}::boolean AND ${raw(hasPasskey)}) AND NOT EXISTS (
        SELECT 1 FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${isSignInMethod(settings)}))::int AS "withoutEnabledLink",
      count(*) FILTER (WHERE NOT a.email_verified)::int AS unverified,
      count(*) FILTER (WHERE a.password_hash IS NOT NULL AND a.totp_enrolled_at IS NULL)::int AS "passwordWithoutAuthenticator",
      count(*) FILTER (WHERE a.password_hash IS NOT NULL AND NOT ${raw(hasPasskey)})::int AS "passwordWithoutPasskey",
      (SELECT count(*)::int FROM passkeys k WHERE k.project_id = ${id} AND k.aaguid <> ALL(${listed}::text[])) AS "passkeysNotListed",
      EXISTS (SELECT 1 FROM instance WHERE default_project_id = ${id}) AS "isDefault"
    FROM accounts a JOIN projects j ON j.id = a.project_id
    WHERE a.project_id = ${id} AND a.active AND a.locked_at IS NULL`)
  const access = await readProjectAccess(executor, settings, id)
  const passkeyOnly = lossOf(access, withPasskeys(access.methods, 'off')).users
  return { ...none, ...row, passkeyOnly, applications }
}
