import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { errorPage } from '../pages/problem/error.ts'

export const errorsShown = (context: OptionsContext): Configuration => ({ renderError: errorPage(context) })
