const hiddenRows =
  'row-level security hides the rows of other projects from the connection that runs the statement'
const randomId = 'the id of an account is random and belongs to one project'
const repeatedInLock =
  'the lock step of the same operation repeats the check for each call and each preview, and returns the same refusal'
const otherPlans =
  'the two statements together leave one default plan, whichever other rows the first one writes'

/** Mutants without an observable change: id, and reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([
  ['services/admin-api/src/domains/groups/members.ts#sql-6b89a7b8', hiddenRows],
  ['services/auth/src/federation/add-link.ts#sql-91b811a3', hiddenRows],
  ['services/auth/src/pages/requests/handler.ts#sql-d5af5409', hiddenRows],
  ['services/auth/src/federation/upstream-store.ts#sql-a9f240cc', hiddenRows],
  ['services/auth/src/request/account-store.ts#sql-de8c646f', hiddenRows],
  ['services/scim/src/resources/group/read.ts#sql-275cd34e', hiddenRows],
  ['services/admin-api/src/domains/plans/read.ts#sql-22b58164', hiddenRows],
  ['services/admin-api/src/authn/console-session.ts#sql-a2e24bf9', randomId],
  ['services/admin-api/src/domains/plans/read.ts#sql-b4532789', randomId],
  ['packages/accounts/src/credentials.ts#sql-1a305ba2', randomId],
  ['packages/accounts/src/credentials.ts#sql-cd0cd26e', randomId],
  ['services/admin-api/src/domains/users/lock.ts#guard-cf428d16', repeatedInLock],
  ['services/admin-api/src/domains/providers/update.ts#guard-65f17f85', repeatedInLock],
  [
    'services/mcp-gateway/src/call/plain-call.ts#term-a255f204',
    'the library answers such a call as the plain call does, which a test compares',
  ],
  [
    'services/admin-api/src/domains/directories/changes.ts#term-ce981b76',
    'findProvider refuses with this code only',
  ],
  [
    'services/scim/src/resources/user/change.ts#term-eda04e3b',
    'a change that is no removal leaves the result of the check as it was',
  ],
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
  ['services/admin-api/src/domains/teams/members.ts#guard-7094deaf', repeatedInLock],
  [
    'services/auth/src/clients/client-metadata.ts#term-4e9ea06d',
    'oidc-provider rejects each redirect URI of a web application whose scheme is neither http nor https',
  ],
])
