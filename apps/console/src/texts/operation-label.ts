import texts from 'virtual:operation-texts'
import type { OperationName } from '@signet/contracts'
import { t } from './index.ts'

export const operationLabel = (name: OperationName): string => t.operations[name] ?? texts[name].title

/** Returns the title of an agent's tool, which may be unknown to this release. */
export const labelOfTool = ({ tool, title }: { readonly tool: string; readonly title: string }): string =>
  Object.entries(t.operations).find(([name]) => name === tool)?.[1] ?? title

export const labelOfPlanned = (tool: string): string =>
  labelOfTool({ tool, title: Object.entries(texts).find(([name]) => name === tool)?.[1].title ?? tool })

/** Returns the irreversible consequence of a high-consequence tool; undefined for other tools and for unknown ones. */
export function consequenceOfTool({ tool }: { readonly tool: string }): string | undefined {
  const [, own] = Object.entries(t.consequences).find(([name]) => name === tool) ?? []
  const [, facts] = Object.entries(texts).find(([name]) => name === tool) ?? []
  return own ?? facts?.consequence
}
