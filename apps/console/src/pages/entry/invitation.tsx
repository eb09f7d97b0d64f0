import { limits } from '@signet/contracts'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormPassword } from '../../components/form-text.tsx'
import { TextLink } from '../../components/link.tsx'
import { base, paths, signInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Frame } from './frame.tsx'
import { PasswordHint } from './password-hint.tsx'
import { signIn } from './sign-in.ts'
import { SigningIn } from './signing-in.tsx'

const { min, max } = limits.administratorPasswordCharacters

interface JoinedTeam {
  readonly id: string
  readonly name: string
}

const teamPath = ({ id }: JoinedTeam): string => `${base}/teams/${id}`

/** The token is in the fragment, which browsers never send to a server. */
export function InvitationPage() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash).get('token') ?? ''
  const [joined, setJoined] = useState<{ email: string; team: JoinedTeam } | null>(null)
  const form = useOperationForm({
    operation: 'invitation_accept',
    initial: { password: '' },
    toInput: ({ password }) => ({ token, ...(password ? { password } : {}) }),
    check: ({ password }) => ({
      password: password && password.length < min ? t.problems.tooShort(min) : undefined,
    }),
    onDone({ email, team }, { password }) {
      setJoined({ email, team })
      if (password) void signIn({ email, password }, teamPath(team))
      else window.location.assign(signInUrl(teamPath(team), email))
    },
  })
  if (joined)
    return (
      <SigningIn
        title={t.entry.welcome(joined.team.name)}
        email={joined.email}
        returnTo={teamPath(joined.team)}
      />
    )
  const isGone = token === '' || form.problem?.code === 'invitation_invalid'
  const choosesPassword = form.values.password !== '' || form.problem?.code === 'password_required'
  if (isGone)
    return (
      <Frame
        title={token === '' ? t.entry.incomplete : t.entry.invalid}
        text={token === '' ? t.entry.incompleteText : t.entry.invalidText}
      >
        <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
          {t.entry.signIn}
        </a>
      </Frame>
    )
  return (
    <Frame
      title={t.entry.join}
      text={choosesPassword ? t.entry.choosePassword : t.entry.invited}
      footer={<TextLink {...paths.entry()}>{t.entry.back}</TextLink>}
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
        {choosesPassword && (
          <FormPassword
            form={form}
            name="password"
            label={t.entry.password}
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
