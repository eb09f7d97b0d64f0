import { isNamed } from '@signet/accounts'
import type { AssertionIssuer } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { errors } from 'oidc-provider'
import type { Assertion } from '../agents/assertions.ts'
import type { SignInBasis } from '../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

interface Subject {
  readonly accountId: string
  readonly basis: SignInBasis
}

interface SubjectRow {
  readonly id: string
  readonly revocations: number
  readonly linkedAt: string | null
}

/** Conditions on accounts `a` and their identities `i`, by the meaning of `sub`. */
const conditions: Readonly<
  Record<AssertionIssuer['subject'], (sub: string, trusted: AssertionIssuer) => Sql>
> = {
  account: (sub) => sql`a.id = ${sub}`,
  email: (sub) => sql`${isNamed('email', sub)} AND a.email_verified`,
  userName: (sub) => isNamed('username', sub),
  externalId: (sub) => sql`a.external_id = ${sub}`,
  provider: (sub, { providerId, issuer }) => sql`EXISTS (
    SELECT FROM identities i WHERE i.project_id = a.project_id AND i.account_id = a.id
      AND i.provider_id = ${providerId ?? null} AND i.issuer = ${issuer} AND i.subject = ${sub})`,
}

/**
 * Finds the account by the mapping of the assertion's issuer.
 * @throws InvalidGrant unless it is exactly one
 */
export async function subjectOf(
  { deps, project }: OptionsContext,
  trusted: AssertionIssuer,
  claims: Assertion,
): Promise<Subject> {
  const sub = nameIn(trusted, claims)
  const { subject, providerId, issuer } = trusted
  const [row, ...others] = await deps.database.rows<SubjectRow>(sql`
    SELECT a.id, a.revocations, (
      SELECT extract(epoch FROM i.linked_at)::text FROM identities i
      WHERE i.project_id = a.project_id AND i.account_id = a.id AND i.provider_id = ${providerId ?? null}
        AND i.issuer = ${issuer} AND i.subject = ${sub}) AS "linkedAt"
    FROM accounts a WHERE a.project_id = ${project.id} AND ${conditions[subject](sub, trusted)} LIMIT 2`)
  if (!row) throw new errors.InvalidGrant(`the subject of the assertion is no account, by ${subject}`)
  if (others.length > 0)
    throw new errors.InvalidGrant(`the subject of the assertion is several accounts, by ${subject}`)
  const { id: accountId, revocations, linkedAt } = row
  const link =
    providerId !== undefined && linkedAt !== null
      ? { link: { providerId, issuer, subject: sub, linkedAt } }
      : {}
  return { accountId, basis: { revocations, passwordSetAt: null, password: false, ...link } }
}

/**
 * Returns the claim `email` of an identity assertion that is mapped by it, else `sub`.
 * @throws InvalidGrant for a missing address, and for one that the issuer has not verified
 */
function nameIn({ identityAssertions, subject }: AssertionIssuer, claims: Assertion): string {
  if (!identityAssertions || subject !== 'email') return claims.sub
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string') throw new errors.InvalidGrant('the assertion has no claim email')
  if (isVerified !== undefined && isVerified !== true)
    throw new errors.InvalidGrant('the assertion has an email address that its issuer has not verified')
  return email
}
