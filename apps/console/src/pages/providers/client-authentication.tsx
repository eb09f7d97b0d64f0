import { t } from '../../texts/index.ts'
import { Select } from '../../ui/select.tsx'
import { type CatalogueEntry, isOffered } from './kind-fields.ts'
import type { Provider } from './texts.ts'

type Method = Provider['clientAuthentication']

interface ClientAuthenticationProps {
  readonly entry: CatalogueEntry | undefined
  readonly value: Method
  readonly onChange: (value: Method) => void
  readonly error: string | undefined
}

const labels = t.providers.clientAuthentications
const options: readonly { value: Method; label: string }[] = [
  { value: 'secret', label: labels.secret },
  { value: 'private_key_jwt', label: labels.private_key_jwt },
]

/** Choice between a client secret and signed assertions, for kinds that accept a key set. */
export function ClientAuthentication({ entry, value, onChange, error }: ClientAuthenticationProps) {
  if (!isOffered(entry, 'clientAuthentication')) return null
  return (
    <Select
      label={t.providers.clientAuthentication}
      hint={value === 'secret' ? t.providers.secretHint : t.providers.assertionHint}
      options={options}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
