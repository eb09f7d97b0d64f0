import type Provider from 'oidc-provider'
import { errors, type Grant, type ResourceServerInstance } from 'oidc-provider'
import { findAccount } from 'oidc-provider/lib/helpers/grants.js'
import type { OptionsContext } from '../core/issuer-context.ts'
import { accessTokenType, identityAssertionType, tokenExchange } from '../protocol/grant-types.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import { exchangeOf, type FoundAccessToken, type PassedToken } from '../request/exchanged.ts'
import { requireRequestState } from '../request/state.ts'
import { type ExchangeParams, parameters, repeatable } from './exchange-params.ts'
import { issueIdentityAssertion } from './identity-assertion.ts'
import { makeAccessToken, requireGrant, sendAccessToken } from './issue.ts'
import {
  chooseScopes,
  type GrantParts,
  resolveApi,
  scopesInGrant,
  scopesOfApplication,
} from './permitted-scopes.ts'
import { checkSenderOfSubject, readSender } from './sender.ts'
import { readSignIn } from './sign-in-facts.ts'
import { checkMayExchange, findGrant, findSubject, rejectSubject, type VerifyJwt } from './subject-token.ts'

/**
 * RFC 8693: the application acts for the user, with another audience or fewer scopes. The new token belongs to the grant and the
 * session of the first one, and ends with them. Issues identity assertions too, the other type of token that a request can name.
 */
export function addExchangeGrant(provider: Provider, context: OptionsContext, verifyJwt: VerifyJwt): void {
  // Tokens of administrators are for the agent endpoint only.
  if (context.project.reserved === 'administrators') return
  provider.registerGrantType<ExchangeParams>(
    tokenExchange,
    (ctx) => exchange({ provider, context, ctx }, ctx.oidc.params, verifyJwt),
    parameters,
    repeatable,
  )
}

async function exchange(parts: GrantParts, params: ExchangeParams, verifyJwt: VerifyJwt): Promise<void> {
  const { provider, ctx } = parts
  const { client } = ctx.oidc
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('only an application that authenticates may exchange tokens')
  const sender = await readSender(provider, ctx)
  if (params.requested_token_type === identityAssertionType)
    return issueIdentityAssertion(parts, params, sender)
  const subject = await findSubject(parts, verifyJwt, subjectTokenOf(params))
  await checkActor(parts, params)
  await checkMayExchange(parts, subject)
  const account = await findAccount(provider, ctx, subject.accountId, subject)
  if (!account) return rejectSubject('belongs to an account that may not sign in')
  ctx.oidc.entity('Account', account)

  const server = await resolveApi(parts, targetOf(params, subject))
  const via = [...(exchangeOf(subject.extra)?.via ?? []), ...passedToken(subject)]
  const grantId = sourceGrantOf(subject)
  const grant = await findGrant(provider, grantId)
  const permitted = await permittedScopes(parts, subject, { server, grant, via })
  const token = await makeAccessToken(provider, ctx, {
    accountId: subject.accountId,
    grantId,
    sid: await sessionIdOf(provider, subject),
    server,
    scopes: chooseScopes(ctx.oidc.requestParamScopes, permitted),
    maxSeconds: secondsLeft(subject),
    sender,
  })
  checkSenderOfSubject(subject, token, subject.clientId === client.clientId)
  const act = exchangeOf(subject.extra)?.act
  requireRequestState().exchange = { act: { sub: client.clientId, ...(act ? { act } : {}) }, via }
  requireRequestState().exchangedSignIn = await readSignIn(parts, subject, grant)
  requireGrant(grantId)
  await sendAccessToken(provider, ctx, token, accessTokenType)
}

/** @throws InvalidRequest */
function subjectTokenOf({
  subject_token: token,
  subject_token_type: type,
  requested_token_type: wanted,
}: ExchangeParams) {
  if (typeof token !== 'string' || typeof type !== 'string')
    throw new errors.InvalidRequest("missing required parameters 'subject_token' and 'subject_token_type'")
  if (type !== accessTokenType)
    throw new errors.InvalidRequest(`subject_token_type must be ${accessTokenType}`)
  if (wanted !== undefined && wanted !== accessTokenType)
    throw new errors.InvalidRequest(
      `requested_token_type must be ${accessTokenType} or ${identityAssertionType}`,
    )
  return token
}

/**
 * The only actor is the application itself, by an access token of its own (RFC 8693 2.1).
 * @throws InvalidRequest
 */
async function checkActor(
  { provider, ctx }: GrantParts,
  { actor_token: token, actor_token_type: type }: ExchangeParams,
): Promise<void> {
  if (token === undefined && type === undefined) return
  if (typeof token !== 'string' || type !== accessTokenType)
    throw new errors.InvalidRequest(`actor_token needs the actor_token_type ${accessTokenType}`)
  const actor = await provider.ClientCredentials.find(token)
  if (actor?.clientId !== ctx.oidc.client.clientId)
    throw new errors.InvalidRequest(
      'the actor token is not valid',
      undefined,
      'the actor token is no opaque token that this application got with client_credentials',
    )
}

/** Returns the named API, or that of the subject token. @throws InvalidTarget */
function targetOf({ resource = [], audience = [] }: ExchangeParams, { aud }: FoundAccessToken): string {
  const [named, ...others] = [...new Set([resource, audience].flat())]
  if (others.length > 0) throw new errors.InvalidTarget('name one API with resource or audience')
  const target = named ?? aud
  if (typeof target !== 'string') throw new errors.InvalidTarget('name the API with the parameter resource')
  return target
}

const passedToken = ({ aud, scope = '' }: FoundAccessToken): PassedToken[] =>
  typeof aud === 'string' ? [{ aud, scope }] : []

/**
 * The user granted these scopes at the API to the application of the sign-in or else to this one. An API of an earlier token gets at
 * most the scopes of that token.
 */
async function permittedScopes(
  parts: GrantParts,
  subject: FoundAccessToken,
  {
    server: { scopes: declared, audience: aud },
    grant,
    via,
  }: {
    readonly server: ResourceServerInstance
    readonly grant: Grant
    readonly via: readonly PassedToken[]
  },
): Promise<string[]> {
  const audience = String(aud)
  const ofSignIn = await scopesInGrant(parts.context, grant, audience)
  const granted =
    ofSignIn ?? (await scopesOfApplication(parts, subject.accountId, { scopes: declared, audience }))
  const passed = via.filter((token) => token.aud === audience).map(({ scope }) => new Set(scopeTokens(scope)))
  return [...declared].filter((scope) => granted.has(scope) && passed.every((scopes) => scopes.has(scope)))
}

const sourceGrantOf = ({ sourceGrantId, grantId }: FoundAccessToken): string => sourceGrantId ?? grantId

/** A token that was a JWT or was exchanged has no other reference to its session. */
async function sessionIdOf(
  provider: Provider,
  { expiresWithSession, sessionUid, clientId, sid }: FoundAccessToken,
): Promise<string | undefined> {
  if (sessionUid === undefined) return sid
  if (!expiresWithSession) return undefined
  const session = await provider.Session.findByUid(sessionUid)
  return session?.sidFor(String(clientId)) ?? rejectSubject('belongs to a session that has ended')
}

/** @throws InvalidRequest for a token that expires now */
function secondsLeft({ exp = 0 }: FoundAccessToken): number {
  const seconds = exp - Math.floor(Date.now() / 1000)
  return seconds > 0 ? seconds : rejectSubject('has expired')
}
