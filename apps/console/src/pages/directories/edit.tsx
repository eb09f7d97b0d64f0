import { limits } from '@signet/contracts'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Connection, ConnectionSectionProps } from './texts.ts'

export interface RuleValues {
  readonly displayName: string
  readonly claim: string
  readonly attribute: Connection['correlation']['attribute']
  readonly isTrusted: boolean
  readonly hasThreshold: boolean
  readonly removals: string
  readonly minutes: string
}

const { holdThreshold } = limits

export const rulesOf = (
  connection: Pick<Connection, 'displayName' | 'correlation' | 'emailTrust' | 'threshold'>,
): RuleValues => ({
  displayName: connection.displayName,
  claim: connection.correlation.claim,
  attribute: connection.correlation.attribute,
  isTrusted: connection.emailTrust === 'trusted',
  hasThreshold: connection.threshold !== null,
  removals: String(connection.threshold?.count ?? 50),
  minutes: String((connection.threshold?.windowSeconds ?? 3600) / 60),
})

export const ruleInputOf = (values: RuleValues) => ({
  displayName: values.displayName.trim(),
  correlation: { claim: values.claim.trim(), attribute: values.attribute },
  emailTrust: values.isTrusted ? ('trusted' as const) : ('untrusted' as const),
  threshold: values.hasThreshold
    ? { count: Number(values.removals), windowSeconds: Number(values.minutes) * 60 }
    : null,
})

export const ruleFields = ['displayName', 'correlation', 'emailTrust', 'threshold']

export const ConnectionEdit = ({ projectId, connection, refusal }: ConnectionSectionProps) => (
  <EditCard
    label={t.nav.settings}
    operation="provisioning_connection_update"
    initial={rulesOf(connection)}
    toInput={(values) => {
      const { threshold, ...input } = ruleInputOf(values)
      // The threshold cannot be changed while removals are held.
      return { projectId, connectionId: connection.id, ...input, ...(connection.held ? {} : { threshold }) }
    }}
    check={({ displayName }) => ({ displayName: displayName.trim() ? undefined : t.directories.enterName })}
    fields={ruleFields}
    refusal={refusal}
    saveLabel={t.directories.save}
    done={t.directories.saved}
  >
    {(form) => <RuleFields form={form} isHeld={connection.held} />}
  </EditCard>
)

type RuleForm = Pick<FormState<RuleValues>, 'values' | 'set' | 'errorAt' | 'errorsWithin'>

export function RuleFields({ form, isHeld = false }: { form: RuleForm; isHeld?: boolean }) {
  const { values, set, errorAt, errorsWithin } = form
  const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 6)
  return (
    <>
      <FormText form={form} name="displayName" label={t.directories.name} hint={t.directories.nameHint} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label={t.directories.claim}
          name="claim"
          mono
          value={values.claim}
          onChange={(claim) => set({ claim })}
          error={errorsWithin('correlation')}
        />
        <Select
          label={t.directories.attribute}
          options={[
            { value: 'externalId', label: 'externalId' },
            { value: 'userName', label: 'userName' },
          ]}
          value={values.attribute}
          onChange={(attribute) => set({ attribute })}
        />
      </div>
      <Switch
        label={t.directories.trust}
        isSelected={values.isTrusted}
        onChange={(isTrusted) => set({ isTrusted })}
        error={errorAt('emailTrust')}
      />
      <Switch
        label={t.directories.thresholdOn}
        hint={isHeld ? t.directories.thresholdHeld : t.directories.thresholdHint}
        isSelected={values.hasThreshold}
        isDisabled={isHeld}
        onChange={(hasThreshold) => set({ hasThreshold })}
        error={errorsWithin('threshold')}
      />
      {values.hasThreshold && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label={t.directories.removals}
            inputMode="numeric"
            isDisabled={isHeld}
            hint={`${holdThreshold.countMin}–${holdThreshold.countMax}`}
            value={values.removals}
            onChange={(removals) => set({ removals: digits(removals) })}
          />
          <TextField
            label={t.directories.minutes}
            inputMode="numeric"
            isDisabled={isHeld}
            value={values.minutes}
            onChange={(minutes) => set({ minutes: digits(minutes) })}
          />
        </div>
      )}
    </>
  )
}
