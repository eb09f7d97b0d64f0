import { isOperationName, isTool, operations } from '@signet/contracts'

/** The tool that lists what a tool is about: the one of the longest noun its name begins with. */
export function listingFor(tool: string): string | undefined {
  const parts = tool.split('_')
  const names = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('_')}_list`)
  return names.find((name) => name !== tool && isOperationName(name) && isTool(operations[name]))
}
