import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { interactionPolicy } from 'oidc-provider'
import { ownSettings } from './client-metadata.ts'
import type { OptionsContext } from './context.ts'

/** Sign-in, consent and the grants that stand for it. */
export const grants = ({ mountPath }: OptionsContext): Configuration => ({
  interactions: {
    policy: policy(),
    url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}`,
  },
  loadExistingGrant,
  // A refresh token is redeemed once and replaced, whatever kind of client holds it (RFC 9700 4.14).
  rotateRefreshToken: true,
  formats: {
    bitsOfOpaqueRandomness: 256,
    // The agent endpoint reads the grant behind a token on every call: a signature alone is not enough (R27).
    customizers: {
      jwt: (_ctx, token, parts) =>
        void ('grantId' in token && token.grantId && Object.assign(parts.payload, { gid: token.grantId })),
    },
  },
})

function policy() {
  const prompts = interactionPolicy.base()
  // Consent of a native application is asked like any other's; whether to ask at all is the application's setting.
  prompts.get('consent')?.checks.remove('native_client_prompt')
  // A session outlives the right to it: whoever may not sign in any more is nobody (T13).
  prompts
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'no_account',
        'End-User authentication is required',
        ({ oidc }) => Boolean(oidc.session?.accountId) && !oidc.account,
      ),
      0,
    )
  return prompts
}

/** A grant given before, or, for an application that needs no consent, one made of what it asks. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { oidc } = ctx
  const { client, session, provider, account } = oidc
  if (!client || !session || !account) return undefined
  const grantId = oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = grantId ? await provider.Grant.find(grantId) : undefined
  const grant = existing?.accountId === account.accountId ? existing : undefined
  if (ownSettings(client).requireConsent) return grant
  const given = grant ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  const missing = [...oidc.requestParamOIDCScopes].filter(
    (scope) => !given.getOIDCScope().split(' ').includes(scope),
  )
  const resources = Object.entries(oidc.resourceServers ?? {}).filter(
    ([resource]) => !given.getResourceScope(resource),
  )
  if (grant && missing.length === 0 && resources.length === 0) return grant
  given.addOIDCScope(missing.join(' '))
  given.addOIDCClaims([...oidc.requestParamClaims])
  for (const [resource, server] of resources)
    given.addResourceScope(resource, wanted(oidc.requestParamScopes, server.scopes))
  await given.save()
  return given
}

const wanted = (asked: Set<string>, offered: Set<string>): string =>
  [...asked].filter((scope) => offered.has(scope)).join(' ')
