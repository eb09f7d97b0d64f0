import { acrossProjects } from '@signet/db/unscoped'
import type { SettingsCache } from '@signet/tenancy'
import type { JWK } from 'oidc-provider'
import { configurationFor } from '../configuration/index.ts'
import type { CookieKeys } from '../core/cookie-keys.ts'
import type { Deps } from '../core/deps.ts'
import type { IssuerProject } from '../core/issuer-context.ts'
import { publicKeySet } from '../http/documents.ts'
import { extendProvider } from '../provider/extensions.ts'
import { IssuerProvider } from '../provider/issuer-provider.ts'
import { overrideProvider } from '../provider/overrides.ts'
import { mountPipeline } from '../provider/pipeline.ts'
import { sharePrototypes } from '../provider/request-context.ts'
import { changeRouteSteps } from '../provider/route-steps.ts'
import type { Issuer } from './issuer.ts'
import { loadContext } from './load-context.ts'
import type { Version } from './versions.ts'

/** Takes two reads, and about a millisecond. */
export async function buildIssuer(
  service: Deps,
  settingsCache: SettingsCache,
  cookieKeys: CookieKeys,
  version: Version,
): Promise<Issuer> {
  const { context, publicKeys } = await loadContext(service, settingsCache, cookieKeys, version)
  const { issuer, mountPath, project, settings } = context
  const { host, protocol } = new URL(issuer)
  const documents = new Map([['/jwks', publicKeySet([...publicKeys, ...movedKeys(project, publicKeys)])]])
  changeRouteSteps()
  const provider = new IssuerProvider(context, configurationFor(context))
  sharePrototypes(provider)
  const parts = { provider, context, publicKeys }
  extendProvider(parts)
  overrideProvider(parts)
  mountPipeline({
    ...parts,
    documents,
    instance: service.database,
    everyProject: acrossProjects(service.database),
  })
  return {
    version,
    issuer,
    host,
    scheme: protocol.slice(0, -1),
    mountPath,
    project,
    settings,
    provider,
    documents,
    callback: provider.callback(),
  }
}

/** Returns keys of the other instance that the key set publishes too. An own key is never replaced. */
function movedKeys({ move }: IssuerProject, own: readonly JWK[]): readonly JWK[] {
  const kids = new Set(own.map(({ kid }) => kid))
  return move?.keys.filter(({ kid }) => !kids.has(kid)) ?? []
}
