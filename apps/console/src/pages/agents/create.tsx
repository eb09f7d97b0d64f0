import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { useLeave } from '../../components/leave.ts'
import { Page } from '../../layouts/page.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.ts'
import { IdentityFields } from './identity-fields.tsx'
import {
  checkIdentity,
  freshIdentity,
  type Identity,
  identityInput,
  kinds,
  otherProduct,
  productOf,
  productValues,
} from './identity-values.ts'
import { LimitsFields } from './limits-fields.tsx'
import { checkLimits, freshLimits, type LimitValues, limitFields, limitsInput } from './limits-values.ts'

const initial: Identity & LimitValues = { ...freshIdentity, ...freshLimits }

const fields = ['clientId', 'name', 'jwks', 'workload.issuer', 'workload.subject', 'actsFor', ...limitFields]

export function AgentCreatePage() {
  const leave = useLeave()
  const form = useOperationForm({
    operation: 'agent_client_permit',
    initial,
    toInput: (values) => ({ ...limitsInput(values), ...identityInput(values) }),
    check: (values) => ({ ...checkIdentity(values), ...checkLimits(values) }),
    onDone: ({ id, name }) => {
      toast(t.agents.permitted(name))
      leave(paths.agent(id))
    },
  })
  const { values, set } = form
  return (
    <Page title={t.agents.new} width="narrow">
      <Card>
        <Form
          form={form}
          label={t.agents.new}
          fields={fields}
          actions={<CreateButtons form={form} label={t.agents.permit} cancel={paths.agents()} />}
        >
          <RadioCards
            label={t.agents.kind}
            cards={kinds.map((value) => ({
              value,
              title: t.agents.kinds[value],
              text: t.agents.kindTexts[value],
            }))}
            value={values.kind}
            onChange={(kind) =>
              set({
                kind,
                ...(productOf(values.clientId) === otherProduct ? {} : productValues(otherProduct)),
              })
            }
          />
          <IdentityFields form={form} />
          <LimitsFields form={form} />
        </Form>
      </Card>
    </Page>
  )
}
