import { requestState } from '../request/state.ts'

type Claims = Record<string, unknown> | undefined

/** Adds the claims of an exchanged token, which no other claim replaces. */
export function withExchange(claims: Promise<object | undefined>): Promise<Claims> {
  const exchange = requestState()?.exchange
  return exchange ? claims.then((others) => ({ ...others, ...exchange })) : (claims as Promise<Claims>)
}
