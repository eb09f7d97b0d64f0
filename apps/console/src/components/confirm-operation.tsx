import texts from 'virtual:operation-texts'
import type { Problem } from '@signet/contracts'
import { type ReactNode, useEffect, useState } from 'react'
import { useOperationEdit, useOperationMutation } from '../api/change.ts'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { isPreview, type Preview } from '../api/preview.ts'
import { problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ManagedNotice } from './managed.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { Rich } from './rich.tsx'

export interface ConfirmOperationProps<N extends ChangeName> {
  readonly operation: N
  readonly input: Input<N>
  readonly title: string
  readonly confirmLabel: string
  /** The confirmation repeats its `expect`. */
  readonly preview?: Preview
  /** Requests the server's preview first; only for operations that change nothing without `confirm`. */
  readonly asksPreview?: boolean
  /** Rejects the change when its object changed since its last read. */
  readonly ifMatch?: boolean
  /** Replaces the contract's consequence, unless there is a preview. */
  readonly consequence?: string
  /** Name that the administrator must type before an irreversible change. */
  readonly typedName?: string
  readonly children?: ReactNode
  readonly danger?: boolean
  readonly onDone: (outcome: Outcome<N>) => void
  readonly onClose: () => void
}

export function ConfirmOperation<N extends ChangeName>(props: ConfirmOperationProps<N>) {
  const { operation, title, confirmLabel, consequence, typedName, children, danger = true, onClose } = props
  const [typed, setTyped] = useState('')
  const { preview, isFresh, isAsking, mutation, confirm } = useConfirmation(props)
  const isChanging = mutation.isPending && !isAsking
  return (
    <Dialog
      isOpen
      role="alertdialog"
      closesOnEscape={!isChanging}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isChanging} autoFocus={typedName === undefined}>
            {t.common.cancel}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            onPress={confirm}
            isPending={mutation.isPending}
            isDisabled={typedName !== undefined && typed.trim() !== typedName}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {isFresh && (
        <Notice tone="caution" title={t.confirmation.nowDifferent}>
          {t.confirmation.nowDifferentText}
        </Notice>
      )}
      {isAsking ? (
        <p className="text-quiet">{t.common.loading}</p>
      ) : (
        <Consequences sentences={preview?.consequences ?? [consequence ?? consequenceOf(operation)]} />
      )}
      <ManagedNotice isDeletion={operation.endsWith('_delete')} />
      {children}
      {typedName !== undefined && (
        <TextField
          label={
            <Rich
              text={t.confirmation.typeToConfirm('{name}')}
              parts={{ name: <Typed>{typedName}</Typed> }}
            />
          }
          autoFocus
          autoComplete="off"
          spellCheck="false"
          value={typed}
          onChange={setTyped}
        />
      )}
      <ProblemNotice problem={mutation.error ? problemOf(mutation.error) : null} />
    </Dialog>
  )
}

const Typed = ({ children }: { children: string }) => (
  <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-sm wrap-anywhere">{children}</code>
)

/** The contract has the consequence in English. */
const consequenceOf = (operation: ChangeName): string => {
  const own: Readonly<Record<string, string>> = t.consequences
  return own[operation] ?? texts[operation].consequence ?? ''
}

function useConfirmation<N extends ChangeName>(props: ConfirmOperationProps<N>) {
  const { operation, input, asksPreview = false, ifMatch = false, onDone } = props
  const [preview, setPreview] = useState(props.preview)
  const [isFresh, setFresh] = useState(false)
  const change = useOperationMutation(operation)
  const edit = useOperationEdit(operation)
  const mutation = ifMatch ? edit : change
  const { mutate, reset } = mutation
  const isAsking = asksPreview && !preview && mutation.isPending

  const failed = (error: unknown, wasAsked: boolean): void => {
    const fresh = previewIn(problemOf(error))
    if (!fresh) return
    setPreview(fresh)
    setFresh(wasAsked)
    reset()
  }
  /** The server may still respond with a preview if its state requires one. */
  const done = (outcome: Outcome<N>): void => (isPreview(outcome) ? setPreview(outcome) : onDone(outcome))
  const confirm = (): void => {
    const confirmed = preview ? { ...input, confirm: true, expect: preview.expect } : input
    mutate(confirmed, { onSuccess: done, onError: (error) => failed(error, preview !== undefined) })
  }
  // Runs once, when the dialog opens.
  useEffect(() => {
    if (asksPreview) mutate(input, { onSuccess: done, onError: (error) => failed(error, false) })
  }, [])
  return { preview, isFresh, isAsking, mutation, confirm }
}

const Consequences = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 1 ? (
    <p className="text-quiet text-pretty">{sentences[0]}</p>
  ) : (
    <ul className="grid list-disc gap-1.5 pl-4 text-quiet">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )

/** Returns the new preview that a stale confirmation is rejected with. */
function previewIn(problem: Problem): Preview | null {
  const { code, consequences: sentences, expect } = problem
  if (code !== 'stale_preview' && code !== 'preview_required') return null
  if (!Array.isArray(sentences) || typeof expect !== 'object' || expect === null) return null
  return { consequences: sentences.map(String), expect }
}
