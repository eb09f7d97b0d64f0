import { pairwiseSubject } from '@signet/accounts'
import { signIdentityAssertion } from '@signet/tenancy'
import { type Account, errors } from 'oidc-provider'
import { buildTokenResponse, findAccount } from 'oidc-provider/lib/helpers/grants.js'
import { identityAssertionType } from '../protocol/grant-types.ts'
import { pairwiseKey } from '../protocol/pairwise.ts'
import { idTokenAlgorithm } from '../protocol/signing.ts'
import { chooseReceiver } from './assertion-receiver.ts'
import type { ExchangeParams } from './exchange-params.ts'
import { requireGrant } from './issue.ts'
import type { GrantParts } from './permitted-scopes.ts'
import { findPresentedSignIn, type PresentedSignIn } from './presented-sign-in.ts'
import { checkSenderOfSubject, redeemProof, type Sender } from './sender.ts'
import { rejectSubject } from './subject-token.ts'

/** ID-JAG, for an authorization server that the administrator of the application permits. */
export async function issueIdentityAssertion(
  parts: GrantParts,
  params: ExchangeParams,
  sender: Sender,
): Promise<void> {
  const { provider, context, ctx } = parts
  if (params.actor_token !== undefined || params.actor_token_type !== undefined)
    throw new errors.InvalidRequest('an identity assertion has no actor')
  const receiver = chooseReceiver(parts, params)
  const signIn = await findPresentedSignIn(parts, params.subject_token, params.subject_token_type)
  const { accountId, grant, authTime, acr, amr } = signIn
  const account = await findAccount(provider, ctx, accountId, signIn)
  if (!account) return rejectSubject('belongs to an account that may not sign in')
  ctx.oidc.entity('Account', account)
  ctx.oidc.entity('Grant', grant)

  checkSenderOfSubject(signIn.bound, { jkt: sender.proof?.thumbprint }, true)
  const jkt = await redeemProof(provider, ctx, sender)
  const { issuer, clientId, resources, scopes, seconds } = receiver
  const scope = scopes.join(' ') || undefined
  const signature = { projectId: context.project.id, algorithm: idTokenAlgorithm(context), seconds }
  const assertion = await signIdentityAssertion(context.deps, signature, {
    iss: context.issuer,
    sub: await subjectAt(parts, issuer, accountId),
    aud: issuer,
    client_id: clientId,
    resource: resources.length > 1 ? resources : resources[0],
    scope,
    auth_time: authTime,
    acr,
    amr,
    cnf: jkt === undefined ? undefined : { jkt },
    ...(await releasedAddress(account, signIn)),
  })
  requireGrant(grant.jti)
  ctx.body = buildTokenResponse(provider, {
    accessToken: assertion,
    expiresIn: seconds,
    issuedTokenType: identityAssertionType,
    scope,
    // RFC 8693 2.2.1: the assertion is no access token.
    tokenType: 'N_A',
  })
}

/** An application with pairwise subjects gets the one of a receiver that has them too, and never the id of the account. */
async function subjectAt(
  { context: { deps, project }, ctx }: GrantParts,
  receiver: string,
  accountId: string,
): Promise<string> {
  if (ctx.oidc.client.subjectType !== 'pairwise') return accountId
  return pairwiseSubject(await pairwiseKey(deps, project.id), new URL(receiver).host, accountId)
}

async function releasedAddress(account: Account, { grant, scope }: PresentedSignIn): Promise<object> {
  const claims = await account.claims('userinfo', scope, {}, grant.getRejectedOIDCClaims())
  const { email, email_verified: isVerified } = claims
  return typeof email === 'string' ? { email, email_verified: isVerified } : {}
}
