import { AdministratorChoice } from '../../components/administrator-choice.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { RadioCards } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { type Identity, otherProduct, productOf, products, productValues } from './identity-values.ts'

type IdentityForm = Pick<FormState<Identity>, 'values' | 'errorAt' | 'errorsWithin'> & {
  readonly set: (values: Partial<Identity>) => void
}

const productCards = () => [
  ...products.map(({ id, name, clientId }) => ({
    value: id as string,
    title: name,
    text: new URL(clientId).host,
  })),
  { value: otherProduct as string, title: t.agents.otherProduct, text: t.agents.otherProductText },
]

export function IdentityFields({ form }: { form: IdentityForm }) {
  const { values, set, errorAt, errorsWithin } = form
  const isAgent = values.kind === 'agent'
  const isKnown = isAgent && productOf(values.clientId) !== otherProduct
  return (
    <>
      {isAgent && (
        <RadioCards
          label={t.agents.product}
          cards={productCards()}
          value={productOf(values.clientId)}
          onChange={(product) => set(productValues(product))}
        />
      )}
      <FormText form={form} name="name" label={t.common.name} autoComplete="off" />
      {(!isKnown || errorAt('clientId')) && (
        <FormText
          form={form}
          name="clientId"
          label={isAgent ? t.agents.clientIdAgent : t.agents.clientIdMachine}
          autoComplete="off"
          hint={isAgent ? t.agents.clientIdAgentHint : t.agents.clientIdMachineHint}
        />
      )}
      {values.kind === 'key' && (
        <TextField
          label={t.agents.jwks}
          name="jwks"
          rows={6}
          mono
          autoComplete="off"
          spellCheck="false"
          placeholder='{"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…"}]}'
          value={values.jwks}
          onChange={(jwks) => set({ jwks })}
          error={errorsWithin('jwks')}
        />
      )}
      {values.kind === 'workload' && (
        <>
          <TextField
            label={t.agents.issuer}
            name="issuer"
            autoComplete="off"
            placeholder="https://token.actions.githubusercontent.com"
            value={values.issuer}
            onChange={(issuer) => set({ issuer })}
            error={errorAt('workload.issuer')}
          />
          <TextField
            label={t.agents.subject}
            name="subject"
            autoComplete="off"
            placeholder="repo:acme/infra:ref:refs/heads/main"
            value={values.subject}
            onChange={(subject) => set({ subject })}
            error={errorAt('workload.subject')}
          />
        </>
      )}
      {!isAgent && (
        <div className="grid grid-cols-1 gap-2">
          <AdministratorChoice
            label={t.agents.actsFor}
            searchLabel={t.agents.find}
            value={values.actsFor}
            onChange={(actsFor) => set({ actsFor })}
            error={errorAt('actsFor')}
          />
          <p className="text-sm text-quiet">{t.agents.actsForHint}</p>
        </div>
      )}
    </>
  )
}
