import { limits } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { KeyRound, MailPlus } from 'lucide-react'
import { useOperationMutation } from '../../api/change.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.ts'
import { MailMissing, useMailMissing } from './mail-missing.tsx'
import { NewPassword } from './new-password.tsx'
import { profileOf, profileValuesOf } from './profile-values.ts'

type FirstSignIn = 'password' | 'invite'

const firstSignIns = [
  {
    value: 'password',
    title: t.users.firstSignInPassword,
    text: t.users.firstSignInPasswordText,
    icon: <KeyRound size={17} />,
  },
  {
    value: 'invite',
    title: t.users.firstSignInInvitation,
    text: t.users.firstSignInInvitationText(formatNumber(limits.invitationDays)),
    icon: <MailPlus size={17} />,
  },
] as const

const said = { sent: t.users.invitationSent, failed: t.users.invitationFailed }

export function UserCreatePage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/users/new' })
  const { name } = useOperation('project_get', { projectId })
  const leave = useLeave()
  const isMailMissing = useMailMissing(projectId)
  const named = useOperationMutation('project_user_update')
  const form = useOperationForm({
    operation: 'project_user_create',
    initial: {
      email: '',
      givenName: '',
      familyName: '',
      firstSignIn: 'password' as FirstSignIn,
      password: '',
    },
    toInput: ({ email, firstSignIn, password }) => ({
      projectId,
      email: email.trim(),
      ...(firstSignIn === 'invite' ? { invite: true } : { password }),
    }),
    check: ({ email, firstSignIn, password }) => ({
      email: email.trim() ? undefined : t.users.enterEmail,
      password:
        firstSignIn === 'password' && password.length < limits.userPasswordCharacters.min
          ? t.problems.tooShort(limits.userPasswordCharacters.min)
          : undefined,
    }),
    onDone: ({ id, email, invitation }, { givenName, familyName }) => {
      toast([t.users.created(email), ...(invitation ? [said[invitation]] : [])].join(' '))
      const open = () => leave(paths.user(projectId, id))
      const profile = profileOf(null, { ...profileValuesOf(null), givenName, familyName })
      if (Object.keys(profile).length === 0) return open()
      named.mutate(
        { projectId, userId: id, profile },
        { onError: (error) => toast(problemOf(error).detail), onSettled: open },
      )
    },
  })
  const { values, set, errorAt } = form
  return (
    <Page title={t.users.new} text={t.users.newText(name)} width="narrow">
      <Card>
        <Form
          form={form}
          label={t.users.new}
          fields={['email', 'password', 'invite']}
          actions={<CreateButtons form={form} label={t.users.create} cancel={paths.users(projectId)} />}
        >
          <FormText
            form={form}
            name="email"
            label={t.users.email}
            type="email"
            autoComplete="off"
            autoFocus
            maxLength={limits.userEmailCharacters.max}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {(['givenName', 'familyName'] as const).map((name) => (
              <FormText
                key={name}
                form={form}
                name={name}
                label={t.users.profile[name]}
                optional
                autoComplete="off"
              />
            ))}
          </div>
          <RadioCards
            label={t.users.firstSignIn}
            cards={firstSignIns.map((card) => ({
              ...card,
              isDisabled: card.value === 'invite' && isMailMissing,
            }))}
            value={values.firstSignIn}
            onChange={(firstSignIn) => set({ firstSignIn })}
            error={errorAt('invite')}
          />
          {isMailMissing && <MailMissing />}
          {values.firstSignIn === 'password' && (
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
