import { useParams } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { columnHelper, QueryTable } from '../../components/query-table.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ProviderBadges } from './badges.tsx'
import { kindOf, type Provider } from './texts.ts'

const helper = columnHelper<Provider>()
const columnsOf = (projectId: string) =>
  helper.columns([
    helper.accessor('displayName', {
      header: 'Provider',
      cell: ({ row: { original: provider } }) => (
        <div className="grid gap-0.5">
          <RowLink {...paths.provider(projectId, provider.id)}>{provider.displayName}</RowLink>
          <span className="text-sm text-quiet">{kindOf(provider)}</span>
        </div>
      ),
    }),
    helper.display({
      id: 'state',
      header: 'State',
      cell: ({ row }) => (
        <span className="flex flex-wrap gap-1.5">
          <ProviderBadges provider={row.original} />
        </span>
      ),
    }),
    helper.accessor('linkedUsers', {
      header: 'Linked',
      meta: { className: 'max-sm:hidden w-24 text-right tabular-nums' },
    }),
    helper.accessor('lastSignInAt', {
      header: 'Last sign-in',
      meta: { className: 'max-sm:hidden w-36' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at ? <RelativeTime at={at} /> : 'Never'
      },
    }),
  ])

export function ProvidersPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('federation_provider_list', { projectId })
  const add = refusalFor(project, 'edit') === null && (
    <ButtonLink {...paths.providerNew(projectId)} kind="primary">
      Add provider
    </ButtonLink>
  )
  return (
    <Page
      title="Identity providers"
      text={`Where people of ${project.name} sign in elsewhere, in the order of their buttons.`}
      actions={add}
    >
      <Card flush>
        <QueryTable
          label="Identity providers"
          query={query}
          rows={query.data?.providers ?? []}
          columns={columnsOf(projectId)}
          empty={
            <EmptyState icon={<Fingerprint size={20} />} title="Everybody signs in with a password">
              Add Google, Microsoft, Apple, the provider of an organization, or any OpenID provider.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
