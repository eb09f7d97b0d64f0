import type { Client } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Input } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { t } from '../../texts/index.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { AssertionAudiences } from './assertion-audiences.tsx'
import { AssertionIssuers } from './assertion-issuers.tsx'
import {
  audiencesOf,
  issuersOf,
  type TokenGrantValues,
  valuesOfIssuer,
  valuesOfReceiver,
} from './token-grant-values.ts'
import { signsPeopleIn } from './values/presets.ts'

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const valuesOf = (client: Client): TokenGrantValues => ({
  exchanges: client.grantTypes.includes(tokenExchange),
  exchangeAudiences: client.exchangeAudiences,
  receivers: (client.assertionAudiences ?? []).map(valuesOfReceiver),
  acceptsAssertions: client.grantTypes.includes(jwtBearer),
  issuers: (client.assertionIssuers ?? []).map(valuesOfIssuer),
  requireConsent: client.requireConsent,
})

function inputOf(projectId: string, client: Client, values: TokenGrantValues): Input<'client_update'> {
  const others = client.grantTypes.filter((type) => type !== tokenExchange && type !== jwtBearer)
  return {
    projectId,
    clientId: client.clientId,
    grantTypes: [
      ...others,
      ...(values.exchanges ? [tokenExchange as typeof tokenExchange] : []),
      ...(values.acceptsAssertions ? [jwtBearer as typeof jwtBearer] : []),
    ],
    exchangeAudiences: [...values.exchangeAudiences],
    assertionIssuers: values.issuers.length > 0 ? issuersOf(values.issuers) : null,
    assertionAudiences: values.receivers.length > 0 ? audiencesOf(values.receivers) : null,
    ...(values.requireConsent === client.requireConsent ? {} : { requireConsent: values.requireConsent }),
  }
}

interface TokenGrantsProps {
  readonly projectId: string
  readonly client: Client
  readonly refusal: string | null
}

/** The grants with which an application gets tokens of users who do not sign in to it. */
export function TokenGrants({ projectId, client, refusal }: TokenGrantsProps) {
  const texts = t.clients.tokenGrants
  return (
    <EditCard
      title={texts.title}
      text={texts.text}
      label={texts.title}
      operation="client_update"
      initial={valuesOf(client)}
      toInput={(values) => inputOf(projectId, client, values)}
      fields={['grantTypes', 'exchangeAudiences', 'assertionIssuers', 'assertionAudiences', 'requireConsent']}
      refusal={refusal}
      saveLabel={texts.save}
      done={t.clients.saved}
    >
      {(form) => (
        <>
          <Switch
            label={texts.exchange}
            hint={texts.exchangeHint}
            isDisabled={refusal !== null}
            isSelected={form.values.exchanges}
            onChange={(exchanges) => form.set({ exchanges })}
            error={form.errorAt('grantTypes')}
          />
          {form.values.exchanges && (
            <>
              <Audiences form={form} projectId={projectId} isDisabled={refusal !== null} />
              <AssertionAudiences form={form} isDisabled={refusal !== null} />
            </>
          )}
          <Switch
            label={texts.assertions}
            hint={texts.assertionsHint}
            isDisabled={refusal !== null}
            isSelected={form.values.acceptsAssertions}
            onChange={(acceptsAssertions) => form.set({ acceptsAssertions })}
            error={form.errorAt('assertionIssuers')}
          />
          {form.values.acceptsAssertions && <AssertionIssuers form={form} isDisabled={refusal !== null} />}
          {!signsPeopleIn(client) && (form.values.exchanges || form.values.acceptsAssertions) && (
            <Switch
              label={t.clients.consent}
              hint={texts.consentHint}
              isDisabled={refusal !== null}
              isSelected={form.values.requireConsent}
              onChange={(requireConsent) => form.set({ requireConsent })}
              error={form.errorAt('requireConsent')}
            />
          )}
        </>
      )}
    </EditCard>
  )
}

interface AudiencesProps {
  readonly form: Pick<FormState<TokenGrantValues>, 'values' | 'set' | 'errorsWithin'>
  readonly projectId: string
  readonly isDisabled: boolean
}

/** Includes stored identifiers of deleted APIs. */
function Audiences({ form, projectId, isDisabled }: AudiencesProps) {
  const texts = t.clients.tokenGrants
  const { data } = useQuery(operationQuery('resource_list', { projectId }))
  const chosen = form.values.exchangeAudiences
  const names = new Map(data?.resources.map(({ identifier, name }) => [identifier, name]))
  for (const identifier of chosen) if (!names.has(identifier)) names.set(identifier, identifier)
  const error = form.errorsWithin('exchangeAudiences')
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{texts.audiences}</legend>
      <p className="text-sm text-quiet">{data && names.size === 0 ? texts.noApis : texts.audiencesHint}</p>
      {[...names].map(([identifier, name]) => (
        <Checkbox
          key={identifier}
          label={name}
          hint={identifier === name ? undefined : <span className="font-mono break-all">{identifier}</span>}
          isDisabled={isDisabled}
          isSelected={chosen.includes(identifier)}
          onChange={(isOn) =>
            form.set({
              exchangeAudiences: isOn
                ? [...chosen, identifier]
                : chosen.filter((each) => each !== identifier),
            })
          }
        />
      ))}
      {error && <p className="text-sm text-problem">{error}</p>}
    </fieldset>
  )
}
