import type { SignInState } from '@signet/accounts'
import type { Html } from '@signet/http'
import type { InteractionResults } from 'oidc-provider'
import type { Progress } from './progress.ts'

/** A page, ready to send. */
export interface Rendered {
  readonly page: Html
  readonly status?: number
}

/** What came of a person's answer. Only the flow decides which page that leads to. */
export type Outcome =
  /** The page that was answered comes again. */
  | { readonly kind: 'stay'; readonly rendered: Rendered }
  | {
      readonly kind: 'continue'
      readonly progress: Progress
      /** The account of the progress, where this request has read it already. */
      readonly account?: SignInState
    }
  /** The person signs in at a provider. */
  | {
      readonly kind: 'leave'
      readonly providerId: string
      /** What was typed as a name. */
      readonly login?: string
    }
  /** The interaction ends with this result at the authorization endpoint. */
  | { readonly kind: 'end'; readonly result: InteractionResults }

export const stay = (page: Html, problem?: object): Outcome => ({
  kind: 'stay',
  rendered: rendered(page, problem),
})

export const continueWith = (progress: Progress, account?: SignInState): Outcome => ({
  kind: 'continue',
  progress,
  ...(account ? { account } : {}),
})

export const leave = (providerId: string, login?: string): Outcome => ({
  kind: 'leave',
  providerId,
  ...(login ? { login } : {}),
})

export const end = (result: InteractionResults): Outcome => ({ kind: 'end', result })

/** @param problem why a form comes again */
export const rendered = (page: Html, problem?: object): Rendered => ({ page, status: problem ? 422 : 200 })
