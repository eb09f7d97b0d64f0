import consequences from 'virtual:consequences'
import type { Problem } from '@signet/contracts'
import { type ReactNode, useState } from 'react'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { useOperationMutation } from '../api/operation.ts'
import { problemOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProblemNotice } from './problem-notice.tsx'

/** What a preview-confirm operation answers in place of the change. */
export interface Preview {
  readonly consequences: readonly string[]
  readonly expect?: object
}

interface ConfirmOperationProps<N extends ChangeName> {
  readonly operation: N
  readonly input: Input<N>
  readonly title: string
  readonly confirmLabel: string
  /** What the server answered in place of the change; confirming repeats its `expect`. */
  readonly preview?: Preview
  /** For an ordinary write: without it and without a preview, the contract says what cannot be taken back. */
  readonly consequence?: string
  /** What the change concerns, and what else it needs to be told. */
  readonly children?: ReactNode
  readonly danger?: boolean
  readonly onDone: (outcome: Outcome<N>) => void
  readonly onClose: () => void
}

/** The one question of the console: what would happen, from the server's preview or from the contract. */
export function ConfirmOperation<N extends ChangeName>(props: ConfirmOperationProps<N>) {
  const {
    operation,
    input,
    title,
    confirmLabel,
    consequence,
    children,
    danger = true,
    onDone,
    onClose,
  } = props
  const [preview, setPreview] = useState(props.preview)
  const [isFresh, setFresh] = useState(false)
  const mutation = useOperationMutation(operation)

  const failed = (error: unknown): void => {
    const fresh = previewIn(problemOf(error))
    if (!fresh) return
    setPreview(fresh)
    setFresh(true)
    mutation.reset()
  }
  const confirm = (): void => {
    const confirmed = preview ? { ...input, confirm: true, expect: preview.expect } : input
    mutation.mutate(confirmed, { onSuccess: onDone, onError: failed })
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={mutation.isPending} autoFocus>
            Cancel
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} onPress={confirm} isPending={mutation.isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {isFresh && (
        <Notice tone="caution" title="What you were about to confirm has changed">
          Read it again; nothing has been changed yet.
        </Notice>
      )}
      <Consequences sentences={preview?.consequences ?? [consequence ?? consequences[operation] ?? '']} />
      {children}
      <ProblemNotice problem={mutation.error ? problemOf(mutation.error) : null} />
    </Dialog>
  )
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

/** A stale confirmation is refused with a fresh preview beside the problem's own members. */
function previewIn(problem: Problem): Preview | null {
  const { code, consequences: sentences, expect } = problem
  if (code !== 'stale_preview' && code !== 'preview_required') return null
  if (!Array.isArray(sentences) || typeof expect !== 'object' || expect === null) return null
  return { consequences: sentences.map(String), expect }
}
