import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeName } from '../api/client.ts'
import { Notice } from '../ui/notice.tsx'
import {
  ChangeButton,
  type ChangeButtonProps,
  ConfirmButton,
  type ConfirmButtonProps,
} from './change-button.tsx'

export interface ActionRow {
  readonly title: string
  /** The value that the action changes. */
  readonly value?: ReactNode
  readonly text: string
  readonly action: ReactNode
  /** Reason of a disabled action. */
  readonly refusal?: string | null
}

/** Returns the reason that disables all of several actions. */
function commonReason([first, ...others]: readonly ActionRow[]): string | null {
  const reason = first?.refusal ?? null
  return others.length > 0 && others.every(({ refusal }) => refusal === reason) ? reason : null
}

interface ActionRowsProps {
  readonly rows: readonly ActionRow[]
  /** Reasons that a notice above the rows shows. */
  readonly shown?: readonly (string | null)[]
  /** Shows a reason of all rows at each of them. */
  readonly isRepeated?: boolean
}

export function ActionRows({ rows, shown = [], isRepeated = false }: ActionRowsProps) {
  const common = isRepeated ? null : commonReason(rows)
  return (
    <>
      {common && !shown.includes(common) && <Notice title={common} />}
      <ul className="-my-1 grid">
        {rows.map(({ title, value, text, action, refusal }) => (
          <li
            key={title}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 first:pt-1 last:border-b-0 last:pb-1"
          >
            <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
              <span className="font-medium">{title}</span>
              {value}
              <span className="text-sm text-quiet text-pretty">{text}</span>
              {refusal && refusal !== common && !shown.includes(refusal) && (
                <span aria-hidden className="text-sm text-quiet text-pretty">
                  <Lock size={12} className="mr-1.5 inline-block align-[-0.0625rem]" />
                  {refusal}
                </span>
              )}
            </div>
            {action}
          </li>
        ))}
      </ul>
    </>
  )
}

interface Purpose {
  /** Title of the row; without it the label of the button. */
  readonly purpose?: string
}

type ConfirmRowProps<N extends ChangeName> = Omit<ConfirmButtonProps<N>, 'title' | 'confirmLabel'> &
  Purpose & {
    readonly text: string
    readonly question: string
  }

/** The confirmation repeats the explanation. */
export const confirmRow = <N extends ChangeName>({
  text,
  question,
  purpose,
  ...button
}: ConfirmRowProps<N>): ActionRow => ({
  title: purpose ?? button.label,
  text,
  refusal: button.refusal,
  action: <ConfirmButton consequence={text} confirmLabel={button.label} title={question} {...button} />,
})

type ChangeRowProps<N extends ChangeName> = Omit<ChangeButtonProps<N>, 'children'> &
  Purpose & {
    readonly label: string
    readonly text: string
  }

export const changeRow = <N extends ChangeName>({
  label,
  text,
  purpose,
  ...button
}: ChangeRowProps<N>): ActionRow => ({
  title: purpose ?? label,
  text,
  refusal: button.refusal,
  action: <ChangeButton {...button}>{label}</ChangeButton>,
})

interface SwitchTexts {
  readonly label: string
  readonly text: string
  /** Title of the confirmation of a preview. */
  readonly question?: string
  readonly done: string
}

interface SwitchRowProps<N extends ChangeName>
  extends Pick<ChangeButtonProps<N>, 'operation' | 'input' | 'refusal' | 'undo'> {
  readonly isOn: boolean
  readonly off: SwitchTexts
  readonly on: SwitchTexts
}

/** Returns the change of a switch that takes effect immediately; the opposite change undoes it. */
export const switchOf = <N extends ChangeName>({ isOn, off, on, ...change }: SwitchRowProps<N>) => ({
  ...(isOn ? off : on),
  ...change,
})
