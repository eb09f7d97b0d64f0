import { useOperation, useOperationPage } from '../../api/operation.ts'
import { AttentionCard } from '../../components/attention.tsx'
import { isReady } from '../../components/key-track.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { relativeTime } from '../../ui/time.tsx'
import { PermitButton, useAgentRequests } from '../agents/requests.tsx'

const most = 3
/** Number of occurrences within a day from which a fault is shown. */
const often = 5

/** Facts about the instance that need a super administrator. */
export const OfInstance = () => (
  <>
    <Agents />
    <MailOff />
    <WithoutSecondFactor />
    <Faults />
    <ReadyKeys />
  </>
)

/** Agents that wait for a permission, the latest attempt first. */
const Agents = () =>
  useAgentRequests()
    .filter(({ status }) => status === 'waiting')
    .slice(0, most)
    .map((request) => (
      <AttentionCard
        key={request.id}
        kind={t.home.agent}
        title={t.home.agentTitle(request.name)}
        action={
          <span className="flex flex-wrap gap-2">
            <ButtonLink {...paths.agents()}>{t.home.look}</ButtonLink>
            <PermitButton request={request} />
          </span>
        }
      >
        {t.home.agentText(request.requestedBy ?? request.clientId)}
      </AttentionCard>
    ))

function MailOff() {
  const mail = useOperationPage('smtp_settings_get', {}).data
  if (!mail || mail.configured) return null
  return (
    <AttentionCard
      kind={t.home.mail}
      title={t.home.mailTitle}
      action={<ButtonLink {...paths.system({ tab: 'mail' })}>{t.home.configure}</ButtonLink>}
    >
      {t.home.mailText}
    </AttentionCard>
  )
}

/** Super administrators whose password is enough to sign in. The caller adds a passkey on the page of the account. */
function WithoutSecondFactor() {
  const { id: own } = useOperation('whoami', {})
  const people = useOperationPage('admin_sign_in_readiness_get', {}).data?.withoutSecondFactor ?? []
  return people
    .toSorted((one, other) => Number(other.id === own) - Number(one.id === own))
    .slice(0, most)
    .map(({ id, email }) => (
      <AttentionCard
        key={id}
        kind={t.home.secondFactor}
        title={t.home.secondFactorTitle(email)}
        action={
          id === own ? (
            <a className={buttonStyle()} href="/account/passkeys">
              {t.home.addPasskey}
            </a>
          ) : (
            <ButtonLink {...paths.administrator(id)}>{t.home.look}</ButtonLink>
          )
        }
      >
        {t.home.secondFactorText}
      </AttentionCard>
    ))
}

/** Returns a date, so that the cached read is used for a while. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

function Faults() {
  const faults = useOperationPage('error_list', { from: yesterday(), limit: 50 }).data?.faults ?? []
  return faults
    .filter(({ occurrences }) => occurrences >= often)
    .toSorted((one, other) => other.occurrences - one.occurrences)
    .slice(0, most)
    .map(({ id, message, occurrences, lastSeenAt }) => (
      <AttentionCard
        key={id}
        tone="problem"
        kind={t.home.fault}
        title={message}
        action={<ButtonLink {...paths.fault(id)}>{t.home.look}</ButtonLink>}
      >
        {t.home.faultText(occurrences, relativeTime(lastSeenAt))}
      </AttentionCard>
    ))
}

function ReadyKeys() {
  const keys = useOperationPage('jwks_list', {}).data?.keys ?? []
  return keys.filter(isReady).map(({ kid, algorithm }) => (
    <AttentionCard
      key={kid}
      tone="accent"
      kind={t.home.key}
      title={t.home.keyTitle(algorithm)}
      action={<ButtonLink {...paths.system({ tab: 'keys' })}>{t.home.toKeys}</ButtonLink>}
    >
      {t.home.keyText}
    </AttentionCard>
  ))
}
