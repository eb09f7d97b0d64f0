import { useOperationPage } from '../../api/operation.ts'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { LastDay, ScopeChoices } from '../../components/rights-fields.tsx'
import { t } from '../../texts/index.ts'
import { Checkbox, RadioCards, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { criteria, type LimitValues } from './limits-values.ts'

type LimitsForm = Pick<FormState<LimitValues>, 'values' | 'errorAt' | 'errorsWithin'> & {
  readonly set: (values: Partial<LimitValues>) => void
}

const policies = ['ask', 'self', 'never'] as const
const secretKinds = ['reveal', 'values'] as const

export function LimitsFields({ form }: { form: LimitsForm }) {
  const { values, set, errorAt, errorsWithin } = form
  const teams = useOperationPage('team_list', {}).data?.teams ?? []
  return (
    <>
      <ScopeChoices chosen={values.scopes} onChange={(scopes) => set({ scopes })} error={errorAt('scopes')} />
      <RadioCards
        label={t.agents.approval}
        cards={policies.map((value) => ({
          value,
          title: t.agents.approvals[value],
          text: t.agents.approvalTexts[value],
        }))}
        value={values.approval}
        onChange={(approval) => set({ approval })}
        error={errorAt('approval')}
      />
      {values.approval !== 'self' && <ApprovalFor form={form} />}
      {values.approval !== 'self' && (
        <FormText
          form={form}
          name="approvalMinutes"
          label={t.agents.approvalMinutes}
          inputMode="numeric"
          autoComplete="off"
          hint={t.agents.approvalMinutesHint}
        />
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
      <Select
        label={t.agents.team}
        options={[
          { value: '', label: t.agents.anyTeam },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={values.teamId}
        onChange={(teamId) => set({ teamId })}
        error={errorAt('teamId')}
      />
      <TextField
        label={t.agents.projects}
        name="projectIds"
        rows={3}
        mono
        autoComplete="off"
        hint={t.agents.projectsHint}
        value={values.projectIds}
        onChange={(projectIds) => set({ projectIds })}
        error={errorsWithin('projectIds')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          form={form}
          name="callsPerMinute"
          label={t.agents.callsPerMinute}
          inputMode="numeric"
          autoComplete="off"
          hint={t.agents.callsHint}
        />
        <LastDay
          value={values.expires}
          onChange={(expires) => set({ expires })}
          error={errorAt('expiresAt')}
        />
      </div>
    </>
  )
}

function ApprovalFor({ form: { values, set, errorAt } }: { form: LimitsForm }) {
  const chosen = values.approvalFor
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{t.agents.approvalFor}</legend>
      <span className="text-sm text-quiet">{t.agents.approvalForHint}</span>
      {criteria.map((criterion) => (
        <Checkbox
          key={criterion}
          label={t.agents.criteria[criterion]}
          hint={t.agents.criterionTexts[criterion]}
          isSelected={chosen.includes(criterion)}
          onChange={(isOn) =>
            set({
              approvalFor: criteria.filter((each) => (each === criterion ? isOn : chosen.includes(each))),
            })
          }
        />
      ))}
      {errorAt('approvalFor') && <span className="text-sm text-problem">{errorAt('approvalFor')}</span>}
    </fieldset>
  )
}
