import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { notePage, showingProblems } from '../interactions/error.ts'
import { useUnder } from '../issuers/under.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { endFromUpstream } from './backchannel-logout.ts'
import { comeBack } from './callback.ts'
import { leaveForTrial } from './trial.ts'

const route = /^\/federation\/([\w-]{1,32})\/(try|callback|backchannel-logout)$/

/** The way to identity providers and back; not there while federation is off. */
export function addFederation(provider: Provider, context: OptionsContext): void {
  useUnder(provider, 'federation', async (plain, next) => {
    const [, providerId, page] = route.exec(plain.path) ?? []
    if (providerId === undefined || !context.settings['federation.enabled']) return next()
    const ctx = plain as unknown as KoaContextWithOIDC
    notePage({ route: `federation.${page}` })
    if (page === 'backchannel-logout') return endFromUpstream({ provider, context, ctx }, providerId)
    await showingProblems(ctx, context, async () => {
      if (page === 'callback') return comeBack({ provider, context, ctx }, providerId)
      if (ctx.method !== 'GET') throw new errors.InvalidRequest('this page cannot be reached like that')
      return leaveForTrial({ context, ctx }, providerId)
    })
  })
}
