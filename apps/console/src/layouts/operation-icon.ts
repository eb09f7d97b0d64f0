import { type LucideIcon, Plus, Trash2, Zap } from 'lucide-react'
import { createElement, type ReactElement } from 'react'

function kindOf(operation: string): LucideIcon {
  if (/_(create|add|invite|permit)$/.test(operation)) return Plus
  return /_(delete|remove|purge|erase)$/.test(operation) ? Trash2 : Zap
}

/** Returns the icon of a change by the verb of its operation. */
export const iconOf = (operation: string): ReactElement =>
  createElement(kindOf(operation), { size: 15, 'aria-hidden': true })
