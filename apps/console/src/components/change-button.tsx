import { type ReactNode, useState } from 'react'
import type { ChangeName, Input, Outcome } from '../api/client.ts'
import { useOperationMutation } from '../api/operation.ts'
import { problemOf } from '../api/problem.ts'
import type { ButtonProps } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { ConfirmOperation, type ConfirmOperationProps } from './confirm-operation.tsx'
import { Permitted } from './permitted.tsx'

type Look = Pick<ButtonProps, 'kind' | 'size' | 'icon'>

export interface ChangeButtonProps<N extends ChangeName> extends Look {
  readonly operation: N
  readonly input: Input<N>
  readonly refusal: string | null
  /** Message after the change. */
  readonly done: string | ((outcome: Outcome<N>) => string)
  readonly children: ReactNode
}

/** Sends a change without a confirmation: it can be reverted, or has no noticeable effect. */
export function ChangeButton<N extends ChangeName>(props: ChangeButtonProps<N>) {
  const { operation, input, done, ...button } = props
  const mutation = useOperationMutation(operation)
  const change = () =>
    mutation.mutate(input, {
      onSuccess: (outcome) => toast(typeof done === 'string' ? done : done(outcome)),
      onError: (error) => toast(problemOf(error).detail),
    })
  return <Permitted {...button} isPending={mutation.isPending} onPress={change} />
}

export interface ConfirmButtonProps<N extends ChangeName>
  extends Look,
    Omit<ConfirmOperationProps<N>, 'onDone' | 'onClose' | 'children'> {
  readonly refusal: string | null
  readonly label: string
  /** Message after the change. */
  readonly done?: string | ((outcome: Outcome<N>) => string)
  readonly onDone?: (outcome: Outcome<N>) => void
  readonly children?: ReactNode
}

export function ConfirmButton<N extends ChangeName>(props: ConfirmButtonProps<N>) {
  const { refusal, label, kind = 'danger-quiet', size, icon, done, onDone, ...question } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Permitted
        kind={kind}
        {...(size ? { size } : {})}
        icon={icon}
        refusal={refusal}
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
