import type { ProofPurpose } from '@signet/accounts'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { pageLocale } from '../../core/page-language.ts'

/** Links whose page needs no session. */
export type LinkPurpose = Exclude<ProofPurpose, 'address'>

export interface Visit {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
  readonly purpose: LinkPurpose
  readonly token: string
}

export const addressOf = ({ context, purpose }: Visit): string => `${context.mountPath}/account/${purpose}`

export const localeOf = ({ context, ctx }: Visit) => pageLocale(context, ctx, ctx.query?.ui_locales)
