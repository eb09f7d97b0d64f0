import { isOperationName, isTool, operations } from '@signet/contracts'

/** Returns the listing tool of the longest noun at the start of the name. */
export function listingFor(tool: string): string | undefined {
  const parts = tool.split('_')
  const names = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('_')}_list`)
  return names.find((name) => name !== tool && isOperationName(name) && isTool(operations[name]))
}
