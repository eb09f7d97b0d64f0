import type { SignInState } from '@signet/accounts'
import type { Html } from '@signet/http'
import type { InteractionResults } from 'oidc-provider'
import type { Progress } from './progress.ts'

export interface RenderedPage {
  readonly page: Html
  readonly status?: number
}

/** The flow decides which page follows. */
export type Outcome =
  | { readonly kind: 'stay'; readonly rendered: RenderedPage }
  | {
      readonly kind: 'continue'
      readonly progress: Progress
      /** Present when this request has read the account already. */
      readonly account?: SignInState
    }
  | {
      readonly kind: 'leave'
      readonly providerId: string
      readonly login?: string
    }
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

export const rendered = (page: Html, problem?: object): RenderedPage => ({
  page,
  status: problem ? 422 : 200,
})
