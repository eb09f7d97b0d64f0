import type { LinkProps } from '@tanstack/react-router'
import type { ChangeName } from '../api/client.ts'
import { t } from '../texts/index.ts'
import { Card } from '../ui/card.tsx'
import type { ActionRow } from './action-rows.tsx'
import { ConfirmButton, type ConfirmButtonProps } from './change-button.tsx'
import { useLeave } from './leave.ts'

interface DeletionProps<N extends ChangeName>
  extends Pick<
    ConfirmButtonProps<N>,
    'operation' | 'input' | 'refusal' | 'consequence' | 'typedName' | 'done' | 'children'
  > {
  readonly question: string
  readonly label?: string
  readonly confirmLabel: string
  readonly to: LinkProps
}

export function DeleteButton<N extends ChangeName>({ question, label, to, ...button }: DeletionProps<N>) {
  const leave = useLeave()
  return (
    <ConfirmButton label={label ?? t.common.delete} title={question} {...button} onDone={() => leave(to)} />
  )
}

interface Titled {
  readonly title: string
  readonly text: string
}

export const DeleteCard = <N extends ChangeName>({ title, text, ...props }: DeletionProps<N> & Titled) => (
  <Card isDanger title={title} text={text} actions={<DeleteButton {...props} />} />
)

export const deleteRow = <N extends ChangeName>({
  title,
  text,
  ...props
}: DeletionProps<N> & Titled): ActionRow => ({ title, text, action: <DeleteButton {...props} /> })
