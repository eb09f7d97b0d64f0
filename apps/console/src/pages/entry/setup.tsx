import { limits } from '@signet/contracts'
import { useSearch } from '@tanstack/react-router'
import { Form, useOperationForm } from '../../components/form.tsx'
import { TextLink } from '../../components/link.tsx'
import { paths, signInUrl } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Frame } from './frame.tsx'

const { min, max } = limits.administratorPasswordCharacters

/** First run: the first super administrator. */
export function SetupPage() {
  const { token } = useSearch({ from: '/setup' })
  const form = useOperationForm({
    operation: 'setup',
    initial: { email: '', password: '', setupToken: token ?? '' },
    toInput: ({ email, password, setupToken }) => ({
      email: email.trim(),
      password,
      ...(setupToken ? { setupToken: setupToken.trim() } : {}),
    }),
    check: ({ email, password }) => ({
      email: email.trim() ? undefined : 'Enter your e-mail address.',
      password: password.length < min ? `Use at least ${min} characters.` : undefined,
    }),
    onDone: () => window.location.assign(signInUrl()),
  })
  if (form.problem?.code === 'already_set_up') return <AlreadySetUp />
  const asksForToken = token === undefined || form.problem?.code === 'setup_token_required'
  return (
    <Frame
      title="Set up this instance"
      text="Create the first super administrator. You can add others, and teams, afterwards."
      footer={<TextLink {...paths.entry()}>Back to the sign-in</TextLink>}
    >
      <Form
        form={form}
        label="Set up this instance"
        fields={['email', 'password', 'setupToken']}
        actions={
          <Button type="submit" kind="primary" size="lg" className="w-full" isPending={form.isPending}>
            Create administrator
          </Button>
        }
      >
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          maxLength={limits.emailCharacters}
          value={form.values.email}
          onChange={(email) => form.set({ email })}
          error={form.errorAt('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${min} characters. A few unrelated words are easier to remember than symbols.`}
          maxLength={max}
          value={form.values.password}
          onChange={(password) => form.set({ password })}
          error={form.errorAt('password')}
        />
        {asksForToken && (
          <TextField
            label="Setup token"
            name="setupToken"
            optional={form.problem?.code !== 'setup_token_required'}
            mono
            autoComplete="off"
            hint="Printed once when the database was set up. Not needed on the server itself."
            value={form.values.setupToken}
            onChange={(setupToken) => form.set({ setupToken })}
            error={form.errorAt('setupToken')}
          />
        )}
      </Form>
    </Frame>
  )
}

const AlreadySetUp = () => (
  <Frame
    title="This instance is set up"
    text="It has an administrator. Sign in, or ask one of them for an account."
  >
    <Notice title="Lost access?">
      A super administrator can set a new password for you, and whoever runs the server can too.
    </Notice>
    <a href={signInUrl()} className={buttonStyle('primary', 'lg', 'w-full')}>
      Sign in
    </a>
  </Frame>
)
