import type { PlannedChange } from '@signet/contracts'
import type { Style, Terminal } from '../terminal.ts'

const marks: Readonly<Record<PlannedChange['action'], { readonly mark: string; readonly style: Style }>> = {
  create: { mark: '+', style: 'green' },
  update: { mark: '~', style: 'yellow' },
  delete: { mark: '-', style: 'red' },
}

const valueText = (value: unknown): string => (value === undefined ? '(none)' : JSON.stringify(value))

export function showChanges(terminal: Terminal, changes: readonly PlannedChange[]): void {
  for (const { action, subject, changes: fields, consequence, consequences, effects } of changes) {
    const { mark, style } = marks[action]
    terminal.print(terminal.style(style, `${mark} ${subject}`))
    for (const { field, from, to } of fields)
      terminal.print(`    ${field}: ${action === 'create' ? '' : `${valueText(from)} -> `}${valueText(to)}`)
    if (!effects.includes('none')) terminal.print(terminal.style('dim', `    ${consequence}`))
    for (const sentence of consequences) terminal.print(terminal.style('red', `    ${sentence}`))
  }
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length
  terminal.print(
    changes.length === 0
      ? 'No changes.'
      : `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete.`,
  )
}
