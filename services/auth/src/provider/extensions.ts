import { countActivity } from '../activity/count.ts'
import { addAssertionGrant } from '../agents/assertion-grant.ts'
import type { ProviderContext } from './context.ts'
import { captureDefects } from './defects.ts'
import { recordErrors } from './recent-errors.ts'

/** Adds a grant type and listeners of events, which oidc-provider offers for this. */
export function extendProvider({ provider, context }: ProviderContext): void {
  addAssertionGrant(provider, context, provider.grantHandler('client_credentials'))
  captureDefects(provider, context)
  countActivity(provider, context.deps.activity, context.project.id)
  recordErrors(provider, context.deps.clientErrors, context.project.id)
}
