import { type ReactNode, useState } from 'react'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { isPreview, type Preview } from '../api/preview.ts'
import { t } from '../texts/index.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Undo, useUndoableMessage } from './change-button.tsx'
import { ConfirmOperation } from './confirm-operation.tsx'
import { type Findings, Form, type FormState, useOperationForm } from './form.tsx'
import { Permitted } from './permitted.tsx'
import { useSheet } from './sheet.ts'

interface FormDialogProps<N extends ChangeName, V extends object>
  extends Pick<ButtonProps, 'kind' | 'size' | 'icon'> {
  readonly label: string
  readonly refusal: string | null
  readonly title: string | ((values: V) => string)
  readonly text?: string
  readonly operation: N
  readonly initial: V
  readonly toInput: (values: V) => Input<N>
  readonly check?: (values: V) => Findings
  readonly fields: readonly string[]
  readonly submitLabel: string
  readonly danger?: boolean
  readonly done?: string | ((outcome: Outcome<N>) => string)
  readonly onDone?: (outcome: Outcome<N>) => void
  /** Restores the state before the change. */
  readonly undo?: Undo
  readonly children: (form: FormState<V>) => ReactNode
}

/** A preview of the server becomes a confirmation. */
export function FormDialog<N extends ChangeName, V extends object>(props: FormDialogProps<N, V>) {
  const { label, refusal, kind, size, icon, operation } = props
  const [isOpen, setOpen] = useSheet(operation, refusal)
  return (
    <>
      <Permitted
        {...(kind ? { kind } : {})}
        {...(size ? { size } : {})}
        icon={icon}
        refusal={refusal}
        onPress={() => setOpen(true)}
      >
        {label}
      </Permitted>
      {isOpen && <OpenFormDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The open dialog, for a separate button. */
export function OpenFormDialog<N extends ChangeName, V extends object>(
  props: FormDialogProps<N, V> & { readonly onClose: () => void },
) {
  const {
    text,
    fields,
    operation,
    toInput,
    submitLabel,
    danger = false,
    done,
    onDone,
    undo,
    onClose,
    children,
  } = props
  const show = useUndoableMessage()
  const [asked, setAsked] = useState<{ input: Input<N>; preview: Preview } | null>(null)
  const finish = (outcome: Outcome<N>): void => {
    onClose()
    if (done) show(typeof done === 'string' ? done : done(outcome), undo)
    onDone?.(outcome)
  }
  const form = useOperationForm({
    ...props,
    onDone: (outcome, values) =>
      isPreview(outcome) ? setAsked({ input: toInput(values), preview: outcome }) : finish(outcome),
  })
  const title = typeof props.title === 'string' ? props.title : props.title(form.values)
  if (asked)
    return (
      <ConfirmOperation
        operation={operation}
        {...asked}
        title={title}
        confirmLabel={submitLabel}
        danger={danger}
        onDone={finish}
        onClose={onClose}
      />
    )
  return (
    <Dialog isOpen title={title} onClose={onClose} hasCancel>
      {text && <p className="text-quiet text-pretty">{text}</p>}
      <Form
        form={form}
        label={title}
        fields={fields}
        isDialog
        actions={
          <>
            <Button onPress={onClose}>{t.common.cancel}</Button>
            <Button type="submit" kind={danger ? 'danger' : 'primary'} isPending={form.isPending}>
              {submitLabel}
            </Button>
          </>
        }
      >
        {children(form)}
      </Form>
    </Dialog>
  )
}
