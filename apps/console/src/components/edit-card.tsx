import { type ReactNode, useState } from 'react'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { isPreview, type Preview } from '../api/preview.ts'
import { Card } from '../ui/card.tsx'
import { toast } from '../ui/toast.ts'
import { ConfirmOperation } from './confirm-operation.tsx'
import { type Findings, Form, type FormState, useOperationForm } from './form.tsx'
import { SaveButtons } from './save-buttons.tsx'

interface EditCardProps<N extends ChangeName, V extends object> {
  readonly title?: string
  readonly text?: ReactNode
  /** Accessible name. */
  readonly label: string
  readonly operation: N
  readonly initial: V
  readonly toInput: (values: V) => Input<N>
  readonly check?: (values: V) => Findings
  readonly fields: readonly string[]
  readonly refusal: string | null
  readonly saveLabel: string
  readonly done: string | ((outcome: Outcome<N>) => string)
  /** Title of the confirmation of a preview. */
  readonly question?: string
  /** Cleared after saving, such as a secret. */
  readonly emptied?: Partial<V>
  /** The children place the buttons that save. Otherwise they are below the fields. */
  readonly placesButtons?: boolean
  readonly children: (form: FormState<V>, buttons: ReactNode) => ReactNode
}

export function EditCard<N extends ChangeName, V extends object>(props: EditCardProps<N, V>) {
  const { title, text, label, operation, toInput, fields, refusal, saveLabel, done, question, children } =
    props
  const [asked, setAsked] = useState<{ input: Input<N>; preview: Preview } | null>(null)
  const saved = (outcome: Outcome<N>): void => {
    setAsked(null)
    if (props.emptied) form.set(props.emptied)
    toast(typeof done === 'string' ? done : done(outcome))
  }
  const form = useOperationForm({
    ...props,
    onDone: (outcome, values) =>
      isPreview(outcome) ? setAsked({ input: toInput(values), preview: outcome }) : saved(outcome),
  })
  const buttons = <SaveButtons form={form} refusal={refusal} label={saveLabel} />
  return (
    <Card {...(title ? { title } : {})} text={text}>
      <Form form={form} label={label} fields={fields} isPage actions={!props.placesButtons && buttons}>
        {children(form, buttons)}
      </Form>
      {asked && (
        <ConfirmOperation
          operation={operation}
          {...asked}
          title={question ?? saveLabel}
          confirmLabel={saveLabel}
          danger={false}
          onDone={saved}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
