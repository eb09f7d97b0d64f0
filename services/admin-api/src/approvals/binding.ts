import type { Operation } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import type { KeyedDigests, Vault } from '@signet/secrets'
import type { AgentToken } from '../caller.ts'
import type { Input } from '../implement.ts'

export interface Binding {
  readonly accountId: string
  readonly clientId: string
  readonly tool: string
  readonly argumentsDigests: KeyedDigests
  readonly stateDigests: KeyedDigests
}

/** @param state a change of the target, or of the effect of the call on it, invalidates the approval */
export const bindingOf = (
  vault: Vault,
  { tool }: Operation,
  accountId: string,
  { clientId }: AgentToken,
  input: Input,
  state: unknown,
): Binding => ({
  accountId,
  clientId,
  tool,
  argumentsDigests: argumentsDigests(vault, input),
  stateDigests: vault.keyedDigests(canonical(state), 'state'),
})

/** Ignores the state of the target. */
export const sameCall = ({ accountId, clientId, tool, argumentsDigests }: Binding): Sql => sql`
  account_id = ${accountId} AND client_id = ${clientId} AND tool = ${tool} AND arguments_digest = ANY(${[...argumentsDigests]})`

export const sameCallAndState = (binding: Binding): Sql =>
  sql`${sameCall(binding)} AND state_digest = ANY(${[...binding.stateDigests]})`

/** Omits `confirm` and `expect`: the person repeats these in the console, and a confirmation replaces both. */
export const argumentsDigests = (
  vault: Vault,
  { confirm: _confirm, expect: _expect, ...input }: Input,
): KeyedDigests => vault.keyedDigests(canonical(input), 'arguments')

/** Sorts keys, so that the order of arguments does not matter. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}
