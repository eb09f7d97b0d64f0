import { limits } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { errorAt, problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPassword } from './new-password.tsx'
import type { UserAnswer } from './user.ts'

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
          toast(signOut ? t.users.passwordDoneSessions(sessions) : t.users.passwordDone)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      title={t.users.setPasswordFor(user.email)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.common.cancel}</Button>
          <Button kind="danger" isPending={mutation.isPending} onPress={save}>
            {t.users.setPassword}
          </Button>
        </>
      }
    >
      <p className="text-quiet">{t.users.setPasswordText}</p>
      <NewPassword
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next)
          setShort(false)
        }}
        error={isShort ? t.problems.tooShort(min) : errorAt(problem, 'password')}
      />
      <Checkbox
        label={t.users.signOutToo}
        hint={t.users.signOutTooHint}
        isSelected={signOut}
        onChange={setSignOut}
      />
      <ProblemNotice problem={problem} fields={['password']} />
    </Dialog>
  )
}
