import { mcpToolsOf, operationList } from '@signet/contracts'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'

const tools = mcpToolsOf(operationList)
const reads = tools.filter(({ annotations }) => annotations.readOnlyHint)

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length

/** Counts the tokens of o200k that a client sends to its model. */
const forModel = (list: typeof tools): number =>
  list.reduce(
    (sum, { name, description, inputSchema }) => sum + tokens({ name, description, inputSchema }),
    0,
  )

it('the read tools need fewer than 6,000 tokens of a model, and all tools fewer than 24,000', () => {
  expect(forModel(reads)).toBeLessThan(6_000)
  expect(forModel(tools)).toBeLessThan(24_000)
})

it('the complete list of tools needs fewer than 40,000 tokens', () => {
  expect(tokens({ tools })).toBeLessThan(40_000)
})
