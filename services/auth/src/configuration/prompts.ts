import type { Settings } from '@signet/contracts'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import { scopeTokens } from '../protocol/scopes.ts'

const { Check, Prompt } = interactionPolicy

/** When a person is asked to sign in or to consent: the provider's own policy, and what it lacks. */
export function prompts(settings: Settings) {
  const policy = interactionPolicy.base()
  const consent = policy.get('consent')?.checks
  consent?.remove('native_client_prompt')
  consent?.add(nativeApplication)
  consent?.add(newAudience)
  const login = policy.get('login')?.checks
  policy.add(accountChoice(), 1)
  login?.add(noAccount, 0)
  for (const reason of Object.keys(unmet)) failAfterSignIn(login?.get(reason), settings)
  return policy
}

/** Asked for by the request (OpenID Connect Core 3.1.2.1), where somebody is signed in: who signs in anew has chosen. */
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

/** A session outlives the right to it: whoever may not sign in any more is nobody (T13). */
const noAccount = new Check(
  'no_account',
  'End-User authentication is required',
  ({ oidc }) => Boolean(oidc.session?.accountId) && !oidc.account,
)

/**
 * Nothing proves which application on a device asks, so none gets a code without a page (RFC 8252 8.6): the consent page,
 * or the sign-in where it needs no consent. A device's code was compared on a page of its own.
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

/** An audience is allowed even where nothing is asked of its scopes: a token for it is a token. */
const newAudience = new Check('audience_missing', 'requested resource not granted', ({ oidc }) =>
  Object.keys(oidc.resourceServers ?? {}).some(
    (resource) => scopeTokens(oidc.grant?.getResourceScopeEncountered(resource)).length === 0,
  ),
)

type Failure = (description: string) => errors.OIDCProviderError

const wrongAccount: Failure = (description) => new errors.LoginRequired(description)
const unmetClass: Failure = (description) => new errors.UnmetAuthenticationRequirements(description)

/** What a sign-in did not achieve is not achieved by showing its page again. */
const unmet: Readonly<Record<string, Failure>> = {
  // OpenID Connect Core 3.1.2.1 and 5.5.1: the request is about another person.
  id_token_hint: wrongAccount,
  claims_id_token_sub_value: wrongAccount,
  // OpenID Connect Core 5.5.1.1: an essential class that is not reached is a failed sign-in.
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

/** Whether a sign-in may reach an essential class: one that no methods lead to is refused before the page. */
function isReachable({ oidc }: KoaContextWithOIDC, { acrValues }: Settings): boolean {
  const { essential, value, values = [value] } = oidc.claims.id_token?.acr ?? {}
  if (essential !== true) return true
  return [values]
    .flat()
    .some((name) => isNonEmptyList(Object.hasOwn(acrValues, String(name)) && acrValues[String(name)]))
}

const isNonEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
