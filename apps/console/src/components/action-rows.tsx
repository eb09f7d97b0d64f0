import type { ReactNode } from 'react'
import type { ChangeName } from '../api/client.ts'
import {
  ChangeButton,
  type ChangeButtonProps,
  ConfirmButton,
  type ConfirmButtonProps,
} from './change-button.tsx'

export interface ActionRow {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
}

export const ActionRows = ({ rows }: { rows: readonly ActionRow[] }) => (
  <ul className="-my-1 grid">
    {rows.map(({ title, text, action }) => (
      <li
        key={title}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 first:pt-1 last:border-b-0 last:pb-1"
      >
        <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <span className="font-medium">{title}</span>
          <span className="text-sm text-quiet text-pretty">{text}</span>
        </span>
        {action}
      </li>
    ))}
  </ul>
)

type ConfirmRowProps<N extends ChangeName> = Omit<ConfirmButtonProps<N>, 'title' | 'confirmLabel'> & {
  readonly text: string
  readonly question: string
}

/** A change with a confirmation, which repeats the explanation. */
export const confirmRow = <N extends ChangeName>({
  text,
  question,
  ...button
}: ConfirmRowProps<N>): ActionRow => ({
  title: button.label,
  text,
  action: <ConfirmButton consequence={text} confirmLabel={button.label} title={question} {...button} />,
})

/** A change with a confirmation that only restores something. */
export const restoreRow = <N extends ChangeName>(row: ConfirmRowProps<N>): ActionRow =>
  confirmRow({ kind: 'secondary', danger: false, ...row })

type ChangeRowProps<N extends ChangeName> = Omit<ChangeButtonProps<N>, 'children'> & {
  readonly label: string
  readonly text: string
}

/** A change without a confirmation. */
export const changeRow = <N extends ChangeName>({
  label,
  text,
  ...button
}: ChangeRowProps<N>): ActionRow => ({
  title: label,
  text,
  action: <ChangeButton {...button}>{label}</ChangeButton>,
})

interface SwitchTexts {
  readonly label: string
  readonly text: string
  readonly question: string
  readonly done: string
}

interface SwitchRowProps<N extends ChangeName>
  extends Pick<ConfirmButtonProps<N>, 'operation' | 'input' | 'refusal'> {
  readonly isOn: boolean
  readonly off: SwitchTexts
  readonly on: SwitchTexts
}

/** A switch with a confirmation in both directions. */
export const switchRow = <N extends ChangeName>({ isOn, off, on, ...change }: SwitchRowProps<N>): ActionRow =>
  confirmRow({ kind: 'secondary', danger: isOn, ...(isOn ? off : on), ...change })
