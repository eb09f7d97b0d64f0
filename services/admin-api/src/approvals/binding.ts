import type { Operation } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import type { KeyedDigests, Vault } from '@signet/secrets'
import type { AgentToken } from '../caller.ts'
import type { Input } from '../implement.ts'

/** The very call that a confirmation or an approval is good for (T38). */
export interface Binding {
  readonly accountId: string
  readonly clientId: string
  readonly tool: string
  readonly argumentsDigests: KeyedDigests
  readonly stateDigests: KeyedDigests
}

/** @param state the target as it stands, and what would happen to it: a change of it makes what was shown stale */
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

/** The call of a row, whatever state it was made for. */
export const sameCall = ({ accountId, clientId, tool, argumentsDigests }: Binding): Sql => sql`
  account_id = ${accountId} AND client_id = ${clientId} AND tool = ${tool} AND arguments_digest = ANY(${[...argumentsDigests]})`

/** The same call while the target is as it was shown. */
export const bound = (binding: Binding): Sql =>
  sql`${sameCall(binding)} AND state_digest = ANY(${[...binding.stateDigests]})`

/** What a person repeats in the console to show that they mean it is no argument: a confirmation stands for both. */
export const argumentsDigests = (
  vault: Vault,
  { confirm: _confirm, expect: _expect, ...input }: Input,
): KeyedDigests => vault.keyedDigests(canonical(input), 'arguments')

/** JSON with sorted keys: the same arguments in another order are the same call. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}
