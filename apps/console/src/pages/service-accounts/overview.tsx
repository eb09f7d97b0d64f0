import { Timeline } from '../../components/audit/timeline.tsx'
import { TextLink } from '../../components/link.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import type { ServiceAccount } from './badges.tsx'
import { nameOfPlatform } from './values.ts'

export const Overview = ({ account }: { account: ServiceAccount }) => (
  <OverviewColumns
    facts={
      <Card title={t.serviceAccounts.access}>
        <Facts stacked facts={signInFacts(account)} />
      </Card>
    }
  >
    <Card title={t.serviceAccounts.signsInWith}>
      <Facts facts={credentialFacts(account)} />
    </Card>
    <Card title={t.serviceAccounts.rights}>
      <Facts facts={rightsFacts(account)} />
    </Card>
    <Timeline title={t.audit.ownChanges} filter={{ actor: account.id }} pageSize={5} />
  </OverviewColumns>
)

function signInFacts(account: ServiceAccount): Fact[] {
  const texts = t.serviceAccounts
  const { lastUsedAt, createdAt, createdBy, lastFailure, failedExchanges } = account
  return [
    { name: texts.lastUsed, value: lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t.common.never },
    ...(lastFailure ? [{ name: texts.failed(failedExchanges), value: lastFailure }] : []),
    { name: texts.createdBy, value: createdBy ?? t.common.unknown },
    { name: t.common.created, value: <Day at={createdAt} /> },
  ]
}

/** Platforms with the accepted subjects of their tokens, or the public keys. */
function credentialFacts({ keys, workloads }: ServiceAccount): Fact[] {
  if (keys.length > 0)
    return [{ name: t.serviceAccounts.storedKeys, value: <Codes codes={keys.map(({ kid }) => kid)} /> }]
  return [...Map.groupBy(workloads, ({ kind }) => kind)].map(([kind, accepted]) => ({
    name: nameOfPlatform[kind],
    value: <Codes codes={accepted.map(({ subject }) => subject)} />,
  }))
}

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul className="grid gap-1">
    {[...new Set(codes)].map((code) => (
      <li key={code}>
        <code className="font-mono text-sm">{code}</code>
      </li>
    ))}
  </ul>
)

function rightsFacts({ teamId, teamName, role, scopes, expiresAt }: ServiceAccount): Fact[] {
  const texts = t.serviceAccounts
  return [
    { name: texts.team, value: <TextLink {...paths.team(teamId)}>{teamName}</TextLink> },
    { name: texts.role, value: t.shell.teamRoles[role] },
    { name: texts.permitted, value: <Scopes scopes={scopes} /> },
    {
      name: texts.expires,
      value: expiresAt ? <Day at={expiresAt} /> : <span className="text-caution">{t.common.never}</span>,
    },
  ]
}

const Scopes = ({ scopes }: Pick<ServiceAccount, 'scopes'>) => (
  <ul className="grid gap-1">
    {scopes.map((scope) => (
      <li key={scope} className={scope === 'admin:high' ? 'text-caution' : undefined}>
        {t.agents.scopeNames[scope]}
      </li>
    ))}
  </ul>
)
