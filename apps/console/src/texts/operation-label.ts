import texts from 'virtual:operation-texts'
import type { OperationName } from '@signet/contracts'
import { t } from './index.ts'

export const operationLabel = (name: OperationName): string => t.operations[name] ?? texts[name].title

/** Uses the agent's title for a tool unknown to this release. */
export const labelOfTool = ({ tool, title }: { readonly tool: string; readonly title: string }): string =>
  Object.entries(t.operations).find(([name]) => name === tool)?.[1] ?? title

export const labelOfPlanned = (tool: string): string =>
  labelOfTool({ tool, title: Object.entries(texts).find(([name]) => name === tool)?.[1].title ?? tool })

/** Returns undefined for unknown tools, and for tools without high consequences. */
export function consequenceOfTool({ tool }: { readonly tool: string }): string | undefined {
  const [, own] = Object.entries(t.consequences).find(([name]) => name === tool) ?? []
  const [, facts] = Object.entries(texts).find(([name]) => name === tool) ?? []
  return own ?? facts?.consequence
}
