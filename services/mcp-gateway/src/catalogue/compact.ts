import type { CallToolResult } from '@modelcontextprotocol/server'
import { rendered } from '../results/answers.ts'
import type { OfferedTool } from './tools.ts'

/** The compact form is for clients that limit the number of tools. */
export const searchTools = 'search_tools'
export const callToolByName = 'call_tool'

export const compactTools = [
  {
    name: searchTools,
    title: 'Search tools',
    description: 'Finds tools by words of their name, title or description, with their arguments.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words, such as "lock user".' } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: callToolByName,
    title: 'Call a tool',
    description: 'Calls a tool that search_tools found, with its arguments.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool.' },
        arguments: { type: 'object', description: 'Arguments of the tool.' },
      },
      required: ['name'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
] as const

const mostFound = 8

/** Returns the tools with the most words of the query, each with the schema of its arguments. */
export function searchResult(
  offered: readonly OfferedTool[],
  { query }: Readonly<Record<string, unknown>>,
): CallToolResult {
  const words = String(query ?? '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const ranked = offered
    .map(({ tool }) => ({ tool, rank: rankOf(words, tool) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || (a.tool.name < b.tool.name ? -1 : 1))
    .slice(0, mostFound)
  const tools = ranked.map(({ tool: { name, description, inputSchema } }) => ({
    name,
    description,
    inputSchema,
  }))
  return { content: [{ type: 'text', text: rendered({ tools }) }] }
}

/** A word of the name counts three times. */
const rankOf = (words: readonly string[], { name, title, description }: OfferedTool['tool']): number => {
  const text = `${title} ${description}`.toLowerCase()
  return words.reduce((sum, word) => sum + (name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0), 0)
}

/** Returns the call inside the arguments of `call_tool`; undefined for another form. */
export function nestedCall({ name, arguments: input = {}, ...more }: Readonly<Record<string, unknown>>) {
  if (typeof name !== 'string' || typeof input !== 'object' || input === null) return undefined
  // The approval of a client that continues is an argument of the outer call.
  return { name, input: { ...input, ...more } }
}
