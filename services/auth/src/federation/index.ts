import { errors } from 'oidc-provider'
import type { LayerFactory } from '../core/layer.ts'
import { notePage, showingProblems } from '../pages/problem/error.ts'
import { publishMetadata } from '../saml/metadata-page.ts'
import { endFromUpstream } from './backchannel-logout.ts'
import { comeBack } from './callback.ts'
import { endFromFrame } from './frontchannel-logout.ts'
import { publishKey } from './key-set.ts'
import { endSignOut } from './sign-out-return.ts'
import { leaveForTrial } from './trial.ts'
import { findUpstream } from './upstream-store.ts'

const route =
  /^\/federation\/([\w-]{1,32})\/(try|callback|backchannel-logout|frontchannel-logout|jwks|metadata|signed-out)$/

export const federationLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    const [, providerId, page] = route.exec(ctx.path) ?? []
    if (providerId === undefined || !context.settings['federation.enabled']) return next()
    notePage({ route: `federation.${page}` })
    if (page === 'jwks') return (await publishKey(context, ctx, providerId)) || next()
    if (page === 'metadata')
      return publishMetadata(context, ctx, await findUpstream(context, providerId)) || next()
    if (page === 'frontchannel-logout') return endFromFrame(context, ctx, providerId)
    if (page === 'signed-out') return endSignOut(context, ctx)
    if (page === 'backchannel-logout') return endFromUpstream({ provider, context, ctx }, providerId)
    await showingProblems(ctx, context, async () => {
      if (page === 'callback') return comeBack({ provider, context, ctx }, providerId)
      if (ctx.method !== 'GET') throw new errors.InvalidRequest('this page cannot be reached like that')
      return leaveForTrial({ context, ctx }, providerId)
    })
  }
