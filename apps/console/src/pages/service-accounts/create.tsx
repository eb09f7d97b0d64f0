import { Fingerprint, GitBranch, GitMerge, KeyRound, ShipWheel } from 'lucide-react'
import { createElement } from 'react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, type FormState, useOperationForm } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { Guide, StepTitle } from '../../components/guide.tsx'
import { dayAfter, LastDay } from '../../components/last-day.tsx'
import { useLeave } from '../../components/leave.ts'
import { ScopeChoices, scopeNames } from '../../components/rights-fields.tsx'
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

/** Days after which a new account expires, unless another end is selected. */
const proposedEnd = 90

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
      expires: dayAfter(proposedEnd),
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
  return (
    <Page title={t.nav.serviceAccountNew} text={t.serviceAccounts.text} width="narrow">
      <Form
        form={form}
        label={t.nav.serviceAccountNew}
        fields={fields}
        isLong
        actions={<CreateButtons form={form} label={texts.create} cancel={paths.serviceAccounts()} />}
      >
        <Guide
          steps={[
            { title: <StepTitle>{texts.account}</StepTitle>, content: <Account form={form} teams={teams} /> },
            { title: <StepTitle>{texts.rights}</StepTitle>, content: <Rights form={form} /> },
            { title: <StepTitle>{texts.access}</StepTitle>, content: <Access form={form} /> },
          ]}
        />
      </Form>
    </Page>
  )
}

function useManagedTeams() {
  const whoami = useOperation('whoami', {})
  const all = useOperationPage('team_list', {}, whoami.superAdministrator).data?.teams ?? []
  return whoami.superAdministrator ? all : whoami.teams.filter(({ role }) => role === 'owner')
}

interface StepProps {
  readonly form: FormState<Values>
}

function Account({ form, teams }: StepProps & { readonly teams: ReturnType<typeof useManagedTeams> }) {
  const texts = t.serviceAccounts
  const { values, set, errorAt } = form
  const kindOf = (teamId: string) => teams.find(({ id }) => id === teamId)?.kind
  return (
    <Card>
      <FormText form={form} name="name" label={t.common.name} autoComplete="off" autoFocus />
      <Select
        label={texts.team}
        hint={texts.teamHint}
        name="teamId"
        value={values.teamId}
        placeholder={texts.chooseTeam}
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(teamId) => set({ teamId, role: kindOf(teamId) === 'system' ? 'owner' : values.role })}
        error={errorAt('teamId')}
      />
      {kindOf(values.teamId) !== 'system' && (
        <RoleSelect value={values.role} onChange={(role) => set({ role })} error={errorAt('role')} />
      )}
    </Card>
  )
}

const Rights = ({ form: { values, set, errorAt } }: StepProps) => (
  <Card>
    <ScopeChoices chosen={values.scopes} onChange={(scopes) => set({ scopes })} error={errorAt('scopes')} />
    <LastDay value={values.expires} onChange={(expires) => set({ expires })} error={errorAt('expiresAt')} />
  </Card>
)

const kindIcons = {
  github: GitBranch,
  gitlab: GitMerge,
  kubernetes: ShipWheel,
  spiffe: Fingerprint,
  key: KeyRound,
} as const

function Access({ form }: StepProps) {
  const texts = t.serviceAccounts
  const { values, set } = form
  return (
    <Card>
      <RadioCards
        label={texts.credential}
        cards={credentialKinds.map((value) => ({
          value,
          icon: createElement(kindIcons[value], { size: 17 }),
          title: value === 'key' ? texts.key : nameOfPlatform[value],
          text: texts.kindTexts[value],
        }))}
        value={values.kind}
        onChange={(kind) => set({ kind, issuer: kind === 'key' ? '' : (publicIssuer(kind) ?? '') })}
      />
      <Credential form={form} />
    </Card>
  )
}

function Credential({ form }: StepProps) {
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
