import type { Configuration } from 'oidc-provider'
import { errorPage } from '../interactions/error.ts'
import type { OptionsContext } from './context.ts'

/** Errors that cannot be sent back to an application are shown on a page of ours. */
export const errorsShown = (context: OptionsContext): Configuration => ({ renderError: errorPage(context) })
