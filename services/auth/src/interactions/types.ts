import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../provider-options/context.ts'

/** One request of a person to a page of an interaction. */
export interface Interaction {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
  readonly interaction: Awaited<ReturnType<Provider['interactionDetails']>>
}
