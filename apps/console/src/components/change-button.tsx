import { type ReactNode, useState } from 'react'
import { useAnyChange, useOperationMutation } from '../api/change.ts'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { isPreview, type Preview } from '../api/preview.ts'
import { problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import type { ButtonProps } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { ConfirmOperation, type ConfirmOperationProps } from './confirm-operation.tsx'
import { Permitted } from './permitted.tsx'
import { useSheet } from './sheet.ts'

interface Look extends Pick<ButtonProps, 'kind' | 'size' | 'icon'> {
  readonly showsReason?: boolean
}

export interface Undo {
  readonly name: ChangeName
  readonly input: object
}

/** Checks the input against its operation at compile time. */
export const undoBy = <N extends ChangeName>(name: N, input: Input<N>): Undo => ({
  name,
  input: input as object,
})

export interface ChangeButtonProps<N extends ChangeName> extends Look {
  readonly operation: N
  readonly input: Input<N>
  readonly refusal: string | null
  /** Message after the change. */
  readonly done: string | ((outcome: Outcome<N>) => string)
  /** Restores the state before the change. */
  readonly undo?: Undo | undefined
  /** Title of the confirmation of a preview. */
  readonly question?: string
  readonly children: string
}

/** Sends a change that can be reverted, or has no noticeable effect, without a confirmation. A preview opens one. */
export function ChangeButton<N extends ChangeName>(props: ChangeButtonProps<N>) {
  const { operation, input, done, undo, question, children: label, ...button } = props
  const { change, isPending, confirmation } = useChange({ operation, input, done, undo, question, label })
  return (
    <>
      <Permitted {...button} isPending={isPending} onPress={change}>
        {label}
      </Permitted>
      {confirmation}
    </>
  )
}

type ChangeProps<N extends ChangeName> = Pick<
  ChangeButtonProps<N>,
  'operation' | 'input' | 'done' | 'undo'
> & {
  readonly label: string
  readonly question?: string | undefined
}

/** Returns the function that sends the change, and the confirmation of its preview. */
export function useChange<N extends ChangeName>(props: ChangeProps<N>) {
  const { operation, input, done, undo, question, label } = props
  const [preview, setPreview] = useState<Preview | null>(null)
  const mutation = useOperationMutation(operation)
  const finish = useUndoableMessage()
  const succeed = (outcome: Outcome<N>) => {
    setPreview(null)
    finish(typeof done === 'string' ? done : done(outcome), undo)
  }
  const change = () =>
    mutation.mutate(input, {
      onSuccess: (outcome) => (isPreview(outcome) ? setPreview(outcome) : succeed(outcome)),
      onError: (error) => toast(problemOf(error).detail),
    })
  const confirmation = preview && (
    <ConfirmOperation
      {...{ operation, input, preview }}
      title={question ?? label}
      confirmLabel={label}
      onDone={succeed}
      onClose={() => setPreview(null)}
    />
  )
  return { change, isPending: mutation.isPending, confirmation }
}

/** Returns a function that shows the message of a change, with a button for the opposite change. */
export function useUndoableMessage(): (text: string, undo: Undo | undefined) => void {
  const revert = useAnyChange({
    onSuccess: () => toast(t.common.undone),
    onError: (error) => toast(problemOf(error).detail),
  })
  return (text, undo) => toast(text, undo && { label: t.common.undo, run: () => revert(undo) })
}

export interface ConfirmButtonProps<N extends ChangeName>
  extends Look,
    Omit<ConfirmOperationProps<N>, 'onDone' | 'onClose' | 'children'> {
  readonly refusal: string | null
  readonly label: string
  readonly done?: string | ((outcome: Outcome<N>) => string)
  readonly onDone?: (outcome: Outcome<N>) => void
  readonly children?: ReactNode
}

export function ConfirmButton<N extends ChangeName>(props: ConfirmButtonProps<N>) {
  const { refusal, label, kind = 'danger-quiet', size, icon, showsReason = false, ...rest } = props
  const { done, onDone, ...question } = rest
  const [isAsking, setAsking] = useSheet(props.operation, refusal)
  return (
    <>
      <Permitted
        kind={kind}
        {...(size ? { size } : {})}
        icon={icon}
        refusal={refusal}
        showsReason={showsReason}
        onPress={() => setAsking(true)}
      >
        {label}
      </Permitted>
      {isAsking && (
        <ConfirmOperation
          {...question}
          onDone={(outcome) => {
            setAsking(false)
            if (done) toast(typeof done === 'string' ? done : done(outcome))
            onDone?.(outcome)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
