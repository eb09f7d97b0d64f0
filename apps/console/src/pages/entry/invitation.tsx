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
import { passwordHint } from './password-hint.ts'

const { min, max } = limits.administratorPasswordCharacters

/** The token is in the fragment, which browsers never send to a server. */
export function InvitationPage() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash).get('token') ?? ''
  const [joined, setJoined] = useState<{ email: string; team: { id: string; name: string } } | null>(null)
  const form = useOperationForm({
    operation: 'invitation_accept',
    initial: { password: '' },
    toInput: ({ password }) => ({ token, ...(password ? { password } : {}) }),
    check: ({ password }) => ({
      password: password && password.length < min ? t.problems.tooShort(min) : undefined,
    }),
    onDone: ({ email, team }) => setJoined({ email, team }),
  })
  if (joined)
    return (
      <Frame title={t.entry.welcome(joined.team.name)} text={t.entry.welcomeText(joined.email)}>
        <a
          href={signInUrl(`${base}/teams/${joined.team.id}`, joined.email)}
          className={buttonStyle('primary', 'lg', 'w-full')}
        >
          {t.entry.signIn}
        </a>
      </Frame>
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
            hint={passwordHint(form.values.password)}
            maxLength={max}
          />
        )}
      </Form>
    </Frame>
  )
}
