import { limits } from '@signet/contracts'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, useOperationForm } from '../../components/form.tsx'
import { TextLink } from '../../components/link.tsx'
import { paths, signInUrl } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { PasswordField } from '../../ui/field.tsx'
import { Frame } from './frame.tsx'

const { min, max } = limits.administratorPasswordCharacters

/** Where a team invitation's message leads. The token is in the fragment, which no server is ever sent. */
export function InvitationPage() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash).get('token') ?? ''
  const [joined, setJoined] = useState<{ email: string; team: string } | null>(null)
  const form = useOperationForm({
    operation: 'invitation_accept',
    initial: { password: '' },
    toInput: ({ password }) => ({ token, ...(password ? { password } : {}) }),
    check: ({ password }) => ({
      password: password && password.length < min ? `Use at least ${min} characters.` : undefined,
    }),
    onDone: ({ email, team }) => setJoined({ email, team: team.name }),
  })
  if (joined)
    return (
      <Frame title={`Welcome to ${joined.team}`} text={`You are a member now. Sign in as ${joined.email}.`}>
        <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
          Sign in
        </a>
      </Frame>
    )
  const isGone = token === '' || form.problem?.code === 'invitation_invalid'
  const choosesPassword = form.values.password !== '' || form.problem?.code === 'password_required'
  const footer = <TextLink {...paths.entry()}>Back to the sign-in</TextLink>
  if (isGone)
    return (
      <Frame
        title="This invitation is not valid any more"
        text="It was accepted or withdrawn, or it has expired. Ask an owner of the team to invite you again."
        footer={footer}
      >
        {null}
      </Frame>
    )
  return (
    <Frame
      title="Join a team"
      text={
        choosesPassword
          ? 'Choose the password of your administrator account.'
          : 'You were invited to a team of administrators.'
      }
      footer={footer}
    >
      <Form
        form={form}
        label="Accept the invitation"
        fields={['password']}
        actions={
          <Button type="submit" kind="primary" size="lg" className="w-full" isPending={form.isPending}>
            Accept the invitation
          </Button>
        }
      >
        {choosesPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            autoFocus
            hint={`At least ${min} characters. A few unrelated words are easier to remember than symbols.`}
            maxLength={max}
            value={form.values.password}
            onChange={(password) => form.set({ password })}
            error={form.errorAt('password')}
          />
        )}
      </Form>
    </Frame>
  )
}
