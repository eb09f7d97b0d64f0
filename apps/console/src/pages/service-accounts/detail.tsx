import { useParams } from '@tanstack/react-router'
import { KeySquare } from 'lucide-react'
import { useOperation } from '../../api/operation.ts'
import { DeleteCard } from '../../components/deletion.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { FormText } from '../../components/form-text.tsx'
import { endOfDay, LastDay } from '../../components/last-day.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { IconMark } from '../../components/object-mark.tsx'
import { ScopeChoices } from '../../components/rights-fields.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { RoleSelect } from '../teams/role-select.tsx'
import { type ServiceAccount, ServiceAccountBadges } from './badges.tsx'
import { Keys, Workloads } from './credentials.tsx'
import { Overview } from './overview.tsx'

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
      mark={<IconMark icon={KeySquare} size="title" />}
      kind={t.nav.serviceAccount}
      id={account.id}
      actions={
        <ButtonLink {...paths.serviceAccount(one.teamId, account.id)} search={{ tab: 'access' }}>
          {account.workloads.length > 0 ? texts.addWorkload : texts.replaceKeys}
        </ButtonLink>
      }
      menu={[
        {
          danger: true,
          text: t.common.delete,
          refusal: section.refusal,
          opens: 'service_account_delete',
        },
      ]}
      badges={<ServiceAccountBadges account={account} />}
      labels={{ object: account, operation: 'service_account_update', at: one, refusal: section.refusal }}
      tabs={[
        { id: 'overview', title: t.common.overview, content: <Overview account={account} /> },
        {
          id: 'access',
          title: texts.access,
          content: account.workloads.length > 0 ? <Workloads {...section} /> : <Keys {...section} />,
        },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <Name {...section} />
              <Rights {...section} />
              <Removal {...section} />
            </>
          ),
        },
      ]}
      // The account makes these calls itself; the console changes it.
      calls={account.workloads.length > 0 ? ['whoami'] : ['whoami', 'service_account_key_rotate']}
      timeline={{ targetId: account.id }}
    />
  )
}

const Name = ({ account, refusal }: Section) => (
  <EditCard
    title={t.common.general}
    label={t.common.general}
    operation="service_account_update"
    initial={{ name: account.name }}
    toInput={({ name }) => ({ teamId: account.teamId, serviceAccountId: account.id, name: name.trim() })}
    check={({ name }) => ({ name: name.trim() ? undefined : t.problems.fillIn })}
    fields={['name']}
    refusal={refusal}
    saveLabel={t.common.save}
    done={t.serviceAccounts.changed}
  >
    {(form) => <FormText form={form} name="name" label={t.common.name} autoComplete="off" />}
  </EditCard>
)

const Removal = ({ account, refusal }: Section) => (
  <DeleteCard
    operation="service_account_delete"
    input={{ teamId: account.teamId, serviceAccountId: account.id }}
    refusal={refusal}
    title={t.serviceAccounts.deleteCard}
    text={t.serviceAccounts.deleteText}
    question={t.serviceAccounts.deleteTitle(account.name)}
    confirmLabel={t.common.delete}
    consequence={t.serviceAccounts.deleteText}
    done={t.serviceAccounts.deleted(account.name)}
    to={paths.serviceAccounts()}
  />
)

function Rights({ account, refusal }: Section) {
  const texts = t.serviceAccounts
  return (
    <EditCard
      title={texts.rights}
      label={texts.rights}
      operation="service_account_update"
      initial={{
        role: account.role,
        scopes: account.scopes,
        expires: account.expiresAt?.slice(0, 10) ?? '',
      }}
      toInput={({ role, scopes, expires }) => ({
        teamId: account.teamId,
        serviceAccountId: account.id,
        role,
        scopes: [...scopes],
        expiresAt: endOfDay(expires),
      })}
      check={({ scopes }) => ({ scopes: scopes.length > 0 ? undefined : t.problems.fillIn })}
      fields={['role', 'scopes', 'expiresAt']}
      refusal={refusal}
      saveLabel={t.common.save}
      done={texts.changed}
    >
      {(form) => (
        <>
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
