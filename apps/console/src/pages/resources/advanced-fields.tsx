import { type ReactNode, useState } from 'react'
import { t } from '../../texts/index.ts'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ResourceForm } from './values.ts'

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'Ed25519'] as const

const rare = ['tokenFormat', 'accessTokenTTL', 'accessTokenSigningAlg', 'tokenProfile', 'userInfoAccess']

/** Fields with a suitable default, closed unless one of them has an error. */
export function AdvancedFields({ form, children }: { form: ResourceForm; children?: ReactNode }) {
  const { values, set, errorAt } = form
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen || rare.some((name) => errorAt(name))}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium">{t.resources.advanced}</summary>
      <div className="mt-4 grid grid-cols-1 gap-5">
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
            options={[
              { value: '', label: t.resources.algorithmDefault },
              ...algorithms.map((value) => ({ value, label: value })),
            ]}
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
      </div>
    </details>
  )
}
