import type { Plan } from '@signet/contracts'
import { Plus } from 'lucide-react'
import type { FormState } from '../../components/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { featureNames, type LimitTexts, limitNames, toLimits, toTexts, wrongLimits } from './plan-values.ts'

interface PlanValues {
  readonly name: string
  readonly default: boolean
  readonly limits: LimitTexts
  readonly features: Plan['features']
}

const empty: PlanValues & { id: string } = {
  id: '',
  name: '',
  default: false,
  limits: toTexts({
    monthlyActiveUsers: null,
    projectsPerAdministrator: null,
    applicationsPerProject: null,
    apisPerProject: null,
  }),
  features: { enterpriseSignIn: false, customSlug: false, customDomain: false },
}

const check = ({ name, limits }: PlanValues) => ({
  name: name.trim() ? undefined : t.problems.fillIn,
  ...Object.fromEntries(wrongLimits(limits).map((each) => [`limits.${each}`, t.system.notNumber])),
})

const fields = ['id', 'name', 'default', ...limitNames.map((name) => `limits.${name}`), 'features']

const toInput = ({ name, limits, features, default: isDefault }: PlanValues) => ({
  name: name.trim(),
  default: isDefault,
  limits: toLimits(limits),
  features,
})

export const NewPlan = () => (
  <FormDialog
    label={t.system.planNew}
    kind="primary"
    icon={<Plus size={15} aria-hidden />}
    refusal={null}
    title={t.system.planNew}
    operation="plan_create"
    initial={empty}
    toInput={({ id, ...values }) => ({ id: id.trim(), ...toInput(values) })}
    check={({ id, ...values }) => ({ id: id.trim() ? undefined : t.problems.fillIn, ...check(values) })}
    fields={fields}
    submitLabel={t.common.create}
    done={({ name }) => t.system.planCreated(name)}
  >
    {(form) => (
      <>
        <FormText
          form={form}
          name="id"
          label={t.system.planId}
          mono
          autoFocus
          autoComplete="off"
          hint={t.system.planIdHint}
        />
        <PlanFields form={form} />
      </>
    )}
  </FormDialog>
)

export const EditPlan = ({ plan }: { plan: Plan }) => (
  <FormDialog
    label={t.common.edit}
    refusal={null}
    title={t.system.planEdit}
    operation="plan_update"
    initial={
      {
        name: plan.name,
        default: plan.default,
        limits: toTexts(plan.limits),
        features: plan.features,
      } satisfies PlanValues as PlanValues
    }
    toInput={(values) => ({ planId: plan.id, ...toInput(values) })}
    check={check}
    fields={fields}
    submitLabel={t.common.save}
    done={({ name }) => t.system.planChanged(name)}
  >
    {(form) => <PlanFields form={form} isDefaultAlready={plan.default} />}
  </FormDialog>
)

interface PlanFieldsProps {
  readonly form: Omit<FormState<PlanValues>, 'reset'>
  /** True for the default plan, which stays the default until another plan becomes it. */
  readonly isDefaultAlready?: boolean
}

const PlanFields = ({ form, isDefaultAlready = false }: PlanFieldsProps) => (
  <>
    <FormText form={form} name="name" label={t.common.name} autoComplete="off" />
    <div className="grid gap-4 sm:grid-cols-2">
      {limitNames.map((name) => (
        <TextField
          key={name}
          label={t.projects.limits[name]}
          name={`limits.${name}`}
          inputMode="numeric"
          autoComplete="off"
          hint={t.system.limitHint}
          value={form.values.limits[name]}
          onChange={(limit) => form.set({ limits: { ...form.values.limits, [name]: limit } })}
          error={form.errorAt(`limits.${name}`)}
        />
      ))}
    </div>
    <div className="grid">
      {featureNames.map((name) => (
        <Checkbox
          key={name}
          label={t.system.features[name]}
          isSelected={form.values.features[name]}
          onChange={(isOn) => form.set({ features: { ...form.values.features, [name]: isOn } })}
        />
      ))}
    </div>
    <Switch
      label={t.system.planDefault}
      hint={t.system.planDefaultHint}
      isSelected={form.values.default}
      isDisabled={isDefaultAlready}
      onChange={(isDefault) => form.set({ default: isDefault })}
      error={form.errorAt('default')}
    />
  </>
)
