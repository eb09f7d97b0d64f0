import { limits } from '@signet/contracts'
import { Plus, Trash2 } from 'lucide-react'
import { EditCard } from '../../components/edit-card.tsx'
import { t } from '../../texts/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Day } from '../../ui/time.tsx'
import type { ServiceAccount } from './badges.tsx'
import { KeysField } from './keys-field.tsx'
import { credentialKinds, examples, keysIn, nameOfPlatform } from './values.ts'
import {
  checkWorkloads,
  newRow,
  rowOf,
  toWorkloads,
  type WorkloadKind,
  type WorkloadRow,
} from './workload-values.ts'

interface Props {
  readonly account: ServiceAccount
  readonly refusal: string | null
}

const one = ({ account: { teamId, id } }: Props) => ({ teamId, serviceAccountId: id })

const platforms = credentialKinds
  .filter((kind) => kind !== 'key')
  .map((value) => ({ value, label: nameOfPlatform[value] }))

/** The identities of platforms whose tokens the account exchanges. */
export function Workloads(props: Props) {
  const { account, refusal } = props
  const texts = t.serviceAccounts
  return (
    <EditCard
      title={texts.workloads}
      text={texts.workloadsText}
      label={texts.workloads}
      operation="service_account_update"
      initial={{ workloads: account.workloads.map(rowOf) }}
      toInput={(values) => ({ ...one(props), workloads: toWorkloads(values) })}
      check={(values) => checkWorkloads(values, texts)}
      fields={['workloads']}
      refusal={refusal}
      saveLabel={t.common.save}
      done={texts.changed}
    >
      {({ values: { workloads }, set, errorAt, errorsWithin }) => (
        <>
          {workloads.map((row, index) => (
            <WorkloadFields
              key={row.key}
              row={row}
              isDisabled={refusal !== null}
              errorAt={(member) =>
                member === 'claims'
                  ? errorsWithin(`workloads.${index}.claims`)
                  : errorAt(`workloads.${index}.${member}`)
              }
              onChange={(part) =>
                set({
                  workloads: workloads.map((each) => (each.key === row.key ? { ...each, ...part } : each)),
                })
              }
              onRemove={() => set({ workloads: workloads.filter(({ key }) => key !== row.key) })}
            />
          ))}
          {errorAt('workloads') && <span className="text-sm text-problem">{errorAt('workloads')}</span>}
          {workloads.length < limits.workloadsPerServiceAccount && (
            <div>
              <Button
                size="sm"
                isDisabled={refusal !== null}
                onPress={() => set({ workloads: [...workloads, newRow('github')] })}
              >
                <Plus size={15} aria-hidden />
                {texts.addWorkload}
              </Button>
            </div>
          )}
        </>
      )}
    </EditCard>
  )
}

interface WorkloadFieldsProps {
  readonly row: WorkloadRow
  readonly isDisabled: boolean
  readonly errorAt: (member: 'issuer' | 'subject' | 'claims') => string | undefined
  readonly onChange: (part: Partial<WorkloadRow>) => void
  readonly onRemove: () => void
}

function WorkloadFields({ row, isDisabled, errorAt, onChange, onRemove }: WorkloadFieldsProps) {
  const texts = t.serviceAccounts
  const { issuer, subject } = examples[row.kind]
  return (
    <fieldset className="grid gap-3 rounded-lg p-3 ring-1 ring-inset ring-line">
      <legend className="sr-only">{row.subject || texts.workload}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Select<WorkloadKind>
          label={texts.platform}
          name="kind"
          options={platforms}
          value={row.kind}
          isDisabled={isDisabled}
          onChange={(kind) => onChange({ kind })}
        />
        <IconButton
          label={texts.removeWorkload(row.subject || texts.workload)}
          icon={<Trash2 size={15} aria-hidden />}
          isDisabled={isDisabled}
          onPress={onRemove}
        />
      </div>
      <TextField
        label={texts.issuer}
        mono
        placeholder={issuer}
        isDisabled={isDisabled}
        value={row.issuer}
        onChange={(text) => onChange({ issuer: text })}
        error={errorAt('issuer')}
      />
      <TextField
        label={texts.subject}
        hint={texts.subjectHint}
        mono
        placeholder={subject}
        isDisabled={isDisabled}
        value={row.subject}
        onChange={(text) => onChange({ subject: text })}
        error={errorAt('subject')}
      />
      <TextField
        label={texts.claims}
        hint={texts.claimsHint}
        optional
        mono
        rows={2}
        isDisabled={isDisabled}
        value={row.claims}
        onChange={(claims) => onChange({ claims })}
        error={errorAt('claims')}
      />
    </fieldset>
  )
}

export function Keys(props: Props) {
  const { account, refusal } = props
  const texts = t.serviceAccounts
  return (
    <>
      <Card title={texts.storedKeys} text={texts.keysText}>
        <Facts
          facts={account.keys.map(({ kid, createdAt }) => ({
            name: kid,
            value: <Day at={createdAt} />,
          }))}
        />
      </Card>
      <EditCard
        title={texts.replaceKeys}
        text={texts.replaceKeysHint}
        label={texts.replaceKeys}
        operation="service_account_update"
        initial={{ jwks: '' }}
        toInput={({ jwks }) => ({ ...one(props), keys: keysIn(jwks) ?? [] })}
        check={({ jwks }) => ({ keys: keysIn(jwks) ? undefined : texts.noKeys })}
        fields={['keys']}
        refusal={refusal}
        saveLabel={texts.replaceKeys}
        done={texts.keyReplaced}
        emptied={{ jwks: '' }}
      >
        {({ values, set, errorsWithin }) => (
          <KeysField
            value={values.jwks}
            onChange={(jwks) => set({ jwks })}
            error={errorsWithin('keys')}
            isDisabled={refusal !== null}
          />
        )}
      </EditCard>
    </>
  )
}
