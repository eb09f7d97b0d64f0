import { useOperation, useOperationPage } from '../../api/operation.ts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { isReady } from '../../components/key-life.ts'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { PermitButton, useAgentRequests } from '../agents/requests.tsx'

/** Number of occurrences from which a fault of the last day is shown. */
const often = 5
/** Number of faults from which the most frequent are shown. */
const read = 50

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
const Agents = () => (
  <AttentionGroup
    title={t.home.groups.agents}
    more={paths.agents()}
    items={useAgentRequests()
      .filter(({ status }) => status === 'waiting')
      .map((request) => ({
        key: request.id,
        title: t.home.agentTitle(request.name),
        detail: t.home.agentText(request.requestedBy ?? request.clientId),
        age: { at: request.lastAt, text: t.home.ages.tried },
        action: (
          <span className="flex flex-wrap gap-2">
            <ButtonLink size="sm" {...paths.agents()}>
              {t.home.review}
            </ButtonLink>
            <PermitButton request={request} />
          </span>
        ),
      }))}
  />
)

/** Messages about approvals that wait after a failed delivery. */
export function UndeliveredMessages() {
  const {
    lastFailure,
    lastDeliveredAt,
    waiting = 0,
  } = useOperationPage('approval_webhook_get', {}).data ?? {}
  if (!lastFailure || (lastDeliveredAt && lastDeliveredAt > lastFailure.at)) return null
  return (
    <AttentionGroup
      tone="problem"
      title={() => t.home.webhookTitle}
      items={[
        {
          key: 'webhook',
          title: t.home.webhookTitle,
          detail: t.home.webhookText(waiting),
          age: { at: lastFailure.at, text: t.home.ages.failed },
          action: (
            <ButtonLink size="sm" {...paths.agents()}>
              {t.home.look}
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}

function MailOff() {
  const mail = useOperationPage('smtp_settings_get', {}).data
  if (!mail || mail.configured) return null
  return (
    <AttentionGroup
      title={() => t.home.mailTitle}
      items={[
        {
          key: 'mail',
          title: t.home.mailTitle,
          detail: t.home.mailText,
          action: (
            <ButtonLink size="sm" {...paths.system({ tab: 'mail' })}>
              {t.home.configure}
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}

/** Super administrators whose password is enough to sign in. The caller adds a passkey on the page of the account. */
function WithoutSecondFactor() {
  const { id: own } = useOperation('whoami', {})
  const people = useOperationPage('admin_sign_in_readiness_get', {}).data?.withoutSecondFactor ?? []
  return (
    <AttentionGroup
      title={t.home.groups.secondFactor}
      more={paths.signInAccess()}
      items={people
        .toSorted((one, other) => Number(other.id === own) - Number(one.id === own))
        .map(({ id, email }) => ({
          key: id,
          title: t.home.secondFactorTitle(email),
          detail: t.home.secondFactorText,
          action:
            id === own ? (
              <a className={buttonStyle('secondary', 'sm')} href="/account/passkeys">
                {t.home.addPasskey}
              </a>
            ) : (
              <ButtonLink size="sm" {...paths.administrator(id)}>
                {t.home.look}
              </ButtonLink>
            ),
        }))}
    />
  )
}

/** Returns a date, so that the cached read is used for a while. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

function Faults() {
  const { faults = [], total = 0 } =
    useOperationPage('error_list', { from: yesterday(), minOccurrences: often, limit: read }).data ?? {}
  return (
    <AttentionGroup
      tone="problem"
      title={t.home.groups.faults}
      total={total}
      more={paths.faults()}
      items={faults
        .toSorted((one, other) => other.occurrences - one.occurrences)
        .map(({ id, message, occurrences, lastSeenAt }) => ({
          key: id,
          title: message,
          detail: t.home.occurrences(occurrences),
          age: { at: lastSeenAt, text: t.home.ages.seen },
          action: (
            <ButtonLink size="sm" {...paths.fault(id)}>
              {t.home.look}
            </ButtonLink>
          ),
        }))}
    />
  )
}

function ReadyKeys() {
  const keys = useOperationPage('jwks_list', {}).data?.keys ?? []
  return (
    <AttentionGroup
      tone="accent"
      title={t.home.groups.instanceKeys}
      more={paths.system({ tab: 'keys' })}
      items={keys.filter(isReady).map(({ kid, algorithm, promotableAt }) => ({
        key: kid,
        title: t.home.keyTitle(algorithm),
        detail: t.home.keyText,
        age: promotableAt ? { at: promotableAt, text: t.home.ages.ready } : undefined,
        action: (
          <ButtonLink size="sm" {...paths.system({ tab: 'keys' })}>
            {t.home.toKeys}
          </ButtonLink>
        ),
      }))}
    />
  )
}
