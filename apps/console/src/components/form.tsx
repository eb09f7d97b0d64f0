import type { Problem } from '@signet/contracts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { useOperationEdit } from '../api/change.ts'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { isPreview } from '../api/preview.ts'
import { errorAt, errorsWithin, problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { ManagedNotice } from './managed.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { same } from './rebase.ts'
import { useTypedValues } from './typed-values.ts'
import { valueRows } from './value-rows.ts'

/** Messages by field, found before sending. */
export type Findings = Readonly<Record<string, string | undefined>>

interface FormOptions<N extends ChangeName, V> {
  readonly operation: N
  /** When they change after a new read, fields without input follow them. */
  readonly initial: V
  readonly toInput: (values: V) => Input<N>
  /** Checks only errors that the server would describe less clearly, such as an empty field. */
  readonly check?: (values: V) => Findings
  readonly onDone: (outcome: Outcome<N>, values: V) => void
}

export interface FormState<V> {
  readonly values: V
  readonly set: (values: Partial<V>) => void
  readonly reset: (values?: V) => void
  readonly errorAt: (field: string) => string | undefined
  /** Errors of a field whose members have no controls. */
  readonly errorsWithin: (field: string) => string | undefined
  readonly problem: Problem | null
  /** Number of rejections by the server or by `check`; each moves the focus to the first field with an error. */
  readonly refusals: number
  readonly submit: () => void
  readonly isPending: boolean
  readonly isChanged: boolean
  /** Number of changed fields. */
  readonly changes: number
  /** The stored object changed during input; `reset` shows the stored values. */
  readonly hasConflict: boolean
  readonly stored: V
  readonly isRestored: boolean
}

const settleMs = 100

/** Shows the server's field errors at the fields. */
export function useOperationForm<N extends ChangeName, V extends object>(
  options: FormOptions<N, V>,
): FormState<V> {
  const { operation, initial, toInput, check, onDone } = options
  const mutation = useOperationEdit(operation)
  const typed = useTypedValues(operation, initial)
  const { values } = typed
  const [findings, setFindings] = useState<Findings>({})
  const [refusals, setRefusals] = useState(0)
  const refused = () => setRefusals((count) => count + 1)
  const problem = mutation.error ? problemOf(mutation.error) : null

  const isStale = problem?.code === 'precondition_failed'
  const repeated = useRef(false)
  // The object changed in fields that this form does not have or change: the edit is repeated once. The present object may reach
  // the form after the refusal, with the next rendering of the page.
  useEffect(() => {
    if (!isStale || typed.hasConflict || repeated.current) return
    const timer = setTimeout(() => {
      repeated.current = true
      send()
    }, settleMs)
    return () => clearTimeout(timer)
  }, [isStale, typed.hasConflict])

  const submit = (): void => {
    repeated.current = false
    send()
  }
  const send = (): void => {
    if (mutation.isPending) return
    const found = check?.(values) ?? {}
    setFindings(found)
    if (Object.values(found).some(Boolean)) refused()
    else
      mutation.mutate(toInput(values), {
        onSuccess: (outcome) => {
          if (!isPreview(outcome)) typed.saved(values)
          onDone(outcome, values)
        },
        onError: refused,
      })
  }

  return {
    values,
    set: (some) => {
      typed.setValues((now) => ({ ...now, ...some }))
      setFindings((now) => without(now, Object.keys(some)))
    },
    reset: (next) => {
      typed.reset(next)
      setFindings({})
      mutation.reset()
    },
    errorAt: (field) => findings[field] ?? errorAt(problem, field),
    errorsWithin: (field) => findings[field] ?? errorsWithin(problem, field),
    // The form shows a conflict in place of the refusal.
    problem: isStale && (typed.hasConflict || !repeated.current) ? null : problem,
    refusals,
    submit,
    isPending: mutation.isPending,
    isChanged: !same(values, typed.start),
    changes: Object.entries(values).filter(([name, value]) => !same(value, Reflect.get(typed.start, name)))
      .length,
    hasConflict: typed.hasConflict,
    stored: typed.start,
    isRestored: typed.isRestored,
  }
}

const without = (findings: Findings, names: readonly string[]): Findings =>
  Object.fromEntries(Object.entries(findings).filter(([name]) => !names.includes(name)))

function StoredValues<V>({ form: { values, stored } }: { form: FormState<V> }) {
  const now: object = Object(values)
  const differing = Object.entries(Object(stored)).filter(
    ([name, value]) => !same(value, Reflect.get(now, name)),
  )
  return (
    <ul className="mt-1">
      {valueRows(Object.fromEntries(differing)).map(({ name, value }) => (
        <li key={name} className="wrap-anywhere">
          {name}: {value}
        </li>
      ))}
    </ul>
  )
}

const dialogFooter = '-mx-5 -mb-5 justify-end rounded-b-xl border-t border-line bg-hover px-5 py-3'
const saveBar = 'sticky bottom-3 z-10 rounded-lg bg-raised p-2 shadow-float'

interface FormProps<V> {
  readonly form: FormState<V>
  readonly label: string
  /** Fields shown by the children, with the names of the operation's input. */
  readonly fields: readonly string[]
  readonly children: ReactNode
  readonly actions: ReactNode
  /** Keeps the actions in view while the form has unsaved input. */
  readonly isPage?: boolean
  /** Keeps the actions of a form with numbered steps in view, below the column of the fields. */
  readonly isLong?: boolean
  /** Places the actions in the footer of a dialog. */
  readonly isDialog?: boolean
}

export function Form<V>({
  form,
  label,
  fields,
  children,
  actions,
  isPage = false,
  isLong = false,
  isDialog = false,
}: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <AriaForm
      ref={element}
      aria-label={label}
      validationBehavior="aria"
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {form.isRestored && form.isChanged && <Notice title={t.forms.restored} />}
      {form.hasConflict && (
        <Notice tone="caution" title={t.forms.changedElsewhere}>
          <p>{t.forms.changedElsewhereText}</p>
          <StoredValues form={form} />
          <Button size="sm" className="mt-1.5" onPress={() => form.reset()}>
            {t.forms.loadStored}
          </Button>
        </Notice>
      )}
      {!isPage && <ManagedNotice />}
      {children}
      <ProblemNotice problem={form.problem} fields={fields} />
      {actions && (
        <div
          className={cx(
            'flex flex-wrap items-center gap-2 empty:hidden',
            isPage && form.isChanged && cx(saveBar, '-mx-2'),
            isLong && cx(saveBar, 'ml-10 max-sm:static'),
            isDialog && dialogFooter,
          )}
        >
          {actions}
        </div>
      )}
    </AriaForm>
  )
}
