import { isReachableClass } from '@signet/accounts'
import type { Settings } from '@signet/contracts'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { connectionOf } from '../agents/access.ts'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isAgentEndpoint } from '../protocol/apis.ts'
import { scopeTokens } from '../protocol/scopes.ts'

const { Check, Prompt } = interactionPolicy

export function prompts(context: OptionsContext) {
  const { settings } = context
  const policy = interactionPolicy.base()
  const consent = policy.get('consent')?.checks
  consent?.remove('native_client_prompt')
  consent?.add(nativeApplication)
  consent?.add(newAudience)
  if (context.project.reserved === 'administrators') consent?.add(permittedAgent(context))
  const login = policy.get('login')?.checks
  policy.add(accountChoice(), 1)
  login?.add(noAccount, 0)
  for (const reason of Object.keys(unmet)) failAfterSignIn(login?.get(reason), settings)
  return policy
}

/** Prompts for the account (OpenID Connect Core 3.1.2.1), unless the user has just signed in. */
function accountChoice() {
  const prompt = new Prompt({ name: 'select_account', requestable: true })
  prompt.checks.remove('select_account_prompt')
  prompt.checks.add(
    new Check(
      'select_account_prompt',
      'select_account prompt was not resolved',
      'account_selection_required',
      ({ oidc }) => oidc.promptPending('select_account') && !oidc.result?.login,
    ),
  )
  return prompt
}

/** The session's account may no longer sign in. */
const noAccount = new Check(
  'no_account',
  'End-User authentication is required',
  ({ oidc }) => Boolean(oidc.session?.accountId) && !oidc.account,
)

/**
 * Requires a page for every native application, which nothing authenticates on a device (RFC 8252 8.6): the consent page, or the
 * sign-in page when it needs no consent. In the device flow the user compared the code on a page.
 */
const nativeApplication = new Check(
  'native_client_prompt',
  'native clients require End-User interaction',
  'interaction_required',
  ({ oidc }) => {
    if (oidc.client?.applicationType !== 'native' || /^(code|device)_/.test(oidc.route)) return false
    const { consent, login } = oidc.result ?? {}
    return !consent && (ownSettings(oidc.client).requireConsent || !login)
  },
)

/** A new audience needs consent even without scopes, since it makes a token for that audience possible. */
const newAudience = new Check('audience_missing', 'requested resource not granted', ({ oidc }) =>
  Object.keys(oidc.resourceServers ?? {}).some(
    (resource) => scopeTokens(oidc.grant?.getResourceScopeEncountered(resource)).length === 0,
  ),
)

/** Leads to the consent page, which shows no consent here. No result of an interaction fulfils this prompt. */
const permittedAgent = (context: OptionsContext) =>
  new Check('agent_not_permitted', 'client is not permitted as an agent', async ({ oidc }) => {
    const isForAgents = Object.keys(oidc.resourceServers ?? {}).some((one) => isAgentEndpoint(context, one))
    return isForAgents && !('agent' in (await connectionOf(context, oidc.params ?? {})))
  })

type Failure = (description: string) => errors.OIDCProviderError

const wrongAccount: Failure = (description) => new errors.LoginRequired(description)
const unmetClass: Failure = (description) => new errors.UnmetAuthenticationRequirements(description)

/** Errors that a further sign-in would not satisfy. */
const unmet: Readonly<Record<string, Failure>> = {
  // OpenID Connect Core 3.1.2.1, 5.5.1
  id_token_hint: wrongAccount,
  claims_id_token_sub_value: wrongAccount,
  // OpenID Connect Core 5.5.1.1
  essential_acr: unmetClass,
  essential_acrs: unmetClass,
}

function failAfterSignIn(check: interactionPolicy.Check | undefined, settings: Settings): void {
  if (!check) return
  const isUnmet = check.check
  check.check = async (ctx: KoaContextWithOIDC) => {
    const needed = await isUnmet(ctx)
    const cannot = ctx.oidc.result?.login || !isReachable(ctx, settings)
    if (needed && cannot) throw unmet[check.reason]?.(check.description) ?? new errors.AccessDenied()
    return needed
  }
}

/** A class without methods is unreachable, and is rejected before the sign-in page. */
function isReachable({ oidc }: KoaContextWithOIDC, { acrValues }: Settings): boolean {
  const { essential, value, values = [value] } = oidc.claims.id_token?.acr ?? {}
  if (essential !== true) return true
  return [values].flat().some((name) => isReachableClass(acrValues, String(name)))
}
