import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from './issuer-context.ts'

/** One project's provider, with the project and settings that it is built from. */
export interface LayerContext {
  readonly provider: Provider
  readonly context: OptionsContext
}

/** Answers a request, or passes it to the next layer of its endpoint. `oidc` exists after a route of oidc-provider matched. */
export type Layer = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<unknown>

/** Makes a layer once for each provider. */
export type LayerFactory = (parts: LayerContext) => Layer

/** Passes the request on, where the settings switch a layer off. */
export const passOn: Layer = (_ctx, next) => next()
