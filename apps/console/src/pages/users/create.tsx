import { limits } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { KeyRound, MailPlus } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { Form, useOperationForm } from '../../components/form.tsx'
import { useLeave } from '../../components/leave.ts'
import { ButtonLink } from '../../components/link.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { NewPassword } from './new-password.tsx'

type Way = 'password' | 'invite'

const ways = [
  {
    value: 'password',
    title: 'Set a password',
    text: 'You choose it and hand it over.',
    icon: <KeyRound size={17} />,
  },
  {
    value: 'invite',
    title: 'Send an invitation',
    text: `A link, valid ${limits.invitationDays} days, to choose a password. Needs mail delivery.`,
    icon: <MailPlus size={17} />,
  },
] as const

const said = { sent: 'The invitation was sent.', failed: 'The invitation could not be sent.' } as const

export function UserCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/users/new' })
  const { name } = useOperation('project_get', { projectId })
  const leave = useLeave()
  const form = useOperationForm({
    operation: 'project_user_create',
    initial: { email: '', way: 'password' as Way, password: '' },
    toInput: ({ email, way, password }) => ({
      projectId,
      email: email.trim(),
      ...(way === 'invite' ? { invite: true } : { password }),
    }),
    check: ({ email, way, password }) => ({
      email: email.trim() ? undefined : 'Enter an e-mail address.',
      password:
        way === 'password' && password.length < limits.userPasswordCharacters.min
          ? `Use at least ${limits.userPasswordCharacters.min} characters.`
          : undefined,
    }),
    onDone: ({ id, email, invitation }) => {
      toast([`${email} was created.`, ...(invitation ? [said[invitation]] : [])].join(' '))
      leave(paths.user(projectId, id))
    },
  })
  const { values, set, errorAt } = form
  return (
    <Page title="New user" text={`Somebody who signs in to applications of ${name}.`} width="narrow">
      <Card>
        <Form
          form={form}
          label="New user"
          fields={['email', 'password', 'invite']}
          actions={
            <>
              <Button type="submit" kind="primary" isPending={form.isPending}>
                Create user
              </Button>
              <ButtonLink {...paths.users(projectId)} kind="quiet">
                Cancel
              </ButtonLink>
            </>
          }
        >
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="off"
            autoFocus
            maxLength={limits.userEmailCharacters.max}
            value={values.email}
            onChange={(email) => set({ email })}
            error={errorAt('email')}
          />
          <RadioCards
            label="How do they get in?"
            cards={ways}
            value={values.way}
            onChange={(way) => set({ way })}
            error={errorAt('invite')}
          />
          {values.way === 'password' && (
            <NewPassword
              value={values.password}
              onChange={(password) => set({ password })}
              error={errorAt('password')}
            />
          )}
        </Form>
      </Card>
    </Page>
  )
}
