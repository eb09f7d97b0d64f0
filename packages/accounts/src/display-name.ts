import { type Sql, sql } from '@signet/db'

/**
 * The `name` claim as `claimsOf` derives it, otherwise given and family name; null without a name. Values that a directory stored in
 * another form than text are shown as JSON.
 * @param account alias of the accounts
 */
export const displayNameOf = (account: Sql): Sql => sql`NULLIF(left(COALESCE(
  ${account}.profile->'name'->>'formatted', ${account}.profile->>'displayName', ${account}.claims->>'name',
  concat_ws(' ',
    COALESCE(${account}.profile->'name'->>'givenName', ${account}.claims->>'given_name'),
    COALESCE(${account}.profile->'name'->>'familyName', ${account}.claims->>'family_name'))
), 256), '')`
