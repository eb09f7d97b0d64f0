import { type Section, Sections } from '../../components/sections.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { ProviderChanges } from './changes.tsx'
import { AccountEdit, ProviderEdit, SignOutEdit } from './edit.tsx'
import { hasSignOut } from './edit-values.ts'
import { ProviderMappings } from './mappings.tsx'
import type { Provider } from './texts.ts'

interface SettingsProps {
  readonly projectId: string
  readonly provider: Provider
  readonly refusal: string | null
}

export const ProviderSettings = ({ projectId, provider, refusal }: SettingsProps) => (
  <Sections
    sections={sectionsOf({ provider, refusal })}
    page={{ ...paths.provider(projectId, provider.id), search: { tab: 'settings' } }}
  />
)

const sectionsOf = (props: Omit<SettingsProps, 'projectId'>): readonly Section[] => [
  { id: 'general', title: t.common.general, content: <ProviderEdit {...props} /> },
  { id: 'accounts', title: t.providers.whose, content: <AccountEdit {...props} /> },
  ...(hasSignOut(props.provider)
    ? [{ id: 'sign-out', title: t.providers.signOuts, content: <SignOutEdit {...props} /> }]
    : []),
  ...(props.provider.recognised?.catalogueId === 'microsoft'
    ? []
    : [{ id: 'mappings', title: t.providers.mappings.title, content: <ProviderMappings {...props} /> }]),
  {
    id: 'deletion',
    title: t.providers.stateAndDeletion,
    heading: '',
    content: <ProviderChanges {...props} />,
  },
]
