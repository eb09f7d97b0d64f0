import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ChangeButton } from '../../components/change-button.tsx'
import { EditCard } from '../../components/edit-card.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { TextList } from '../../ui/text-list.tsx'
import { toast } from '../../ui/toast.ts'

type ClientRegistration = Answer<'project_client_registration_get'>

interface CardProps {
  readonly projectId: string
  readonly refusal: string | null
}

interface Values {
  readonly registration: ClientRegistration['registration']
  readonly documents: ClientRegistration['documents']
  readonly documentHosts: readonly string[]
}

const modes = ['off', 'token', 'open'] as const
const documentModes = ['off', 'on'] as const

/** Choices of a project about applications that no administrator creates. */
export function SelfRegistration(props: CardProps) {
  const state = useOperationPage('project_client_registration_get', { projectId: props.projectId }).data
  if (!state) return null
  return (
    <Disclosure
      summary={t.clients.registration}
      note={t.clients.registrationModes[state.registrationInForce]}
    >
      <Choices {...props} state={state} />
      {state.registrationInForce === 'token' && <Tokens {...props} state={state} />}
    </Disclosure>
  )
}

function Choices({ projectId, refusal, state }: CardProps & { state: ClientRegistration }) {
  const { registrationModes: names, documentModes: documentNames } = t.clients
  const { registration, documents, documentHosts } = state
  return (
    <EditCard
      title={t.clients.registration}
      text={t.clients.registrationText}
      label={t.clients.registration}
      operation="project_client_registration_update"
      initial={{ registration, documents, documentHosts } as Values}
      toInput={(values) => ({
        projectId,
        registration: values.registration,
        documents: values.documents,
        documentHosts: values.documentHosts.map((host) => host.trim()).filter(Boolean),
      })}
      fields={['registration', 'documents', 'documentHosts']}
      refusal={refusal}
      saveLabel={t.common.save}
      done={t.clients.registrationSaved}
    >
      {({ values, set, errorAt }) => (
        <>
          <Select
            label={t.clients.registrationMode}
            options={[
              { value: '', label: names.default(names[state.registrationInForce]) },
              ...modes.map((value) => ({ value, label: names[value] })),
            ]}
            value={values.registration ?? ''}
            onChange={(value) => set({ registration: modes.find((mode) => mode === value) ?? null })}
          />
          {state.registrationEndpoint && values.registration !== 'off' && (
            <CopyValue value={state.registrationEndpoint} what={t.clients.registrationEndpoint} />
          )}
          <Select
            label={t.clients.documents}
            options={[
              { value: '', label: documentNames.default(documentNames[state.documentsInForce]) },
              ...documentModes.map((value) => ({ value, label: documentNames[value] })),
            ]}
            value={values.documents ?? ''}
            onChange={(value) => set({ documents: documentModes.find((mode) => mode === value) ?? null })}
          />
          <TextList
            label={t.clients.documentHosts}
            hint={t.clients.documentHostsHint}
            values={values.documentHosts}
            onChange={(hosts) => set({ documentHosts: hosts })}
            errorOf={(index) => errorAt(index < 0 ? 'documentHosts' : `documentHosts.${index}`)}
            addLabel={t.clients.addHost}
            placeholder="claude.ai"
            max={100}
            optional
          />
        </>
      )}
    </EditCard>
  )
}

const tokenDays = 7

/** Keeps a new token in the memory of this component only. */
function Tokens({ projectId, refusal, state }: CardProps & { state: ClientRegistration }) {
  const [token, setToken] = useState<string | null>(null)
  const mutation = useOperationMutation('project_registration_token_create')
  const create = () =>
    mutation.mutate(
      { projectId, days: tokenDays },
      {
        onSuccess: (made) => setToken(made.token),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Card title={t.clients.tokens} text={t.clients.tokenCount(state.tokens)}>
      {token && (
        <div className="grid grid-cols-1 gap-1.5">
          <p className="text-sm text-quiet">{t.clients.newToken}</p>
          <CodeBlock what={t.clients.tokens} code={token} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Permitted refusal={refusal} isPending={mutation.isPending} onPress={create}>
          {t.clients.createToken}
        </Permitted>
        {state.tokens > 0 && (
          <ChangeButton
            operation="project_registration_token_revoke"
            input={{ projectId }}
            refusal={refusal}
            done={t.clients.tokensRevoked}
            kind="danger-quiet"
          >
            {t.clients.revokeTokens}
          </ChangeButton>
        )}
      </div>
    </Card>
  )
}
