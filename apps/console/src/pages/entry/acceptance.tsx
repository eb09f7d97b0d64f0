import { limits } from '@signet/contracts'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormPassword } from '../../components/form-text.tsx'
import { base, signInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Frame } from './frame.tsx'
import { InvalidInvitation } from './invalid-invitation.tsx'
import { PasswordHint } from './password-hint.tsx'
import { signIn } from './sign-in.ts'
import { SigningIn } from './signing-in.tsx'

const { min, max } = limits.administratorPasswordCharacters

interface AcceptanceProps {
  readonly token: string
  readonly invitation: Answer<'invitation_get'>
}

type JoinedTeam = Answer<'invitation_accept'>['team']

const teamPath = ({ id }: JoinedTeam): string => `${base}/teams/${id}`

export function Acceptance({ token, invitation }: AcceptanceProps) {
  const { email, teamName, role, invitedBy } = invitation
  const [choosesPassword, setChoosesPassword] = useState(invitation.choosesPassword)
  const [joined, setJoined] = useState<JoinedTeam | null>(null)
  const form = useOperationForm({
    operation: 'invitation_accept',
    initial: { password: '' },
    toInput: ({ password }) => ({ token, ...(password ? { password } : {}) }),
    check: ({ password }) => ({
      password: choosesPassword && password.length < min ? t.problems.tooShort(min) : undefined,
    }),
    onDone({ team }, { password }) {
      setJoined(team)
      if (password) void signIn({ email, password }, teamPath(team))
      else window.location.assign(signInUrl(teamPath(team), email))
    },
  })
  const { problem } = form
  // The account may have changed since the page was opened.
  if (!choosesPassword && problem?.code === 'password_required') setChoosesPassword(true)
  if (joined)
    return <SigningIn title={t.entry.welcome(joined.name)} email={email} returnTo={teamPath(joined)} />
  if (problem?.code === 'invitation_invalid') return <InvalidInvitation end={problem.reason} />
  return (
    <Frame
      title={t.entry.joinTeam(teamName)}
      text={t.entry.invitedBy(invitedBy, t.shell.teamRoles[role])}
      footer={choosesPassword ? t.entry.acceptNext : t.entry.acceptSignIn}
    >
      <Form
        form={form}
        label={t.entry.accept}
        fields={['password']}
        actions={
          <Button type="submit" kind="primary" size="lg" className="w-full" isPending={form.isPending}>
            {t.entry.accept}
          </Button>
        }
      >
        <TextField label={t.entry.email} type="email" value={email} autoComplete="username" isReadOnly />
        {choosesPassword && (
          <FormPassword
            form={form}
            name="password"
            label={t.entry.newPassword}
            autoComplete="new-password"
            autoFocus
            hint={<PasswordHint password={form.values.password} />}
            maxLength={max}
          />
        )}
      </Form>
    </Frame>
  )
}
