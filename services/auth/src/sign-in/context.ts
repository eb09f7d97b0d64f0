import type { Locale } from '@signet/i18n'
import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { pageLocale } from '../core/page-language.ts'

export interface InteractionContext {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
  readonly interaction: Awaited<ReturnType<Provider['interactionDetails']>>
}

export const localeOf = ({ context, ctx, interaction }: InteractionContext): Locale =>
  pageLocale(context, ctx, interaction.params.ui_locales)

export const addressOf = (
  {
    context,
    interaction,
  }: { readonly context: OptionsContext; readonly interaction: { readonly uid: string } },
  page?: string,
): string => `${context.mountPath}/interaction/${interaction.uid}${page ? `/${page}` : ''}`

export async function clientOf({ provider, interaction }: InteractionContext) {
  const client = await provider.Client.find(String(interaction.params.client_id))
  if (!client) throw new errors.InvalidClient('client is gone')
  return client
}
