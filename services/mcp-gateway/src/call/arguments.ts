import { type McpTool, type Problem, waitField } from '@signet/contracts'
import { ownProblem } from '../results/problems.ts'

/** Arguments of previews and of waits, which the listed schema omits. */
const unlisted = new Set(['confirm', 'expect', 'sort', waitField])

/**
 * Returns the problem of unknown arguments, or of missing ones that are part of the address of the route: a misspelled id would be a
 * missing object. Undefined when the names are correct.
 */
export function misnamedArguments(
  { properties, required = [] }: McpTool['inputSchema'],
  args: Readonly<Record<string, unknown>>,
): Problem | undefined {
  const known = Object.keys(properties)
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name) && !unlisted.has(name))
  const missing = required.filter((name) => args[name] === undefined)
  if (unknown.length === 0 && missing.length === 0) return undefined
  const errors = [
    ...unknown.map((path) => ({
      path,
      message: `is not a field; the fields are ${known.join(', ')}`,
      code: 'unknown_field' as const,
    })),
    ...missing.map((path) => ({ path, message: 'is missing', code: 'required' as const })),
  ]
  return { ...ownProblem('invalid_request'), errors }
}
