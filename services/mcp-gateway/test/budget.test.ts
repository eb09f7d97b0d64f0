import { gzipSync } from 'node:zlib'
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

/** The largest list of each selection: o200k tokens, and bytes of gzip. `TOOLSETS=1` prints the figures. */
const largest: Readonly<Record<string, readonly [tokens: number, bytes: number]>> = {
  '': [40_000, 22_000],
  'readonly=true': [9_000, 6_100],
  'compact=true': [200, 500],
  'toolsets=sessions': [250, 400],
  'toolsets=search': [150, 350],
  'toolsets=projects': [3_900, 2_500],
  'toolsets=clients': [4_350, 2_700],
  'toolsets=resources': [2_100, 1_600],
  'toolsets=users': [6_000, 3_200],
  'toolsets=groups': [1_900, 1_350],
  'toolsets=providers': [4_950, 3_000],
  'toolsets=directories': [3_450, 2_250],
  'toolsets=keys': [2_600, 1_400],
  'toolsets=activity': [420, 600],
  'toolsets=teams': [2_150, 1_300],
  'toolsets=administrators': [1_800, 1_350],
  'toolsets=approvals': [200, 400],
  'toolsets=plans': [1_550, 1_350],
  'toolsets=settings': [3_100, 3_900],
  'toolsets=mail': [720, 900],
  'toolsets=audit': [480, 800],
  'toolsets=faults': [1_000, 1_000],
}

const listOf = (selection: string): readonly unknown[] => {
  const [name, value] = selection.split('=')
  if (name === 'compact') return compactTools
  if (name === 'readonly') return reads
  return name === 'toolsets' ? tools.filter((tool) => nounOf(tool.name) === value) : tools
}

it.each(Object.entries(largest))(
  'the list of /mcp?%s stays within its tokens and bytes',
  (selection, limit) => {
    const list = { tools: listOf(selection) }
    const [mostTokens, mostBytes] = limit
    const [needed, bytes] = [tokens(list), gzipSync(JSON.stringify(list)).length]
    if (process.env.TOOLSETS)
      console.log(`| ${selection || 'all'} | ${list.tools.length} | ${needed} | ${bytes} |`)
    expect(list.tools.length).toBeGreaterThan(0)
    expect(needed).toBeLessThanOrEqual(mostTokens)
    expect(bytes).toBeLessThanOrEqual(mostBytes)
  },
)

it('every toolset with a tool has a limit', () => {
  const offered = new Set(tools.map(({ name }) => `toolsets=${nounOf(name)}`))
  expect([...offered].filter((selection) => !(selection in largest))).toEqual([])
})
