import type { Client, PreviewedClaims } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationQuery, useOperationPage } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { nameOfSource } from '../../components/claims/source-name.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { type ChosenUser, UserChoice, useUserChoices } from './user-choice.tsx'

const texts = t.claims.preview

interface TokenPreviewProps {
  readonly projectId: string
  readonly client: Client
}

/** Not an address, unlike the identifiers of APIs. */
const noApi = 'none'

export function TokenPreview({ projectId, client }: TokenPreviewProps) {
  const [chosen, setUser] = useState<ChosenUser | null>()
  const first = useUserChoices(projectId, '')?.[0]
  // Undefined until the first choice, null while another user is searched.
  const user = chosen === undefined ? (first ?? null) : chosen
  const [scope, setScope] = useState(client.scope || 'openid profile email')
  const [classes, setClasses] = useState('')
  const [api, setApi] = useState(noApi)
  const { data } = useQuery(operationQuery('resource_list', { projectId }))
  const apis = data?.resources.map(({ identifier, name }) => ({
    value: identifier,
    label: name,
    hint: identifier,
  }))
  return (
    <>
      <Card title={texts.title} text={texts.text}>
        {user ? (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-quiet">{texts.user}</span>{' '}
              <span className="font-medium">{user.name}</span>
            </span>
            <Button size="sm" onPress={() => setUser(null)}>
              {texts.change}
            </Button>
          </div>
        ) : (
          <UserChoice
            projectId={projectId}
            label={texts.user}
            searchLabel={texts.search}
            onChoose={setUser}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.scope} value={scope} onChange={setScope} spellCheck="false" mono />
          <TextField
            label={texts.classes}
            value={classes}
            onChange={setClasses}
            spellCheck="false"
            mono
            optional
          />
          <Select
            label={texts.api}
            options={[{ value: noApi, label: texts.noApi }, ...(apis ?? [])]}
            value={api}
            onChange={setApi}
          />
        </div>
        {!user && <p className="text-quiet">{texts.choose}</p>}
      </Card>
      {user && (
        <Tokens
          input={{
            projectId,
            clientId: client.clientId,
            userId: user.id,
            ...(scope.trim() ? { scope: scope.trim() } : {}),
            ...(api === noApi ? {} : { resource: api }),
            ...(classes.trim() ? { acrValues: classes.trim() } : {}),
          }}
        />
      )}
    </>
  )
}

function Tokens({ input }: { input: Parameters<typeof useOperationPage<'client_token_preview'>>[1] }) {
  const { data, error } = useOperationPage('client_token_preview', input)
  if (error) return <ProblemNotice problem={problemOf(error)} />
  if (!data) return null
  const { outputNames } = t.claims
  return (
    <>
      {!data.issuable && <Notice tone="caution" title={texts.notIssuable} />}
      <Output title={outputNames.id_token} claims={data.idToken} absent={texts.noIdToken} />
      <Output title={outputNames.userinfo} claims={data.userInfo} absent={texts.noUserInfo} />
      <Output title={outputNames.access_token} claims={data.accessToken} absent="" />
    </>
  )
}

interface OutputProps {
  readonly title: string
  readonly claims: PreviewedClaims | null
  /** Shown instead of the claims of an output that is not issued. */
  readonly absent: string
}

const originOf = ({ origin, source }: PreviewedClaims['claims'][number]): string =>
  origin === 'protocol'
    ? texts.origins.protocol
    : texts.origins[origin](origin === 'account' ? source : nameOfSource(source))

/** Characters at the end of a value that stay in one line, so that no line has only the quotation mark. */
const keptTogether = 6

/** A narrow page shows the value below the name and the source. */
function ClaimValue({ value }: { readonly value: PreviewedClaims['claims'][number]['value'] }) {
  const text = JSON.stringify(value)
  return (
    <span className="font-mono text-sm text-quiet wrap-anywhere max-sm:order-2 max-sm:col-span-2">
      {text.slice(0, -keptTogether)}
      <span className="whitespace-nowrap">{text.slice(-keptTogether)}</span>
    </span>
  )
}

const Output = ({ title, claims, absent }: OutputProps) => (
  <Card title={title} {...(claims ? {} : { text: absent })}>
    {claims && (
      <ul className="grid gap-3">
        {claims.claims.map((one) => (
          <li
            key={one.claim}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 sm:grid-cols-3"
          >
            <span className="font-mono text-sm font-medium wrap-anywhere">{one.claim}</span>{' '}
            <ClaimValue value={one.value} />
            <span>
              <Badge {...(one.origin === 'protocol' || one.origin === 'account' ? {} : { tone: 'accent' })}>
                {originOf(one)}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    )}
    {claims && claims.omitted.length > 0 && (
      <div className="grid gap-2">
        <h3 className="text-sm font-medium">{texts.missing}</h3>
        <ul className="grid gap-2">
          {claims.omitted.map(({ claim, origin, source, reason }, index) => (
            <li key={index} className="text-sm">
              <code className="font-mono font-medium wrap-anywhere">{claim}</code>{' '}
              <span className="text-quiet">
                {texts.origins[origin](nameOfSource(source))}. {texts.reasons[reason]}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )}
  </Card>
)
