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
const hints: Readonly<Record<Method, string>> = {
  secret: t.providers.secretHint,
  private_key_jwt: t.providers.assertionHint,
  self_signed_tls_client_auth: t.providers.certificateHint,
  tls_client_auth: t.providers.certificateHint,
}
const byCertificate = ['self_signed_tls_client_auth', 'tls_client_auth'] as const

const optionsOf = (entry: CatalogueEntry | undefined): readonly { value: Method; label: string }[] =>
  (
    ['secret', 'private_key_jwt', ...(isOffered(entry, 'clientCertificate') ? byCertificate : [])] as const
  ).map((value) => ({ value, label: labels[value] }))

/** Shown for kinds that accept a key of a client. */
export function ClientAuthentication({ entry, value, onChange, error }: ClientAuthenticationProps) {
  if (!isOffered(entry, 'clientAuthentication')) return null
  return (
    <Select
      label={t.providers.clientAuthentication}
      hint={hints[value]}
      options={optionsOf(entry)}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
