import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Layer } from '../core/layer.ts'
import { federationLayer } from '../federation/index.ts'
import { upstreamSignOutLayer } from '../federation/sign-out.ts'
import { globalRevocationLayer } from '../global-revocation/endpoint.ts'
import { type Endpoint, endpointAt, endpoints, type LayerName } from '../http/endpoints.ts'
import { endedSessionLayer, interactionLayer, ownFormLayer } from '../interaction/index.ts'
import { postedRequestLayer, postedSignOutLayer } from '../interaction/posted-requests.ts'
import { accountSwitchLayer } from '../interaction/switch-account.ts'
import { accountHomeLayer } from '../pages/account-home/handler.ts'
import { appsLayer } from '../pages/apps/handler.ts'
import { deviceLayer } from '../pages/device/handler.ts'
import { identitiesLayer } from '../pages/identities/handler.ts'
import { mailedLinkLayer } from '../pages/mailed-links/handler.ts'
import { newAddressLayer } from '../pages/own-address/handler.ts'
import { authenticatorLayer } from '../pages/own-authenticator/handler.ts'
import { ownDataLayer } from '../pages/own-data/handler.ts'
import { ownDeletionLayer } from '../pages/own-deletion/handler.ts'
import { passkeysLayer } from '../pages/own-passkeys/handler.ts'
import { ownProfileLayer } from '../pages/own-profile/handler.ts'
import { recoveryCodesLayer } from '../pages/own-recovery-codes/handler.ts'
import { requestsLayer } from '../pages/requests/handler.ts'
import { withoutSessionLayer } from '../pages/sign-out/handler.ts'
import { agentRegistrationLayer } from './agent-registration.ts'
import type { PipelineContext } from './context.ts'
import { defectLayer } from './defects.ts'
import { discoveryLayer } from './discovery.ts'
import { emptyBodyLayer } from './empty-answers.ts'
import { describeLifetime } from './pushed-requests.ts'
import { registrationLayer } from './registration-answers.ts'
import { renderedDocumentLayer } from './rendered-document.ts'
import { requestUnitLayer } from './request-unit.ts'
import { markStructuredTokens } from './structured-tokens.ts'

type OwnLayer = Exclude<LayerName, 'provider'>

/** The order for each endpoint is in `http/endpoints.ts`. */
export const layers: Readonly<Record<OwnLayer, (parts: PipelineContext) => Layer>> = {
  // Every request
  'empty body': emptyBodyLayer,
  defects: defectLayer,
  'request unit': requestUnitLayer,
  // Before a route of oidc-provider
  'account switch': accountSwitchLayer,
  'agent registration': agentRegistrationLayer,
  device: deviceLayer,
  discovery: discoveryLayer,
  'ended session': endedSessionLayer,
  'own form': ownFormLayer,
  'posted request': postedRequestLayer,
  'posted sign-out': postedSignOutLayer,
  registration: registrationLayer,
  'rendered document': renderedDocumentLayer,
  'request lifetime': describeLifetime,
  'structured token': markStructuredTokens,
  'upstream sign-out': upstreamSignOutLayer,
  'without session': withoutSessionLayer,
  // Pages and endpoints of Signet
  'account home': accountHomeLayer,
  applications: appsLayer,
  authenticator: authenticatorLayer,
  federation: federationLayer,
  'global revocation': ({ provider, context, everyProject }) =>
    globalRevocationLayer({
      provider,
      context: { ...context, deps: { ...context.deps, database: everyProject } },
    }),
  identities: identitiesLayer,
  interaction: interactionLayer,
  'mailed link': mailedLinkLayer,
  'new address': newAddressLayer,
  'own data': ownDataLayer,
  'own deletion': ownDeletionLayer,
  'own profile': ownProfileLayer,
  passkeys: passkeysLayer,
  'recovery codes': recoveryCodesLayer,
  'waiting requests': requestsLayer,
}

export function mountPipeline(parts: PipelineContext): void {
  const made = new Map(Object.entries(layers).map(([name, make]) => [name, make(parts)]))
  const chains = new Map(endpoints.map((endpoint) => [endpoint, chain(endpoint, made)]))
  parts.provider.use((ctx, next) => {
    const endpoint = endpointAt(ctx.path)
    // oidc-provider adds `oidc` to the context of Koa when one of its routes matches.
    return endpoint && chains.get(endpoint)?.(ctx as unknown as KoaContextWithOIDC, next)
  })
}

/** Only the layer `provider` passes a request to the routes of oidc-provider. */
function chain({ layers: names }: Endpoint, made: ReadonlyMap<string, Layer>): Layer {
  const steps = names.flatMap((name) => made.get(name) ?? [])
  const isServedByProvider = names.at(-1) === 'provider'
  return (ctx, next) => {
    const from = (index: number): Promise<unknown> => {
      const step = steps[index]
      if (step) return step(ctx, () => from(index + 1))
      return isServedByProvider ? next() : Promise.resolve()
    }
    return from(0)
  }
}
