import type { ReactNode } from 'react'
import { algorithmOptions } from '../../components/key-set.tsx'
import { RareFields } from '../../components/rare-fields.tsx'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ResourceForm } from './values.ts'

const rare = ['tokenFormat', 'accessTokenTTL', 'accessTokenSigningAlg', 'tokenProfile', 'userInfoAccess']

export function AdvancedFields({ form, children }: { form: ResourceForm; children?: ReactNode }) {
  const { values, set, errorAt } = form
  return (
    <RareFields label={t.resources.advanced} names={rare} errorAt={errorAt}>
      <Select
        label={t.resources.tokenFormat}
        options={(['jwt', 'opaque'] as const).map((value) => ({
          value,
          label: t.resources.formats[value],
          hint: t.resources.formatTexts[value],
        }))}
        value={values.tokenFormat}
        onChange={(tokenFormat) => set({ tokenFormat })}
      />
      <TextField
        label={t.resources.lifetime}
        name="accessTokenTTL"
        inputMode="numeric"
        value={values.lifetime}
        onChange={(lifetime) => set({ lifetime: lifetime.replace(/\D/g, '') })}
        error={errorAt('accessTokenTTL')}
      />
      {values.tokenFormat === 'jwt' && (
        <Select
          label={t.resources.tokenProfile}
          options={(['rfc9068', 'plain'] as const).map((value) => ({
            value,
            label: t.resources.profiles[value],
          }))}
          value={values.tokenProfile}
          onChange={(tokenProfile) => set({ tokenProfile })}
          error={errorAt('tokenProfile')}
        />
      )}
      {values.tokenFormat === 'jwt' && (
        <Select
          label={t.resources.algorithm}
          options={[{ value: '', label: t.resources.algorithmDefault }, ...algorithmOptions]}
          value={values.algorithm}
          onChange={(algorithm) => set({ algorithm })}
          error={errorAt('accessTokenSigningAlg')}
        />
      )}
      <Switch
        label={t.resources.userInfoAccess}
        hint={t.resources.userInfoAccessHint}
        isSelected={values.userInfoAccess}
        onChange={(userInfoAccess) => set({ userInfoAccess })}
        error={errorAt('userInfoAccess')}
      />
      {children}
    </RareFields>
  )
}
