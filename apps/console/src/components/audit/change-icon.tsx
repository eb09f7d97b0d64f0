import { Ban, Check, type LucideIcon, Minus, Pencil, Plus } from 'lucide-react'

type ChangeKind = 'adds' | 'changes' | 'removes' | 'destroys' | 'approves' | 'refuses'

const looks: Record<ChangeKind, { readonly icon: LucideIcon; readonly style: string }> = {
  adds: { icon: Plus, style: 'text-good' },
  changes: { icon: Pencil, style: 'text-quiet' },
  removes: { icon: Minus, style: 'text-quiet' },
  destroys: { icon: Minus, style: 'text-problem' },
  approves: { icon: Check, style: 'text-good' },
  refuses: { icon: Ban, style: 'text-problem' },
}

/** The verbs that end the names of actions. */
const verbs: Readonly<Partial<Record<ChangeKind, readonly string[]>>> = {
  adds: 'accept activate add adopt assign create enroll generate grant import invite issue join link permit'.split(
    ' ',
  ),
  removes: 'clear deactivate demote leave lock release remove retire signout suspend withdraw'.split(' '),
  destroys: 'delete erase pruned purge revoke'.split(' '),
  approves: ['approve', 'confirm'],
  refuses: ['decline', 'refuse', 'rejected'],
}

/** Returns the kind of change by the last word of an action. */
export function changeKind(action: string): ChangeKind {
  const verb = action.slice(action.lastIndexOf('.') + 1)
  const kinds = Object.keys(verbs) as ChangeKind[]
  return kinds.find((kind) => verbs[kind]?.includes(verb)) ?? 'changes'
}

/** Is hidden from screen readers, because the text of the entry has the same verb. */
export function ChangeIcon({ action }: { readonly action: string }) {
  const { icon: Icon, style } = looks[changeKind(action)]
  return <Icon size={14} aria-hidden className={`relative top-0.5 shrink-0 ${style}`} />
}
