import { jwtBearer } from '../protocol/grant-types.ts'
import type { Members, Wrapper } from './override.ts'

type GrantTypeAllowed = Members['Client.prototype']['grantTypeAllowed']

/** The entry among the permitted agents decides about each client. */
export const allowAssertionsOfAgents: Wrapper<GrantTypeAllowed> = (isAllowed, { provider, context }) => {
  if (context.project.reserved !== 'administrators' || !provider.offersGrant(jwtBearer)) return isAllowed
  return function allowed(type) {
    return type === jwtBearer || isAllowed.call(this, type)
  }
}
