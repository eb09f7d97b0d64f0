import type { PrintedStack } from '@signet/contracts'
import { t } from '../../../texts/index.ts'
import { Select } from '../../../ui/select.tsx'

interface StackChoiceProps {
  readonly stacks: readonly PrintedStack[]
  readonly chosen: PrintedStack | undefined
  readonly onChoose: (stack: PrintedStack | undefined) => void
  readonly label: string
  readonly hint?: string
}

const none = ''

export const StackChoice = ({ stacks, chosen, onChoose, label, hint }: StackChoiceProps) => (
  <Select
    label={label}
    {...(hint === undefined ? {} : { hint })}
    options={[
      { value: none, label: t.clients.stacks.none },
      ...stacks.map(({ name, title, language }) => ({ value: name, label: title, hint: language })),
    ]}
    value={chosen?.name ?? none}
    onChange={(name) => onChoose(stacks.find((stack) => stack.name === name))}
  />
)
