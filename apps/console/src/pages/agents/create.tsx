import { Bot, KeyRound, Server } from 'lucide-react'
import { createElement } from 'react'
import { CreateButtons } from '../../components/create-buttons.tsx'
import { Form, useOperationForm } from '../../components/form.tsx'
import { Guide, StepTitle } from '../../components/guide.tsx'
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

const kindIcons = { agent: Bot, key: KeyRound, workload: Server } as const

/** Clears the name and the client ID of a selected product. */
const freshProduct = ({ clientId }: Identity): Partial<Identity> =>
  productOf(clientId) === otherProduct ? {} : productValues(otherProduct)

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
    <Page title={t.agents.new} text={t.agents.text} width="narrow">
      <Form
        form={form}
        label={t.agents.new}
        fields={fields}
        isLong
        actions={<CreateButtons form={form} label={t.agents.create} cancel={paths.agents()} />}
      >
        <Guide
          steps={[
            {
              title: <StepTitle>{t.agents.kind}</StepTitle>,
              content: (
                <Card>
                  <RadioCards
                    label={t.agents.kind}
                    isLabelHidden
                    cards={kinds.map((value) => ({
                      value,
                      icon: createElement(kindIcons[value], { size: 17 }),
                      title: t.agents.kinds[value],
                      text: t.agents.kindTexts[value],
                    }))}
                    value={values.kind}
                    onChange={(kind) => set({ kind, ...freshProduct(values) })}
                  />
                </Card>
              ),
            },
            {
              title: <StepTitle>{t.agents.identity}</StepTitle>,
              content: (
                <Card>
                  <IdentityFields form={form} />
                </Card>
              ),
            },
            {
              title: <StepTitle>{t.agents.rights}</StepTitle>,
              content: (
                <Card>
                  <LimitsFields form={form} />
                </Card>
              ),
            },
          ]}
        />
      </Form>
    </Page>
  )
}
