import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type AgentRequest = Answer<'agent_request_list'>['requests'][number]

export const useAgentRequests = (): readonly AgentRequest[] =>
  useOperationPage('agent_request_list', {}).data?.requests ?? []

export const PermitButton = ({ request: { clientId, name, status } }: { request: AgentRequest }) => (
  <ChangeButton
    operation="agent_client_permit"
    input={{ clientId, name }}
    refusal={null}
    done={t.agents.permitted(name)}
    size="sm"
    {...(status === 'waiting' ? { kind: 'primary' } : {})}
  >
    {t.agents.permit}
  </ChangeButton>
)

export function AgentRequests() {
  const requests = useAgentRequests()
  if (requests.length === 0) return null
  const declined = requests.filter(({ status }) => status === 'declined')
  const waiting = requests.filter(({ status }) => status !== 'declined')
  return (
    <>
      {waiting.length > 0 && (
        <Card title={t.agents.requests} text={t.agents.requestsText}>
          <RequestList label={t.agents.requests} requests={waiting} />
        </Card>
      )}
      {declined.length > 0 && (
        <Disclosure isQuiet summary={t.agents.declinedRequests(declined.length)}>
          <Card>
            <RequestList label={t.agents.declinedRequests(declined.length)} requests={declined} />
          </Card>
        </Disclosure>
      )}
    </>
  )
}

const RequestList = ({ label, requests }: { label: string; requests: readonly AgentRequest[] }) => (
  <ul aria-label={label} className="grid divide-y divide-line">
    {requests.map((request) => (
      <RequestRow key={request.id} request={request} />
    ))}
  </ul>
)

function RequestRow({ request }: { request: AgentRequest }) {
  const { id, clientId, name, redirectUri, status, requestedBy, lastAt } = request
  const isDeclined = status === 'declined'
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {isDeclined && <Badge tone="problem">{t.agents.declined}</Badge>}
        </span>
        <span className="font-mono text-sm wrap-anywhere text-quiet">{clientId}</span>
        {redirectUri && (
          <span className="text-sm wrap-anywhere text-quiet">{t.agents.returnsTo(redirectUri)}</span>
        )}
        <span className="text-sm text-quiet">
          {requestedBy && `${t.agents.triedBy(requestedBy)} `}
          <RelativeTime at={lastAt} />
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isDeclined && (
          <ChangeButton
            operation="agent_request_decline"
            input={{ requestId: id }}
            refusal={null}
            done={t.agents.declinedDone(name)}
            size="sm"
          >
            {t.agents.decline}
          </ChangeButton>
        )}
        <PermitButton request={request} />
      </div>
    </li>
  )
}
