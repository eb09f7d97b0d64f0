import { mcpToolsOf, nounOf, nouns, operationList } from '@signet/contracts'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { compactTools } from '../src/catalogue/compact.ts'

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

it('each toolset needs fewer than 4,000 tokens, and both tools of the compact form fewer than 300', () => {
  const large = Object.keys(nouns).flatMap((noun) => {
    const needed = forModel(tools.filter(({ name }) => nounOf(name) === noun))
    return needed < 4_000 ? [] : [`${noun}: ${needed}`]
  })
  expect(large).toEqual([])
  expect(tokens(compactTools)).toBeLessThan(300)
})
