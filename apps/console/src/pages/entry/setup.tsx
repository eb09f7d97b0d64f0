import { limits } from '@signet/contracts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormPassword, FormText } from '../../components/form-text.tsx'
import { signInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Notice } from '../../ui/notice.tsx'
import { Frame } from './frame.tsx'
import { PasswordHint } from './password-hint.tsx'
import { signIn } from './sign-in.ts'
import { SigningIn } from './signing-in.tsx'

const { min, max } = limits.administratorPasswordCharacters

export function SetupPage() {
  const { token } = useSearch({ from: '/setup' })
  /** The server itself needs no token; other browsers do. */
  const [asksForToken, setAsksForToken] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  const form = useOperationForm({
    operation: 'setup',
    initial: { email: '', password: '', setupToken: token ?? '' },
    toInput: ({ email, password, setupToken }) => ({
      email: email.trim(),
      password,
      ...(setupToken ? { setupToken: setupToken.trim() } : {}),
    }),
    check: ({ email, password }) => ({
      email: email.trim() ? undefined : t.entry.enterEmail,
      password: password.length < min ? t.problems.tooShort(min) : undefined,
    }),
    onDone: (_, { email, password }) => {
      setCreated(email.trim())
      void signIn({ email: email.trim(), password })
    },
  })
  if (created) return <SigningIn title={t.entry.created} email={created} />
  if (form.problem?.code === 'already_set_up') return <AlreadySetUp />
  if (!asksForToken && form.problem?.code === 'setup_token_required') setAsksForToken(true)
  return (
    <Frame title={t.entry.setUp} text={t.entry.setUpText} steps={<Steps />} footer={t.entry.setUpNext}>
      <Form
        form={form}
        label={t.entry.setUp}
        fields={['email', 'password', 'setupToken']}
        actions={
          <Button type="submit" kind="primary" size="lg" className="w-full" isPending={form.isPending}>
            {t.entry.createAdministrator}
          </Button>
        }
      >
        <FormText
          form={form}
          name="email"
          label={t.entry.email}
          type="email"
          autoComplete="username"
          autoFocus
          maxLength={limits.emailCharacters}
        />
        <FormPassword
          form={form}
          name="password"
          label={t.entry.password}
          autoComplete="new-password"
          hint={<PasswordHint password={form.values.password} />}
          maxLength={max}
        />
        {asksForToken && (
          <FormText
            form={form}
            name="setupToken"
            label={t.entry.token}
            mono
            autoComplete="off"
            hint={t.entry.tokenHint}
          />
        )}
      </Form>
    </Frame>
  )
}

/** The first step is the form of this page. */
const Steps = () => (
  <ol className="grid grid-cols-3 text-center text-sm text-quiet">
    {Object.values(t.entry.setUpSteps).map((name, index) => (
      <li
        key={name}
        aria-current={index === 0 ? 'step' : undefined}
        className="group aria-[current]:font-medium aria-[current]:text-ink"
      >
        <span aria-hidden className="mb-1 flex items-center gap-2">
          <span className="h-px flex-1 bg-line group-first:invisible" />
          <span className="grid size-5 place-items-center rounded-full text-xs ring-1 ring-line ring-inset group-aria-[current]:bg-primary group-aria-[current]:text-on-accent">
            {index + 1}
          </span>
          <span className="h-px flex-1 bg-line group-last:invisible" />
        </span>
        {name}
      </li>
    ))}
  </ol>
)

const AlreadySetUp = () => (
  <Frame title={t.entry.isSetUp} text={t.entry.isSetUpText}>
    <Notice title={t.entry.lostAccess}>{t.entry.lostAccessText}</Notice>
    <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
      {t.entry.signIn}
    </a>
  </Frame>
)
