import { limits } from '@signet/contracts'
import { X } from 'lucide-react'
import { Group } from 'react-aria-components'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { Rich } from '../../components/rich.tsx'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { errorStyle, hintStyle } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Day } from '../../ui/time.tsx'

type Known = Answer<'project_authenticator_list'>

interface AuthenticatorsProps {
  readonly projectId: string
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly error: string | undefined
}

export function Authenticators({ projectId, values, onChange, error }: AuthenticatorsProps) {
  const { data } = useOperationPage('project_authenticator_list', { projectId })
  if (!data || (data.metadata === 'absent' && values.length === 0)) return data ? <Absent /> : null
  const { label, hint } = t.projects.fields.passkeyAuthenticators
  return (
    <Group aria-label={label} className="grid gap-1.5">
      <span className="font-medium" aria-hidden>
        {label}
      </span>
      <span className={hintStyle}>{hint}</span>
      {values.length > 0 && (
        <ul className="my-1 grid gap-1.5">
          {values.map((aaguid) => (
            <Line
              key={aaguid}
              aaguid={aaguid}
              known={data}
              onRemove={() => onChange(values.filter((one) => one !== aaguid))}
            />
          ))}
        </ul>
      )}
      {error && <span className={errorStyle}>{error}</span>}
      <Addition known={data} values={values} onChange={onChange} />
      <Source known={data} />
    </Group>
  )
}

const Absent = () => <p className={hintStyle}>{t.projects.authenticatorsAbsent}</p>

interface LineProps {
  readonly aaguid: string
  readonly known: Known
  readonly onRemove: () => void
}

function Line({ aaguid, known, onRemove }: LineProps) {
  const model = known.authenticators.find((one) => one.aaguid === aaguid)
  const name = model?.name ?? aaguid
  const isUnknown = known.metadata === 'ready' && !model
  const problem = model?.isCompromised
    ? t.projects.authenticatorCompromised
    : isUnknown && t.projects.authenticatorUnknown
  return (
    <li className="flex items-center justify-between gap-2 rounded-md py-1 pr-1 pl-2.5 ring-1 ring-inset ring-line">
      <span className="grid min-w-0">
        <span className="break-words">{name}</span>
        {problem && <span className={errorStyle}>{problem}</span>}
      </span>
      <IconButton
        label={t.projects.removeAuthenticator(name)}
        icon={<X size={15} aria-hidden />}
        onPress={onRemove}
      />
    </li>
  )
}

type AdditionProps = Pick<AuthenticatorsProps, 'values' | 'onChange'> & { readonly known: Known }

function Addition({ known, values, onChange }: AdditionProps) {
  const models = known.authenticators.filter(
    ({ aaguid, isCompromised }) => !isCompromised && !values.includes(aaguid),
  )
  if (models.length === 0 || values.length >= limits.passkeyAuthenticators) return null
  return (
    <Select
      label={t.projects.addAuthenticator}
      value=""
      options={[
        { value: '', label: t.projects.chooseAuthenticator },
        ...models.map(({ aaguid, name }) => ({ value: aaguid, label: name })),
      ]}
      onChange={(aaguid) => aaguid && onChange([...values, aaguid])}
    />
  )
}

function Source({ known: { metadata, nextUpdate } }: { readonly known: Known }) {
  if (metadata === 'absent') return <Absent />
  if (metadata === 'unusable') return <p className={errorStyle}>{t.projects.authenticatorsUnusable}</p>
  return (
    <p className={hintStyle}>
      <Rich text={t.projects.authenticatorsUntil('{date}')} parts={{ date: <Day at={nextUpdate ?? ''} /> }} />
    </p>
  )
}
