import { useParams, useSearch } from '@tanstack/react-router'
import { Fingerprint, Plus } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { BrandMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import {
  type Column,
  NameCell,
  numberColumn,
  textColumn,
  timeColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { ProviderBadges } from './badges.tsx'
import { Move } from './move.tsx'
import { kindOf, type Provider } from './texts.ts'

const columnsOf = (projectId: string): readonly Column<Provider>[] => [
  {
    id: 'displayName',
    header: t.nav.provider,
    isShort: true,
    cell: (provider) => (
      <NameCell
        mark={<BrandMark brand={provider.recognised?.catalogueId} name={provider.displayName} />}
        note={kindOf(provider) === provider.displayName ? undefined : kindOf(provider)}
      >
        <RowLink {...paths.provider(projectId, provider.id)}>{provider.displayName}</RowLink>
      </NameCell>
    ),
  },
  {
    id: 'state',
    header: t.common.state,
    cell: (provider) => (
      <span className="flex flex-wrap gap-1.5">
        <ProviderBadges provider={provider} />
      </span>
    ),
  },
  numberColumn('linkedUsers', t.providers.linked, ({ linkedUsers }) => linkedUsers),
  timeColumn('lastSignInAt', t.providers.lastSignIn, ({ lastSignInAt }) => lastSignInAt, {
    className: '@lg:w-36',
  }),
  textColumn('issuer', t.providers.fields.issuer.label, ({ issuer }) => issuer ?? t.providers.issuerUnknown, {
    isExtra: true,
  }),
]

const moveColumn = (projectId: string, count: number): Column<Provider> => ({
  id: 'order',
  header: t.providers.order,
  className: 'w-24',
  cell: (provider, index) => (
    <Move projectId={projectId} provider={provider} isFirst={index === 0} isLast={index === count - 1} />
  ),
})

/** Searches in the browser, because the operation returns all providers of the project. */
function matches({ displayName, issuer }: Provider, q: string): boolean {
  const text = `${displayName} ${issuer ?? ''}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export function ProvidersPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('federation_provider_list', { projectId })
  const { q = '' } = useSearch({ from: '/shell/projects/$projectId/providers/' })
  const count = query.data?.providers.length ?? 0
  const mayEdit = refusalFor(project, 'edit') === null
  const add = mayEdit && (
    <ButtonLink {...paths.providerNew(projectId)} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.providers.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="providers"
      title={t.nav.providers}
      text={t.providers.text(project.name)}
      actions={add}
      search={{ label: t.providers.search, placeholder: t.providers.searchPlaceholder }}
      query={query}
      rows={query.data?.providers.filter((provider) => matches(provider, q))}
      columns={[
        ...columnsOf(projectId),
        // The neighbours of a found provider are not those of the order.
        ...(mayEdit && count > 1 && !q ? [moveColumn(projectId, count)] : []),
      ]}
      first={{
        icon: <Fingerprint size={20} />,
        title: t.providers.first,
        text: t.providers.firstText,
        action: add,
      }}
    />
  )
}
