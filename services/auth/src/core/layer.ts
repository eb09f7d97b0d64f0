import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from './issuer-context.ts'

export interface LayerContext {
  readonly provider: Provider
  readonly context: OptionsContext
}

/** `oidc` exists after a route of oidc-provider matched. */
export type Layer = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<unknown>

export type LayerFactory = (parts: LayerContext) => Layer

/** Replaces a layer that the settings switch off. */
export const passOn: Layer = (_ctx, next) => next()
