import { KeySquare, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { Breakable } from '../../components/breakable.tsx'
import { ButtonLink, RowLink } from '../../components/link.tsx'
import { useList } from '../../components/list/list-pages.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import {
  type Column,
  createdColumn,
  NameCell,
  textColumn,
  timeColumn,
} from '../../components/table/column.tsx'
import { ListPage } from '../../layouts/list-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { ServiceAccountBadges } from './badges.tsx'

type ServiceAccount = Answer<'service_account_list'>['serviceAccounts'][number]
type Texts = typeof t.serviceAccounts

const columnsOf = (texts: Texts): readonly Column<ServiceAccount>[] => [
  {
    id: 'name',
    header: t.common.name,
    sort: 'name',
    cell: (account) => (
      <NameCell mark={<IconMark icon={KeySquare} />} badges={<ServiceAccountBadges account={account} />}>
        <RowLink {...paths.serviceAccount(account.teamId, account.id)}>{account.name}</RowLink>
      </NameCell>
    ),
  },
  textColumn('role', texts.role, ({ role }) => t.shell.teamRoles[role], { className: '@max-xl:hidden w-28' }),
  {
    id: 'signsInWith',
    header: texts.signsInWith,
    cell: (account) => <Credential account={account} />,
  },
  textColumn('team', texts.team, ({ teamName }) => teamName, { className: '@max-2xl:hidden' }),
  timeColumn('lastUsedAt', texts.lastUsed, ({ lastUsedAt }) => lastUsedAt, {
    className: '@max-3xl:hidden w-40',
  }),
  { ...createdColumn('w-36'), isExtra: true },
]

function Credential({ account: { keys, workloads, lastFailure } }: { account: ServiceAccount }) {
  const texts = t.serviceAccounts
  return (
    <span className="wrap-break-word">
      {workloads.length > 0 ? (
        <code className="font-mono text-sm">
          <Breakable>{workloads.map(({ subject }) => subject).join(', ')}</Breakable>
        </code>
      ) : (
        texts.keyCount(keys.length)
      )}{' '}
      {lastFailure && <span className="text-caution">{texts.lastFailure(lastFailure)}</span>}
    </span>
  )
}

export function ServiceAccountsPage() {
  const texts = t.serviceAccounts
  const { superAdministrator, teams } = useOperation('whoami', {})
  const columns = columnsOf(texts)
  const { query, pager } = useList('service_account_list', {}, columns)
  const create = (superAdministrator || teams.some(({ role }) => role === 'owner')) && (
    <ButtonLink {...paths.serviceAccountNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.nav.serviceAccountNew}
    </ButtonLink>
  )
  return (
    <ListPage
      list="service-accounts"
      title={t.nav.serviceAccounts}
      text={texts.text}
      actions={create}
      search={{ label: texts.search }}
      query={query}
      rows={query.data?.serviceAccounts}
      columns={columns}
      pager={pager}
      first={{
        icon: <KeySquare size={20} />,
        title: texts.none,
        text: texts.noneText,
        action: create,
      }}
      noMatch={{ title: texts.noMatch }}
    />
  )
}
