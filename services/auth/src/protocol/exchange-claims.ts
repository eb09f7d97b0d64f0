import { requestState } from '../request/state.ts'

/** Adds the claims of an exchanged token to the claims of the token that this request issues. No other claim replaces them. */
export function withExchange(claims: object | undefined): Record<string, unknown> | undefined {
  const exchange = requestState()?.exchange
  return exchange || claims ? { ...claims, ...exchange } : undefined
}
