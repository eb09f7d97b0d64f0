import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { errorPage } from '../pages/problem/error.ts'

/** Errors that cannot be sent back to an application are shown on a page of ours. */
export const errorsShown = (context: OptionsContext): Configuration => ({ renderError: errorPage(context) })
