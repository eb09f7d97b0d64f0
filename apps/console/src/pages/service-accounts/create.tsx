import { useOperation, useOperationPage } from '../../api/operation.ts'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, type FormState, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { useLeave } from '../../components/leave.ts'
import { LastDay, ScopeChoices, scopeNames } from '../../components/rights-fields.tsx'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { RoleSelect } from '../teams/role-select.tsx'
import { KeysField } from './keys-field.tsx'
import {
  check,
  credentialKinds,
  examples,
  nameOfPlatform,
  publicIssuer,
  toInput,
  type Values,
} from './values.ts'

const fields = [
  'teamId',
  'name',
  'role',
  'scopes',
  'expiresAt',
  'keys',
  'workloads',
  'workloads.0.issuer',
  'workloads.0.subject',
]

/** An administrator selects the right to irreversible changes, because the calls of a script need no approval. */
const withoutIrreversible = scopeNames.filter((scope) => scope !== 'admin:high')

export function ServiceAccountCreatePage() {
  const leave = useLeave()
  const texts = t.serviceAccounts
  const teams = useManagedTeams()
  const form = useOperationForm<'service_account_create', Values>({
    operation: 'service_account_create',
    initial: {
      teamId: teams.length === 1 ? (teams[0]?.id ?? '') : '',
      name: '',
      role: 'member',
      scopes: withoutIrreversible,
      expires: '',
      kind: 'github',
      issuer: publicIssuer('github') ?? '',
      subject: '',
      jwks: '',
    },
    toInput,
    check: (values) => check(values, texts.noKeys),
    onDone: ({ teamId, id, name }) => {
      toast(texts.created(name))
      leave(paths.serviceAccount(teamId, id))
    },
  })
  const { values, set, errorAt } = form
  const isOfInstance = teams.find(({ id }) => id === values.teamId)?.kind === 'system'
  return (
    <Page title={t.nav.serviceAccountNew} width="narrow">
      <Form
        form={form}
        label={t.nav.serviceAccountNew}
        fields={fields}
        actions={<CreateButtons form={form} label={t.common.create} cancel={paths.serviceAccounts()} />}
      >
        <Card>
          <FormText form={form} name="name" label={t.common.name} autoComplete="off" autoFocus />
          <Select
            label={texts.team}
            hint={texts.teamHint}
            name="teamId"
            value={values.teamId}
            placeholder={texts.chooseTeam}
            options={teams.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(teamId) =>
              set({
                teamId,
                role: teams.find(({ id }) => id === teamId)?.kind === 'system' ? 'owner' : values.role,
              })
            }
            error={errorAt('teamId')}
          />
          {!isOfInstance && (
            <RoleSelect value={values.role} onChange={(role) => set({ role })} error={errorAt('role')} />
          )}
        </Card>
        <Card>
          <ScopeChoices
            chosen={values.scopes}
            onChange={(scopes) => set({ scopes })}
            error={errorAt('scopes')}
          />
          <LastDay
            value={values.expires}
            onChange={(expires) => set({ expires })}
            error={errorAt('expiresAt')}
          />
        </Card>
        <Card>
          <RadioCards
            label={texts.credential}
            cards={credentialKinds.map((value) => ({
              value,
              title: value === 'key' ? texts.key : nameOfPlatform[value],
              text: texts.kindTexts[value],
            }))}
            value={values.kind}
            onChange={(kind) => set({ kind, issuer: kind === 'key' ? '' : (publicIssuer(kind) ?? '') })}
          />
          <Credential form={form} />
        </Card>
      </Form>
    </Page>
  )
}

function useManagedTeams() {
  const whoami = useOperation('whoami', {})
  const all = useOperationPage('team_list', {}, whoami.superAdministrator).data?.teams ?? []
  return whoami.superAdministrator ? all : whoami.teams.filter(({ role }) => role === 'owner')
}

function Credential({ form }: { form: FormState<Values> }) {
  const texts = t.serviceAccounts
  const { values, set, errorAt, errorsWithin } = form
  if (values.kind === 'key')
    return <KeysField value={values.jwks} onChange={(jwks) => set({ jwks })} error={errorsWithin('keys')} />
  const { issuer, subject } = examples[values.kind]
  return (
    <>
      <TextField
        label={texts.issuer}
        name="issuer"
        mono
        autoComplete="off"
        placeholder={issuer}
        value={values.issuer}
        onChange={(text) => set({ issuer: text })}
        error={errorAt('workloads.0.issuer')}
      />
      <TextField
        label={texts.subject}
        hint={texts.subjectHint}
        name="subject"
        mono
        autoComplete="off"
        placeholder={subject}
        value={values.subject}
        onChange={(text) => set({ subject: text })}
        error={errorAt('workloads.0.subject')}
      />
    </>
  )
}
