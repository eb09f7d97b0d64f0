import { limits } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/operation.ts'
import { errorAt, problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import type { UserAnswer } from './detail.tsx'
import { NewPassword } from './new-password.tsx'

interface PasswordResetProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly onClose: () => void
}

const { min } = limits.userPasswordCharacters

export function PasswordReset({ projectId, user, onClose }: PasswordResetProps) {
  const [password, setPassword] = useState('')
  const [signOut, setSignOut] = useState(true)
  const [isShort, setShort] = useState(false)
  const mutation = useOperationMutation('project_user_password_reset')
  const problem = mutation.error ? problemOf(mutation.error) : null
  const save = () => {
    setShort(password.length < min)
    if (password.length < min) return
    mutation.mutate(
      { projectId, userId: user.id, password, signOut },
      {
        onSuccess: ({ sessions }) => {
          toast(signOut ? `The password was set and ${sessions} sessions ended.` : 'The password was set.')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      title={`Set a password for ${user.email}`}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="danger" isPending={mutation.isPending} onPress={save}>
            Set password
          </Button>
        </>
      }
    >
      <p className="text-quiet">The present password stops working at once.</p>
      <NewPassword
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next)
          setShort(false)
        }}
        error={isShort ? `Use at least ${min} characters.` : errorAt(problem, 'password')}
      />
      <Checkbox
        label="Sign the person out everywhere"
        hint="Every session and token ends, and applications are told."
        isSelected={signOut}
        onChange={setSignOut}
      />
      <ProblemNotice problem={problem} fields={['password']} />
    </Dialog>
  )
}
