import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { errorPage } from '../pages/problem/error.ts'

/** Shows errors that cannot be returned to the application on an error page. */
export const errorsShown = (context: OptionsContext): Configuration => ({ renderError: errorPage(context) })
