import { Bot, ShieldBan, UserCheck } from 'lucide-react'
import { createElement } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { FormText } from '../../components/form-text.tsx'
import { RareFields } from '../../components/rare-fields.tsx'
import { ScopeChoices } from '../../components/rights-fields.tsx'
import { t } from '../../texts/index.ts'
import { Checkbox, RadioCards, Switch } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { criteria } from './limits-values.ts'
import { type LimitsForm, ReachFields, type Team } from './reach-fields.tsx'

const policies = ['ask', 'self', 'never'] as const
const policyIcons = { ask: UserCheck, self: Bot, never: ShieldBan } as const
const secretKinds = ['reveal', 'values'] as const
const approverRoles = ['member', 'owner'] as const

export function LimitsFields({ form }: { form: LimitsForm }) {
  const { values, set, errorAt } = form
  const teams = useOperationPage('team_list', {}).data?.teams ?? []
  return (
    <>
      <ScopeChoices chosen={values.scopes} onChange={(scopes) => set({ scopes })} error={errorAt('scopes')} />
      <RadioCards
        label={t.agents.approval}
        cards={policies.map((value) => ({
          value,
          icon: createElement(policyIcons[value], { size: 17 }),
          title: t.agents.approvals[value],
          text: t.agents.approvalTexts[value],
        }))}
        value={values.approval}
        onChange={(approval) => set({ approval })}
        error={errorAt('approval')}
      />
      {values.approval === 'self' && (
        <Notice tone="caution" title={t.agents.selfTitle}>
          {t.agents.selfText}
        </Notice>
      )}
      {values.approval !== 'self' && (
        <RareFields
          label={t.agents.approvalFor}
          note={values.approvalFor.map((criterion) => t.agents.criteria[criterion]).join(', ')}
          names={['approvalFor']}
          errorAt={errorAt}
        >
          <CriteriaChoice
            form={form}
            name="approvalFor"
            label={t.agents.approvalFor}
            isLabelHidden
            hint={t.agents.approvalForHint}
          />
        </RareFields>
      )}
      <ReachFields form={form} teams={teams} />
      <MoreSettings form={form} teams={teams} />
    </>
  )
}

const rare = [
  'approvalMinutes',
  'secondApprovalFor',
  'approverTeamId',
  'secrets',
  'keyProof',
  'callsPerMinute',
]

function MoreSettings({ form, teams }: { form: LimitsForm; teams: readonly Team[] }) {
  const { values, set, errorAt } = form
  return (
    <RareFields label={t.agents.moreSettings} names={rare} errorAt={errorAt}>
      {values.approval !== 'self' && (
        <>
          <FormText
            form={form}
            name="approvalMinutes"
            label={t.agents.approvalMinutes}
            inputMode="numeric"
            autoComplete="off"
            hint={t.agents.approvalMinutesHint}
          />
          <SecondApproval form={form} teams={teams} />
        </>
      )}
      <Select
        label={t.agents.secrets}
        options={secretKinds.map((value) => ({ value, label: t.agents.secretKinds[value] }))}
        value={values.secrets}
        onChange={(secrets) => set({ secrets })}
        error={errorAt('secrets')}
      />
      <Switch
        label={t.agents.keyProof}
        isSelected={values.keyProof}
        onChange={(keyProof) => set({ keyProof })}
        error={errorAt('keyProof')}
      />
      <FormText
        form={form}
        name="callsPerMinute"
        label={t.agents.callsPerMinute}
        inputMode="numeric"
        autoComplete="off"
        hint={t.agents.callsHint}
      />
    </RareFields>
  )
}

function SecondApproval({ form, teams }: { form: LimitsForm; teams: readonly Team[] }) {
  const { values, set, errorAt } = form
  return (
    <>
      <CriteriaChoice
        form={form}
        name="secondApprovalFor"
        label={t.agents.secondApprovalFor}
        hint={t.agents.secondApprovalForHint}
      />
      {values.secondApprovalFor.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t.agents.approverTeam}
            options={[
              { value: '', label: t.agents.superAdministrators },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={values.approverTeamId}
            onChange={(approverTeamId) => set({ approverTeamId })}
            error={errorAt('approverTeamId')}
          />
          {values.approverTeamId !== '' && (
            <Select
              label={t.agents.approverRole}
              options={approverRoles.map((value) => ({ value, label: t.agents.approverRoles[value] }))}
              value={values.approverRole}
              onChange={(approverRole) => set({ approverRole })}
              error={errorAt('approverRole')}
            />
          )}
        </div>
      )}
    </>
  )
}

interface CriteriaChoiceProps {
  readonly form: LimitsForm
  readonly name: 'approvalFor' | 'secondApprovalFor'
  readonly label: string
  /** Keeps the label for screen readers. */
  readonly isLabelHidden?: boolean
  readonly hint: string
}

function CriteriaChoice({ form, name, label, isLabelHidden = false, hint }: CriteriaChoiceProps) {
  const { values, set, errorAt } = form
  const chosen = values[name]
  return (
    <fieldset className="grid gap-1">
      <legend className={isLabelHidden ? 'sr-only' : 'font-medium'}>{label}</legend>
      <span className="text-sm text-quiet">{hint}</span>
      <div className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2">
        {criteria.map((criterion) => (
          <Checkbox
            key={criterion}
            label={t.agents.criteria[criterion]}
            {...(name === 'approvalFor' ? { hint: t.agents.criterionTexts[criterion] } : {})}
            isSelected={chosen.includes(criterion)}
            onChange={(isOn) =>
              set({
                [name]: criteria.filter((each) => (each === criterion ? isOn : chosen.includes(each))),
              })
            }
          />
        ))}
      </div>
      {errorAt(name) && <span className="text-sm text-problem">{errorAt(name)}</span>}
    </fieldset>
  )
}
