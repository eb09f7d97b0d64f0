import { changedMembers, displayNameOf } from '@signet/accounts'
import { Profile, problemOfClaim } from '@signet/contracts'
import { sql } from '@signet/db'
import type { Locale } from '@signet/i18n'
import { auditOutcome, ownAct } from '../core/audit.ts'
import type { OwnVisit } from './own-page.ts'

/** Empty texts for missing values. */
export interface OwnProfile {
  readonly displayName: string
  readonly givenName: string
  readonly familyName: string
  readonly picture: string
}

export type ProfileProblem = 'name' | 'picture'

export async function readOwnProfile({ context, account }: OwnVisit): Promise<OwnProfile> {
  const { deps, project } = context
  const [row] = await deps.database.rows<OwnProfile>(sql`
    SELECT COALESCE(${displayNameOf(sql`a`)}, '') AS "displayName", COALESCE(a.claims->>'picture', '') AS picture,
      COALESCE(a.profile->'name'->>'givenName', a.claims->>'given_name', '') AS "givenName",
      COALESCE(a.profile->'name'->>'familyName', a.claims->>'family_name', '') AS "familyName"
    FROM accounts a WHERE a.project_id = ${project.id} AND a.id = ${account.id}`)
  return row ?? { displayName: '', givenName: '', familyName: '', picture: '' }
}

const maxPictureCharacters = 2048

/** Returns an https address, which a page may load; null for another value. */
export const shownPicture = (picture: string | null | undefined): string | null =>
  picture && isPicture(picture) ? picture : null

const isPicture = (address: string): boolean =>
  address.startsWith('https://') &&
  address.length <= maxPictureCharacters &&
  problemOfClaim('picture', address) === undefined

export function problemOfProfile({
  displayName,
  givenName,
  familyName,
  picture,
}: OwnProfile): ProfileProblem | undefined {
  if (!Profile.safeParse({ displayName, name: { givenName, familyName } }).success) return 'name'
  return picture === '' || isPicture(picture) ? undefined : 'picture'
}

/** Mails to the user are in this language. Does nothing for a user of a directory. */
export async function saveOwnLanguage({ context, account }: OwnVisit, language: Locale): Promise<void> {
  const owner = { projectId: context.project.id, accountId: account.id }
  const chosen = sql`jsonb_build_object('preferredLanguage', ${language}::text, 'locale', ${language}::text)`
  await context.deps.database.transaction((tx) =>
    auditOutcome(
      tx,
      owner,
      (audited) =>
        audited.run(sql`
          UPDATE accounts SET profile = profile || ${chosen}, updated_at = now()
          WHERE project_id = ${owner.projectId} AND id = ${owner.accountId} AND connection_id IS NULL
            AND NOT profile @> ${chosen}`),
      (changed) =>
        changed > 0
          ? ownAct(owner, 'enduser.update', { profile: ['preferredLanguage', 'locale'], claims: [] })
          : null,
    ),
  )
}

interface ChangedProfile {
  readonly oldProfile: object
  readonly profile: object
  readonly oldClaims: object
  readonly claims: object
}

/** Does nothing for a user of a directory, which would override the change. */
export async function saveOwnProfile({ context, account }: OwnVisit, profile: OwnProfile): Promise<void> {
  const { displayName, givenName, familyName, picture } = profile
  const owner = { projectId: context.project.id, accountId: account.id }
  const isOwn = sql`a.project_id = ${owner.projectId} AND a.id = ${owner.accountId} AND a.connection_id IS NULL`
  await context.deps.database.transaction(async (tx) => {
    await tx.run(sql`SELECT 1 FROM accounts a WHERE ${isOwn} FOR UPDATE`)
    await auditOutcome(
      tx,
      owner,
      (audited) =>
        audited.rows<ChangedProfile>(sql`
          WITH changed AS (
            SELECT a.profile AS "oldProfile", a.claims AS "oldClaims", a.profile - 'displayName' || jsonb_strip_nulls(jsonb_build_object(
                'displayName', NULLIF(${displayName}::text, ''),
                'name', COALESCE(a.profile->'name', '{}') - 'formatted' || jsonb_build_object(
                  'givenName', NULLIF(${givenName}::text, ''), 'familyName', NULLIF(${familyName}::text, '')))) AS profile,
              a.claims - 'picture' || jsonb_strip_nulls(jsonb_build_object('picture', NULLIF(${picture}::text, ''))) AS claims
            FROM accounts a WHERE ${isOwn})
          UPDATE accounts a SET profile = c.profile, claims = c.claims, updated_at = now() FROM changed c
          WHERE ${isOwn} AND (a.profile, a.claims) IS DISTINCT FROM (c.profile, c.claims)
          RETURNING c."oldProfile", c."oldClaims", c.profile, c.claims`),
      ([changed]) =>
        changed
          ? ownAct(owner, 'enduser.update', {
              profile: changedMembers(changed.oldProfile, changed.profile),
              claims: changedMembers(changed.oldClaims, changed.claims),
            })
          : null,
    )
  })
}
