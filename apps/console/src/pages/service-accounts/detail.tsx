import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { DeleteButton } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { TextLink } from '../../components/link.tsx'
import { endOfDay, LastDay, ScopeChoices } from '../../components/rights-fields.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { RoleSelect } from '../teams/role-select.tsx'
import { type ServiceAccount, ServiceAccountBadges } from './badges.tsx'
import { Keys, Workloads } from './credentials.tsx'

interface Section {
  readonly account: ServiceAccount
  readonly refusal: string | null
}

export function ServiceAccountPage() {
  const one = useParams({ from: '/shell/service-accounts/$teamId/$serviceAccountId' })
  const texts = t.serviceAccounts
  const account = useOperation('service_account_get', one)
  const { superAdministrator, teams } = useOperation('whoami', {})
  const isOwner = teams.some(({ id, role }) => id === one.teamId && role === 'owner')
  const section = { account, refusal: superAdministrator || isOwner ? null : texts.ownersOnly }
  return (
    <ObjectPage
      title={account.name}
      id={account.id}
      badges={<ServiceAccountBadges account={account} />}
      labels={{ object: account, operation: 'service_account_update', at: one, refusal: section.refusal }}
      actions={
        <DeleteButton
          operation="service_account_delete"
          input={one}
          refusal={section.refusal}
          label={t.common.delete}
          question={texts.deleteTitle(account.name)}
          confirmLabel={t.common.delete}
          consequence={texts.deleteText}
          done={texts.deleted(account.name)}
          to={paths.serviceAccounts()}
        />
      }
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Overview account={account} /> },
        {
          id: 'access',
          title: texts.access,
          content: account.workloads.length > 0 ? <Workloads {...section} /> : <Keys {...section} />,
        },
        { id: 'rights', title: texts.rights, content: <Rights {...section} /> },
      ]}
      timeline={{ targetId: account.id }}
    />
  )
}

function Overview({ account }: Pick<Section, 'account'>) {
  const texts = t.serviceAccounts
  const { teamId, teamName, scopes, expiresAt, lastUsedAt, createdAt, createdBy, lastFailure } = account
  return (
    <Card>
      <Facts
        facts={[
          { name: texts.team, value: <TextLink {...paths.team(teamId)}>{teamName}</TextLink> },
          { name: texts.permitted, value: scopes.map((scope) => t.agents.scopeNames[scope]).join(', ') },
          { name: texts.expires, value: expiresAt ? <Day at={expiresAt} /> : t.common.never },
          { name: texts.lastUsed, value: lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t.common.never },
          ...(lastFailure ? [{ name: texts.failed(account.failedExchanges), value: lastFailure }] : []),
          { name: texts.createdBy, value: createdBy ?? t.common.unknown },
          { name: t.common.created, value: <Day at={createdAt} /> },
        ]}
      />
    </Card>
  )
}

function Rights({ account, refusal }: Section) {
  const texts = t.serviceAccounts
  return (
    <EditCard
      label={texts.rights}
      operation="service_account_update"
      initial={{
        name: account.name,
        role: account.role,
        scopes: account.scopes,
        expires: account.expiresAt?.slice(0, 10) ?? '',
      }}
      toInput={({ name, role, scopes, expires }) => ({
        teamId: account.teamId,
        serviceAccountId: account.id,
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
      refusal={refusal}
      saveLabel={t.common.save}
      done={texts.changed}
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
    </EditCard>
  )
}
