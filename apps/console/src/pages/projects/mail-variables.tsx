import { type ReactNode, useEffect, useRef } from 'react'
import type { Answer } from '../../api/client.ts'
import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement

interface VariableButtonsProps<V> {
  readonly variables: Answer<'project_mail_text_get'>['variables']
  readonly form: FormState<V>
  /** Fields with the names of the values, and the buttons between them. */
  readonly children: (buttons: ReactNode) => ReactNode
}

/** Inserts a variable at the cursor of the field that was focused last; the first one is the text area. */
export function VariableButtons<V extends object>({ variables, form, children }: VariableButtonsProps<V>) {
  const texts = t.mails
  const group = useRef<HTMLDivElement>(null)
  const last = useRef<Control>(null)
  useEffect(() => {
    const element = group.current
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [])
  const insert = (variable: string) => {
    const field = last.current ?? group.current?.querySelector('textarea')
    if (!field) return
    const { name, value, selectionStart, selectionEnd } = field
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    form.set({ [name]: `${value.slice(0, start)}${variable}${value.slice(end)}` } as Partial<V>)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + variable.length, start + variable.length)
    })
  }
  const buttons = (
    <div className="-mt-2 flex flex-wrap gap-1.5">
      <span className="basis-full text-sm text-quiet">{texts.insert}</span>
      {variables.map(({ name, mandatory }) => {
        const button = (
          <Button key={name} size="sm" className="font-mono" onPress={() => insert(`{{${name}}}`)}>
            {name}
          </Button>
        )
        return mandatory ? (
          <Tooltip key={name} text={texts.mandatory}>
            {button}
          </Tooltip>
        ) : (
          button
        )
      })}
    </div>
  )
  return (
    <div ref={group} className="grid grid-cols-1 gap-5">
      {children(buttons)}
    </div>
  )
}
