import { KeySquare, Plus } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { ButtonLink, TextLink } from '../../components/link.tsx'
import { useList } from '../../components/list-pages.tsx'
import { endOfDay, LastDay, ScopeChoices } from '../../components/rights-fields.tsx'
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
import { Badge } from '../../ui/badge.tsx'
import { RoleSelect } from '../teams/role-select.tsx'

type ServiceAccount = Answer<'service_account_list'>['serviceAccounts'][number]

const columns: readonly Column<ServiceAccount>[] = [
  {
    id: 'name',
    header: t.common.name,
    sort: 'name',
    cell: (account) => (
      <NameCell badges={<Badges account={account} />} note={<Note account={account} />}>
        {account.name}
      </NameCell>
    ),
  },
  textColumn(
    'team',
    t.serviceAccounts.team,
    ({ teamId, teamName }) => <TextLink {...paths.team(teamId)}>{teamName}</TextLink>,
    { className: '@max-2xl:hidden' },
  ),
  timeColumn('lastUsedAt', t.serviceAccounts.lastUsed, ({ lastUsedAt }) => lastUsedAt, {
    className: '@max-3xl:hidden w-40',
  }),
  { ...createdColumn('w-36'), isExtra: true },
  {
    id: 'actions',
    header: '',
    className: 'w-44 text-right @max-lg:w-24',
    cell: (account) => <Actions account={account} />,
  },
]

const Badges = ({ account: { role, active, teamPeople, failedExchanges } }: { account: ServiceAccount }) => (
  <>
    <Badge>{t.shell.teamRoles[role]}</Badge>
    {!active && <Badge tone="problem">{t.serviceAccounts.expired}</Badge>}
    {teamPeople === 0 && <Badge tone="caution">{t.serviceAccounts.noPeople}</Badge>}
    {failedExchanges > 0 && <Badge tone="caution">{t.serviceAccounts.failed(failedExchanges)}</Badge>}
  </>
)

/** The credential of an account, and the reason of the last rejected exchange. */
const Note = ({ account: { id, keys, workloads, lastFailure } }: { account: ServiceAccount }) => (
  <span className="grid gap-0.5 wrap-anywhere">
    <span className="font-mono">{id}</span>
    <span>
      {workloads.map(({ subject }) => subject).join(', ') || t.serviceAccounts.keyCount(keys.length)}
    </span>
    {lastFailure && <span className="text-caution">{t.serviceAccounts.lastFailure(lastFailure)}</span>}
  </span>
)

function Actions({ account }: { account: ServiceAccount }) {
  const { superAdministrator, teams } = useOperation('whoami', {})
  const isOwner = teams.some(({ id, role }) => id === account.teamId && role === 'owner')
  const refusal = superAdministrator || isOwner ? null : t.serviceAccounts.ownersOnly
  const one = { teamId: account.teamId, serviceAccountId: account.id }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <FormDialog
        label={t.common.edit}
        size="sm"
        refusal={refusal}
        title={t.serviceAccounts.change(account.name)}
        operation="service_account_update"
        initial={{
          name: account.name,
          role: account.role,
          scopes: account.scopes,
          expires: account.expiresAt?.slice(0, 10) ?? '',
        }}
        toInput={({ name, role, scopes, expires }) => ({
          ...one,
          name: name.trim(),
          role,
          scopes: [...scopes],
          expiresAt: endOfDay(expires),
        })}
        check={({ name, scopes }) => ({
          name: name.trim() ? undefined : t.problems.fillIn,
          scopes: scopes.length > 0 ? undefined : t.problems.fillIn,
        })}
        fields={['name', 'role', 'scopes', 'expiresAt']}
        submitLabel={t.common.save}
        done={t.serviceAccounts.changed}
      >
        {(form) => (
          <>
            <FormText form={form} name="name" label={t.common.name} autoComplete="off" />
            <RoleSelect
              value={form.values.role}
              onChange={(role) => form.set({ role })}
              error={form.errorAt('role')}
            />
            <ScopeChoices
              chosen={form.values.scopes}
              onChange={(scopes) => form.set({ scopes })}
              error={form.errorAt('scopes')}
            />
            <LastDay
              value={form.values.expires}
              onChange={(expires) => form.set({ expires })}
              error={form.errorAt('expiresAt')}
            />
          </>
        )}
      </FormDialog>
      <ConfirmButton
        size="sm"
        operation="service_account_delete"
        input={one}
        refusal={refusal}
        label={t.common.delete}
        title={t.serviceAccounts.deleteTitle(account.name)}
        confirmLabel={t.common.delete}
        consequence={t.serviceAccounts.deleteText}
        done={t.serviceAccounts.deleted(account.name)}
      />
    </span>
  )
}

export function ServiceAccountsPage() {
  const { superAdministrator, teams } = useOperation('whoami', {})
  const { query, pager } = useList('service_account_list', {}, columns)
  const create = (superAdministrator || teams.some(({ role }) => role === 'owner')) && (
    <ButtonLink {...paths.serviceAccountNew()} kind="primary" icon={<Plus size={15} aria-hidden />}>
      {t.serviceAccounts.new}
    </ButtonLink>
  )
  return (
    <ListPage
      list="service-accounts"
      title={t.serviceAccounts.title}
      text={t.serviceAccounts.text}
      actions={create}
      search={{ label: t.serviceAccounts.search }}
      query={query}
      rows={query.data?.serviceAccounts}
      columns={columns}
      pager={pager}
      first={{
        icon: <KeySquare size={20} />,
        title: t.serviceAccounts.none,
        text: t.serviceAccounts.noneText,
        action: create,
      }}
      noMatch={{ title: t.serviceAccounts.noMatch }}
    />
  )
}
