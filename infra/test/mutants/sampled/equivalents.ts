const hiddenRows =
  'row-level security hides the rows of other projects from the connection that runs the statement'
const randomId = 'the id of an account is random and belongs to one project'
const otherPlans =
  'the two statements together leave one default plan, whichever other rows the first one writes'

/** Mutants that change nothing a caller can observe: the id of each, and the reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([
  ['services/admin-api/src/domains/groups/members.ts#sql-6b89a7b8', hiddenRows],
  ['services/auth/src/federation/add-link.ts#sql-91b811a3', hiddenRows],
  ['services/auth/src/interactions/requests.ts#sql-d5af5409', hiddenRows],
  ['services/auth/src/federation/upstream-store.ts#sql-ccd1c7e3', hiddenRows],
  ['services/auth/src/storage/account-store.ts#sql-de8c646f', hiddenRows],
  ['services/scim/src/resources/group/read.ts#sql-275cd34e', hiddenRows],
  ['services/admin-api/src/authn/console-session.ts#sql-af098cd3', randomId],
  ['services/admin-api/src/domains/projects/sign-in-rules.ts#sql-f8734a7c', randomId],
  [
    'services/admin-api/src/edges/console-sign-in.ts#term-69ba9c1d',
    'openid-client rejects a response without an ID token, because `idTokenExpected` is set',
  ],
  ['services/admin-api/src/domains/plans/plan-store.ts#sql-6aacb0c4', otherPlans],
  ['services/admin-api/src/domains/plans/plan-store.ts#sql-aca26867', otherPlans],
  [
    'packages/accounts/src/groups.ts#sql-943cf502',
    'the inner statement selects groups of the project only, and the id of a group is random',
  ],
  [
    'services/admin-api/src/domains/teams/members.ts#guard-50c5495e',
    'the lock step of the same operation repeats the check for each call and each preview, and returns the same refusal',
  ],
  [
    'services/auth/src/provider-options/client-metadata.ts#term-4e9ea06d',
    'oidc-provider rejects each redirect URI of a web application whose scheme is neither http nor https',
  ],
])
