import type Provider from 'oidc-provider'
import { locales } from '../pages/locale.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { useUnder } from './under.ts'

const paths = new Set(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])

/** What oidc-provider says of itself, made true of us: nothing is advertised that is not served. */
export function completeDiscovery(provider: Provider, { settings }: OptionsContext): void {
  useUnder(provider, '.well-known', async (ctx, next) => {
    await next()
    if (!paths.has(ctx.path) || ctx.status !== 200) return
    Object.assign(ctx.body as Record<string, unknown>, {
      ui_locales_supported: [...locales],
      ...(settings['ciba.enabled'] ? { backchannel_user_code_parameter_supported: false } : {}),
      ...(settings['globalTokenRevocation.enabled']
        ? { global_token_revocation_endpoint: `${provider.issuer}/global-token-revocation` }
        : {}),
    })
  })
}
